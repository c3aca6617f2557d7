extension PanMachine {
  /// Sends a front to `target`, from where it stands and at `velocity` px/s.
  mutating func settle(_ index: Int, to target: Double, velocity: Double, _ kind: Motion.Kind) {
    slots[index].rest = target
    if let motion = slots[index].motion, motion.target == target, motion.kind == kind, animates {
      return
    }
    var speed = 0.0
    if case .spring(let spring) = kind == .closing ? style.closing : style.opening,
      spring.carriesVelocity
    {
      speed = velocity
    }
    let offset = slots[index].offset
    guard animates, offset != target || (speed != 0 && kind == .opening) else {
      return arrive(index)
    }
    let geometry = slots[index].geometry
    let side: PanSide = target < 0 ? .trailing : .leading
    var band: RubberBand?
    let longSwipes = style.longSwipe != nil && geometry.tray(side).longSwipe
    if case .rubberBand(let coefficient) = style.bounds, !longSwipes, coefficient > 0 {
      let room = geometry.width - abs(target)
      band = room > 0 ? RubberBand(coefficient: coefficient, room: room) : nil
    }
    slots[index].motion = Motion(
      kind, at: now, from: offset, velocity: speed, to: target, band: band, width: geometry.width)
  }

  /// Shows a moving front where it is now, or at rest.
  mutating func step(_ index: Int) {
    guard let motion = slots[index].motion else { return }
    let time = now - motion.began
    let offset: Double?
    switch motion.kind == .closing ? style.closing : style.opening {
    case .spring(let spring): offset = motion.offset(by: spring, after: time)
    case .stages(let stages): offset = motion.offset(by: stages, after: time)
    }
    guard animates, let offset, offset.isFinite else { return arrive(index) }
    show(index, offset)
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
}
