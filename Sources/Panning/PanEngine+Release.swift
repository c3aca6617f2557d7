extension PanEngine {
  /// A tracked front is let go.
  mutating func release(
    _ row: Int, _ pan: Gesture.Pan, velocity measured: Double?, at time: Double
  ) {
    let rule = style.release
    let velocity =
      measured ?? window.velocity(at: time, window: rule.window, stillness: rule.stillness)
    if let side = pan.armed ?? flungSide(row, pan, velocity: velocity) {
      if pan.armed == nil { report(.armed, row, side) }
      reason = .committed(side)
      report(.committed, row, side)
      let comesHome = pan.start == 0 && rows[row].geometry[side].actsOnRelease
      return setGoal(row, to: comesHome ? .closed : .out(side), velocity: velocity)
    }
    let offset = rows[row].offset
    let projected = offset + rule.projection * velocity
    let side = openingSide(row, start: pan.start, offset: offset, projected: projected)
    let goal = side.map { Goal.open($0, at: rule.stays ? abs(offset) : nil) } ?? .closed
    setGoal(row, to: goal, velocity: velocity, animated: !rule.stays || side == nil)
    reason = .released(offset: offset, velocity: velocity, projected: projected, opens: side)
    reportRelease(row, of: PanSide(of: pan.start) ?? PanSide(of: offset))
  }

  /// The side on which a fling carries the front past the point that arms, nil if none does.
  private func flungSide(_ row: Int, _ pan: Gesture.Pan, velocity: Double) -> PanSide? {
    let offset = rows[row].offset
    guard let fullSwipe = style.fullSwipe, fullSwipe.projection > 0, let side = PanSide(of: offset),
      isFling(row, side, start: pan.start),
      side.sign * (offset + fullSwipe.projection * velocity)
        > travelLimit(side, row, pan.start).armingPoint
    else { return nil }
    return side
  }

  /// Whether the gesture has moved the front far enough for its velocity to count.
  private func isFling(_ row: Int, _ side: PanSide, start: Double) -> Bool {
    let width = rows[row].geometry[side].width
    return abs(rows[row].offset - start) >= style.release.minimumFling * width
  }

  /// The side a released front opens to, nil if it closes.
  private func openingSide(_ row: Int, start: Double, offset: Double, projected: Double) -> PanSide?
  {
    let rule = style.release
    let wasOpen = rows[row].goal.openSide
    // The other side needs a gesture of its own.
    guard let side = PanSide(of: offset) ?? (rule.flingsFromZero ? PanSide(of: projected) : nil),
      start * side.sign >= 0, wasOpen == nil || wasOpen == side
    else { return nil }
    let geometry = rows[row].geometry
    let tray = geometry[side]
    guard tray.width > 0, !tray.actsOnRelease || wasOpen != nil else { return nil }
    if rule.stays { return geometry.rest(side, at: abs(offset)) == 0 ? nil : side }
    let isFling = isFling(row, side, start: start)
    let threshold = wasOpen == nil ? rule.opening : rule.keeping
    return threshold.isReached(by: side.sign * (isFling ? projected : offset), of: tray)
      ? side : nil
  }

  /// A discrete swipe on a row.
  mutating func swipe(_ row: Int, toward direction: PanSide) {
    let geometry = rows[row].geometry
    switch rows[row].goal {
    case .out: break
    case .open(let side, _):
      guard style.swipeToggles || side != direction else { return }
      setGoal(row, to: .closed)
      reportRelease(row, of: side)
    case .closed:
      let turns = style.swipeToggles && geometry[direction].width == 0
      let side = turns ? direction.opposite : direction
      guard geometry[side].width > 0 else { return }
      setGoal(row, to: .open(side))
      reportRelease(row, of: side)
    }
  }

  /// The report of a style that reports releases instead of changes; a closed row was on `side`.
  private mutating func reportRelease(_ row: Int, of side: PanSide?) {
    guard style.reporting == .releases else { return }
    let open = rows[row].goal.openSide
    report(open == nil ? .didClose : .didOpen, row, open ?? side ?? .trailing)
  }
}
