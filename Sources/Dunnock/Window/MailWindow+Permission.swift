import CDunnockAdwaita
import GtkBridge
import Texts
import Triage
import TriageJournal

extension MailWindow {
  /// Whether mail of what is on show may be changed.
  var mayChange: Bool { shown.allowsChanges }

  /// Lets this mailbox be changed, now and in later runs; where it has several accounts that of the folder on show.
  func allowChanges() {
    guard let mailbox, mailbox.shared.isWritable, !mayChange else { return }
    let roles = mailbox.session.roles
    if roles.inboxes.count > 1, let folder = shown.folder ?? list.selected?.message.id.folder {
      settings.allowChanges(to: roles.inbox(of: folder), of: mailbox.identity)
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
    shared.wake()
  }

  /// What may be changed of what is open, in whatever window.
  private func permission(for shared: SharedMailbox) -> TriageSession.Permission {
    guard shared.isWritable else { return .nothing }
    // Another window may know the sample by its path.
    if Self.showing(shared).contains(where: { $0.mailbox?.place == .sample }) {
      return .everything
    }
    return fetching.permission(for: shared)
  }

  /// Shows in banner, rows and buttons what may be done.
  func showPermission() {
    if let shared = mailbox?.shared {
      shared.session.permission = permission(for: shared)
      shared.session.filesAsRead = settings.reading.whenFiled
    }
    notices.show(reasonForNoChanges) { [weak self] in
      self?.showPermission()
      self?.list.focusSelected()
    }
    list.swipes.updateAll()
    hint.offer()
    showAvailability()
    attend()
  }

  /// Why nothing may be changed, and what can be done about it; nil where changes are allowed.
  private var reasonForNoChanges: (text: String, button: Toasts.Button?)? {
    if let trouble = shown.trouble {
      let text = trouble.sentence.translated
      guard case .folderEmptied = trouble else {
        return (text, .init(title: WindowCommand.tryAgain.title) { [shown] in shown.tryAgain() })
      }
      return (text, .init(title: tr("Show as Empty")) { [shown] in shown.acceptEmpty() })
    }
    guard let mailbox, !mayChange else { return invitation }
    guard mailbox.shared.isWritable else {
      return (tr("You do not have permission to change this mailbox."), nil)
    }
    return (tr("Read-only. Your mail is not changed."), allowing)
  }

  /// What the sample says to who has no mail of their own here yet.
  private var invitation: (text: String, button: Toasts.Button?)? {
    guard mailbox?.place == .sample, fetching.hasNoAccounts else { return nil }
    return (
      tr("Sample messages to try everything with."),
      .init(title: tr("Add Account…")) { [weak self] in self?.addAccount() }
    )
  }

  private var allowing: Toasts.Button {
    .init(title: WindowCommand.allowChanges.title) { [weak self] in self?.allowChanges() }
  }

  /// Shows what is wrong with the record of changes, for longer than a passing notice stays.
  func show(_ problem: JournalProblem) {
    notices.keep(problem)
    showPermission()
  }

  /// Answers a key or a drag that changes nothing now.
  func refuse() {
    if shown.trouble != nil {
      notices.pass(tr("The mailbox is not available."))
    } else if mailbox?.shared.isWritable == false {
      notices.pass(tr("You do not have permission to change this mailbox."))
    } else {
      notices.pass(tr("Read-only."), button: allowing)
    }
  }

  /// Does something that nothing may be changed by now, if it may after another look, and else says why it may not: a disk may have been
  /// mounted anew.
  func refuse(unlessWritable act: @escaping () -> Void) {
    guard let mailbox, !mailbox.shared.isWritable, shown.trouble == nil else { return refuse() }
    Task { [weak self] in
      guard await self?.shown.refresh(mailbox) == true, let self else { return }
      if mayChange { act() } else { refuse() }
    }
  }
}
