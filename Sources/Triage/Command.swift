import MailStore

/// What a person may do to a message.
public enum Command: String, CaseIterable, Sendable {
  case archive
  case trash
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
      command: .toggleRead, title: msgid("Read"), icon: "dnk-read-symbolic",
      reverseTitle: msgid("Unread"),
      reverseIcon: "dnk-unread-symbolic", shortcuts: [], role: .accent),
    CommandEntry(
      command: .trash, title: msgid("Trash"), icon: "dnk-trash-symbolic", shortcuts: ["Delete"],
      role: .destructive),
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

  /// Whether the command takes the message out of its folder.
  public var removesRow: Bool { self == .archive || self == .trash }

  /// What the command moves to, if it moves.
  var destination: SpecialFolder? {
    switch self {
    case .archive: .archive
    case .trash: .trash
    case .toggleRead, .markRead, .markUnread, .toggleStar: nil
    }
  }

  /// What a store must be able to do.
  var needs: StoreAbilities {
    switch self {
    case .archive: .archive
    case .trash: .trash
    case .toggleRead, .markRead, .markUnread, .toggleStar: .flags
    }
  }

  /// Whether a store can do it at all; what it cannot is offered nowhere.
  public func isKnown(to store: any MessageStore) -> Bool { store.abilities.contains(needs) }

  /// The flags that the command adds to and removes from a message.
  func flagChange(for message: Message) -> (adding: MessageFlags, removing: MessageFlags) {
    switch self {
    case .archive, .trash: ([], [])
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
    isReverse(for: message) ? reverseTitle ?? title : title
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
    guard session.allowsChanges, message.canChange,
      command.isKnown(to: session.store)
    else { return false }
    switch command {
    case .archive, .trash:
      return command.destination.map { !$0.matches(message.id.folder) } ?? false
    case .markRead: return message.isUnread
    case .markUnread: return !message.isUnread
    case .toggleRead, .toggleStar: return true
    }
  }

  private func isReverse(for message: Message) -> Bool {
    switch command {
    case .toggleRead: !message.isUnread
    case .toggleStar: message.isStarred
    case .archive, .trash, .markRead, .markUnread: false
    }
  }
}
