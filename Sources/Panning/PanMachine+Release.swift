extension PanMachine {
  /// A tracked front is let go.
  mutating func release(_ ended: Gesture, velocity measured: Double?, at event: Double) {
    let index = ended.slot
    let rule = style.release
    let velocity =
      measured ?? window.velocity(at: event, window: rule.window, stillness: rule.stillness)
    if let side = ended.armed {
      reason = .committed(side)
      return commit(index, side, velocity)
    }
    let offset = slots[index].offset
    if rule.stays {
      let wasOpen = slots[index].side
      let rest = PanSide(of: offset).map { slots[index].geometry.rest($0, at: abs(offset)) } ?? 0
      // Less than half a pixel is closed, and the other side needs a gesture of its own.
      let side = PanSide(of: rest).flatMap { wasOpen == nil || wasOpen == $0 ? $0 : nil }
      if side != nil { closeOthers(index) }
      setSide(index, side)
      slots[index].rest = side == nil ? 0 : rest
      arrive(index)
    } else if let side = openingSide(ended, velocity) {
      closeOthers(index)
      setSide(index, side)
      settle(index, to: slots[index].geometry.rest(side), velocity: velocity, .opening)
    } else {
      setSide(index, nil)
      settle(index, to: 0, velocity: velocity, .closing)
    }
    reason = .released(
      offset: offset, velocity: velocity, reach: offset + rule.projection * velocity,
      opens: slots[index].side)
    reportRelease(index, closing: PanSide(of: ended.start) ?? PanSide(of: offset))
  }

  /// Closes what the caller opened while the gesture went on; what was open before it closed at the decision.
  private mutating func closeOthers(_ index: Int) {
    if style.rows == .one { closeAll(except: index) }
  }

  /// The side a released front opens to, nil if it closes.
  private func openingSide(_ ended: Gesture, _ velocity: Double) -> PanSide? {
    let slot = slots[ended.slot]
    let rule = style.release
    let reach = slot.offset + rule.projection * velocity
    let wasOpen = slot.side
    guard let side = PanSide(of: slot.offset) ?? (rule.flingsFromZero ? PanSide(of: reach) : nil),
      wasOpen == nil || wasOpen == side
    else { return nil }
    let tray = slot.geometry.tray(side)
    guard tray.width > 0 else { return nil }
    let moved = abs(slot.offset - ended.start)
    let distance = side.sign * (moved >= rule.minimumFling * tray.width ? reach : slot.offset)
    let threshold = wasOpen == nil ? rule.opening : rule.keeping
    return threshold.isReached(by: distance, of: tray) ? side : nil
  }

  private mutating func commit(_ index: Int, _ side: PanSide, _ velocity: Double) {
    report(.committed, index, side)
    fly(index, from: side, velocity: velocity)
  }

  mutating func fly(_ index: Int, from side: PanSide, velocity: Double) {
    slots[index].isFlown = true
    setSide(index, nil)
    settle(index, to: side.sign * slots[index].geometry.width, velocity: velocity, .flight)
  }

  /// The report of a style that reports releases instead of changes.
  private mutating func reportRelease(_ index: Int, closing: PanSide?) {
    guard style.reporting == .releases else { return }
    if let side = slots[index].side {
      report(.didOpen, index, side)
    } else {
      report(.didClose, index, closing ?? .trailing)
    }
  }

  /// A discrete swipe on a row.
  mutating func toggle(_ index: Int, toward direction: PanSide) {
    let slot = slots[index]
    guard !slot.isFlown else { return }
    if let open = slot.side {
      guard style.swipeToggles || open != direction else { return }
      close(index)
      return reportRelease(index, closing: open)
    }
    var side = direction
    if style.swipeToggles, slot.geometry.tray(side).width == 0 { side = direction.opposite }
    guard slot.geometry.tray(side).width > 0 else { return }
    open(index, side)
    reportRelease(index, closing: nil)
  }
}
