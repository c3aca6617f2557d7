import MailModel

/// What a person may do to messages: a value that carries what it needs.
public enum Command: Hashable, Codable, Sendable {
  case archive
  case moveToInbox
  case trash
  case junk
  case notJunk
  /// Gone for ever, and no step of undo.
  case delete
  case toggleRead
  case toggleStar
  case mark(Mark)
  /// With no folder into one that the person is still to be asked for.
  case move(to: FolderID?)
  /// Out of sight until a moment, in seconds since 1970; nil: the person is to be asked for it first.
  case snooze(until: Int64?)
  /// Back from that, now, in seconds since 1970: what the program does by itself.
  case wake(at: Int64)
  /// Changes nothing, and is no step of undo.
  case answer(Answer)

  /// What a message may be marked as, whatever it is now.
  public enum Mark: String, Codable, Sendable {
    case read, unread
    /// Not to be deleted, though another program has marked it so.
    case kept
    case replied
    case passedOn
    case starred, unstarred
  }

  public static let moveElsewhere = Command.move(to: nil)
  public static let snooze = Command.snooze(until: nil)
  public static let markRead = Command.mark(.read)
  public static let markUnread = Command.mark(.unread)
  public static let keep = Command.mark(.kept)
  public static let markReplied = Command.mark(.replied)

  /// The commands that need nothing more, in the order in which they are offered.
  public static let allCases: [Command] = [
    .archive, .moveToInbox, .toggleRead, .trash, .delete, .toggleStar, .moveElsewhere, .snooze,
    .junk, .notJunk, .markRead, .markUnread, .keep, .markReplied,
  ]

  /// The table that buttons, menus, shortcuts and accessible actions are made from, in that order.
  public static let all = allCases.map(\.entry)

  /// The commands that a person can choose for a button; the others come in the place of one of
  /// these, or where they are needed.
  public static let choices = all.filter(\.isChoice).map(\.command) + answers

  /// Those of them that change nothing, so that they can be done to mail that is only looked at.
  public static let answers: [Command] = [.answer(.reply), .answer(.replyAll)]

  /// The commands that rows offer where there is something to be done by them, and never else.
  public static let whereNeeded: [Command] = [.keep]

  /// The command of a name that needs nothing more; nil for any other name.
  public init?(name: String) {
    guard let entry = Command.all.first(where: { $0.name == name }) else { return nil }
    self = entry.command
  }

  /// All that there is to know about it.
  public var entry: CommandEntry {
    switch self {
    case .archive:
      CommandEntry(
        self, "archive", keys: ["e", "y", "<Control>k"], color: .success, needs: .archive,
        Wording(
          msgid("Archive"), icon: "dnk-archive-symbolic", done: msgid("Archived “%1$s”"),
          msgids("Archived %1$s message", "Archived %1$s messages")),
        target: .role(.archive), place: .outside(whole: [.archive, .trash]), stead: .moveToInbox,
        isChoice: true)
    case .moveToInbox:
      CommandEntry(
        self, "inbox", keys: ["<Shift>e", "<Control><Shift>k"], color: .success, needs: .archive,
        Wording(
          msgid("Move to Inbox"), icon: "dnk-inbox-symbolic",
          done: msgid("Moved to the inbox: “%1$s”"),
          msgids("Moved %1$s message to the inbox", "Moved %1$s messages to the inbox")),
        // What holds files is no inbox.
        ofFiles: Wording(
          msgid("Put Back"), icon: "dnk-inbox-symbolic", done: msgid("Put back “%1$s”"),
          msgids("Put back %1$s file", "Put back %1$s files")),
        target: .role(.inbox), place: .inside(whole: [.archive, .trash], [.snoozed]))
    case .toggleRead:
      CommandEntry(
        self, "toggle-read", color: .accent, needs: .flags, Wording.read, reverse: Wording.unread,
        toggles: .seen, isChoice: true)
    case .trash:
      CommandEntry(
        self, "trash", keys: ["Delete", "numbersign"], color: .destructive, needs: .trash,
        Wording(
          msgid("Trash"), icon: "dnk-trash-symbolic", done: msgid("Moved to the trash: “%1$s”"),
          msgids("Moved %1$s message to the trash", "Moved %1$s messages to the trash")),
        target: .role(.trash), place: .outside(whole: [.trash]), stead: .delete, isChoice: true)
    case .junk:
      CommandEntry(
        self, "junk", keys: ["exclam", "<Control>j"], color: .destructive,
        needs: [.archive, .create],
        Wording(
          msgid("Junk"), icon: "dnk-junk-symbolic", done: msgid("Moved to junk: “%1$s”"),
          msgids("Moved %1$s message to junk", "Moved %1$s messages to junk")),
        target: .role(.junk), place: .outside(whole: [.junk]), stead: .notJunk,
        isChoice: true)
    case .notJunk:
      CommandEntry(
        self, "not-junk", color: .success, needs: [.archive, .create],
        Wording(
          msgid("Not Junk"), icon: "dnk-inbox-symbolic",
          done: msgid("Moved to the inbox: “%1$s”"),
          msgids("Moved %1$s message to the inbox", "Moved %1$s messages to the inbox")),
        target: .role(.inbox), place: .inside(whole: [.junk]))
    case .delete:
      CommandEntry(
        self, "delete", keys: ["<Shift>Delete"], color: .destructive, needs: .delete,
        Wording(
          msgid("Delete Permanently"), icon: "dnk-delete-symbolic",
          done: msgid("Permanently deleted “%1$s”"),
          msgids("Permanently deleted %1$s message", "Permanently deleted %1$s messages")),
        target: .nowhere, place: .inside(whole: [.trash]))
    case .toggleStar:
      CommandEntry(
        self, "star", keys: ["s", "<Control>d"], color: .warning, needs: .flags, Wording.star,
        reverse: Wording.unstar, toggles: .flagged, isChoice: true)
    case .mark(.starred):
      CommandEntry(
        self, "starred", keys: ["s", "<Control>d"], color: .warning, needs: .flags, Wording.star,
        adding: .flagged)
    case .mark(.unstarred):
      CommandEntry(
        self, "unstarred", keys: ["s", "<Control>d"], color: .warning, needs: .flags,
        Wording.unstar,
        removing: .flagged)
    case .mark(.read):
      CommandEntry(
        self, "read", keys: ["<Shift>i", "<Control>i"], color: .accent, needs: .flags, Wording.read,
        adding: .seen, isChoice: true)
    case .mark(.unread):
      CommandEntry(
        self, "unread", keys: ["<Shift>u", "<Control><Shift>u"], color: .accent, needs: .flags,
        Wording.unread,
        removing: .seen, isChoice: true)
    case .mark(.kept):
      CommandEntry(
        self, "keep", color: .success, needs: .flags,
        Wording(
          msgid("Do Not Delete"), icon: "dnk-keep-symbolic",
          done: msgid("No longer marked for deletion: “%1$s”"),
          msgids(
            "%1$s message no longer marked for deletion",
            "%1$s messages no longer marked for deletion")),
        removing: .trashed)
    case .mark(.replied):
      CommandEntry(
        self, "replied", color: .accent, needs: .flags,
        Wording(
          msgid("Mark as Replied"), icon: "dnk-reply-symbolic",
          done: msgid("Marked as replied: “%1$s”"),
          msgids("Marked %1$s message as replied", "Marked %1$s messages as replied")),
        adding: .replied)
    case .mark(.passedOn):
      CommandEntry(
        self, "passed-on", color: .accent, needs: .flags,
        Wording(
          msgid("Mark as Forwarded"), icon: "dnk-forward-symbolic",
          done: msgid("Marked as forwarded: “%1$s”"),
          msgids("Marked %1$s message as forwarded", "Marked %1$s messages as forwarded")),
        adding: .passed)
    case .move(let folder):
      CommandEntry(
        self, "move", keys: ["v", "<Control>m"], color: .accent, needs: [.archive, .create],
        Wording(
          msgid("Move To…"), icon: "dnk-move-symbolic", done: msgid("Moved “%1$s” to “%2$s”"),
          msgids("Moved %1$s message to “%2$s”", "Moved %1$s messages to “%2$s”")),
        target: .folder(folder), isChoice: true)
    case .snooze(let moment):
      CommandEntry(
        self, "snooze", keys: ["b", "<Control>b"], color: .warning, needs: .create,
        Wording(
          msgid("Snooze"), icon: "dnk-snooze-symbolic",
          done: msgid("Snoozed until %2$s: “%1$s”"),
          msgids("Snoozed %1$s message until %2$s", "Snoozed %1$s messages until %2$s")),
        target: .role(.snoozed), waking: moment,
        place: .outside(whole: [.drafts, .sent, .junk, .trash]), isChoice: true)
    case .wake(let moment):
      CommandEntry(
        self, "wake", color: .warning, needs: .create,
        Wording(
          msgid("Back From Snooze"), icon: "dnk-snooze-symbolic",
          done: msgid("Back from snooze: “%1$s”"),
          msgids("%1$s message back from snooze", "%1$s messages back from snooze")),
        removing: .seen, target: .origin, woken: moment, place: .inside([.snoozed]))
    case .answer(let answer):
      switch answer {
      case .reply:
        CommandEntry(
          self, "reply", color: .accent, needs: [],
          Wording(msgid("Reply"), icon: "dnk-reply-symbolic"), isChoice: true)
      case .replyAll:
        CommandEntry(
          self, "reply-all", color: .accent, needs: [],
          Wording(msgid("Reply to All"), icon: "dnk-reply-all-symbolic"), isChoice: true)
      case .forward:
        CommandEntry(
          self, "forward", color: .accent, needs: [],
          Wording(msgid("Forward"), icon: "dnk-forward-symbolic"))
      }
    }
  }

  /// The command itself, or, in a folder where it has no meaning, what comes in its place: out of
  /// the archive and the trash mail goes back to the inbox, and what is in the trash already can
  /// only be deleted.
  public func adapted(to folder: FolderID, _ roles: FolderRoles) -> Command {
    entry.place.contains(folder, roles) ? self : entry.stead ?? self
  }

  /// Whether the command takes the message out of its folder.
  public var removesRow: Bool { entry.target != nil }

  /// Whether the command can be done to the messages of a folder now, as far as these allow it.
  public func isOffered(in folder: FolderID, of session: TriageSession) -> Bool {
    session.allowsChanges(in: folder) && isKnown(to: session.store)
      && entry.place.contains(folder, session.roles)
  }

  /// Whether a store can do it at all; what it cannot is offered nowhere.
  public func isKnown(to store: any MessageStore) -> Bool {
    store.abilities.contains(entry.needs)
  }
}

extension CommandEntry.Wording {
  fileprivate static let read = CommandEntry.Wording(
    msgid("Mark as Read"), icon: "dnk-read-symbolic", done: msgid("Marked as read: “%1$s”"),
    msgids("Marked %1$s message as read", "Marked %1$s messages as read"))

  fileprivate static let unread = CommandEntry.Wording(
    msgid("Mark as Unread"), icon: "dnk-unread-symbolic", done: msgid("Marked as unread: “%1$s”"),
    msgids("Marked %1$s message as unread", "Marked %1$s messages as unread"))

  fileprivate static let star = CommandEntry.Wording(
    msgid("Star"), icon: "dnk-star-symbolic", done: msgid("Starred “%1$s”"),
    msgids("Starred %1$s message", "Starred %1$s messages"))

  fileprivate static let unstar = CommandEntry.Wording(
    msgid("Unstar"), icon: "dnk-star-outline-symbolic", done: msgid("Removed the star from “%1$s”"),
    msgids("Removed the star from %1$s message", "Removed the stars from %1$s messages"))
}

private typealias Wording = CommandEntry.Wording
