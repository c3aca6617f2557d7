import CAdwaita
import GtkBridge
import MailText
import Triage

extension MailWindow {
  /// Goes where a link leads, once the person has said so where its text names another host.
  func follow(_ link: MarkedText.Link) {
    Task.immediate { [weak self] in
      guard let self else { return }
      if let pretended = link.pretended {
        switch await answer(to: link, naming: pretended) {
        case .open: break
        case .copy: return window.copy(link.target)
        case nil: return
        }
      }
      if let draft = Draft(mailto: link.target) { write(draft) } else { await open(link) }
    }
  }

  /// Opens where a link leads in the desktop's program for it.
  func open(_ link: MarkedText.Link) async {
    guard await !Desktop.open(link.target, over: window) else { return }
    notices.pass(
      tr("No program here opens that."),
      button: .init(title: tr("Copy")) { [weak self] in self?.window.copy(link.target) })
  }

  private enum LinkAnswer: Sendable { case open, copy }

  private func answer(to link: MarkedText.Link, naming pretended: String) async -> LinkAnswer? {
    await dialogs.ask { (answered: @escaping @MainActor (LinkAnswer?) -> Void) in
      let text = tr("This link names %1$s but leads to %2$s.").filling(
        "\u{2068}\(pretended)\u{2069}", "\u{2068}\(link.host)\u{2069}")
      let address = "\u{2068}\(link.shown.prefix(Self.longestAddress))\u{2069}"
      let dialog: Widget = adw_message_dialog_new(
        window.cast(), tr("Open a link that pretends?"), text + "\n\n" + address)
      adw_message_dialog_add_response(dialog.cast(), "cancel", tr("Cancel"))
      adw_message_dialog_add_response(dialog.cast(), "copy", tr("Copy link address"))
      adw_message_dialog_add_response(dialog.cast(), "open", tr("Open anyway"))
      adw_message_dialog_set_response_appearance(
        dialog.cast(), "open", ADW_RESPONSE_DESTRUCTIVE)
      adw_message_dialog_set_default_response(dialog.cast(), "cancel")
      adw_message_dialog_set_close_response(dialog.cast(), "cancel")
      gtk_window_set_destroy_with_parent(dialog.cast(), true.gboolean)
      Signal.connectPointer(dialog, "response::cancel") { _ in answered(nil) }
      Signal.connectPointer(dialog, "response::copy") { _ in answered(.copy) }
      Signal.connectPointer(dialog, "response::open") { _ in answered(.open) }
      gtk_window_present(dialog.cast())
      return dialog
    }
  }

  /// In characters.
  private static let longestAddress = 200
}

extension MarkedText.Link {
  /// The host that it leads to, as it is shown; the whole target where it has none.
  var host: String {
    guard let scheme = shown.range(of: "://") else { return shown }
    let rest = shown[scheme.upperBound...].prefix { !"/?#".contains($0) }
    return String(rest.split(separator: "@").last ?? rest)
  }
}
