import MailStore

/// What was done to messages, in words to translate.
enum Deed: CaseIterable, Sendable {
  case archived, movedToInbox, putBack, trashed, deleted, markedRead, markedUnread, starred
  case unstarred, undone, redone

  /// What a command does to a message as it is before.
  init(_ command: Command, before message: Message) {
    self =
      switch command {
      case .archive: .archived
      case .moveToInbox: message.isFile ? .putBack : .movedToInbox
      case .trash: .trashed
      case .delete: .deleted
      case .markRead: .markedRead
      case .markUnread: .markedUnread
      case .toggleRead: message.isUnread ? .markedRead : .markedUnread
      case .toggleStar: message.isStarred ? .unstarred : .starred
      }
  }

  /// What happened to one message, whose name is the value.
  var toOne: String {
    switch self {
    case .archived: msgid("Archived “%1$s”")
    case .movedToInbox: msgid("Moved to the inbox: “%1$s”")
    case .putBack: msgid("Put back “%1$s”")
    case .trashed: msgid("Moved to the trash: “%1$s”")
    case .deleted: msgid("Deleted for ever: “%1$s”")
    case .markedRead: msgid("Marked as read: “%1$s”")
    case .markedUnread: msgid("Marked as unread: “%1$s”")
    case .starred: msgid("Starred “%1$s”")
    case .unstarred: msgid("Removed the star of “%1$s”")
    case .undone: msgid("Undone: “%1$s”")
    case .redone: msgid("Done again: “%1$s”")
    }
  }

  /// What happened to a number of messages.
  var toSeveral: (one: String, other: String) {
    switch self {
    case .archived: msgids("Archived %1$s message", "Archived %1$s messages")
    case .movedToInbox:
      msgids("Moved %1$s message to the inbox", "Moved %1$s messages to the inbox")
    case .putBack: msgids("Put back %1$s file", "Put back %1$s files")
    case .trashed: msgids("Moved %1$s message to the trash", "Moved %1$s messages to the trash")
    case .deleted: msgids("Deleted %1$s message for ever", "Deleted %1$s messages for ever")
    case .markedRead: msgids("Marked %1$s message as read", "Marked %1$s messages as read")
    case .markedUnread: msgids("Marked %1$s message as unread", "Marked %1$s messages as unread")
    case .starred: msgids("Starred %1$s message", "Starred %1$s messages")
    case .unstarred:
      msgids("Removed the star of %1$s message", "Removed the stars of %1$s messages")
    case .undone: msgids("Undone for %1$s message", "Undone for %1$s messages")
    case .redone: msgids("Done again for %1$s message", "Done again for %1$s messages")
    }
  }
}
