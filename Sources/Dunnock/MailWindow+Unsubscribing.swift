import CAdwaita
import GtkBridge
import MailText
import Triage

extension MailWindow {
  /// Says what will happen so that no more mail like this comes, and does it when the person wants it: a mail is begun, or a page opened.
  func unsubscribe(_ way: Unsubscribing) {
    let mail = way.mail.flatMap { Draft(mailto: $0.target) }.flatMap { $0.to.isEmpty ? nil : $0 }
    let choices =
      (mail.map { [UnsubscribingChoice.mail($0)] } ?? []) + (way.page.map { [.page($0)] } ?? [])
    guard !choices.isEmpty else { return }
    Task.immediate { [weak self] in
      switch await self?.chooses(from: choices) {
      case .mail(let draft): self?.write(draft)
      case .page(let link): await self?.open(link)
      case nil: break
      }
    }
  }

  /// Goes where a link leads: to a mail that is begun, or to another program.
  func go(to link: MarkedText.Link) {
    if let draft = Draft(mailto: link.target) { return write(draft) }
    Task.immediate { [weak self] in await self?.open(link) }
  }

  private func open(_ link: MarkedText.Link) async {
    guard await !Desktop.open(link.target, over: window) else { return }
    notices.pass(
      tr("No program here opens that."),
      button: .init(title: tr("Copy")) { [weak self] in self?.window.copy(link.target) })
  }

  /// Asks which of the ways the person wants; nil for none.
  private func chooses(from choices: [UnsubscribingChoice]) async -> UnsubscribingChoice? {
    await dialogs.ask { (answered: @escaping @MainActor (UnsubscribingChoice?) -> Void) in
      let dialog: Widget = adw_message_dialog_new(
        window.cast(), tr("Unsubscribe?"),
        choices.map(\.consequence).joined(separator: "\n"))
      adw_message_dialog_add_response(dialog.cast(), Self.cancel, tr("Cancel"))
      for choice in choices {
        adw_message_dialog_add_response(dialog.cast(), choice.name, choice.title)
        Signal.connectPointer(dialog, "response::\(choice.name)") { _ in answered(choice) }
      }
      adw_message_dialog_set_default_response(dialog.cast(), Self.cancel)
      adw_message_dialog_set_close_response(dialog.cast(), Self.cancel)
      gtk_window_set_destroy_with_parent(dialog.cast(), true.gboolean)
      Signal.connectPointer(dialog, "response::\(Self.cancel)") { _ in answered(nil) }
      gtk_window_present(dialog.cast())
      return dialog
    }
  }

  private static let cancel = "cancel"
}

/// A way to get no more mail of a kind.
private enum UnsubscribingChoice {
  case mail(Draft)
  case page(MarkedText.Link)

  /// What its answer is called in the dialog.
  var name: String {
    switch self {
    case .mail: "mail"
    case .page: "page"
    }
  }

  var title: String {
    switch self {
    case .mail: tr("Write the mail")
    case .page: tr("Open the page")
    }
  }

  var consequence: String {
    switch self {
    case .mail(let draft):
      tr("Your mail program begins a mail to %1$s; you send it there.").filling(
        "\u{2068}\(draft.to.map(\.text).joined(separator: ", "))\u{2069}")
    case .page(let link):
      tr("A page opens at %1$s.").filling("\u{2068}\(link.networkHost ?? link.shown)\u{2069}")
    }
  }
}

extension MarkedText.Link {
  /// The name of the host as the network knows it, which cannot look like another; nil where it names none.
  fileprivate var networkHost: String? {
    guard let uri = g_uri_parse(target, G_URI_FLAGS_NONE, nil) else { return nil }
    defer { g_uri_unref(uri) }
    return g_uri_get_host(uri).map { String(cString: $0) }
  }
}
