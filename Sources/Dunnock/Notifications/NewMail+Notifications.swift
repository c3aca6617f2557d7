import CDunnockGtk
import FileSystem
import GtkBridge
import MailModel
import Texts
import Triage

extension NewMail {
  /// Gives the application the actions that notifications have done, and the one that ends what goes on without a window.
  ///
  /// - Parameter loading: Reads the accounts, which what is done without a window waits for.
  func install(
    in application: UnsafeMutableRawPointer, after loading: Task<Void, Never>? = nil
  ) {
    Application.addAction(Self.ending, to: application) { [weak self] _ in self?.end() }
    Application.addAction(Self.showing, to: application, takingTexts: true) { [weak self] in
      self?.show($0)
    }
    Application.addAction(Self.doing, to: application, takingTexts: true) { [weak self] in
      self?.perform($0, after: loading)
    }
  }

  /// Shows or withdraws what a look at a mailbox came to.
  func show(_ change: NewArrivals.Change, of mailbox: SharedMailbox, _ takesMarkup: Bool) {
    let identity = mailbox.store.identity
    let name = change.name(in: identity)
    switch change {
    case .withdraw, .withdrawTogether: Notification.withdraw(name)
    case .show(let message):
      Notification(
        title: message.shownSender.cut(to: Self.mostOfTitle),
        body: [message.shownSubject, message.preview].filter { !$0.isEmpty }
          .map { $0.cut(to: Self.mostOfLine) }.joined(separator: "\n"),
        deed: (Self.showing, message.id.words(in: identity)),
        buttons: Self.offered.filter { Self.canDo($0.command, to: message, in: mailbox) }
          .map { command, title in
            (title, (Self.doing, message.id.words(in: identity) + [command.entry.name]))
          }
      ).show(as: name, takesMarkup)
    case .showTogether(let messages):
      guard let first = messages.first else { return }
      Notification(
        title: trn("%1$s new message", "%1$s new messages", messages.count)
          .filling(messages.count.grouped),
        body: Self.senders(of: messages), deed: (Self.showing, first.id.words(in: identity))
      ).show(as: name, takesMarkup)
    }
  }

  /// What notifications have buttons for.
  private static let offered = [
    (command: Command.archive, title: tr("Archive")), (.markRead, tr(Command.markRead.entry.title)),
  ]

  /// Whether a button can do it without asking anything.
  private static func canDo(
    _ command: Command, to message: Message, in mailbox: SharedMailbox
  ) -> Bool {
    let session = mailbox.session
    return command.entry.isOffered(for: message, in: session)
      && command.entry.neededRole.map {
        session.roles.folder($0, for: message.id.folder) != nil
      } ?? true
  }

  /// Who has sent mail, the last first.
  private static func senders(of messages: [Message]) -> String {
    var names: [String] = []
    for message in messages where names.count <= mostSenders {
      let name = message.shownSender.cut(to: mostOfName)
      if !names.contains(name) { names.append(name) }
    }
    // Neither turns the direction of the others.
    return names.prefix(mostSenders).map { "\u{2068}\($0)\u{2069}" }.joined(separator: ", ")
      + (names.count > mostSenders ? ", …" : "")
  }

  /// Shows a message in a window on its mailbox, or in one more.
  private func show(_ words: [String]) {
    guard let (identity, id) = MessageRef.read(words) else { return }
    if let window = MailWindow.all.first(where: { $0.mailbox?.identity == identity }) {
      window.show(id)
      return window.present()
    }
    guard let application = g_application_get_default() else { return }
    let window = MailWindow(
      application: UnsafeMutableRawPointer(application)
        .assumingMemoryBound(to: GtkApplication.self), settings: settings, mailboxes: mailboxes,
      fetching: fetching, composer: composer)
    window.open(.at(ByteName(escaped: identity)), folder: id.folder)
    window.list.selection.want(id)
    window.frame.presentWithMail()
  }

  /// Does what a button offers to a message, as one step that can be undone, where no window shows its mailbox too. Any program of the
  /// session can ask for this: what is not offered, or where the person has allowed no changes, is not done.
  private func perform(_ words: [String], after loading: Task<Void, Never>?) {
    guard let (identity, id) = MessageRef.read(words), words.count == 4,
      let command = Self.offered.map(\.command).first(where: { $0.entry.name == words[3] }),
      let application = g_application_get_default()
    else { return }
    g_application_hold(application)
    Task {
      defer { g_application_release(application) }
      do {
        guard let mailbox = try await mailbox(identity, after: loading) else { return }
        let result = await withCheckedContinuation { answer in
          Filing.perform(command, on: id, in: mailbox) { answer.resume(returning: $0) }
        }
        _ = try result.get()
      } catch {
        Notification(title: tr("Message Not Changed"), body: sentence(for: error))
          .show(as: "failure", await Notification.desk().takesMarkup)
      }
    }
  }

  /// What is known by that: open, or else opened where the person has allowed changes.
  private func mailbox(
    _ identity: String, after loading: Task<Void, Never>?
  ) async throws -> SharedMailbox? {
    if let open = mailboxes.opened(as: identity) { return open }
    await loading?.value
    let place = MailboxPlace.at(ByteName(escaped: identity))
    guard
      place == .sample || settings.allowsAnything(in: identity) || fetching.isMail(identity)
    else { return nil }
    let mailbox = try await mailboxes.open(place, settings).shared
    // What is allowed depends on which inboxes there are.
    try await mailbox.session.folders()
    // A window has opened it meanwhile.
    guard MailWindow.showing(mailbox).isEmpty else { return mailbox }
    mailbox.session.permission = place == .sample ? .everything : fetching.permission(for: mailbox)
    mailbox.session.filesAsRead = settings.reading.whenFiled
    _ = await mailbox.recover()
    return mailbox
  }

  static let ending = "look-no-more"
  private static let showing = "show-message"
  private static let doing = "do-to-message"
  /// As much as notifications show of names and texts, in characters.
  private static let mostOfTitle = 100
  private static let mostOfLine = 150
  private static let mostOfName = 40
  /// More names than a notification has room for.
  private static let mostSenders = 4
}

extension NewArrivals.Change {
  /// What the notification is called that it is about.
  func name(in identity: String) -> String {
    switch self {
    case .show(let message): message.id.words(in: identity).joined(separator: "/")
    case .withdraw(let id): id.words(in: identity).joined(separator: "/")
    case .showTogether, .withdrawTogether: identity
    }
  }
}

extension MessageRef {
  /// As words that say which message it is, in a store that is known by that.
  fileprivate func words(in identity: String) -> [String] {
    [identity, folder.path.escaped, key.escaped]
  }

  /// Reads such words, whatever stands behind them.
  fileprivate static func read(_ words: [String]) -> (identity: String, id: MessageRef)? {
    guard words.count >= 3 else { return nil }
    return (
      words[0],
      MessageRef(
        folder: FolderID(path: ByteName(escaped: words[1])), key: ByteName(escaped: words[2]))
    )
  }
}

extension String {
  /// No more than that many characters of it.
  func cut(to limit: Int) -> String {
    count <= limit ? self : prefix(limit - 1) + "…"
  }
}
