import CGtk
import CGtkShim
import GtkBridge
import Panning

extension SwipeList {
  /// A press that the engine follows.
  struct Press {
    let id: ID
    let device: PanDevice
    /// Where it began, in the list's coordinates and in the surface's.
    let start: Point
    let surfaceStart: Point
    let clock: EventClock
    let sequence: OpaquePointer?
    let isOnTray: Bool
    var isClaimed = false
  }

  /// Puts the gesture that drives the rows around the scroller.
  ///
  /// In the capture phase and outside the scroller it sees a touch's motion before the scroller's own gestures do, and decides at 7 px,
  /// before their 8: on a row it would lose every touch steeper than 25 degrees.
  func followPointer() {
    let drag = widget.addController(gtk_gesture_drag_new(), in: GTK_PHASE_CAPTURE)
    gtk_gesture_single_set_button(OpaquePointer(drag), guint(GDK_BUTTON_PRIMARY))
    Signal.connectPoint(drag, "drag-begin") { [weak self] x, y in
      self?.began(OpaquePointer(drag), at: Point(x: x, y: y))
    }
    Signal.connectPoint(drag, "drag-update") { [weak self] x, y in
      self?.updated(OpaquePointer(drag), by: Point(x: x, y: y))
    }
    Signal.connectPoint(drag, "drag-end") { [weak self] _, _ in self?.ended(OpaquePointer(drag)) }
    Signal.connectPointer(drag, "cancel") { [weak self] _ in self?.cancelPress("gesture broken") }

    let events = widget.addController(gtk_event_controller_legacy_new(), in: GTK_PHASE_CAPTURE)
    Signal.connectPointerStop(events, "event") { [weak self] event in
      guard let event else { return false }
      return self?.isOfAnotherHand(OpaquePointer(event)) ?? false
    }

    Signal.connect(widget, "unmap") { [weak self] in
      guard let self else { return }
      cancelPress("unmapped")
      loseTwoFingers("unmapped")
      // Nobody tells how a touch ended that was down then: the gesture would follow it for ever.
      gtk_event_controller_reset(OpaquePointer(drag))
      otherFingers.removeAll()
      otherButtons = 0
      // Nobody sees the rest of their motion.
      for id in departures.keys.map({ $0 }) { finishDeparture(of: id) }
    }
  }

  /// Whether an event happens in the list's own window: GTK passes those of a menu or popover on to what it points at.
  func isInWindow(_ event: OpaquePointer) -> Bool {
    gtk_widget_get_native(widget).map { gtk_native_get_surface($0) == gdk_event_get_surface(event) }
      ?? false
  }

  /// The row that a widget is part of, or, being its list item with a border or a separator, is around.
  func row(around descendant: Widget) -> SwipeRow? {
    for ancestor in descendant.ancestry {
      if ancestor == widget { return nil }
      if let row = SwipeRow.hosted(by: ancestor) ?? ancestor.firstChild.flatMap(SwipeRow.hosted) {
        return row
      }
    }
    return nil
  }

  /// The row at a point of the list, its item, and the very widget there.
  func pick(_ point: Point) -> (SwipeRow, ID, Widget)? {
    guard let picked = gtk_widget_pick(widget, point.x, point.y, GTK_PICK_DEFAULT),
      let row = row(around: picked), let id = ids[ObjectIdentifier(row)]
    else { return nil }
    return (row, id, picked)
  }

  private func began(_ drag: OpaquePointer, at point: Point) {
    guard press == nil, twoFingers == nil,
      let event = gtk_event_controller_get_current_event(drag), isInWindow(event)
    else { return }
    let device = Self.device(of: event)
    // With a modifier held a mouse selects, by the click or by a rubber band.
    let selects =
      device == .mouse && gdk_event_get_modifier_state(event).rawValue & Self.selecting != 0
    guard !selects, let (row, id, picked) = pick(point) else {
      GestureLog.note("\(device) pressed \(selects ? "to select" : "no row")")
      drive(.pressElsewhere)
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
      return
    }
    let press = Press(
      id: id, device: device, start: point, surfaceStart: Self.position(of: event),
      clock: EventClock(event), sequence: gdk_event_get_event_sequence(event),
      isOnTray: row.isInTray(picked))
    self.press = press
    GestureLog.note("\(device) pressed row \(id)\(press.isOnTray ? ", its tray" : "")")
    let geometry = row.geometry
    drive(
      .begin(id, geometry, device, x: towardsTrailing(point.x), y: point.y), at: press.clock.start)
  }

  private func updated(_ drag: OpaquePointer, by travel: Point) {
    guard let press else { return }
    let time = press.clock.seconds(at: gtk_event_controller_get_current_event_time(drag))
    if !press.isClaimed, press.device == .mouse, time - press.clock.start >= widget.longPressTime,
      rows[press.id].map(isDraggable) == true
    {
      cancelPress("held still, for drag and drop")
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
      return
    }
    let (left, top) = (
      press.start.x - press.surfaceStart.x, press.start.y - press.surfaceStart.y
    )
    let event = gtk_event_controller_get_current_event(drag)
    forEachEvent(mergedInto: event, GDK_MOTION_NOTIFY) { past in
      // Where it was on the surface; one without a place says something else.
      let (x, y) = (past.pointee.axes.1, past.pointee.axes.2)
      guard x != 0 || y != 0 else { return }
      move(to: Point(x: left + x, y: top + y), at: press.clock.seconds(at: past.pointee.time))
    }
    move(to: Point(x: press.start.x + travel.x, y: press.start.y + travel.y), at: time)
    switch engine.phase {
    case .tracking where !press.isClaimed:
      self.press?.isClaimed = true
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      outerGesturesEnd()
    case .refused:
      if case .noActions = engine.reason { scrollerStandsAside(gtk_gesture_get_type()) }
      cancelPress("refused")
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
    default: break
    }
  }

  /// Whether a row can be dragged and dropped.
  private func isDraggable(_ row: SwipeRow) -> Bool {
    row.widget.ancestry.prefix { $0 != widget }.contains {
      !Self.controllers(of: $0, gtk_drag_source_get_type()).isEmpty
    }
  }

  private func ended(_ drag: OpaquePointer) {
    guard let press else { return }
    let event = gtk_event_controller_get_current_event(drag)
    switch event.map(gdk_event_get_event_type) {
    case GDK_BUTTON_RELEASE, GDK_TOUCH_END:
      let time = press.clock.seconds(at: gtk_event_controller_get_current_event_time(drag))
      if release(at: time), !press.isClaimed {
        gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      }
    default:
      cancelPress("gesture ended without a release")
    }
  }

  /// Whether an event is of a finger or a button that came down after the finger or the button being followed: it changes nothing, here
  /// or below. Seen by the gesture, it would end it.
  private func isOfAnotherHand(_ event: OpaquePointer) -> Bool {
    let type = gdk_event_get_event_type(event)
    if type == GDK_TOUCH_BEGIN { scrollerStandsBack() }
    guard let sequence = gdk_event_get_event_sequence(event) else { return isOfAnotherButton(type) }
    switch type {
    case GDK_TOUCH_BEGIN:
      guard let press, press.sequence != sequence else { return false }
      otherFingers.insert(sequence)
      return true
    case GDK_TOUCH_END, GDK_TOUCH_CANCEL: return otherFingers.remove(sequence) != nil
    default: return otherFingers.contains(sequence)
    }
  }

  private func isOfAnotherButton(_ type: GdkEventType) -> Bool {
    switch type {
    case GDK_BUTTON_PRESS:
      guard let press, press.sequence != nil else { return false }
      otherButtons += 1
      return true
    case GDK_BUTTON_RELEASE:
      guard otherButtons > 0 else { return false }
      otherButtons -= 1
      return true
    default: return false
    }
  }

  func move(to point: Point, at time: Double) {
    drive(.move(x: towardsTrailing(point.x), y: point.y), at: time)
  }

  /// Ends the press, and answers whether it was used up here, so that no click may follow.
  private func release(at time: Double) -> Bool {
    guard let press else { return false }
    self.press = nil
    guard !(press.isOnTray && engine.phase == .pressed) else {
      drive(.cancel, at: time)
      return false
    }
    return drive(.end(), at: time)
  }

  /// Has a list item take the focus when it is clicked, as it is selected.
  ///
  /// GTK gives it to a row that is pressed, and scrolls one that is partly visible into view for it, under the pointer (4.8 and 4.18).
  func takeFocusOnRelease(_ item: Widget) {
    guard isTrue(gtk_widget_get_focus_on_click(item)) else { return }
    gtk_widget_set_focus_on_click(item, false.gboolean)
    for click in Self.controllers(of: item, gtk_gesture_click_get_type()) {
      Signal.connectClick(click.raw, "released") { _ in gtk_widget_grab_focus(item) }
    }
  }

  /// Takes the press back: the row returns to where it was.
  func cancelPress(_ why: String) {
    guard press != nil else { return }
    press = nil
    GestureLog.note("cancelled: \(why)")
    drive(.cancel)
  }

  private func towardsTrailing(_ x: Double) -> Double { widget.isRightToLeft ? -x : x }

  private static func device(of event: OpaquePointer) -> PanDevice {
    PanDevice(
      isTouch: gdk_event_get_event_sequence(event) != nil,
      hasTool: gdk_event_get_device_tool(event) != nil)
  }

  private static var selecting: guint { GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue }

  static func position(of event: OpaquePointer) -> Point {
    var point = Point()
    gdk_event_get_position(event, &point.x, &point.y)
    return point
  }
}

extension PanDevice {
  /// The device behind an event: only tablets tell of a tool, and only touchscreens of a touch.
  init(isTouch: Bool, hasTool: Bool) {
    self = isTouch ? .touch : hasTool ? .pen : .mouse
  }
}
