extension PanMachine {
  @usableFromInline
  mutating func begin(
    _ index: Int, _ geometry: PanGeometry, device: PanDevice, x: Double, y: Double, at time: Double
  ) {
    let event = setClock(time)
    guard gesture.phase != .tracking else { return }
    abandonGesture()
    reason = nil
    guard x.isFinite, y.isFinite, !slots[index].isFlown else {
      gesture.phase = .refused
      reason = .absent
      return
    }
    setGeometry(index, geometry)
    gesture = Gesture()
    gesture.phase = .pressed
    gesture.slot = index
    gesture.device = device
    gesture.downX = x.tamed
    gesture.downY = y.tamed
    gesture.lastX = gesture.downX
    gesture.lastY = gesture.downY
    gesture.downTime = event
    gesture.stoppedMotion = style.swipe == nil && slots[index].motion != nil
  }

  @usableFromInline
  mutating func move(
    x: Double, y: Double, velocity: Double?, crossVelocity: Double?, at time: Double
  ) {
    let event = setClock(time)
    guard gesture.phase == .pressed || gesture.phase == .tracking, x.isFinite, y.isFinite else {
      return
    }
    let x = x.tamed
    let y = y.tamed
    if let swipe = style.swipe {
      if gesture.phase == .pressed { recognise(swipe, x, y, at: event) }
    } else if gesture.phase == .pressed {
      decide(x, y, at: event)
    } else if follows(x, y, velocity, crossVelocity) {
      track(x, at: event)
    }
    gesture.lastX = x
    gesture.lastY = y
  }

  /// Whether the release was used up.
  @usableFromInline
  mutating func end(velocity: Double?, at time: Double) -> Bool {
    let event = setClock(time)
    let ended = gesture
    gesture = Gesture()
    mayHaveIdle = true
    switch ended.phase {
    case .idle, .refused:
      return false
    case .pressed:
      reason = .tap
      return tap(ended)
    case .tracking:
      if style.swipe == nil { release(ended, velocity: velocity?.tamed, at: event) }
      return true
    }
  }

  @usableFromInline
  mutating func cancel(at time: Double) {
    setClock(time)
    abandonGesture()
    gesture = Gesture()
  }

  /// Ends the gesture without a result: its row goes back to where it stood or was going.
  mutating func abandonGesture() {
    let ended = gesture
    gesture.phase = .refused
    gesture.slot = -1
    mayHaveIdle = true
    guard ended.slot >= 0, ended.phase == .tracking || ended.stoppedMotion else { return }
    disarm(ended)
    resume(ended.slot)
  }

  /// Lets go of the front of `index`, which the caller moves elsewhere.
  mutating func loosen(_ index: Int) {
    guard gesture.slot == index else { return }
    disarm(gesture)
    gesture.phase = .refused
    gesture.slot = -1
  }

  private mutating func disarm(_ ended: Gesture) {
    if let armed = ended.armed { report(.disarmed, ended.slot, armed) }
  }

  private mutating func resume(_ index: Int) {
    let rest = slots[index].rest
    slots[index].motion = nil
    settle(index, to: rest, velocity: 0, rest == 0 ? .closing : .opening)
  }

  private mutating func tap(_ ended: Gesture) -> Bool {
    let index = ended.slot
    if ended.stoppedMotion {
      resume(index)
      return true
    }
    if slots[index].side != nil, style.closes.contains(.tap) {
      close(index)
      return true
    }
    if style.closes.contains(.outside) { closeAll(except: index) }
    return false
  }

  // MARK: Deciding

  private mutating func decide(_ x: Double, _ y: Double, at event: Double) {
    let index = gesture.slot
    let dx = x - gesture.downX
    let dy = y - gesture.downY
    let axis = style.decision.axis(of: gesture.device)
    guard axis.isReached(dx, dy) else { return }
    let side = PanSide(of: dx)
    let isEmpty = side.map { slots[index].geometry.tray($0).width == 0 } ?? false
    let isClosed = slots[index].offset == 0 && slots[index].side == nil
    if style.decision.test == .travel && !axis.isPan(dx, dy) {
      return refuse(.across(dx: dx, dy: dy))
    }
    if let side, style.decision.refusesEmptySide && isEmpty && isClosed {
      return refuse(.noActions(side))
    }
    reason = .pan(dx: dx, dy: dy)
    gesture.phase = .tracking
    gesture.baseX = style.decision.keepsTravel ? gesture.downX : x
    gesture.start = slots[index].offset
    gesture.reach = PanReach(style, slots[index].geometry, start: gesture.start)
    gesture.startPull = gesture.reach.pull(gesture.start)
    slots[index].motion = nil
    window.restart()
    window.add(gesture.start, at: event)
    if style.rows == .one { closeAll(except: index) }
  }

  private mutating func recognise(_ swipe: PanSwipe, _ x: Double, _ y: Double, at event: Double) {
    guard event - gesture.downTime < swipe.time else { return refuse(.late) }
    let dx = x - gesture.downX
    let dy = y - gesture.downY
    guard abs(dx) >= swipe.distance, abs(dy) <= swipe.drift, abs(dx) > abs(dy),
      let side = PanSide(of: dx)
    else { return }
    gesture.phase = .tracking
    reason = .pan(dx: dx, dy: dy)
    toggle(gesture.slot, toward: side)
  }

  private mutating func refuse(_ why: PanReason) {
    reason = why
    abandonGesture()
  }

  // MARK: Tracking

  /// Whether a motion is followed, by the style's test at every motion.
  private func follows(_ x: Double, _ y: Double, _ along: Double?, _ across: Double?) -> Bool {
    guard style.decision.test == .velocity else { return true }
    if let along, let across { return abs(across) < abs(along) }
    return abs(y - gesture.lastY) < abs(x - gesture.lastX)
  }

  private mutating func track(_ x: Double, at event: Double) {
    let index = gesture.slot
    let offset = gesture.reach.shown(gesture.startPull + (x - gesture.baseX))
    slots[index].isPastZero = offset * gesture.start < 0
    show(index, offset)
    window.add(offset, at: event)
    if style.longSwipe != nil { arm(index, offset) }
  }

  private mutating func arm(_ index: Int, _ offset: Double) {
    let side = PanSide(of: offset)
    if let armed = gesture.armed {
      let hysteresis = style.longSwipe?.hysteresis ?? 0
      let point = gesture.reach.way(armed).armingPoint
      if side == armed, abs(offset) >= point - hysteresis { return }
      gesture.armed = nil
      report(.disarmed, index, armed)
    }
    if let side, abs(offset) > gesture.reach.way(side).armingPoint {
      gesture.armed = side
      report(.armed, index, side)
    }
  }
}
