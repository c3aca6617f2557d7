import AppWidgets
import GtkBridge
import MailText
import PictureFetching
import Texts
import Triage

extension WaysOut {
  /// Says what will happen so that no more mail like this comes, and does it when the person wants it: a request is sent, a mail is begun,
  /// or a page opened.
  func unsubscribe(_ way: Unsubscribing) {
    if way.isOneClick, let page = way.page {
      Task.immediate { [weak self] in await self?.request(by: page, else: way) }
      return
    }
    let mail = way.mail.flatMap { Draft(mailto: $0.target) }.flatMap { $0.to.isEmpty ? nil : $0 }
    let choices =
      (mail.map { [UnsubscribingChoice.mail($0)] } ?? []) + (way.page.map { [.page($0)] } ?? [])
    guard !choices.isEmpty else { return }
    Task.immediate { [weak self] in
      guard let self else { return }
      let (offered, missing) = await possible(among: choices)
      if isGone { return }
      guard !offered.isEmpty else { return say(missing, instead: mail) }
      let choice = await chooses(from: offered, missing)
      if isGone { return }
      switch choice {
      case .mail(let draft): write(draft)
      case .page(let link): await leave(by: link)
      case nil: break
      }
    }
  }

  /// Has the list's host be asked for no more mail, once the person has said so; the page is not opened.
  private func request(by page: MarkedText.Link, else way: Unsubscribing) async {
    let host = "\u{2068}\(page.host)\u{2069}"
    let isWanted = await dialogs.ask { (answered: @escaping @MainActor (Bool?) -> Void) in
      let sender = String(way.sender.prefix(Self.longestName))
      return window.ask(
        sender.isEmpty
          ? tr("Unsubscribe?") : tr("Unsubscribe from %1$s?").filling("\u{2068}\(sender)\u{2069}"),
        tr("%1$s will be asked to stop sending you messages like this.").filling(host),
        [.init("cancel", tr("Cancel")), .init("request", tr("Unsubscribe"))]
      ) { answered($0 == "request") }
    }
    guard isWanted == true, !isGone else { return }
    notices.pass(tr("Asking %1$s…").filling(host))
    let status = await post(Unsubscribing.request, to: page.target)
    if isGone { return }
    if let status, 200..<300 ~= status {
      return notices.pass(
        tr("Unsubscribed. %1$s accepted the request.").filling(host), waiting: true)
    }
    notices.pass(
      status.map {
        tr("%1$s did not accept the request (%2$s).").filling(host, String($0))
      } ?? tr("%1$s did not answer.").filling(host),
      button: .init(title: tr("Other Ways")) { [weak self] in
        self?.unsubscribe(Unsubscribing(mail: way.mail, page: way.page))
      }, waiting: true)
  }

  /// In characters.
  private static let longestName = 60

  /// The ways that can be gone on this desktop, and what is to be said of the other.
  private func possible(
    among choices: [UnsubscribingChoice]
  ) async -> (offered: [UnsubscribingChoice], missing: String) {
    guard choices.contains(where: \.isMail), await !composer.isThere else { return (choices, "") }
    return (
      choices.filter { !$0.isMail },
      tr("Unsubscribing needs an email, and no email app is installed.")
    )
  }

  /// Says why there is no way to go, and lets the person take the mail elsewhere.
  private func say(_ missing: String, instead mail: Draft?) {
    notices.pass(
      missing,
      button: mail.map { mail in
        .init(title: tr("Copy Message")) { [weak self] in self?.window.copy(mail.described) }
      })
  }

  /// Asks which of the ways the person wants; nil for none.
  ///
  /// - Parameter missing: What is to be said before.
  private func chooses(
    from choices: [UnsubscribingChoice], _ missing: String
  ) async -> UnsubscribingChoice? {
    await dialogs.ask { (answered: @escaping @MainActor (UnsubscribingChoice?) -> Void) in
      window.ask(
        tr("Unsubscribe?"),
        ([missing].filter { !$0.isEmpty } + choices.map(\.consequence)).joined(separator: "\n"),
        [.init("cancel", tr("Cancel"))] + choices.map { .init($0.name, $0.title) }
      ) { name in answered(choices.first { $0.name == name }) }
    }
  }
}

/// A way to get no more mail of a kind.
private enum UnsubscribingChoice {
  case mail(Draft)
  case page(MarkedText.Link)

  var isMail: Bool { if case .mail = self { true } else { false } }

  /// What its answer is called in the dialog.
  var name: String {
    switch self {
    case .mail: "mail"
    case .page: "page"
    }
  }

  var title: String {
    switch self {
    case .mail: tr("Write Message")
    case .page: tr("Open Page")
    }
  }

  var consequence: String {
    switch self {
    case .mail(let draft):
      tr("Your email app starts a message to %1$s. Send it to unsubscribe.").filling(
        "\u{2068}\(draft.to.map(\.text).joined(separator: ", "))\u{2069}")
    case .page(let link):
      tr("A page on %1$s will be opened.").filling("\u{2068}\(link.host)\u{2069}")
    }
  }
}
