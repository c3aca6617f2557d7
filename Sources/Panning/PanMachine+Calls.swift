/// What the caller, not the pointer, asks for.
extension PanMachine {
  @usableFromInline
  mutating func swipe(
    _ index: Int, _ geometry: PanGeometry, toward direction: PanSide, at time: Double
  ) {
    setClock(time)
    loosen(index)
    setGeometry(index, geometry)
    toggle(index, toward: direction)
  }

  @usableFromInline
  mutating func open(
    _ index: Int, _ geometry: PanGeometry, _ side: PanSide, animated: Bool, at time: Double
  ) {
    setClock(time)
    loosen(index)
    setGeometry(index, geometry)
    guard slots[index].geometry.tray(side).width > 0 else { return }
    slots[index].isFlown = false
    open(index, side, animated: animated)
  }

  @usableFromInline
  mutating func close(_ index: Int?, animated: Bool, at time: Double) {
    setClock(time)
    if let index {
      loosen(index)
      if !slots[index].isFlown { close(index, animated: animated) }
    } else {
      for index in slots.indices where slots[index].side != nil {
        loosen(index)
        close(index, animated: animated)
      }
    }
  }

  @usableFromInline
  mutating func scrolled(by distance: Double, at time: Double) {
    setClock(time)
    guard distance.isFinite else { return }
    scrolled = (scrolled + distance).tamed
    guard abs(scrolled) > style.scrollTolerance, style.closes.contains(.scroll) else { return }
    closeAll(except: gesture.phase == .tracking ? gesture.slot : -1)
  }

  @usableFromInline
  mutating func pressedElsewhere(at time: Double) {
    setClock(time)
    guard style.closes.contains(.outside) else { return }
    closeAll(except: gesture.phase == .tracking ? gesture.slot : -1)
  }

  @usableFromInline
  mutating func leftScreen(_ index: Int, at time: Double) {
    setClock(time)
    guard style.offscreen == .close, slots[index].side != nil else { return }
    loosen(index)
    close(index, animated: false)
  }

  @usableFromInline
  mutating func remove(_ index: Int, at time: Double) {
    setClock(time)
    loosen(index)
    slots[index].isFlown = false
    setSide(index, nil)
    slots[index].rest = 0
    arrive(index)
  }

  @usableFromInline
  mutating func flyOut(
    _ index: Int, _ geometry: PanGeometry, from side: PanSide, at time: Double
  ) {
    setClock(time)
    loosen(index)
    setGeometry(index, geometry)
    guard !slots[index].isFlown else { return }
    fly(index, from: side, velocity: 0)
  }

  @usableFromInline
  mutating func restore(_ index: Int, at time: Double) {
    setClock(time)
    guard slots[index].isFlown else { return }
    slots[index].isFlown = false
    settle(index, to: 0, velocity: 0, .closing)
  }

  @usableFromInline
  mutating func resize(_ index: Int, _ geometry: PanGeometry, at time: Double) {
    setClock(time)
    let former = slots[index].geometry
    setGeometry(index, geometry)
    let slot = slots[index]
    // What moves goes on with its speed unless it has another way to go.
    guard slot.geometry != former else { return }
    if gesture.slot == index, gesture.phase == .tracking {
      gesture.reach = PanReach(style, slot.geometry, start: gesture.start)
    }
    if slot.isFlown {
      slots[index].rest = (slot.rest < 0 ? -1 : 1) * slot.geometry.width
      if slot.motion == nil { show(index, slots[index].rest) }
    } else if let side = slot.side {
      let width = slot.geometry.tray(side).width
      guard width > 0 else {
        loosen(index)
        return close(index, animated: false)
      }
      let rest =
        style.release.stays
        ? slot.geometry.rest(side, at: min(abs(slot.rest), width)) : slot.geometry.rest(side)
      slots[index].rest = rest
      if slot.motion != nil {
        settle(index, to: rest, velocity: 0, .opening)
      } else if gesture.slot != index || gesture.phase != .tracking {
        show(index, rest)
      }
    }
  }

  mutating func open(_ index: Int, _ side: PanSide, animated: Bool = true) {
    if style.rows == .one { closeAll(except: index) }
    setSide(index, side)
    settle(index, to: slots[index].geometry.rest(side), velocity: 0, .opening)
    if !animated { arrive(index) }
  }

  mutating func close(_ index: Int, animated: Bool = true) {
    setSide(index, nil)
    settle(index, to: 0, velocity: 0, .closing)
    if !animated { arrive(index) }
  }

  /// Closes every open row but one.
  mutating func closeAll(except kept: Int) {
    for index in slots.indices where index != kept && slots[index].side != nil {
      close(index)
    }
  }
}
