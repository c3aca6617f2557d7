import CDunnockGtk
import GtkBridge
import MailModel
import MailText
import Triage

/// Tells the person of new mail in the mailboxes that are open, by notifications of the desktop, whose buttons work without a window;
/// and keeps mailboxes open where the person has asked for that.
final class NewMail {
  let settings: Settings
  let mailboxes: Mailboxes
  let fetching: MailFetching
  /// What the windows that it opens write mail in.
  let composer: any Composer
  /// By what the stores are known by.
  private var arrivals: [String: NewArrivals] = [:]
  /// What stays open without a window.
  private var kept: [String: SharedMailbox] = [:]
  private var isHolding = false
  /// Who showed the last of them.
  private var desk: Notification.Desk?

  init(
    _ settings: Settings, _ mailboxes: Mailboxes, _ fetching: MailFetching,
    composer: any Composer = DesktopComposer()
  ) {
    self.composer = composer
    self.settings = settings
    self.mailboxes = mailboxes
    self.fetching = fetching
    mailboxes.onOpen { [weak self] in self?.follow($0) }
    settings.onBackground { [weak self] in self?.keep() }
  }

  /// Keeps the program and its mailboxes without a window, or does so no more, as the person has chosen.
  func keep() {
    let keeps = settings.looksInBackground
    kept = [:]
    if keeps {
      for mailbox in mailboxes.open where !mailbox.store.holdsFiles {
        kept[mailbox.store.identity] = mailbox
      }
    }
    guard keeps != isHolding, let application = g_application_get_default() else { return }
    isHolding = keeps
    if keeps { g_application_hold(application) } else { g_application_release(application) }
  }

  /// Keeps nothing without a window any more, in this run.
  func end() {
    kept = [:]
    if isHolding, let application = g_application_get_default() {
      g_application_release(application)
    }
    isHolding = false
  }

  /// Follows nothing any more, at the program's end.
  func leaveAll() { for identity in Array(arrivals.keys) { leave(identity) } }

  private func follow(_ mailbox: SharedMailbox) {
    guard !mailbox.store.holdsFiles else { return }
    let identity = mailbox.store.identity
    forget(identity)
    if settings.looksInBackground { kept[identity] = mailbox }
    mailbox.onChange { [weak self] in
      await self?.look(at: $0)
    } end: { [weak self] in
      // Another may have been opened in its place.
      if self?.mailboxes.opened(as: identity) == nil { self?.leave(identity) }
    }
  }

  /// Leaves the notifications of a mailbox that is closed where their buttons open it again, and withdraws them elsewhere.
  private func leave(_ identity: String) {
    if desk?.startsPrograms == true { arrivals[identity] = nil } else { forget(identity) }
  }

  private func forget(_ identity: String) {
    var gone = arrivals.removeValue(forKey: identity)
    for change in gone?.withdrawAll() ?? [] {
      Notification.withdraw(change.name(in: identity))
    }
  }

  private func look(at mailbox: SharedMailbox) async {
    let (store, session) = (mailbox.store, mailbox.session)
    // Of what they take away nobody is told.
    await mailbox.followRules()
    guard settings.tellsOfNewMail else { return forget(store.identity) }
    if session.roles.inboxes.isEmpty { _ = try? await session.folders() }
    for inbox in session.roles.inboxes {
      // Of what cannot be reached nothing is known, neither that it came nor that it went.
      guard let messages = try? await store.messages(in: inbox) else { continue }
      let now = MessageDate.now()
      let (after, changes) = await Self.look(
        at: messages, in: inbox, of: store, now: now, isQuiet: Self.isOnShow(inbox, of: mailbox),
        arrivals[store.identity] ?? NewArrivals(now: now))
      arrivals[store.identity] = after
      if changes.isEmpty { continue }
      let desk = await Notification.desk()
      self.desk = desk
      for change in changes { show(change, of: mailbox, desk.takesMarkup) }
    }
  }

  @concurrent
  private nonisolated static func look(
    at messages: [Message], in inbox: FolderID, of store: any MessageStore, now: Int64,
    isQuiet: Bool, _ before: NewArrivals
  ) async -> (NewArrivals, [NewArrivals.Change]) {
    var arrivals = before
    let changes = arrivals.look(at: messages, in: inbox, now: now, isQuiet: isQuiet) {
      store.wasPut($0)
    }
    return (arrivals, changes)
  }

  /// Whether the person has what comes to an inbox before their eyes.
  private static func isOnShow(_ inbox: FolderID, of mailbox: SharedMailbox) -> Bool {
    MailWindow.showing(mailbox).contains { window in
      gtk_window_is_active(window.window.cast()) != 0 && !window.frame.writing.isShown
        && window.shown.source.words.isEmpty
        && window.shown.source.folders?.contains(inbox) != false
    }
  }
}
