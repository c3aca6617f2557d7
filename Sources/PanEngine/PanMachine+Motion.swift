/// A settle under way.
struct Motion {
  enum Kind {
    case opening, closing, flight
  }

  var kind: Kind
  /// When it began, on the caller's clock.
  var began: Double
  /// Where it began: an offset, or for an opening the pull that shows as that offset.
  var from: Double
  var velocity: Double
  var target: Double
}

extension PanMachine {
  /// Sends a front to `target`, from where it stands and at `velocity` px/s.
  mutating func settle(_ index: Int, to target: Double, velocity: Double, _ kind: Motion.Kind) {
    let offset = slots[index].offset
    slots[index].rest = target
    if let motion = slots[index].motion, motion.target == target, motion.kind == kind, animates {
      return
    }
    let settle = kind == .closing ? style.closing : style.opening
    var speed = 0.0
    if case .spring(let spring) = settle, spring.carriesVelocity { speed = velocity }
    guard animates, offset != target || (speed != 0 && kind == .opening) else {
      return arrive(index)
    }
    var from = offset
    if kind == .opening, let band = band(index, at: target) {
      let tray = abs(target)
      let past = abs(offset) - tray
      if past > 0, (offset > 0) == (target > 0) {
        let pull = band.pull(past)
        from = (tray + pull) * (target > 0 ? 1 : -1)
        speed /= band.slope(pull)
      }
    }
    slots[index].motion = Motion(
      kind: kind, began: now, from: from, velocity: speed.tamed, target: target)
  }

  /// Shows a moving front where it is now, or at rest.
  mutating func step(_ index: Int) {
    guard let motion = slots[index].motion else { return }
    let time = now - motion.began
    guard animates, let place = place(motion, index, after: time), place.isFinite else {
      return arrive(index)
    }
    show(index, place)
  }

  /// The front has come to rest: what was due is reported.
  mutating func arrive(_ index: Int) {
    slots[index].motion = nil
    show(index, slots[index].rest)
    if let due = slots[index].due {
      slots[index].due = nil
      report(due.event, index, due.side)
    }
    if slots[index].isIdle { mayHaveIdle = true }
  }

  /// The offset shown `time` seconds into a motion, nil at its end.
  private func place(_ motion: Motion, _ index: Int, after time: Double) -> Double? {
    switch motion.kind == .closing ? style.closing : style.opening {
    case .spring(let spring):
      guard time < spring.limit else { return nil }
      let state = spring.state(
        start: motion.from - motion.target, velocity: motion.velocity, time: time)
      if abs(state.distance) <= spring.restDistance, abs(state.velocity) <= spring.restSpeed {
        return nil
      }
      let arrived = state.distance * (motion.from - motion.target) <= 0
      if spring.stopsOnArrival, motion.kind != .opening, arrived { return nil }
      return shown(motion, index, motion.target + state.distance)
    case .stages(let stages):
      return staged(stages, motion, after: time)
    }
  }

  private func staged(_ stages: [PanStage], _ motion: Motion, after time: Double) -> Double? {
    // Away from closed: on the side that is opened, or that is left.
    let away = (motion.target == 0 ? motion.from : motion.target) < 0 ? -1.0 : 1.0
    var rest = time
    var from = motion.from
    for stage in stages {
      let to = motion.target + away * stage.outward
      if rest < stage.duration {
        return from + (to - from) * stage.curve.value(at: rest / stage.duration)
      }
      rest -= stage.duration
      from = to
    }
    return nil
  }

  /// What shows of a spring's place: an opening that swings past its tray does so in the rubber band
  /// and never shows the other tray, and no front leaves its row.
  private func shown(_ motion: Motion, _ index: Int, _ place: Double) -> Double {
    let side = place < 0 ? -1.0 : 1.0
    if motion.kind == .opening {
      if place * motion.target < 0, motion.from * motion.target >= 0 { return 0 }
      let past = abs(place) - abs(motion.target)
      if past > 0, place * motion.target > 0, let band = band(index, at: motion.target) {
        return side * (abs(motion.target) + band.shown(past))
      }
    }
    return side * min(abs(place), max(slots[index].geometry.width, abs(motion.from)))
  }

  /// The band beyond an open front, where the style and the side have one.
  private func band(_ index: Int, at target: Double) -> RubberBand? {
    guard case .rubberBand(let coefficient) = style.bounds, let side = PanSide(of: target),
      !longSwipes(index, side)
    else { return nil }
    let room = slots[index].geometry.width - abs(target)
    return room > 0 && coefficient > 0 ? RubberBand(coefficient: coefficient, room: room) : nil
  }

  func longSwipes(_ index: Int, _ side: PanSide) -> Bool {
    style.longSwipe != nil && slots[index].longSwipes(side)
  }
}
