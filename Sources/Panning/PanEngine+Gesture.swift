/// The gesture under the pointer.
enum Gesture: Sendable {
  case idle
  case pressed(Int, Press)
  /// The row's; what it does there, or nil once it was taken for a discrete swipe.
  case tracking(Int, Pan?)
  case refused

  struct Press: Sendable {
    let device: PanDevice
    let x: Double
    let y: Double
    var time: Double
    /// The press stopped a front in motion.
    let stoppedMotion: Bool
  }

  struct Pan: Sendable {
    /// The offset at the decision.
    let start: Double
    /// The pull that shows as `start`,
    let pull: Double
    /// and the pointer's x there.
    let x: Double
    /// Where the pointer was last.
    var lastX: Double
    var lastY: Double
    var armed: PanSide?
    /// Scrolling may go on in it.
    let isShared: Bool
  }

  /// The row under the pointer.
  var row: Int? {
    switch self {
    case .pressed(let row, _), .tracking(let row, _): row
    case .idle, .refused: nil
    }
  }

  /// The row under a pan.
  var panned: Int? { if case .tracking(let row, _) = self { row } else { nil } }

  var phase: PanPhase {
    switch self {
    case .idle: .idle
    case .pressed: .pressed
    case .tracking: .tracking
    case .refused: .refused
    }
  }
}

extension PanEngine {
  /// Whether the press was used up.
  mutating func begin(
    _ row: Int, _ geometry: PanGeometry, _ device: PanDevice, _ x: Double, _ y: Double,
    at time: Double
  ) -> Bool {
    guard gesture.panned == nil else { return false }
    cancelGesture()
    resize(row, geometry)
    guard x.isFinite, y.isFinite, !rows[row].goal.isOut else {
      refuse(.absent)
      return false
    }
    guard !style.swallowsOutsidePress || rows[row].isOpen || !pressOutside(of: row) else {
      refuse(.swallowed)
      return true
    }
    reason = nil
    gesture = .pressed(
      row,
      Gesture.Press(
        device: device, x: x.finite, y: y.finite, time: time,
        stoppedMotion: style.swipe == nil && rows[row].motion != nil))
    return false
  }

  mutating func move(
    _ x: Double, _ y: Double, _ velocity: Double?, _ crossVelocity: Double?, at time: Double
  ) {
    guard x.isFinite, y.isFinite else { return }
    let x = x.finite
    let y = y.finite
    switch gesture {
    case .pressed(let row, let press):
      if let swipe = style.swipe {
        recognise(swipe, row, press, x, y, at: time)
      } else {
        decide(row, press, x, y, at: time)
      }
    case .tracking(let row, .some(var pan)):
      if follows(pan, x, y, velocity, crossVelocity) { track(row, &pan, x, at: time) }
      pan.lastX = x
      pan.lastY = y
      gesture = .tracking(row, pan)
    case .tracking(_, nil), .idle, .refused: break
    }
  }

  /// Whether the release was used up.
  mutating func end(_ velocity: Double?, at time: Double) -> Bool {
    let ended = gesture
    gesture = .idle
    switch ended {
    case .idle: return false
    case .refused: return reason == .swallowed
    case .pressed(let row, let press):
      reason = .tap
      return tap(row, press)
    case .tracking(let row, let pan):
      if let pan { release(row, pan, velocity: velocity?.finite, at: time) }
      return true
    }
  }

  /// Ends the gesture without a result: its front goes back to where it stood or was going.
  mutating func cancelGesture() {
    let ended = gesture
    if let row = ended.row { endGesture(on: row) }
    switch ended {
    case .tracking(let row, _?): resume(row)
    case .pressed(let row, let press): if press.stoppedMotion { resume(row) }
    case .tracking(_, nil), .idle, .refused: break
    }
  }

  /// Ends the gesture if it is on that row, whose front stays where it is shown.
  mutating func endGesture(on row: Int) {
    guard gesture.row == row else { return }
    if case .tracking(_, let pan?) = gesture, let side = pan.armed { report(.disarmed, row, side) }
    gesture = .refused
  }

  private mutating func refuse(_ why: PanReason) {
    reason = why
    cancelGesture()
    gesture = .refused
  }

  private mutating func tap(_ row: Int, _ press: Gesture.Press) -> Bool {
    if press.stoppedMotion {
      resume(row)
      return true
    }
    if rows[row].isOpen, style.closes.contains(.tap) {
      setGoal(row, to: .closed)
      return true
    }
    return pressOutside(of: row)
  }

  // MARK: Deciding

  private mutating func decide(
    _ row: Int, _ press: Gesture.Press, _ x: Double, _ y: Double, at time: Double
  ) {
    let dx = x - press.x
    let dy = y - press.y
    let axis = style.decision.axis(of: press.device)
    guard axis.isReached(dx, dy) else { return }
    if style.decision.test == .travel, !axis.isPan(dx, dy) {
      return refuse(.across(dx: dx, dy: dy))
    }
    let start = rows[row].offset
    if style.decision.refusesEmptySide, start == 0, !rows[row].isOpen,
      let side = PanSide(of: dx), rows[row].geometry[side].width == 0
    {
      return refuse(.noActions(side))
    }
    reason = .pan(dx: dx, dy: dy)
    let pull =
      PanSide(of: start).map { $0.sign * travelLimit($0, row, start).pull(abs(start)) } ?? 0
    gesture = .tracking(
      row,
      Gesture.Pan(
        start: start, pull: pull, x: style.decision.keepsTravel ? press.x : x, lastX: x, lastY: y,
        isShared: style.decision.sharesScrolling && !uncovers(row, from: start, dx, dy)))
    rows[row].motion = nil
    window.restart()
    window.add(start, at: time)
    closeOthers(for: row)
  }

  /// Whether a style that judges motion by its velocity takes this travel for one that uncovers
  /// more of a tray, and is the row's alone.
  private func uncovers(_ row: Int, from start: Double, _ dx: Double, _ dy: Double) -> Bool {
    guard style.decision.test == .velocity, abs(dx) > abs(dy), let side = PanSide(of: dx) else {
      return false
    }
    return start * dx >= 0 && rows[row].geometry[side].width > 0
  }

  private mutating func recognise(
    _ swipe: PanSwipe, _ row: Int, _ press: Gesture.Press, _ x: Double, _ y: Double,
    at time: Double
  ) {
    let dx = x - press.x
    let dy = y - press.y
    // The scroller does not get the scrolling of a touchpad until the gesture is refused.
    let axis = style.decision.axis(of: press.device)
    if press.device == .touchpad, axis.isReached(dx, dy), !axis.isPan(dx, dy) {
      return refuse(.across(dx: dx, dy: dy))
    }
    guard time - press.time < swipe.time else { return refuse(.late) }
    guard abs(dx) >= swipe.distance, abs(dy) <= swipe.drift, abs(dx) > abs(dy),
      let side = PanSide(of: dx)
    else { return }
    gesture = .tracking(row, nil)
    reason = .pan(dx: dx, dy: dy)
    self.swipe(row, toward: side)
  }

  // MARK: Tracking

  func travelLimit(_ side: PanSide, _ row: Int, _ start: Double) -> PanTravelLimit {
    PanTravelLimit(side, rows[row].geometry, style, start: start)
  }

  /// Whether a motion is followed, by the style's test at every motion.
  private func follows(
    _ pan: Gesture.Pan, _ x: Double, _ y: Double, _ along: Double?, _ across: Double?
  ) -> Bool {
    guard style.decision.test == .velocity else { return true }
    if let along, let across { return abs(across) < abs(along) }
    return abs(y - pan.lastY) < abs(x - pan.lastX)
  }

  private mutating func track(_ row: Int, _ pan: inout Gesture.Pan, _ x: Double, at time: Double) {
    let pull = pan.pull + (x - pan.x)
    let side: PanSide = pull < 0 ? .trailing : .leading
    let limit = travelLimit(side, row, pan.start)
    let offset = side.sign * limit.shown(abs(pull))
    rows[row].hidden = offset * pan.start < 0 ? side : nil
    show(row, offset)
    window.add(offset, at: time)
    let armed = arms(pan, offset == 0 ? nil : side, abs(offset), limit.armingPoint) ? side : nil
    guard armed != pan.armed else { return }
    if let side = pan.armed { report(.disarmed, row, side) }
    if let side = armed { report(.armed, row, side) }
    pan.armed = armed
  }

  /// Whether a front `distance` px from closed on `side` is armed there.
  private func arms(
    _ pan: Gesture.Pan, _ side: PanSide?, _ distance: Double, _ point: Double
  ) -> Bool {
    guard let side, point.isFinite else { return false }
    let hysteresis = (style.fullSwipe ?? PanFullSwipe()).hysteresis
    return pan.armed == side ? distance >= point - hysteresis : distance > point
  }
}
