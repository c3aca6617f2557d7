import MailStore

/// What a person may do to a message.
public enum Command: String, CaseIterable, Sendable {
  case archive
  case moveToInbox = "inbox"
  case trash
  /// Gone for ever, and no step of undo.
  case delete
  case toggleRead = "toggle-read"
  case markRead = "read"
  case markUnread = "unread"
  case toggleStar = "star"

  /// The table that buttons, menus, shortcuts and accessible actions are made from, in the order
  /// in which they are offered.
  public static let all: [CommandEntry] = [
    CommandEntry(
      command: .archive, title: msgid("Archive"), icon: "dnk-archive-symbolic", shortcuts: ["e"],
      role: .success),
    CommandEntry(
      command: .moveToInbox, title: msgid("Move to inbox"), icon: "dnk-inbox-symbolic",
      shortcuts: ["<Shift>e"], role: .success),
    CommandEntry(
      command: .toggleRead, title: msgid("Read"), icon: "dnk-read-symbolic",
      reverseTitle: msgid("Unread"),
      reverseIcon: "dnk-unread-symbolic", shortcuts: [], role: .accent),
    CommandEntry(
      command: .trash, title: msgid("Trash"), icon: "dnk-trash-symbolic", shortcuts: ["Delete"],
      role: .destructive),
    CommandEntry(
      command: .delete, title: msgid("Delete for ever"), icon: "dnk-delete-symbolic",
      shortcuts: ["<Shift>Delete"], role: .destructive),
    CommandEntry(
      command: .toggleStar, title: msgid("Star"), icon: "dnk-star-symbolic",
      reverseTitle: msgid("Unstar"),
      reverseIcon: "dnk-star-outline-symbolic", shortcuts: ["s"], role: .warning),
    CommandEntry(
      command: .markRead, title: msgid("Read"), icon: "dnk-read-symbolic",
      shortcuts: ["<Shift>i"], role: .accent),
    CommandEntry(
      command: .markUnread, title: msgid("Unread"), icon: "dnk-unread-symbolic",
      shortcuts: ["<Shift>u"], role: .accent),
  ]

  /// Its entry in the table.
  public var entry: CommandEntry {
    // A test holds the table to every command.
    Command.all.first { $0.command == self } ?? Command.all[0]
  }

  /// The commands that a person can choose for a button; the others come in the place of one of
  /// these.
  public static let choices = allCases.filter { $0 != .moveToInbox && $0 != .delete }

  /// The command itself, or, in a folder where it has no meaning, what comes in its place: out of
  /// the archive and the trash mail goes back to the inbox, and what is in the trash already can
  /// only be deleted.
  public func adapted(to folder: FolderID) -> Command {
    let isTrash = SpecialFolder.trash.matches(folder)
    return switch self {
    case .archive where isTrash || SpecialFolder.archive.matches(folder): .moveToInbox
    case .trash where isTrash: .delete
    default: self
    }
  }

  /// Whether the command takes the message out of its folder.
  public var removesRow: Bool {
    switch self {
    case .archive, .moveToInbox, .trash, .delete: true
    case .toggleRead, .markRead, .markUnread, .toggleStar: false
    }
  }

  /// Whether the command has a meaning in a folder.
  func hasMeaning(in folder: FolderID) -> Bool {
    switch self {
    case .moveToInbox: Command.archive.adapted(to: folder) == self
    case .delete: Command.trash.adapted(to: folder) == self
    default: adapted(to: folder) == self
    }
  }

  /// Whether the command can be done to the messages of a folder now, as far as these allow it.
  public func isOffered(in folder: FolderID, of session: TriageSession) -> Bool {
    session.allowsChanges && isKnown(to: session.store) && hasMeaning(in: folder)
  }

  /// What a store must be able to do.
  var needs: StoreAbilities {
    switch self {
    case .archive, .moveToInbox: .archive
    case .trash: .trash
    case .delete: .delete
    case .toggleRead, .markRead, .markUnread, .toggleStar: .flags
    }
  }

  /// Whether a store can do it at all; what it cannot is offered nowhere.
  public func isKnown(to store: any MessageStore) -> Bool { store.abilities.contains(needs) }

  /// The flags that the command adds to and removes from a message.
  func flagChange(for message: Message) -> (adding: MessageFlags, removing: MessageFlags) {
    switch self {
    case .archive, .moveToInbox, .trash, .delete: ([], [])
    case .markRead: (.seen, [])
    case .markUnread: ([], .seen)
    case .toggleRead: message.isUnread ? (.seen, []) : ([], .seen)
    case .toggleStar: message.isStarred ? ([], .flagged) : (.flagged, [])
    }
  }
}

/// How a command looks and is reached.
public struct CommandEntry: Sendable {
  /// What colour a command's button has.
  public enum Role: CaseIterable, Sendable { case accent, success, warning, destructive }

  public let command: Command
  /// The title, in English: the key of its translation.
  public let title: String
  /// The name of a symbolic icon.
  public let icon: String
  /// The title when the message is already in the state that the command would bring it to.
  public let reverseTitle: String?
  public let reverseIcon: String?
  /// Accelerators as GTK writes them.
  public let shortcuts: [String]
  public let role: Role

  init(
    command: Command, title: String, icon: String, reverseTitle: String? = nil,
    reverseIcon: String? = nil, shortcuts: [String], role: Role
  ) {
    self.command = command
    self.title = title
    self.icon = icon
    self.reverseTitle = reverseTitle
    self.reverseIcon = reverseIcon
    self.shortcuts = shortcuts
    self.role = role
  }

  /// The name of its action.
  public var name: String { command.rawValue }

  public func title(for message: Message) -> String {
    // What holds files is no inbox.
    if command == .moveToInbox, message.isFile { return msgid("Put back") }
    return isReverse(for: message) ? reverseTitle ?? title : title
  }

  public func icon(for message: Message) -> String {
    isReverse(for: message) ? reverseIcon ?? icon : icon
  }

  /// What the command comes to on this message as it is: marking outright, which has keys, instead of toggling.
  public func resolved(for message: Message) -> CommandEntry {
    command == .toggleRead
      ? (message.isUnread ? Command.markRead : .markUnread).entry : self
  }

  /// Whether the command can be done to a message now. Answers at once, so that a row may ask.
  public func isOffered(for message: Message, in session: TriageSession) -> Bool {
    guard message.canChange, command.isOffered(in: message.id.folder, of: session) else {
      return false
    }
    return switch command {
    case .markRead: message.isUnread
    case .markUnread: !message.isUnread
    default: true
    }
  }

  private func isReverse(for message: Message) -> Bool {
    switch command {
    case .toggleRead: !message.isUnread
    case .toggleStar: message.isStarred
    case .archive, .moveToInbox, .trash, .delete, .markRead, .markUnread: false
    }
  }
}
