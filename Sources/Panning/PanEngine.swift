/// The motion of all rows of one list: inputs with times in, offsets and events out.
///
/// A value without clock, threads or memory of its own growth: all times are seconds on one clock
/// of the caller's, all lengths px, x grows towards the trailing edge. Inputs may come in any order
/// and with any numbers: what makes no sense changes nothing. One costs about 100 ns and, once the
/// buffers have grown, allocates nothing.
///
/// A row is known by a name that is its own for as long as it lives. Only rows that are open,
/// moving or touched are remembered.
public struct PanEngine<Row: Hashable> {
  /// The caller's buffer; the engine only appends to it.
  public typealias Changes = [PanChange<Row>]

  /// The names of the machine's rows, in its order.
  @usableFromInline var names: [Row] = []
  @usableFromInline var machine: PanMachine

  /// Makes an engine with every row closed.
  public init(style: PanStyle = .standard) { machine = PanMachine(style: style) }

  /// Takes one input of that time, seconds, and appends what changed; true if it is a release that
  /// was used up, so that no click may follow: after a pan, and after a tap that stopped a moving
  /// row or closed an open one.
  @inlinable
  @discardableResult
  public mutating func take(
    _ input: PanInput<Row>, at time: Double, into changes: inout Changes
  ) -> Bool {
    let isUsedUp = machine.take(input.map { place(adding: $0) }, at: time)
    // By index: unoptimised, a walk over the elements themselves allocates for each.
    for index in machine.changes.indices {
      changes.append(machine.changes[index].map { names[$0] })
    }
    // One by one: emptying at once costs more than the one or two that there are.
    while machine.changes.popLast() != nil {}
    while let index = machine.takeIdle() { names.remove(at: index) }
    return isUsedUp
  }

  // MARK: What it knows

  /// The style that every row moves by.
  public var style: PanStyle { machine.style }

  /// Whether settles take time; false (animations off) ends each one at once.
  @inlinable public var animates: Bool {
    get { machine.animates }
    set { machine.animates = newValue }
  }

  /// How far the gesture has got; look at it after a ``PanInput/move(x:y:velocity:crossVelocity:)``.
  @inlinable public var phase: PanPhase { machine.phase }

  /// Why the gesture got there, or what its release did; nil before the first decision of a gesture.
  @inlinable public var reason: PanReason? { machine.reason }

  /// The row under the pointer while `pressed` or `tracking`.
  @inlinable public var trackedRow: Row? { machine.trackedRow.map { names[$0] } }

  /// Whether a ``PanInput/frame`` is needed each frame.
  @inlinable public var isMoving: Bool { machine.isMoving }

  /// The rows open or opening, in the order in which they were opened; allocates.
  @inlinable public var openRows: [Row] {
    names.indices.filter { machine.rows[$0].isOpen }
      .sorted { machine.rows[$0].opening < machine.rows[$1].opening }.map { names[$0] }
  }

  /// The front's displacement in px as last reported; 0 for rows never heard of.
  @inlinable
  public func offset(of row: Row) -> Double { state(of: row)?.offset ?? 0 }

  /// The side that is open or opening; nil when closed or closing.
  @inlinable
  public func side(of row: Row) -> PanSide? { state(of: row)?.goal.openSide }

  /// The side whose tray is to show behind the front; nil at 0, and where a gesture has pulled an
  /// open front past 0.
  @inlinable
  public func traySide(of row: Row) -> PanSide? { state(of: row)?.traySide }

  /// Whether the front is on its way out of the row, or out.
  @inlinable
  public func isOut(_ row: Row) -> Bool { state(of: row)?.goal.isOut ?? false }

  /// Whether the front moves by itself.
  @inlinable
  public func isMoving(_ row: Row) -> Bool { state(of: row)?.isMoving ?? false }

  // MARK: Names

  @inlinable
  func state(of row: Row) -> RowState? { place(of: row).map { machine.rows[$0] } }

  @inlinable
  func place(of row: Row) -> Int? {
    for place in names.indices where names[place] == row { return place }
    return nil
  }

  @inlinable
  mutating func place(adding row: Row) -> Int {
    if let place = place(of: row) { return place }
    names.append(row)
    machine.add()
    return names.count - 1
  }
}

extension PanEngine: Sendable where Row: Sendable {}
