import CDunnockGtk
import GtkBridge
import MailModel

extension MailWindow {
  /// Notes what the person looks at now, and marks as read what was looked at for long enough.
  func attend() {
    guard let delay = settings.reading.whenRead.delay else { return }
    let due = attention.look(at: messagesLookedAt, by: list.selection.choice, for: delay) {
      [weak self] in
      self?.attend()
    }
    if !due.isEmpty { filing.markRead(due) }
  }

  /// The person has turned to the message on show.
  func attendToMessage() {
    list.selection.choose()
    attend()
  }

  /// The unread messages that the person has gone to and whose text is in sight, in the window that they use.
  private var messagesLookedAt: [MessageRef] {
    // A window that is gone shows no mailbox, and has nothing else to be asked.
    guard let session = mailbox?.session, list.selection.choice != nil, selectedGroup == nil,
      frame.showsReadingSide, !frame.writing.isShown, mayChange, window.isUsed, !hasOpenMenu,
      let row = list.selected, !list.removing.contains(row.id)
    else { return [] }
    return reader.inSight.filter {
      $0.isUnread && $0.canChange && session.allowsChanges(in: $0.id.folder)
    }.map(\.id)
  }

  /// Whether the focus is in a menu, which closes if what it offers changes.
  private var hasOpenMenu: Bool {
    window.focusInWindow?.ancestry.contains { $0.isA(gtk_popover_get_type()) } == true
  }
}
