import CAdwaita
import GtkBridge
import Triage
import TriageJournal

extension MailWindow {
  /// Whether mail of the folder on show may be changed: always in the sample, elsewhere after the person's word.
  var mayChange: Bool {
    guard let mailbox, trouble == nil else { return false }
    return mailbox.session.allowsChanges(in: mailbox.folder)
  }

  /// Lets this mailbox be changed, now and in later runs; where it has several accounts that of the folder on show.
  func allowChanges() {
    guard let mailbox, mailbox.shared.isWritable, !mayChange else { return }
    let roles = mailbox.session.roles
    if roles.inboxes.count > 1 {
      settings.allowChanges(to: roles.inbox(of: mailbox.folder), of: mailbox.identity)
    } else {
      settings.allowChanges(to: mailbox.identity)
    }
    showPermissionEverywhere()
    list.focusSelected()
  }

  /// Shows in every window on this mailbox what may be done.
  func showPermissionEverywhere() {
    guard let shared = mailbox?.shared else { return }
    for window in Self.showing(shared) { window.showPermission() }
  }

  /// What may be changed of what is open, in whatever window.
  private func permission(for shared: SharedMailbox) -> TriageSession.Permission {
    guard shared.isWritable else { return .nothing }
    // Another window may know the sample by its path.
    if Self.showing(shared).contains(where: { $0.mailbox?.place == .sample }) {
      return .everything
    }
    return settings.permission(
      for: shared.store.identity, inboxes: shared.session.roles.inboxes)
  }

  /// Shows in banner, rows and buttons what may be done.
  func showPermission() {
    if let shared = mailbox?.shared { shared.session.permission = permission(for: shared) }
    if let trouble {
      showTroubleNotice(trouble)
    } else if let mailbox, !mailbox.shared.isWritable {
      notice.show(tr("This mailbox is read-only on the disk. Nothing in it can be changed."))
    } else if mailbox != nil, !mayChange {
      notice.show(
        tr("Look only: nothing is changed."),
        button: WindowCommand.allowChanges.title
      ) { [weak self] in self?.allowChanges() }
    } else if let recordProblem {
      notice.show(recordProblem.sentence.translated, button: tr("Close")) { [weak self] in
        self?.recordProblem = nil
        self?.showPermission()
        self?.list.focusSelected()
      }
    } else {
      notice.hide()
    }
    list.actions = { [weak self] in self?.swipeActions(for: $0) ?? .init() }
    hint.offer()
    showAvailability()
  }

  /// Shows what is wrong with the record of changes, for longer than a passing notice stays.
  func show(_ problem: JournalProblem) {
    notice.widget.announce(problem.sentence.translated)
    recordProblem = problem
    showPermission()
  }

  /// Answers a key or a drag that changes nothing now.
  func refuse() {
    toasts.show(refusal)
    lookWhetherWritable()
  }

  /// Looks again whether what was read-only still is: nothing tells of a disk that is mounted anew.
  func lookWhetherWritable() {
    guard let mailbox, !mailbox.shared.isWritable, trouble == nil else { return }
    Task { [weak self] in _ = await self?.refresh(mailbox) }
  }

  /// Why nothing may be changed now.
  private var refusal: String {
    if trouble != nil { return tr("The mail cannot be reached.") }
    return mailbox?.shared.isWritable == false
      ? tr("This mailbox is read-only on the disk.")
      : tr("Look only: allow changes first.")
  }
}
