/// The motion of all rows of one list: events with times in, offsets and events out.
///
/// A value without clock, threads or memory of its own growth: all times are seconds on one clock
/// of the caller's, all lengths px, x grows towards the trailing edge. Every call appends what
/// changed to a buffer that the caller owns and reuses. Calls may come in any order and with any
/// numbers: what makes no sense changes nothing. A call costs about 100 ns and, once the buffers
/// have grown, allocates nothing.
///
/// A row is known by a name that is its own for as long as it lives. Only rows that are open,
/// moving or touched are remembered.
public struct PanEngine<Row: Hashable> {
  /// The caller's buffer; the engine only appends to it.
  public typealias Changes = [PanChange<Row>]

  @usableFromInline var names: [Row] = []
  @usableFromInline var machine: PanMachine

  /// Makes an engine with every row closed.
  public init(style: PanStyle = .standard) {
    machine = PanMachine(style: style)
  }

  public var style: PanStyle { machine.style }

  /// Whether settles take time; false (animations off) ends each one at once.
  @inlinable public var animates: Bool {
    get { machine.animates }
    set { machine.animates = newValue }
  }

  /// How far the gesture has got; look at it after ``move(x:y:velocity:crossVelocity:at:into:)``.
  @inlinable public var phase: PanPhase { machine.phase }

  /// Why the gesture got there, or what its release did; nil before the first decision of a gesture.
  @inlinable public var reason: PanReason? { machine.reason }

  /// The row under the pointer while `pressed` or `tracking`.
  @inlinable public var trackedRow: Row? { machine.trackedSlot.map { names[$0] } }

  /// Whether ``advance(to:into:)`` is needed each frame.
  @inlinable public var isMoving: Bool { machine.isMoving }

  /// The rows open or opening, in the order they came; allocates.
  @inlinable public var openRows: [Row] {
    names.indices.filter { machine.slots[$0].side != nil }.map { names[$0] }
  }

  /// The front's displacement in px as last reported; 0 for rows never heard of.
  @inlinable
  public func offset(of row: Row) -> Double {
    place(of: row).map { machine.slots[$0].offset } ?? 0
  }

  /// The side that is open or opening; nil when closed or closing.
  @inlinable
  public func side(of row: Row) -> PanSide? {
    place(of: row).flatMap { machine.slots[$0].side }
  }

  /// The side whose tray is to show behind the front; nil at 0, and where a gesture has pulled an open front past 0.
  @inlinable
  public func traySide(of row: Row) -> PanSide? {
    place(of: row).flatMap { machine.slots[$0].traySide }
  }

  /// Takes one input; true if it is a release that was used up, so that no click may follow: after a
  /// pan, and after a tap that stopped a moving row or closed an open one.
  @discardableResult
  public mutating func take(
    _ input: PanInput<Row>, at time: Double, into changes: inout Changes
  ) -> Bool {
    switch input {
    case .begin(let row, let geometry, let device, let x, let y):
      begin(row, geometry, device: device, x: x, y: y, at: time, into: &changes)
    case .move(let x, let y, let velocity, let crossVelocity):
      move(x: x, y: y, velocity: velocity, crossVelocity: crossVelocity, at: time, into: &changes)
    case .end(let velocity): return end(velocity: velocity, at: time, into: &changes)
    case .cancel: cancel(at: time, into: &changes)
    case .swipe(let row, let geometry, let side):
      swipe(row, geometry, toward: side, at: time, into: &changes)
    case .scroll(let distance): scrolled(by: distance, at: time, into: &changes)
    case .pressElsewhere: pressedElsewhere(at: time, into: &changes)
    case .leaveScreen(let row): leftScreen(row, at: time, into: &changes)
    case .frame: advance(to: time, into: &changes)
    case .open(let row, let geometry, let side, let animated):
      open(row, geometry, side: side, animated: animated, at: time, into: &changes)
    case .close(let row, let animated): close(row, animated: animated, at: time, into: &changes)
    case .resize(let row, let geometry): resize(row, geometry, at: time, into: &changes)
    case .remove(let row): remove(row, at: time, into: &changes)
    case .flyOut(let row, let geometry, let side):
      flyOut(row, geometry, from: side, at: time, into: &changes)
    case .restore(let row): restore(row, at: time, into: &changes)
    }
    return false
  }

  // MARK: The pointer

  /// A press on a row. A front in motion stops where it is shown. While another gesture is tracked
  /// the call is ignored. On a touchpad x and y are 0.
  @inlinable
  public mutating func begin(
    _ row: Row, _ geometry: PanGeometry, device: PanDevice, x: Double, y: Double, at time: Double,
    into changes: inout Changes
  ) {
    machine.begin(place(adding: row, geometry), geometry, device: device, x: x, y: y, at: time)
    flush(into: &changes)
  }

  /// The pointer moved; on a touchpad x and y are the travel since the beginning. Velocities in
  /// px/s, along and across the row, are used where measured and otherwise worked out.
  @inlinable
  public mutating func move(
    x: Double, y: Double, velocity: Double? = nil, crossVelocity: Double? = nil, at time: Double,
    into changes: inout Changes
  ) {
    machine.move(x: x, y: y, velocity: velocity, crossVelocity: crossVelocity, at: time)
    flush(into: &changes)
  }

  /// The pointer was released; true if that was used up here, so that no click may follow: after a
  /// pan, and after a tap that stopped a moving row or closed an open one.
  ///
  /// A press that did not become a pan counts as a tap on the front; for one on a button of the
  /// tray call ``cancel(at:into:)`` instead.
  @inlinable
  @discardableResult
  public mutating func end(
    velocity: Double? = nil, at time: Double, into changes: inout Changes
  ) -> Bool {
    let isUsedUp = machine.end(velocity: velocity, at: time)
    flush(into: &changes)
    return isUsedUp
  }

  /// The gesture broke off: the touched row goes back to where it stood or was going. Nothing is
  /// reported but that an armed row no longer is; rows that it had closed stay closed.
  @inlinable
  public mutating func cancel(at time: Double, into changes: inout Changes) {
    machine.cancel(at: time)
    flush(into: &changes)
  }

  /// A discrete swipe, the front's way being `direction`: opens that side of a closed row, closes
  /// a row open on the other side.
  @inlinable
  public mutating func swipe(
    _ row: Row, _ geometry: PanGeometry, toward direction: PanSide, at time: Double,
    into changes: inout Changes
  ) {
    machine.swipe(place(adding: row, geometry), geometry, toward: direction, at: time)
    flush(into: &changes)
  }

  // MARK: The surroundings

  /// The list scrolled by `distance` px since the last call.
  @inlinable
  public mutating func scrolled(
    by distance: Double, at time: Double, into changes: inout Changes
  ) {
    machine.scrolled(by: distance, at: time)
    flush(into: &changes)
  }

  /// Something other than a row's front was pressed.
  @inlinable
  public mutating func pressedElsewhere(at time: Double, into changes: inout Changes) {
    machine.pressedElsewhere(at: time)
    flush(into: &changes)
  }

  /// The row is no longer on the screen; see ``PanStyle/offscreen``.
  @inlinable
  public mutating func leftScreen(_ row: Row, at time: Double, into changes: inout Changes) {
    guard let place = place(of: row) else { return }
    machine.leftScreen(place, at: time)
    flush(into: &changes)
  }

  /// Shows every moving front where it is at `time`; call it each frame while ``isMoving``.
  @inlinable
  public mutating func advance(to time: Double, into changes: inout Changes) {
    machine.advance(to: time)
    flush(into: &changes)
  }

  // MARK: The caller

  /// Opens a side that has actions, and reports it like a gesture.
  @inlinable
  public mutating func open(
    _ row: Row, _ geometry: PanGeometry, side: PanSide, animated: Bool = true, at time: Double,
    into changes: inout Changes
  ) {
    machine.open(place(adding: row, geometry), geometry, side, animated: animated, at: time)
    flush(into: &changes)
  }

  /// Closes a row, or whatever is open; a gesture on it ends.
  @inlinable
  public mutating func close(
    _ row: Row? = nil, animated: Bool = true, at time: Double, into changes: inout Changes
  ) {
    var index: Int?
    if let row {
      index = place(of: row)
      guard index != nil else { return }
    }
    machine.close(index, animated: animated, at: time)
    flush(into: &changes)
  }

  /// The row left the model: if it was open, that is reported, and it is forgotten.
  @inlinable
  public mutating func remove(_ row: Row, at time: Double, into changes: inout Changes) {
    guard let place = place(of: row) else { return }
    machine.remove(place, at: time)
    flush(into: &changes)
  }

  /// Sends the front out of the row, away from `side`'s tray, as a committed row's goes; ``restore(_:at:into:)`` brings it back.
  @inlinable
  public mutating func flyOut(
    _ row: Row, _ geometry: PanGeometry, from side: PanSide, at time: Double,
    into changes: inout Changes
  ) {
    machine.flyOut(place(adding: row, geometry), geometry, from: side, at: time)
    flush(into: &changes)
  }

  /// Whether the front is on its way out of the row, or out.
  @inlinable
  public func isOut(_ row: Row) -> Bool {
    place(of: row).map { machine.slots[$0].isFlown } ?? false
  }

  /// Whether the front moves by itself.
  @inlinable
  public func isMoving(_ row: Row) -> Bool {
    place(of: row).map { machine.slots[$0].isMoving } ?? false
  }

  /// A committed row comes back from its fly-out.
  @inlinable
  public mutating func restore(_ row: Row, at time: Double, into changes: inout Changes) {
    guard let place = place(of: row) else { return }
    machine.restore(place, at: time)
    flush(into: &changes)
  }

  /// The row or its trays have another size; an open row stays open at the new tray's width.
  @inlinable
  public mutating func resize(
    _ row: Row, _ geometry: PanGeometry, at time: Double, into changes: inout Changes
  ) {
    guard let place = place(of: row) else { return }
    machine.resize(place, geometry, at: time)
    flush(into: &changes)
  }

  // MARK: Names

  @inlinable
  func place(of row: Row) -> Int? {
    // By index: unoptimised, a walk over the elements themselves allocates for each.
    for place in names.indices where names[place] == row { return place }
    return nil
  }

  @inlinable
  mutating func place(adding row: Row, _ geometry: PanGeometry) -> Int {
    if let place = place(of: row) { return place }
    names.append(row)
    return machine.add(geometry)
  }

  /// Puts names to what the machine says, and forgets rows that are closed and at rest.
  @inlinable
  mutating func flush(into changes: inout Changes) {
    guard !machine.output.isEmpty || machine.mayHaveIdle else { return }
    for place in machine.output.indices {
      switch machine.output[place] {
      case .offset(let index, let offset): changes.append(.offset(names[index], offset))
      case .event(let event, let index, let side):
        changes.append(.event(event, names[index], side))
      }
    }
    // One by one: emptying at once costs more than the one or two that there are.
    while machine.output.popLast() != nil {}
    while machine.mayHaveIdle, let index = machine.takeIdle() { names.remove(at: index) }
  }
}

extension PanEngine: Sendable where Row: Sendable {}
