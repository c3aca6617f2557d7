/// The motion of all rows of one list: inputs with times in, offsets and events out.
///
/// A value without clock, threads or memory of its own growth: all times are seconds on one clock
/// of the caller's, all lengths px, x grows towards the trailing edge. Inputs may come in any order
/// and with any numbers: what makes no sense changes nothing. One costs about 100 ns and, once the
/// buffers have grown, allocates nothing.
///
/// Only rows that are open, moving or touched are remembered; what is asked about a row looks through these.
public struct PanEngine: Sendable {
  /// The caller's buffer; the engine only appends to it.
  public typealias Changes = [PanChange]

  /// The style that every row moves by.
  public let style: PanStyle

  /// Whether settles take time; false (animations off) ends each one at once.
  public var animates = true

  /// Why the gesture got there, or what its release did; nil before the first decision of a gesture.
  public internal(set) var reason: PanReason?

  /// The rows that are not simply closed and at rest.
  var rows: [RowState] = []
  /// The caller's buffer while an input is taken, empty else.
  private var changes: Changes = []
  var gesture = Gesture.idle
  var window = VelocityWindow()
  /// How often rows have opened.
  private var openings = 0
  private(set) var now = 0.0

  /// Makes an engine with every row closed.
  public init(style: PanStyle = .standard) { self.style = style }

  /// Takes one input of that time, seconds, and appends what changed; true if it is a press or a
  /// release that was used up, so that no click may follow: after a pan, after a tap that stopped a
  /// moving row or closed an open one, and where a press elsewhere is swallowed.
  @discardableResult
  public mutating func take(
    _ input: PanInput, at time: Double, into changes: inout Changes
  ) -> Bool {
    // The caller's buffer while the input is taken, which costs no copy.
    swap(&self.changes, &changes)
    let isUsedUp = take(input, at: setClock(time))
    swap(&self.changes, &changes)
    forgetIdle()
    return isUsedUp
  }

  private mutating func take(_ input: PanInput, at time: Double) -> Bool {
    switch input {
    case .begin(let row, let geometry, let device, let x, let y):
      return begin(place(adding: row), geometry, device, x, y, at: time)
    case .move(let x, let y, let velocity, let crossVelocity):
      move(x, y, velocity, crossVelocity, at: time)
    case .end(let velocity): return end(velocity, at: time)
    case .cancel:
      cancelGesture()
      gesture = .idle
    case .swipe(let row, let geometry, let side):
      let row = place(adding: row)
      prepare(row, geometry)
      swipe(row, toward: side)
    case .scroll(let distance): scroll(by: distance)
    case .pressElsewhere: return pressOutside(of: gesture.panned)
    case .leaveScreen(let row):
      if style.closes.contains(.offscreen), let row = place(of: row), rows[row].isOpen {
        close(row, animated: false)
      }
    case .frame:
      for row in rows.indices where !isHeld(row) { step(row) }
    case .open(let row, let geometry, let side, let animated):
      let row = place(adding: row)
      prepare(row, geometry)
      if !rows[row].goal.isOut, rows[row].geometry[side].width > 0 {
        setGoal(row, to: .open(side), animated: animated)
      }
    case .close(let row?, let animated):
      if let row = place(of: row), !rows[row].goal.isOut { close(row, animated: animated) }
    case .close(nil, let animated):
      for row in rows.indices where rows[row].isOpen { close(row, animated: animated) }
    case .resize(let row, let geometry):
      if let row = place(of: row) { resize(row, geometry) }
    case .remove(let row):
      if let row = place(of: row) { close(row, animated: false) }
    case .flyOut(let row, let geometry, let side):
      let row = place(adding: row)
      prepare(row, geometry)
      if !rows[row].goal.isOut { setGoal(row, to: .out(side)) }
    case .restore(let row):
      if let row = place(of: row), rows[row].goal.isOut { setGoal(row, to: .closed) }
    }
    return false
  }

  // MARK: What it knows

  /// How far the gesture has got; look at it after a ``PanInput/move(x:y:velocity:crossVelocity:)``.
  public var phase: PanPhase { gesture.phase }

  /// Whether the tracked gesture is the list's scrolling as well: then the caller does not claim it,
  /// and tells both the motion and what was scrolled.
  public var sharesScrolling: Bool {
    if case .tracking(_, let pan?) = gesture { pan.isShared } else { false }
  }

  /// The row under the pointer while `pressed` or `tracking`.
  public var trackedRow: RowHandle? { gesture.row.map { rows[$0].handle } }

  /// Whether a ``PanInput/frame`` is needed each frame.
  public var isMoving: Bool {
    for row in rows.indices where rows[row].isMoving && !isHeld(row) { return true }
    return false
  }

  /// The rows open or opening, in the order in which they were opened; allocates.
  public var openRows: [RowHandle] {
    rows.filter(\.isOpen).sorted { $0.opening < $1.opening }.map(\.handle)
  }

  /// The front's displacement in px as last reported; 0 for rows never heard of.
  public func offset(of row: RowHandle) -> Double { state(of: row)?.offset ?? 0 }

  /// The side that is open or opening; nil when closed or closing.
  public func side(of row: RowHandle) -> PanSide? { state(of: row)?.goal.openSide }

  /// The side whose tray is to show behind the front; nil at 0, and where a gesture has pulled an
  /// open front past 0.
  public func traySide(of row: RowHandle) -> PanSide? { state(of: row)?.traySide }

  /// Whether the front is on its way out of the row, or out.
  public func isOut(_ row: RowHandle) -> Bool { state(of: row)?.goal.isOut ?? false }

  /// Whether the front moves by itself.
  public func isMoving(_ row: RowHandle) -> Bool { state(of: row)?.isMoving ?? false }

  // MARK: Handles

  private func state(of row: RowHandle) -> RowState? { place(of: row).map { rows[$0] } }

  private func place(of row: RowHandle) -> Int? {
    // By index and in a loop: unoptimised, a search with a closure allocates.
    for place in rows.indices where rows[place].handle == row { return place }
    return nil
  }

  private mutating func place(adding row: RowHandle) -> Int {
    if let place = place(of: row) { return place }
    rows.append(RowState(handle: row))
    return rows.count - 1
  }

  /// Forgets the rows that are closed and at rest; while one is under the pointer, all keep their places.
  private mutating func forgetIdle() {
    guard gesture.row == nil else { return }
    // By a loop: unoptimised, a walk backwards over the indices allocates.
    var place = rows.count
    while place > 0 {
      place -= 1
      if rows[place].isIdle { rows.remove(at: place) }
    }
  }

  /// Takes the caller's clock and returns when the input's event was.
  ///
  /// Times that are no times count as "now". Events may be a little older than the frames shown
  /// before them, which takes no motion back. Far backwards is another clock, which replaces this one.
  private mutating func setClock(_ time: Double) -> Double {
    guard abs(time) <= 1e10 else { return now }
    if time < now {
      guard now - time > 1 else { return time }
      let delta = time - now
      for row in rows.indices { rows[row].motion?.began += delta }
      if case .pressed(let row, var press) = gesture {
        press.time += delta
        gesture = .pressed(row, press)
      }
      window.shift(by: delta)
    }
    now = time
    return time
  }

  // MARK: The surroundings

  private mutating func scroll(by distance: Double) {
    // What is scrolled while a row is panned, say by the same gesture, does not count for that row.
    for row in rows.indices where row != gesture.panned {
      rows[row].scrolled = (rows[row].scrolled + distance.finite).finite
      if rows[row].isOpen, style.closes.contains(.scroll),
        abs(rows[row].scrolled) > style.scrollTolerance
      {
        setGoal(row, to: .closed)
      }
    }
  }

  /// A press anywhere but on a row, or with nil on any; answers whether it is used up by what it closes.
  mutating func pressOutside(of row: Int?) -> Bool {
    style.closes.contains(.outside) && closeRows(except: row) && style.swallowsOutsidePress
  }

  /// Closes the open rows but one, and answers whether there were any; a pan on one of them ends.
  @discardableResult
  private mutating func closeRows(except kept: Int?) -> Bool {
    var closes = false
    for row in rows.indices where row != kept && rows[row].isOpen {
      closes = true
      if gesture.panned == row { endGesture(on: row) }
      setGoal(row, to: .closed)
    }
    return closes
  }

  /// The caller is about to move the front of a row, which has this size now.
  private mutating func prepare(_ row: Int, _ geometry: PanGeometry) {
    endGesture(on: row)
    resize(row, geometry)
  }

  private mutating func close(_ row: Int, animated: Bool) {
    endGesture(on: row)
    setGoal(row, to: .closed, animated: animated)
  }

  // MARK: Where rows belong

  /// Gives a row another goal, reports that as a decision, and sends its front there.
  mutating func setGoal(_ row: Int, to goal: Goal, velocity: Double = 0, animated: Bool = true) {
    if goal.openSide != nil { closeOthers(for: row) }
    let former = rows[row].goal
    rows[row].goal = goal
    if goal != former { rows[row].motion = nil }
    if goal.openSide != former.openSide {
      if goal.openSide != nil {
        openings += 1
        rows[row].opening = openings
        rows[row].scrolled = 0
      }
      if style.reporting == .changes {
        if let side = former.openSide { report(.willClose, row, side) }
        if let side = goal.openSide { report(.willOpen, row, side) }
        rows[row].pendingSide = goal.openSide ?? former.openSide
      }
    }
    settle(row, velocity: velocity)
    if !animated { arrive(row) }
  }

  /// Which rows may be open: where only one may, the others make way for one that opens or is panned.
  mutating func closeOthers(for row: Int) {
    if !style.opensSeveral { closeRows(except: row) }
  }

  /// Gives a row its size of now: an open front, or one that is out, keeps to it.
  mutating func resize(_ row: Int, _ geometry: PanGeometry) {
    let geometry = geometry.cleaned(minimumFront: style.minimumFront)
    let rest = rows[row].rest
    let former = rows[row].geometry
    guard geometry != former else { return }
    rows[row].geometry = geometry
    if case .open(let side, let distance) = rows[row].goal {
      let width = geometry[side].width
      guard width > 0 else { return close(row, animated: false) }
      if style.closes.contains(.resize), geometry.width != former.width {
        return close(row, animated: true)
      }
      rows[row].goal = .open(side, at: distance.map { min($0, width) })
    }
    guard rows[row].rest != rest, gesture.panned != row else { return }
    // What moves goes on with its speed unless it has another way to go.
    if rows[row].motion == nil { return show(row, rows[row].rest) }
    resume(row)
  }

  // MARK: Motion

  /// Sends a front to where it belongs, from where it stands and at `velocity` px/s, unless it is on
  /// its way.
  private mutating func settle(_ row: Int, velocity: Double) {
    guard animates else { return arrive(row) }
    guard rows[row].motion == nil else { return }
    var speed = 0.0
    if case .spring(let spring) = rows[row].settle(style), spring.carriesVelocity {
      speed = velocity
    }
    let isAtRest = rows[row].offset == rows[row].rest
    guard !isAtRest || (speed != 0 && rows[row].isOpen) else { return arrive(row) }
    rows[row].start(at: now, velocity: speed, style)
  }

  /// Sends a front that was stopped, or has another way to go, to where it belongs.
  mutating func resume(_ row: Int) {
    rows[row].motion = nil
    settle(row, velocity: 0)
  }

  /// Shows a moving front where it is now, or at rest.
  private mutating func step(_ row: Int) {
    guard rows[row].motion != nil else { return }
    guard animates, let offset = rows[row].offset(at: now, style), offset.isFinite else {
      return arrive(row)
    }
    show(row, offset)
  }

  /// The front has come to rest: what was due is reported.
  private mutating func arrive(_ row: Int) {
    rows[row].motion = nil
    show(row, rows[row].rest)
    guard let side = rows[row].pendingSide else { return }
    rows[row].pendingSide = nil
    report(rows[row].isOpen ? .didOpen : .didClose, row, side)
  }

  /// A front in motion that a press has stopped.
  private func isHeld(_ row: Int) -> Bool {
    if case .pressed(row, let press) = gesture { press.stoppedMotion } else { false }
  }

  // MARK: Changes

  mutating func show(_ row: Int, _ offset: Double) {
    guard rows[row].offset != offset else { return }
    rows[row].offset = offset
    if PanSide(of: offset) != rows[row].hidden { rows[row].hidden = nil }
    changes.append(.offset(rows[row].handle, offset))
    if style.reporting == .passing { reportPassing(row, offset) }
  }

  /// The report of a style that reports what a front passes on its way.
  private mutating func reportPassing(_ row: Int, _ offset: Double) {
    if let passed = rows[row].passedSide, passed != PanSide(of: offset) {
      rows[row].passedSide = nil
      report(.didClose, row, passed)
    }
    guard let side = rows[row].traySide, rows[row].passedSide == nil, !rows[row].goal.isOut,
      case let tray = abs(rows[row].geometry.rest(side)), tray > 0, abs(offset) >= tray
    else { return }
    rows[row].passedSide = side
    report(.didOpen, row, side)
  }

  mutating func report(_ event: PanEvent, _ row: Int, _ side: PanSide) {
    changes.append(.event(event, rows[row].handle, side))
  }
}
