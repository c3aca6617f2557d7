import MailModel

/// What a command is called, how it looks and is reached, where it is offered and what it does.
public struct CommandEntry: Sendable {
  /// What colour a command's button has.
  public enum Color: CaseIterable, Sendable { case accent, success, warning, destructive }

  /// What is said of a command.
  public struct Wording: Sendable {
    /// The title, in English: the key of its translation.
    let title: String
    /// The name of a symbolic icon.
    let icon: String
    /// What happened to one message, whose name is the value; empty where nothing does.
    let toOne: String
    /// What happened to a number of messages.
    let toSeveral: (one: String, other: String)

    init(
      _ title: String, icon: String, done toOne: String = "",
      _ toSeveral: (String, String) = ("", "")
    ) {
      self.title = title
      self.icon = icon
      self.toOne = toOne
      self.toSeveral = toSeveral
    }
  }

  /// Where messages are moved by a command.
  enum Target: Hashable, Sendable {
    case role(Role)
    /// One that the person is still to be asked for where there is none.
    case folder(FolderID?)
    /// Where they were put off, else the inbox.
    case origin
    /// They are gone.
    case nowhere
  }

  /// The folders in which a command has a meaning.
  enum Place: Sendable {
    case anywhere
    /// In the folders of roles; and in those of others with all that is below them.
    case inside(whole: Set<Role> = [], Set<Role> = [])
    case outside(whole: Set<Role> = [], Set<Role> = [])

    func contains(_ folder: FolderID, _ roles: FolderRoles) -> Bool {
      func isInside(_ whole: Set<Role>, _ exact: Set<Role>) -> Bool {
        roles.role(of: folder).map(exact.contains) ?? false
          || whole.contains { roles.isWithin($0, folder) }
      }
      return switch self {
      case .anywhere: true
      case .inside(let whole, let exact): isInside(whole, exact)
      case .outside(let whole, let exact): !isInside(whole, exact)
      }
    }
  }

  public let command: Command
  /// The name of its action and in settings: lower-case letters and hyphens.
  public var name: String { fixedName.description }
  /// The name as a literal, which the debug log accepts.
  public let fixedName: StaticString
  /// Accelerators as GTK writes them.
  public let shortcuts: [String]
  public let color: Color
  /// Whether a person can choose it for a button.
  public let isChoice: Bool
  /// What a store must be able to do.
  let needs: StoreAbilities
  let wording: Wording
  /// The wording for a message that is already in the state that the command would bring it to.
  let reverse: Wording?
  let ofFiles: Wording?
  /// The flag that it sets where it is missing, and takes away where it is set.
  let toggles: MessageFlags
  let adding: MessageFlags
  let removing: MessageFlags
  /// Nil when messages stay where they are.
  let target: Target?
  /// When messages are to come back, in seconds since 1970.
  let waking: Int64?
  /// When they come back, which is now.
  let woken: Int64?
  let place: Place
  /// What comes in its place in a folder where it has no meaning.
  let stead: Command?

  init(
    _ command: Command, _ name: StaticString, keys: [String] = [], color: Color,
    needs: StoreAbilities,
    _ wording: Wording, reverse: Wording? = nil, ofFiles: Wording? = nil,
    toggles: MessageFlags = [], adding: MessageFlags = [], removing: MessageFlags = [],
    target: Target? = nil, waking: Int64? = nil, woken: Int64? = nil, place: Place = .anywhere,
    stead: Command? = nil, isChoice: Bool = false
  ) {
    self.command = command
    fixedName = name
    shortcuts = keys
    self.color = color
    self.needs = needs
    self.wording = wording
    self.reverse = reverse
    self.ofFiles = ofFiles
    self.toggles = toggles
    self.adding = adding
    self.removing = removing
    self.target = target
    self.waking = waking
    self.woken = woken
    self.place = place
    self.stead = stead
    self.isChoice = isChoice
  }

  /// The title, in English: the key of its translation.
  public var title: String { wording.title }

  /// The name of a symbolic icon.
  public var icon: String { wording.icon }

  /// The title when the message is already in the state that the command would bring it to.
  public var reverseTitle: String? { reverse?.title }

  public func title(for message: Message) -> String { title(for: MessageGroup([message])) }

  public func icon(for message: Message) -> String { icon(for: MessageGroup([message])) }

  /// The title for messages that it would be done to at once.
  public func title(for group: MessageGroup) -> String { wording(for: group).title }

  public func icon(for group: MessageGroup) -> String { wording(for: group).icon }

  /// The role of the folder that it moves messages to, which a person may have to be asked for; nil
  /// when it needs none.
  public var neededRole: Role? {
    if case .role(let role) = target, role != .inbox { role } else { nil }
  }

  /// Whether a person is always asked something first: where to, until when, or whether at all.
  public var asksFirst: Bool {
    switch target {
    case .nowhere, .folder(nil): true
    case .role(.snoozed): waking == nil
    default: false
    }
  }

  /// Whether it says of messages that they are read, or unread.
  public var setsRead: Bool { toggles.union(adding).union(removing).contains(.seen) }

  /// Whether who does it is done with the messages.
  var files: Bool { target == .role(.archive) || target == .role(.trash) }

  func wording(for group: MessageGroup) -> Wording {
    if group.holdsFiles, let ofFiles { return ofFiles }
    return isReverse(for: group.common) ? reverse ?? wording : wording
  }

  /// What the command comes to on these messages as they are: marking them all outright, instead of
  /// toggling each. The star of one stays a toggle: struck twice before its row shows it, it is to be gone
  /// again.
  public func resolved(for group: MessageGroup) -> CommandEntry {
    switch command {
    case .toggleRead: (group.common.isUnread ? Command.markRead : .markUnread).entry
    case .toggleStar where group.count > 1:
      Command.mark(group.common.isStarred ? .unstarred : .starred).entry
    default: self
    }
  }

  /// Whether the command can be done to a message now. Answers at once, so that a row may ask.
  public func isOffered(for message: Message, in session: TriageSession) -> Bool {
    isOffered(for: MessageGroup([message]), in: session)
  }

  /// Whether the command can be done to any of these messages now; as quick.
  public func isOffered(for group: MessageGroup, in session: TriageSession) -> Bool {
    guard group.canChange, group.folders.contains(where: { command.isOffered(in: $0, of: session) })
    else { return false }
    return target != nil || !toggles.isEmpty || !adding.isSubset(of: group.common)
      || !removing.isDisjoint(with: group.any)
  }

  /// The flags that the command adds to and removes from a message.
  func flagChange(for message: Message) -> (adding: MessageFlags, removing: MessageFlags) {
    isReverse(for: message.flags)
      ? (adding, removing.union(toggles)) : (adding.union(toggles), removing)
  }

  private func isReverse(for flags: MessageFlags) -> Bool {
    !toggles.isEmpty && flags.isSuperset(of: toggles)
  }
}
