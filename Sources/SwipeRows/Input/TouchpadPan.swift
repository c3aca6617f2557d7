import CDunnockGtk
import GtkBridge
import Panning

/// Drives rows by two-finger motions on a touchpad. This works on Wayland only.
final class TouchpadPan: GroupPart {
  /// A two-finger gesture that the engine follows, from the first motion until the fingers lift.
  private struct TwoFingers {
    let clock: EventClock
    /// The distance that the content would have moved, px. Its sign is opposite to that of the scroll deltas.
    var travel = Point()
    /// Whether the gesture has closed an open row with its first motion. Nothing scrolls by such a gesture.
    var isUsedUp = false
  }

  let driver: PanDriver
  private let scrollers: OuterScrollers
  private var followed: TwoFingers?
  /// Whether the current scroll sequence has begun, followed or not. If false, the next motion begins a new sequence.
  private var knowsFingers = false
  /// The withheld distance, which the scroller gets before the next motion.
  private let held = HeldScroll()
  private let origin: ScrollOrigin

  init(driver: PanDriver, scrollers: OuterScrollers, origin: ScrollOrigin) {
    self.driver = driver
    self.scrollers = scrollers
    self.origin = origin
    scrollers.put { [weak self] in self?.follow(on: $0) ?? [] }
    let pointer = widget.addController(gtk_event_controller_motion_new())
    Signal.connect(pointer, "leave") { [weak self] in self?.lose("the pointer left") }
    Signal.connect(widget, "unmap") { [weak self] in self?.lose("unmapped") }
  }

  /// Makes the controller that lets two fingers on a touchpad drive the rows.
  ///
  /// It holds a sequence back until its axis is known: a scroller that had seen the beginning of a pan would go on scrolling by it
  /// when the fingers lift. Wheels, and all scrolling where GDK cannot tell a touchpad (X11), pass.
  private func follow(on host: Widget) -> [UnsafeMutableRawPointer] {
    let scroll = host.addController(
      gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES), in: GTK_PHASE_CAPTURE)
    // Not the beginning itself: GTK tells of it when fingers come to rest on the touchpad, and not again when they move.
    Signal.connect(scroll, "scroll-begin") { [weak self] in
      self?.lose("another two fingers came down")
    }
    Signal.connect(scroll, "scroll") { [weak self] (dx: Double, dy: Double) in
      self?.moved(OpaquePointer(scroll), by: Point(x: dx, y: dy)) ?? false
    }
    Signal.connect(scroll, "scroll-end") { [weak self] in self?.lifted(OpaquePointer(scroll)) }
    return [scroll]
  }

  /// The followed gesture; nil if there is none or if the gesture has been cancelled.
  private var fingers: TwoFingers? { driver.hand?.kind == .touchpad ? followed : nil }

  /// Cancels the gesture, because the list may never get the event at its end.
  ///
  /// The next motion then begins a new gesture. GTK's controller may not emit `scroll-begin` again before it has got an end.
  private func lose(_ why: String) {
    held.discard()
    scrollers.restore()
    driver.cancel(why, .touchpad)
    knowsFingers = false
  }

  private func began(_ scroll: OpaquePointer) {
    knowsFingers = true
    scrollers.restore()
    guard later.isAlive else { return }
    // The fingers came down on another widget, for example on a page that a back swipe has removed from above the list.
    if origin.isElsewhere {
      let own = scrollers.all.filter { $0 == rows.innerScroller }
      return scrollers.disable(gtk_event_controller_scroll_get_type(), of: own)
    }
    guard driver.isEnabled, driver.hand == nil,
      let event = gtk_event_controller_get_current_event(scroll),
      gdk_device_get_source(gdk_event_get_device(event)) == GDK_SOURCE_TOUCHPAD,
      let place = event.place(in: widget), let hit = rows.pickForPan(place, driver.engine),
      hit.row.content.isEnabled, !hit.row.keepsDrags(of: .touchpad, hit.picked)
    else { return }
    let clock = EventClock(event)
    followed = TwoFingers(clock: clock)
    GestureLog.note("two fingers on row \(hit.handle)")
    followed?.isUsedUp = driver.begin(
      .touchpad, on: hit, by: .touchpad, at: event.position, time: clock.start)
  }

  /// Handles a motion. Returns true if the scroller must not get the motion.
  private func moved(_ scroll: OpaquePointer, by delta: Point) -> Bool {
    held.giveBack()
    if gtk_event_controller_scroll_get_unit(scroll) == GDK_SCROLL_UNIT_WHEEL {
      if fingers == nil {
        scrollers.wheelTurned(
          by: delta, with: gtk_event_controller_get_current_event_state(scroll))
      }
      return false
    }
    if !knowsFingers { began(scroll) }
    guard let clock = fingers?.clock else { return false }
    if fingers?.isUsedUp == true { return true }
    let event = gtk_event_controller_get_current_event(scroll)
    var isMerged = false
    forEachEvent(mergedInto: event, GDK_SCROLL) { past in
      isMerged = true
      let delta = Point(x: past.pointee.axes.3, y: past.pointee.axes.4)
      move(by: delta, at: clock.seconds(at: past.pointee.time))
    }
    if !isMerged {
      let time = gtk_event_controller_get_current_event_time(scroll)
      move(by: delta, at: clock.seconds(at: time))
    }
    guard let travel = fingers?.travel else { return true }
    if driver.engine.sharesScrolling { return false }
    guard driver.engine.phase == .refused else { return true }
    let axis = driver.engine.style.decision.axis(of: .touchpad)
    var upright: [Widget] = []
    switch driver.engine.reason {
    case .noActions, .absent:
      guard axis.isReached(travel.x, travel.y) else { return true }
      if axis.isPan(travel.x, travel.y) {
        upright = scrollers.upright
        scrollers.disable(gtk_event_controller_scroll_get_type(), of: upright)
      }
    default: break
    }
    let way = Point() - travel
    let before = way - delta
    // A swipe that has been refused after the axis test has gone so far that the list would jump.
    if !axis.isReached(before.x, before.y) {
      held.withhold(
        way, seen: delta, from: scrollers.all.first { !upright.contains($0) },
        with: gtk_event_controller_get_current_event_state(scroll))
    }
    driver.letGo()
    return false
  }

  private func move(by delta: Point, at time: Double) {
    followed?.travel.x -= delta.x
    followed?.travel.y -= delta.y
    // A listener may have ended the gesture when the motion before was shown.
    if let travel = fingers?.travel { driver.move(by: travel, at: time) }
  }

  private func lifted(_ scroll: OpaquePointer) {
    held.giveBack()
    scrollers.restore()
    knowsFingers = false
    guard let clock = fingers?.clock else { return }
    guard driver.engine.phase == .tracking else {
      return driver.cancel("lifted undecided", .touchpad)
    }
    let time = clock.seconds(at: gtk_event_controller_get_current_event_time(scroll))
    _ = driver.release(at: time)
  }
}
