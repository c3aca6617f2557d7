/// Where a front belongs, and stands when nothing moves it.
enum Goal: Sendable, Equatable {
  case closed
  /// As far from closed as the tray is wide, or, where a front stays where it is let go, so many px.
  case open(PanSide, at: Double? = nil)
  /// Out of the row, away from that side's tray, until the row is removed or restored.
  case out(PanSide)

  var openSide: PanSide? {
    if case .open(let side, _) = self { side } else { nil }
  }

  var isOut: Bool { if case .out = self { true } else { false } }
}

/// A settle under way; where to and how follows from its row's goal.
struct Motion: Sendable {
  /// When it began, on the caller's clock.
  var began: Double
  /// Where it began: an offset, or for an opening the pull that shows as that offset.
  var from: Double
  /// px/s at its beginning.
  var velocity: Double
}

/// One row: where its front is shown, where it belongs and how it gets there.
struct RowState: Sendable {
  let handle: RowHandle
  var geometry = PanGeometry(width: 0, leading: PanTray(), trailing: PanTray())
  /// The offset shown.
  var offset = 0.0
  var goal = Goal.closed
  var motion: Motion?
  /// The side of the did-event that is due when the front comes to rest.
  var pendingSide: PanSide?
  /// The side whose whole tray the front has uncovered since it stood at 0, where that is reported.
  var passedSide: PanSide?
  /// The side whose tray does not show, for a gesture pulled the front there past 0 from the other.
  var hidden: PanSide?
  /// How far the list has scrolled since the row opened.
  var scrolled = 0.0
  /// Which of all openings its last one was.
  var opening = 0

  /// Whether it is open or opening.
  var isOpen: Bool { goal.openSide != nil }

  var isMoving: Bool { motion != nil }

  var traySide: PanSide? {
    let side = PanSide(of: offset)
    return side == hidden ? nil : side
  }

  /// Whether it need not be remembered.
  var isIdle: Bool { goal == .closed && offset == 0 && motion == nil }

  /// The offset at which the front belongs.
  var rest: Double {
    switch goal {
    case .closed: 0
    case .open(let side, let distance): geometry.rest(side, at: distance)
    case .out(let side): side.sign * geometry.width
    }
  }

  init(handle: RowHandle) { self.handle = handle }

  // MARK: Settling

  /// Sets the front in motion from where it is shown.
  mutating func start(at now: Double, velocity: Double, _ style: PanStyle) {
    var start = Motion(began: now, from: offset, velocity: velocity)
    let past = abs(offset) - abs(rest)
    if let band = band(style), past > 0, offset * rest > 0 {
      // It begins in the band: the pull goes on, so that what shows of it goes on.
      let pull = band.pull(past)
      start.from = rest + (rest < 0 ? -pull : pull)
      start.velocity = velocity / band.slope(pull)
    }
    start.velocity = start.velocity.finite
    motion = start
  }

  /// The offset of the moving front at `now`, nil once it is at rest.
  func offset(at now: Double, _ style: PanStyle) -> Double? {
    guard let motion else { return nil }
    let time = now - motion.began
    switch settle(style) {
    case .stages(let stages): return offset(by: stages, of: motion, after: time)
    case .spring(let spring): return offset(by: spring, of: motion, after: time, style)
    }
  }

  /// How it moves to where it belongs.
  func settle(_ style: PanStyle) -> PanSettle { goal == .closed ? style.closing : style.opening }

  private func offset(
    by spring: PanSpring, of motion: Motion, after time: Double, _ style: PanStyle
  ) -> Double? {
    let rest = rest
    guard time < spring.limit else { return nil }
    let state = spring.state(start: motion.from - rest, velocity: motion.velocity, time: time)
    if abs(state.distance) <= spring.restDistance, abs(state.velocity) <= spring.restSpeed {
      return nil
    }
    let place = rest + state.distance
    let most = max(geometry.width, abs(motion.from))
    let within = min(max(place, -most), most)
    guard isOpen else {
      let hasArrived = state.distance * (motion.from - rest) <= 0
      return spring.stopsOnArrival && hasArrived ? nil : within
    }
    // An opening that swings past its tray does so in the band, and never shows the other tray.
    if place * rest < 0, motion.from * rest >= 0 { return 0 }
    let past = abs(place) - abs(rest)
    guard let band = band(style), past > 0, place * rest > 0 else { return within }
    return rest + (rest < 0 ? -band.shown(past) : band.shown(past))
  }

  private func offset(by stages: [PanStage], of motion: Motion, after time: Double) -> Double? {
    // Away from closed: on the side that is opened, or that is left.
    let away = (rest == 0 ? motion.from : rest) < 0 ? -1.0 : 1.0
    var time = time
    var start = motion.from
    for index in stages.indices {
      let stage = stages[index]
      // What leaves the row has nothing to bounce on.
      let end = goal.isOut ? rest : rest + away * stage.outward
      if time < stage.duration {
        return start + (end - start) * stage.curve.value(at: time / stage.duration)
      }
      time -= stage.duration
      start = end
    }
    return nil
  }

  /// The band beyond an open front.
  private func band(_ style: PanStyle) -> RubberBand? {
    guard case .rubberBand(let coefficient) = style.bounds, coefficient > 0,
      let side = goal.openSide, style.fullSwipe == nil || !geometry[side].fullSwipe,
      abs(rest) < geometry.width
    else { return nil }
    return RubberBand(coefficient: coefficient, room: geometry.width - abs(rest))
  }
}
