/// All of the engine but the names of the rows, which it knows by their place in `rows`.
///
/// It is not generic, so that it is compiled once and fast; ``PanEngine`` puts the names to it.
@usableFromInline
struct PanMachine: Sendable {
  @usableFromInline let style: PanStyle
  /// Whether settles take time.
  @usableFromInline var animates = true
  /// The rows that are not simply closed and at rest.
  @usableFromInline var rows: [RowState] = []
  /// What happened since it was last emptied.
  @usableFromInline var changes: [PanChange<Int>] = []
  /// Why the gesture was last decided as it was.
  @usableFromInline var reason: PanReason?

  var gesture = Gesture.idle
  var window = VelocityWindow()
  /// How often rows have opened.
  private var openings = 0
  private(set) var now = 0.0

  @usableFromInline
  init(style: PanStyle) { self.style = style }

  /// Takes one input; whether it is a release that was used up.
  @usableFromInline
  mutating func take(_ input: PanInput<Int>, at time: Double) -> Bool {
    let time = setClock(time)
    switch input {
    case .begin(let row, let geometry, let device, let x, let y):
      begin(row, geometry, device, x, y, at: time)
    case .move(let x, let y, let velocity, let crossVelocity):
      move(x, y, velocity, crossVelocity, at: time)
    case .end(let velocity): return end(velocity, at: time)
    case .cancel:
      cancelGesture()
      gesture = .idle
    case .swipe(let row, let geometry, let side):
      prepare(row, geometry)
      swipe(row, toward: side)
    case .scroll(let distance): scroll(by: distance)
    case .pressElsewhere:
      if style.closes.contains(.outside) { closeRows(except: gesture.panned) }
    case .leaveScreen(let row):
      if style.offscreen == .close, rows[row].isOpen { close(row, animated: false) }
    case .frame:
      for row in rows.indices where !isHeld(row) { step(row) }
    case .open(let row, let geometry, let side, let animated):
      prepare(row, geometry)
      if !rows[row].goal.isOut, rows[row].geometry.tray(side).width > 0 {
        setGoal(row, to: .open(side), animated: animated)
      }
    case .close(let row?, let animated):
      if !rows[row].goal.isOut { close(row, animated: animated) }
    case .close(nil, let animated):
      for row in rows.indices where rows[row].isOpen { close(row, animated: animated) }
    case .resize(let row, let geometry): resize(row, geometry)
    case .remove(let row): close(row, animated: false)
    case .flyOut(let row, let geometry, let side):
      prepare(row, geometry)
      if !rows[row].goal.isOut { setGoal(row, to: .out(side)) }
    case .restore(let row):
      if rows[row].goal.isOut { setGoal(row, to: .closed) }
    }
    return false
  }

  /// Adds a row, closed, as the last.
  @usableFromInline
  mutating func add() { rows.append(RowState()) }

  /// Removes one row that need not be remembered and returns the place it had; while a row is under
  /// the pointer, all stay where they are.
  @usableFromInline
  mutating func takeIdle() -> Int? {
    guard gesture.row == nil else { return nil }
    // By index and in a loop: unoptimised, a search with a closure allocates.
    for row in rows.indices where rows[row].isIdle {
      rows.remove(at: row)
      return row
    }
    return nil
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
    for row in rows.indices {
      rows[row].scrolled = (rows[row].scrolled + distance.finite).finite
      if rows[row].isOpen, gesture.panned != row, style.closes.contains(.scroll),
        abs(rows[row].scrolled) > style.scrollTolerance
      {
        setGoal(row, to: .closed)
      }
    }
  }

  /// Closes the open rows but one; a pan on one of them ends.
  mutating func closeRows(except kept: Int?) {
    for row in rows.indices where row != kept && rows[row].isOpen {
      if gesture.panned == row { endGesture(on: row) }
      setGoal(row, to: .closed)
    }
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
        rows[row].owed = goal.openSide ?? former.openSide
      }
    }
    settle(row, velocity: velocity)
    if !animated { arrive(row) }
  }

  /// Which rows may be open: where only one may, the others make way for one that opens or is panned.
  mutating func closeOthers(for row: Int) {
    if style.rows == .one { closeRows(except: row) }
  }

  /// Gives a row its size of now: an open front, or one that is out, keeps to it.
  mutating func resize(_ row: Int, _ geometry: PanGeometry) {
    let geometry = geometry.cleaned(minimumFront: style.minimumFront)
    let rest = rows[row].rest
    guard geometry != rows[row].geometry else { return }
    rows[row].geometry = geometry
    if case .open(let side, let distance) = rows[row].goal {
      let width = geometry.tray(side).width
      guard width > 0 else { return close(row, animated: false) }
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
    guard let side = rows[row].owed else { return }
    rows[row].owed = nil
    report(rows[row].isOpen ? .didOpen : .didClose, row, side)
  }

  /// A front in motion that a press has stopped.
  private func isHeld(_ row: Int) -> Bool {
    if case .pressed(row, let press) = gesture { press.stoppedMotion } else { false }
  }

  @usableFromInline var isMoving: Bool {
    rows.indices.contains { rows[$0].motion != nil && !isHeld($0) }
  }

  // MARK: Changes

  mutating func show(_ row: Int, _ offset: Double) {
    guard rows[row].offset != offset else { return }
    rows[row].offset = offset
    if PanSide(of: offset) != rows[row].hidden { rows[row].hidden = nil }
    changes.append(.offset(row, offset))
  }

  mutating func report(_ event: PanEvent, _ row: Int, _ side: PanSide) {
    changes.append(.event(event, row, side))
  }
}
