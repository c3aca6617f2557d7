import CDunnockGtk
import CDunnockGtkShim
import GtkBridge
import Panning

/// The drag of a mouse, a finger or a pen that drives a row.
final class PointerPan: GroupPart {
  /// A press that the engine follows.
  private struct Press {
    let handle: RowHandle
    let device: PanDevice
    /// The place on the surface where the press began.
    let start: Point
    let surface: OpaquePointer?
    let clock: EventClock
    let sequence: OpaquePointer?
    let picked: Widget
    /// On a button, which gets its click: of the tray, or, of a row that the press closes, of the front.
    let button: Button?
    /// Whether no widget under the press may get the click: the front of the row there is out, or will be, and the press is not on the
    /// button that undoes this.
    let takesNoClick: Bool
    /// Whether the press is on a row that is being removed. The followed row takes its place, and gets the click.
    let isBefore: Bool
    /// Whether a drag along the row is that of the widget that was pressed, or, where the front is out, nobody's.
    let isKept: Bool
    /// It is no drag before it has travelled so far, px.
    let threshold: Double
    var isClaimed = false

    func isDrag(_ travel: Point) -> Bool {
      travel.x * travel.x + travel.y * travel.y >= threshold * threshold
    }
  }

  private enum Button { case ofTray, ofOpenFront }

  let driver: PanDriver
  private let scrollers: OuterScrollers
  private var followed: Press?
  private var drag: OpaquePointer?
  /// Fingers that came down while another was followed, and, as nil, how many buttons of the mouse.
  private var others: [OpaquePointer?: Int] = [:]

  init(driver: PanDriver, scrollers: OuterScrollers) {
    self.driver = driver
    self.scrollers = scrollers
    scrollers.put { [weak self] in self?.follow(on: $0) ?? [] }
    Signal.connect(widget, "unmap") { [weak self] in
      guard let self else { return }
      driver.cancel("unmapped", .pointer)
      // Nobody tells how a touch ended that was down then: the gesture would follow it for ever.
      drag.map { gtk_event_controller_reset($0) }
      others.removeAll()
    }
  }

  /// The press that is followed, unless its gesture has been cancelled.
  private var press: Press? { driver.hand?.kind == .pointer ? followed : nil }

  /// Makes the gesture that drives the rows.
  ///
  /// In the capture phase and outside the scroller it sees a touch's motion before the scroller's own gestures do, and decides at 7 px,
  /// before their 8: on a row it would lose every touch steeper than 25 degrees.
  private func follow(on host: Widget) -> [UnsafeMutableRawPointer] {
    let drag = host.addController(gtk_gesture_drag_new(), in: GTK_PHASE_CAPTURE)
    gtk_gesture_single_set_button(OpaquePointer(drag), guint(GDK_BUTTON_PRIMARY))
    Signal.connect(drag, "drag-begin") { [weak self] in self?.began(OpaquePointer(drag)) }
    // Not by the offset that it tells: that is in a widget, which may move under the pointer.
    Signal.connect(drag, "drag-update") { [weak self] in self?.updated(OpaquePointer(drag)) }
    Signal.connect(drag, "drag-end") { [weak self] in self?.ended(OpaquePointer(drag)) }
    Signal.connect(drag, "cancel") { [weak self] in self?.lost(OpaquePointer(drag)) }
    self.drag = OpaquePointer(drag)
    return [drag]
  }

  /// Has a list item take the focus when it is clicked, as it is selected.
  ///
  /// GTK gives it to a row that is pressed, and scrolls one that is partly visible into view for it, under the pointer (4.8 and 4.18).
  static func takeFocusOnRelease(_ item: Widget) {
    let clicks = item.controllers(of: gtk_gesture_click_get_type())
    guard !clicks.isEmpty, isTrue(gtk_widget_get_focus_on_click(item)) else { return }
    gtk_widget_set_focus_on_click(item, false.gboolean)
    for click in clicks {
      Signal.connect(click.raw, "released") { gtk_widget_grab_focus(item) }
    }
  }

  private func began(_ drag: OpaquePointer) {
    guard later.isAlive, driver.hand == nil,
      let event = gtk_event_controller_get_current_event(drag), let point = event.place(in: widget)
    else { return }
    guard event.isOn(widget) else { return pass(drag) }
    let device = PanDevice(
      isTouch: gdk_event_get_event_sequence(event) != nil,
      hasTool: gdk_event_get_device_tool(event) != nil)
    // With a modifier held a mouse selects, by the click or by a rubber band.
    let chosen = GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue
    let selects = device == .mouse && gdk_event_get_modifier_state(event).rawValue & chosen != 0
    let pressed = rows.pick(point)
    let leaving = pressed.flatMap { leaves($0.handle) ? $0 : nil }
    // Otherwise the press may count as the second of a double click, and activate what is leaving.
    if let leaving { scrollers.forgetClicks(on: leaving.row.listItem) }
    guard driver.isEnabled, !selects,
      let hit = pressed.flatMap({ rows.pan(for: $0, driver.engine) }),
      hit.row.content.isEnabled
    else {
      GestureLog.note("\(device) pressed \(selects ? "to select" : "no row")")
      let isUsedUp = driver.pressedElsewhere()
      gtk_gesture_set_state(drag, isUsedUp ? GTK_EVENT_SEQUENCE_CLAIMED : GTK_EVENT_SEQUENCE_DENIED)
      return
    }
    var press = Press(
      handle: hit.handle, device: device, start: event.position,
      surface: gdk_event_get_surface(event), clock: EventClock(event),
      sequence: gdk_event_get_event_sequence(event), picked: hit.picked,
      button: button(under: hit),
      takesNoClick: leaving.map { !$0.row.back.isUndoButton($0.picked) } ?? false,
      isBefore: leaving.map { $0.handle != hit.handle } ?? false,
      isKept: hit.row.keepsDrags(of: device, hit.picked) || driver.engine.isOut(hit.handle),
      threshold: driver.dragThreshold(of: device))
    GestureLog.note("\(device) pressed row \(hit.handle)\(press.button.map { ", \($0)" } ?? "")")
    press.isClaimed = driver.begin(
      .pointer, on: hit, by: device, at: press.start, time: press.clock.start)
    followed = press
    if press.isClaimed {
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
    } else if driver.engine.phase == .refused {
      // A row that waits for its action takes no press.
      driver.pressedElsewhere()
    }
  }

  /// Whether an item is to be removed, or its front is out of its row.
  private func leaves(_ handle: RowHandle) -> Bool {
    rows.isToGo(handle) || driver.engine.isOut(handle)
  }

  /// Leaves a press beside the group to others, and forgets it, for another may come down on a row.
  private func pass(_ drag: OpaquePointer) {
    gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
    later.at(.idle) { [weak self] in
      if let self, press == nil, let drag = self.drag { gtk_event_controller_reset(drag) }
    }
  }

  private func button(under hit: RowTable.Hit) -> Button? {
    if hit.row.back.contains(hit.picked) { return .ofTray }
    let isOpenAndStill =
      driver.engine.side(of: hit.handle) != nil
      && !driver.engine.isMoving(hit.handle)
    return isOpenAndStill && hit.row.isOnControl(hit.picked) ? .ofOpenFront : nil
  }

  private func updated(_ drag: OpaquePointer) {
    guard let press, let event = gtk_event_controller_get_current_event(drag),
      let place = event.position(on: press.surface)
    else { return }
    let travel = place - press.start
    if press.isKept { return leave(drag, to: press, at: travel) }
    let time = press.clock.seconds(at: gtk_event_controller_get_current_event_time(drag))
    if !press.isClaimed, press.device == .mouse,
      time - press.clock.start >= widget.longPressTime, isDraggable(press.handle)
    {
      return giveUp(drag, press, "held still, for drag and drop")
    }
    forEachMotion(mergedInto: event, on: press.surface) {
      move(press, by: $0 - press.start, at: press.clock.seconds(at: $1))
    }
    move(press, by: travel, at: time)
    // Showing a change may have ended the gesture, or the list.
    guard self.press != nil else { return }
    switch driver.engine.phase {
    case .tracking where !press.isClaimed:
      followed?.isClaimed = true
      rows[press.handle]?.lookUnpressed()
      if press.device == .touch, driver.engine.sharesScrolling {
        scrollers.loseGestures(of: press.sequence, on: press.picked)
      } else {
        scrollers.claim(drag, of: press.sequence)
      }
    case .refused where !press.isClaimed:
      if case .noActions = driver.engine.reason {
        scrollers.disable(gtk_gesture_get_type(), of: scrollers.upright)
        if press.device == .touch, let row = rows[press.handle] {
          // It is no tap on the row, though the front stays in its place. A mouse selects the row, as in any list.
          scrollers.loseClicks(of: press.sequence, on: row.listItem)
          // By finger, drag and drop begins with a long press; on X11 one that begins in a drag never ends.
          scrollers.loseDragSources(of: press.sequence, on: press.picked)
        }
      }
      giveUp(drag, press, "refused")
    default: break
    }
  }

  private func move(_ press: Press, by travel: Point, at time: Double) {
    // Once it is a pan it may come back to where it began.
    guard press.isDrag(travel) || driver.engine.phase != .pressed else { return }
    driver.move(by: travel, at: time)
  }

  /// The gesture is broken, or, in the midst of a motion, a scroller's around the group.
  private func lost(_ drag: OpaquePointer) {
    guard let press else { return }
    driver.cancel("gesture broken", .pointer)
    let event = gtk_event_controller_get_current_event(drag)
    if event.map(gdk_event_get_event_type) == GDK_TOUCH_UPDATE,
      driver.engine.side(of: press.handle) == nil
    {
      driver.pressedElsewhere()
    }
  }

  /// Leaves a drag to another: for the row that is open, if it is not this one, it was a press elsewhere.
  private func giveUp(_ drag: OpaquePointer, _ press: Press, _ why: String) {
    driver.cancel(why, .pointer)
    if driver.engine.side(of: press.handle) == nil { driver.pressedElsewhere() }
    gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
  }

  /// Leaves a drag along the row to the widget that was pressed, and one across it to the scroller; until then it may become a click.
  private func leave(_ drag: OpaquePointer, to press: Press, at travel: Point) {
    let axis = driver.engine.style.decision.axis(of: press.device)
    guard press.isDrag(travel), axis.isReached(travel.x, travel.y) else { return }
    if axis.isPan(travel.x, travel.y) {
      scrollers.disable(gtk_gesture_get_type(), of: scrollers.all)
    }
    giveUp(drag, press, "on what keeps its drags")
  }

  /// Whether an item's row can be dragged and dropped.
  private func isDraggable(_ handle: RowHandle) -> Bool {
    guard let front = rows[handle]?.front else { return false }
    return front.ancestry.prefix { $0 != widget }.contains {
      !$0.controllers(of: gtk_drag_source_get_type()).isEmpty
    }
  }

  private func ended(_ drag: OpaquePointer) {
    guard let press else { return }
    let event = gtk_event_controller_get_current_event(drag)
    switch event.map(gdk_event_get_event_type) {
    case GDK_BUTTON_RELEASE, GDK_TOUCH_END:
      let time = press.clock.seconds(at: gtk_event_controller_get_current_event_time(drag))
      let isClick = driver.engine.phase == .pressed
      if isClick, press.button == .ofTray {
        return driver.cancel("a click on the tray", .pointer, at: time)
      }
      let isUsedUp = driver.release(at: time)
      if press.isBefore, isClick, !isUsedUp, let row = rows[press.handle] {
        row.takeFocus()
        row.select()
      }
      // So that no click may follow.
      if isUsedUp || press.takesNoClick, !press.isClaimed,
        !(isClick && press.button == .ofOpenFront)
      {
        scrollers.claim(drag, of: press.sequence)
      }
    default:
      driver.cancel("gesture ended without a release", .pointer)
    }
  }

  /// Whether an event is of a finger or a button that came down after the finger or the button being followed: it changes nothing, here
  /// or below. Seen by the gesture, it would end it.
  func isOfAnotherPointer(_ event: OpaquePointer) -> Bool {
    let sequence = gdk_event_get_event_sequence(event)
    switch gdk_event_get_event_type(event) {
    case GDK_TOUCH_BEGIN, GDK_BUTTON_PRESS:
      scrollersTakePart()
      // On X11 drag and drop keeps the release of the button: the gesture would wait for it for ever.
      if press == nil, gtk_gesture_get_sequence_state(drag, nil) == GTK_EVENT_SEQUENCE_DENIED {
        gtk_event_controller_reset(drag)
      }
      guard let press, press.sequence != sequence, event.isOn(scrollers.outer) else { return false }
      others[sequence, default: 0] += 1
      return true
    case GDK_TOUCH_END, GDK_TOUCH_CANCEL, GDK_BUTTON_RELEASE:
      scrollersTakePart()
      guard let count = others[sequence] else { return false }
      others[sequence] = count > 1 ? count - 1 : nil
      return true
    default: return sequence != nil && others[sequence] != nil
    }
  }

  /// A press that was left to a widget or to an outer scroller has ended; on X11, where that keeps its end, another begins.
  private func scrollersTakePart() {
    if driver.hand?.kind != .touchpad { scrollers.restore() }
  }
}

extension PanDevice {
  /// The device behind an event: only tablets tell of a tool, and only touchscreens of a touch.
  package init(isTouch: Bool, hasTool: Bool) {
    self = isTouch ? .touch : hasTool ? .pen : .mouse
  }
}
