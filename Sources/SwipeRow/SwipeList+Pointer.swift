import CGtk
import GtkBridge
import PanEngine

extension SwipeList {
  /// A press that the engine follows.
  struct Press {
    let id: ID
    let row: SwipeRow
    let device: PanDevice
    /// Where it began, in the list's coordinates and in the surface's.
    let start: Point
    let surfaceStart: Point
    /// When it began, on the frame clock and by the events' own clock.
    let time: Double
    let eventTime: UInt32
    let sequence: OpaquePointer?
    let isOnTray: Bool
    var isClaimed = false

    /// An event's time on the frame clock; events' own clocks count milliseconds and wrap.
    func seconds(at eventTime: UInt32) -> Double {
      time + Double(eventTime &- self.eventTime) / 1000
    }
  }

  struct Point {
    var x = 0.0
    var y = 0.0
  }

  /// Puts the gesture that drives the rows around the scroller.
  ///
  /// In the capture phase and outside the scroller it sees a touch's motion before the scroller's own gestures do, and decides at 7 px,
  /// before their 8: on a row it would lose every touch steeper than 25 degrees.
  func followPointer() {
    let drag = UnsafeMutableRawPointer(gtk_gesture_drag_new().unsafelyUnwrapped)
    gtk_gesture_single_set_button(OpaquePointer(drag), guint(GDK_BUTTON_PRIMARY))
    gtk_event_controller_set_propagation_phase(OpaquePointer(drag), GTK_PHASE_CAPTURE)
    Signal.connectPoint(drag, "drag-begin") { [weak self] x, y in
      self?.began(OpaquePointer(drag), at: Point(x: x, y: y))
    }
    Signal.connectPoint(drag, "drag-update") { [weak self] x, y in
      self?.updated(OpaquePointer(drag), by: Point(x: x, y: y))
    }
    Signal.connectPoint(drag, "drag-end") { [weak self] _, _ in self?.ended(OpaquePointer(drag)) }
    Signal.connectPointer(drag, "cancel") { [weak self] _ in self?.cancelPress() }
    gtk_widget_add_controller(widget, OpaquePointer(drag))

    let events = UnsafeMutableRawPointer(gtk_event_controller_legacy_new().unsafelyUnwrapped)
    gtk_event_controller_set_propagation_phase(OpaquePointer(events), GTK_PHASE_CAPTURE)
    Signal.connectPointerStop(events, "event") { [weak self] event in
      guard let event else { return false }
      return self?.isOfAnotherFinger(OpaquePointer(event)) ?? false
    }
    gtk_widget_add_controller(widget, OpaquePointer(events))

    Signal.connect(widget, "unmap") { [weak self] in self?.cancelPress() }
  }

  /// Whether an event happens in the list's own window: GTK passes those of a menu or popover on to what it points at.
  func isInWindow(_ event: OpaquePointer) -> Bool {
    gtk_widget_get_native(widget).map { gtk_native_get_surface($0) == gdk_event_get_surface(event) }
      ?? false
  }

  /// The row that a widget is part of.
  func row(around descendant: Widget) -> SwipeRow? {
    for ancestor in descendant.ancestry {
      if ancestor == widget { return nil }
      if let row = SwipeRow.hosted(by: ancestor) { return row }
    }
    return nil
  }

  private func began(_ drag: OpaquePointer, at point: Point) {
    guard press == nil, let event = gtk_event_controller_get_current_event(drag), isInWindow(event)
    else { return }
    guard let picked = gtk_widget_pick(widget, point.x, point.y, GTK_PICK_DEFAULT),
      let row = row(around: picked), let id = ids[ObjectIdentifier(row)]
    else {
      drive { $0.pressedElsewhere(at: Self.now, into: &$1) }
      return
    }
    let press = Press(
      id: id, row: row, device: Self.device(of: event), start: point,
      surfaceStart: Self.position(of: event), time: Self.now,
      eventTime: gdk_event_get_time(event), sequence: gdk_event_get_event_sequence(event),
      isOnTray: row.isInTray(picked))
    self.press = press
    let geometry = row.geometry
    drive {
      $0.begin(
        id, geometry, device: press.device, x: towardsTrailing(point.x), y: point.y,
        at: press.time, into: &$1)
    }
  }

  private func updated(_ drag: OpaquePointer, by travel: Point) {
    guard let press else { return }
    for (point, time) in Self.mergedMotions(gtk_event_controller_get_current_event(drag)) {
      move(
        to: Point(
          x: press.start.x + point.x - press.surfaceStart.x,
          y: press.start.y + point.y - press.surfaceStart.y), at: press.seconds(at: time))
    }
    move(
      to: Point(x: press.start.x + travel.x, y: press.start.y + travel.y),
      at: press.seconds(at: gtk_event_controller_get_current_event_time(drag)))
    switch engine.phase {
    case .tracking where !press.isClaimed:
      self.press?.isClaimed = true
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
    case .refused:
      cancelPress()
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
    default: break
    }
  }

  private func ended(_ drag: OpaquePointer) {
    guard let press else { return }
    let event = gtk_event_controller_get_current_event(drag)
    switch event.map(gdk_event_get_event_type) {
    case GDK_BUTTON_RELEASE, GDK_TOUCH_END:
      let time = press.seconds(at: gtk_event_controller_get_current_event_time(drag))
      if release(at: time), !press.isClaimed {
        gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      }
    default:
      cancelPress()
    }
  }

  /// Whether an event is of a finger that came down after the one being followed: it changes nothing, here or below. Seen by the
  /// gesture, it would end it.
  private func isOfAnotherFinger(_ event: OpaquePointer) -> Bool {
    guard let sequence = gdk_event_get_event_sequence(event) else { return false }
    switch gdk_event_get_event_type(event) {
    case GDK_TOUCH_BEGIN:
      guard let press, press.sequence != sequence else { return false }
      otherFingers.insert(sequence)
      return true
    case GDK_TOUCH_END, GDK_TOUCH_CANCEL: return otherFingers.remove(sequence) != nil
    default: return otherFingers.contains(sequence)
    }
  }

  /// The motions, in surface coordinates, that GDK merged into an event: it delivers one a frame, which may be a whole fling.
  private static func mergedMotions(_ event: OpaquePointer?) -> [(Point, UInt32)] {
    var count: guint = 0
    guard let event, gdk_event_get_event_type(event) == GDK_MOTION_NOTIFY,
      let history = gdk_event_get_history(event, &count)
    else { return [] }
    defer { g_free(history) }
    return (0..<Int(count)).compactMap { index in
      let axes = history[index].axes
      let point = Point(x: axes.1, y: axes.2)
      return point.x == 0 && point.y == 0 ? nil : (point, history[index].time)
    }
  }

  private func move(to point: Point, at time: Double) {
    drive { $0.move(x: towardsTrailing(point.x), y: point.y, at: time, into: &$1) }
  }

  /// Ends the press, and answers whether it was used up here, so that no click may follow.
  private func release(at time: Double) -> Bool {
    guard let press else { return false }
    self.press = nil
    guard !(press.isOnTray && engine.phase == .pressed) else {
      drive { $0.cancel(at: time, into: &$1) }
      return false
    }
    var isUsedUp = false
    drive { isUsedUp = $0.end(at: time, into: &$1) }
    if !isUsedUp, let item = press.row.listItem { OldGtk.focusOnRelease(item) }
    return isUsedUp
  }

  /// Takes the press back: the row returns to where it was.
  func cancelPress() {
    guard press != nil else { return }
    press = nil
    drive { $0.cancel(at: Self.now, into: &$1) }
  }

  private func towardsTrailing(_ x: Double) -> Double { widget.isRightToLeft ? -x : x }

  private static func device(of event: OpaquePointer) -> PanDevice {
    if gdk_event_get_event_sequence(event) != nil { return .touch }
    return gdk_event_get_device_tool(event) != nil ? .pen : .mouse
  }

  private static func position(of event: OpaquePointer) -> Point {
    var point = Point()
    gdk_event_get_position(event, &point.x, &point.y)
    return point
  }
}
