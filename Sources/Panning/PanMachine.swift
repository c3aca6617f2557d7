/// All of the engine but the names of the rows, which it knows by their place in `slots`.
///
/// It is not generic, so that it is compiled once and fast; ``PanEngine`` puts the names to it.
@usableFromInline
struct PanMachine: Sendable {
  /// What the machine hands to the engine.
  @usableFromInline
  enum Output: Sendable {
    case offset(Int, Double)
    case event(PanEvent, Int, PanSide)
  }

  @usableFromInline let style: PanStyle
  /// Whether settles take time.
  @usableFromInline var animates = true
  /// The rows that are not simply closed and at rest, in the order they came.
  @usableFromInline var slots: [Slot] = []
  /// What happened since it was last emptied.
  @usableFromInline var output: [Output] = []
  /// Whether a slot may have become idle since they were last cleared away.
  @usableFromInline var mayHaveIdle = false

  /// Why the gesture was last decided as it was.
  @usableFromInline var reason: PanReason?

  var gesture = Gesture()
  var window = VelocityWindow()
  var scrolled = 0.0
  private(set) var now = 0.0

  @usableFromInline
  init(style: PanStyle) {
    self.style = style
  }

  /// One row: where it is, where it will rest, and what is owed.
  @usableFromInline
  struct Slot: Sendable {
    var geometry: PanGeometry
    /// The offset shown.
    @usableFromInline var offset = 0.0
    /// Where it stands or is going.
    var rest = 0.0
    /// The side that is open or opening.
    @usableFromInline var side: PanSide?
    /// The did-event due when the motion rests.
    var due: (event: PanEvent, side: PanSide)?
    var motion: Motion?
    /// Pulled past 0 from an open tray: the other tray needs a gesture of its own.
    var isPastZero = false
    /// Committed by a long swipe: out of the row until removed or restored.
    @usableFromInline var isFlown = false

    @usableFromInline var isMoving: Bool { motion != nil }

    @usableFromInline var traySide: PanSide? { isPastZero ? nil : PanSide(of: offset) }

    var isIdle: Bool { motion == nil && side == nil && offset == 0 && !isFlown }
  }

  /// The gesture under the pointer.
  struct Gesture {
    var phase = PanPhase.idle
    /// The touched row's place, -1 for none.
    var slot = -1
    var device = PanDevice.touch
    var downX = 0.0
    var downY = 0.0
    var downTime = 0.0
    var lastX = 0.0
    var lastY = 0.0
    /// The pointer's x at which the front stands at `startPull`.
    var baseX = 0.0
    /// The offset at the decision.
    var start = 0.0
    /// The pull that shows as `start`.
    var startPull = 0.0
    var reach = PanReach()
    /// The press stopped a front in motion.
    var stoppedMotion = false
    var armed: PanSide?
  }

  @usableFromInline var phase: PanPhase { gesture.phase }

  @usableFromInline var trackedSlot: Int? {
    gesture.phase == .pressed || gesture.phase == .tracking ? gesture.slot : nil
  }

  @usableFromInline var isMoving: Bool {
    slots.indices.contains { slots[$0].motion != nil && !isHeld($0) }
  }

  /// A front in motion that a press has stopped.
  func isHeld(_ index: Int) -> Bool {
    gesture.slot == index && gesture.phase == .pressed && gesture.stoppedMotion
  }

  // MARK: Slots

  /// Adds a row at rest and returns its place.
  @usableFromInline
  mutating func add(_ geometry: PanGeometry) -> Int {
    slots.append(Slot(geometry: geometry.cleaned(minimumFront: style.minimumFront)))
    mayHaveIdle = true
    return slots.count - 1
  }

  @usableFromInline
  mutating func setGeometry(_ index: Int, _ geometry: PanGeometry) {
    slots[index].geometry = geometry.cleaned(minimumFront: style.minimumFront)
  }

  /// Removes one slot that needs no memory any more and returns the place it had.
  @usableFromInline
  mutating func takeIdle() -> Int? {
    for index in slots.indices where slots[index].isIdle && trackedSlot != index {
      drop(index)
      return index
    }
    mayHaveIdle = false
    return nil
  }

  private mutating func drop(_ index: Int) {
    slots.remove(at: index)
    if gesture.slot == index {
      gesture.slot = -1
    } else if gesture.slot > index {
      gesture.slot -= 1
    }
  }

  // MARK: Time

  /// Takes the caller's clock and returns when the call's event was.
  ///
  /// Times that are no times count as "now". Events may be a little older than the frames shown
  /// before them, which takes no motion back. Far backwards is another clock, which replaces this one.
  @discardableResult
  mutating func setClock(_ time: Double) -> Double {
    guard abs(time) <= 1e10 else { return now }
    if time < now {
      guard now - time > 1 else { return time }
      let delta = time - now
      for index in slots.indices { slots[index].motion?.began += delta }
      gesture.downTime += delta
      window.shift(by: delta)
    }
    now = time
    return time
  }

  /// Shows every moving front where it is at `time`.
  @usableFromInline
  mutating func advance(to time: Double) {
    setClock(time)
    for index in slots.indices where !isHeld(index) { step(index) }
  }

  // MARK: Reporting

  mutating func show(_ index: Int, _ offset: Double) {
    guard slots[index].offset != offset else { return }
    slots[index].offset = offset
    if offset == 0 { slots[index].isPastZero = false }
    output.append(.offset(index, offset))
  }

  mutating func report(_ event: PanEvent, _ index: Int, _ side: PanSide) {
    output.append(.event(event, index, side))
  }

  /// Makes `side` the row's open side and reports that as a decision; the did follows at rest.
  mutating func setSide(_ index: Int, _ side: PanSide?) {
    let old = slots[index].side
    guard side != old else { return }
    slots[index].side = side
    if side != nil { scrolled = 0 }
    guard style.reporting == .changes else { return }
    if let old {
      report(.willClose, index, old)
      slots[index].due = (.didClose, old)
    }
    if let side {
      report(.willOpen, index, side)
      slots[index].due = (.didOpen, side)
    }
  }
}
