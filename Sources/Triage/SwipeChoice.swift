/// Which buttons the rows of a list have: what a person has chosen.
///
/// A command stands on one side only, and once; so every button of a row has a name of its own.
public struct SwipeChoice: Equatable, Sendable {
  /// The side of a row on which buttons lie.
  public enum Side: CaseIterable, Sendable { case leading, trailing }

  /// The buttons of one side.
  public struct Tray: Equatable, Sendable {
    /// The commands, the one at the row's edge first; at most `SwipeChoice.most`.
    public internal(set) var commands: [Command]
    /// Whether the side can be opened at all.
    public var isOn = true
    /// Whether dragging far past the buttons does the first command.
    public var isLong = true
  }

  /// How readily rows open.
  public enum Sensitivity: String, CaseIterable, Sendable { case low, normal, high }

  public var sensitivity = Sensitivity.normal
  private var leading: Tray
  private var trailing: Tray

  /// The number of buttons that a side has at most.
  public static let most = 4

  /// The choice of somebody who never chose.
  public init() {
    self.init(
      leading: [Command.archive, .toggleRead].map(\.entry.name),
      trailing: [Command.trash, .toggleStar].map(\.entry.name))
  }

  /// A choice by the names of commands; names that none of ``Command/choices`` has, repetitions and
  /// what is too much for a side are left out.
  public init(leading: [String], trailing: [String]) {
    var seen: Set<Command> = []
    func tray(_ names: [String]) -> Tray {
      let known = names.compactMap { name in
        Command.choices.first { $0.entry.name == name }
      }.filter { seen.insert($0).inserted }
      return Tray(commands: Array(known.prefix(Self.most)))
    }
    self.leading = tray(leading)
    self.trailing = tray(trailing)
  }

  public subscript(side: Side) -> Tray {
    get { side == .leading ? leading : trailing }
    set { if side == .leading { leading = newValue } else { trailing = newValue } }
  }

  /// The commands that rows offer on a side; none while it is off.
  public func offered(on side: Side) -> [Command] { self[side].isOn ? self[side].commands : [] }

  /// The commands that rows offer without a button, so that all that changes mail can be done to each message: what stands on no side
  /// that is on. Marking is one command, unless a side has only half of it.
  public var offeredWithoutButton: [Command] {
    let onButtons = Set(Side.allCases.flatMap(offered))
    let marks: Set<Command> = [.markRead, .markUnread]
    let marksOnButtons = !onButtons.isDisjoint(with: marks)
    return Command.choices.filter { command in
      if onButtons.contains(command) || Command.answers.contains(command) { return false }
      if command == .toggleRead { return !marksOnButtons }
      return !marks.contains(command) || marksOnButtons && !onButtons.contains(.toggleRead)
    }
  }

  /// Puts a command in a place of a side, 0 being the row's edge; nil takes out the one that is
  /// there. A command that stands elsewhere changes places with it.
  public mutating func choose(_ command: Command?, at place: Int, of side: Side) {
    guard (0..<Self.most).contains(place), command.map(Command.choices.contains) ?? true else {
      return
    }
    var places = Side.allCases.map { side in
      (0..<Self.most).map {
        self[side].commands.indices.contains($0) ? self[side].commands[$0] : nil
      }
    }
    let own = side == .leading ? 0 : 1
    let former = places[own][place]
    for index in places.indices where command != nil {
      places[index] = places[index].map { $0 == command ? former : $0 }
    }
    places[own][place] = command
    for (index, side) in Side.allCases.enumerated() {
      self[side].commands = places[index].compactMap { $0 }
    }
  }
}
