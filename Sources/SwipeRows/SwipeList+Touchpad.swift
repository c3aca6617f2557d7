import CGtk
import GtkBridge
import Panning

extension SwipeList {
  /// Two fingers on a touchpad that the engine follows, from their first motion until they lift.
  struct TwoFingers {
    let clock: EventClock
    /// How far the content would have gone, px.
    var travel = Point()
  }

  /// Puts the controller that lets two fingers on a touchpad drive the rows around the scroller.
  ///
  /// It holds a sequence back until its axis is known: a scroller that had seen the beginning of a pan would go on scrolling by it
  /// when the fingers lift. Wheels, and all scrolling where GDK cannot tell a touchpad (X11), pass.
  func followTouchpad() {
    let scroll = widget.addController(
      gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES), in: GTK_PHASE_CAPTURE)
    Signal.connect(scroll, "scroll-begin") { [weak self] in
      self?.twoFingersBegan(OpaquePointer(scroll))
    }
    Signal.connectPointStop(scroll, "scroll") { [weak self] dx, dy in
      self?.twoFingersMoved(OpaquePointer(scroll), by: Point(x: dx, y: dy)) ?? false
    }
    Signal.connect(scroll, "scroll-end") { [weak self] in
      self?.twoFingersLifted(OpaquePointer(scroll))
    }

    let pointer = widget.addController(gtk_event_controller_motion_new())
    Signal.connect(pointer, "leave") { [weak self] in self?.loseTwoFingers("the pointer left") }
  }

  private func twoFingersBegan(_ scroll: OpaquePointer) {
    cancelTwoFingers("another two fingers began")
    missesLift = false
    scrollerStandsBack()
    guard press == nil, let event = gtk_event_controller_get_current_event(scroll),
      gdk_scroll_event_get_unit(event) == GDK_SCROLL_UNIT_SURFACE,
      gdk_device_get_source(gdk_event_get_device(event)) == GDK_SOURCE_TOUCHPAD,
      let (row, id, _) = pick(pointer(of: event))
    else { return }
    let clock = EventClock(event)
    twoFingers = TwoFingers(clock: clock)
    GestureLog.note("two fingers on row \(id)")
    let geometry = row.geometry
    drive(.begin(id, geometry, .touchpad, x: 0, y: 0), at: clock.start)
  }

  /// Where the pointer is in the list; a scroll event does not tell.
  private func pointer(of event: OpaquePointer) -> Point {
    guard let surface = gdk_event_get_surface(event),
      let native = gtk_native_get_for_surface(surface)
    else { return Point(x: -1, y: -1) }
    var (left, top, at, place) = (0.0, 0.0, Point(), Point())
    gdk_surface_get_device_position(
      surface, gdk_seat_get_pointer(gdk_event_get_seat(event)), &at.x, &at.y, nil)
    gtk_native_get_surface_transform(native, &left, &top)
    let window = UnsafeMutableRawPointer(native).assumingMemoryBound(to: GtkWidget.self)
    gtk_widget_translate_coordinates(window, widget, at.x - left, at.y - top, &place.x, &place.y)
    return place
  }

  /// Answers whether the motion is kept from the scroller.
  private func twoFingersMoved(_ scroll: OpaquePointer, by delta: Point) -> Bool {
    if missesLift { twoFingersBegan(scroll) }
    guard let clock = twoFingers?.clock else {
      if gtk_event_controller_scroll_get_unit(scroll) == GDK_SCROLL_UNIT_WHEEL {
        wheelTurned(by: delta, with: gtk_event_controller_get_current_event_state(scroll))
      }
      return false
    }
    let event = gtk_event_controller_get_current_event(scroll)
    var isMerged = false
    forEachEvent(mergedInto: event, GDK_SCROLL) { past in
      isMerged = true
      let delta = Point(x: past.pointee.axes.3, y: past.pointee.axes.4)
      moveTwoFingers(by: delta, at: clock.seconds(at: past.pointee.time))
    }
    if !isMerged {
      let time = gtk_event_controller_get_current_event_time(scroll)
      moveTwoFingers(by: delta, at: clock.seconds(at: time))
    }
    guard twoFingers != nil else { return true }
    if engine.phase == .tracking { outerScrollersStandAside() }
    guard engine.phase == .refused else { return true }
    if case .noActions = engine.reason {
      scrollerStandsAside(gtk_event_controller_scroll_get_type())
    }
    twoFingers = nil
    return false
  }

  private func moveTwoFingers(by delta: Point, at time: Double) {
    twoFingers?.travel.x -= delta.x
    twoFingers?.travel.y -= delta.y
    // Showing a change may have ended the gesture.
    if let travel = twoFingers?.travel { move(to: travel, at: time) }
  }

  private func twoFingersLifted(_ scroll: OpaquePointer) {
    scrollerStandsBack()
    guard let clock = twoFingers?.clock else { return }
    guard engine.phase == .tracking else { return cancelTwoFingers("lifted undecided") }
    twoFingers = nil
    let time = clock.seconds(at: gtk_event_controller_get_current_event_time(scroll))
    drive(.end(), at: time)
  }

  /// Takes the gesture of two fingers back whose lifting the list may never see.
  ///
  /// GTK's controller would tell of no other beginning until it has seen an end: the next motion is one.
  func loseTwoFingers(_ why: String) {
    scrollerStandsBack()
    cancelTwoFingers(why)
    missesLift = true
  }

  /// Takes the gesture of two fingers back: the row returns to where it was.
  func cancelTwoFingers(_ why: String) {
    guard twoFingers != nil else { return }
    twoFingers = nil
    GestureLog.note("cancelled: \(why)")
    drive(.cancel)
  }
}
