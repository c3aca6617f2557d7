import CDunnockGtk
import GtkBridge
import Panning

/// What closes an open row besides its own gesture: scrolling, a press or Escape anywhere in the window, or in the popover that the list
/// is in, and the focus leaving the list. Press and Escape close what tells of a failure, too.
final class OutsideWatch: GroupPart {
  let driver: PanDriver
  private let model: ModelWatch
  private let origin: ScrollOrigin
  private let menu: RowMenu
  private let outcomes: Outcomes
  private let pointer: PointerPan
  /// What the rows scroll by, and what tells of that.
  private var adjustment: (object: Ref, connections: [Signal.Connection])?
  private var lastScroll = 0.0
  /// What listens on the window or the popover, which it must not keep.
  private var window: (native: Widget, controllers: [OpaquePointer])?

  init(
    driver: PanDriver, model: ModelWatch, origin: ScrollOrigin, menu: RowMenu, outcomes: Outcomes,
    pointer: PointerPan
  ) {
    self.driver = driver
    self.model = model
    self.origin = origin
    self.menu = menu
    self.outcomes = outcomes
    self.pointer = pointer
    let focus = widget.addController(gtk_event_controller_focus_new())
    Signal.connect(focus, "leave") { [weak self] in
      // A row's popover that closes has the window lose the focus and get it again (GTK 4.18).
      self?.later.at(.idle) { [weak self] in self?.focusLeft(OpaquePointer(focus)) }
    }
    Signal.connect(widget, "notify::root") { [weak self] in
      self?.followScroller()
      self?.followWindow()
    }
    followScroller()
    followWindow()
  }

  isolated deinit { leaveScroller() }

  private func leaveScroller() {
    for connection in adjustment?.connections ?? [] { connection.disconnect() }
    adjustment = nil
  }

  /// Follows the scroller in the group, or the nearest around it.
  func followScroller() {
    let raw = rows.scroller.flatMap { gtk_scrolled_window_get_vadjustment($0.opaque) }
    guard raw.map({ UnsafeMutableRawPointer($0) }) != adjustment?.object.raw else { return }
    leaveScroller()
    guard later.isAlive, let raw else { return }
    let moved = Signal.connect(raw, "value-changed") { [weak self] in
      guard let self, later.isAlive else { return }
      let value = gtk_adjustment_get_value(raw)
      // A list whose rows came, went or were sorted moves its value to keep its place: nobody scrolled.
      if model.container?.movesItself(raw) == true {
        lastScroll = value
      } else {
        scrolled(to: value)
      }
      model.lookOutOfSight()
    }
    // So does any other content of the scroller, with its size.
    let resized = Signal.connect(raw, "changed") { [weak self] in
      self?.lastScroll = gtk_adjustment_get_value(raw)
    }
    lastScroll = gtk_adjustment_get_value(raw)
    adjustment = (.retaining(none: raw), [moved, resized])
  }

  private func scrolled(to value: Double) {
    let distance = value - lastScroll
    lastScroll = value
    guard !rows.isAsking else { return }
    if !driver.engine.openRows.isEmpty { GestureLog.note("scrolled \(distance) px") }
    driver.drive(.scroll(by: distance))
    guard let tracked = driver.engine.trackedRow else { return }
    later.at(.laidOut) { [weak self] in self?.driver.cancelIfOutOfSight(tracked) }
  }

  private func focusLeft(_ focus: OpaquePointer) {
    // Like a press elsewhere: to a style whose rows stay open then, neither matters. A window that hides takes the focus away too
    // (GTK 4.18), and leaves nothing.
    guard gtk_event_controller_focus_contains_focus(focus) == 0,
      driver.engine.style.closes.contains(.outside), !rows.isAsking,
      let root = gtk_widget_get_root(widget).map({ UnsafeMutableRawPointer($0) }),
      gtk_widget_get_visible(root.assumingMemoryBound(to: GtkWidget.self)) != 0
    else { return }
    GestureLog.note("the focus left")
    driver.drive(.close(nil))
  }

  private func followWindow() {
    if let (native, controllers) = window {
      for controller in controllers { gtk_widget_remove_controller(native, controller) }
      window = nil
    }
    origin.forget()
    guard later.isAlive, gtk_widget_get_root(widget) != nil, let native = widget.native else {
      return
    }

    let events = native.addController(gtk_event_controller_legacy_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(events, "event") { [weak self] (event: UnsafeMutableRawPointer?) in
      guard let self, let event = event.map({ OpaquePointer($0) }),
        gdk_event_get_event_type(event) != GDK_MOTION_NOTIFY
      else { return false }
      origin.saw(event)
      menu.saw(event)
      return pressed(event, in: native) || pointer.isOfAnotherPointer(event)
    }

    let keys = native.addController(gtk_event_controller_key_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(keys, "key-pressed") { [weak self] (key: UInt32) in
      guard Int32(bitPattern: key) == GDK_KEY_Escape else { return false }
      return self?.pressedEscape() ?? false
    }
    window = (native, [OpaquePointer(events), OpaquePointer(keys)])
  }

  private func pressedEscape() -> Bool {
    if outcomes.closeFailure() { return true }
    guard later.isAlive, !driver.engine.openRows.isEmpty, !rows.isAsking else { return false }
    // A popover's Escape is its own.
    if let focus = widget.focusInWindow, focus.native != widget.native { return false }
    GestureLog.note("Escape")
    driver.drive(.close(nil))
    return true
  }

  /// Closes the open row on a press that the group's own gesture does not see: outside the group, or by another than the first button.
  /// Answers whether the press is used up by that.
  private func pressed(_ event: OpaquePointer, in native: Widget) -> Bool {
    let type = gdk_event_get_event_type(event)
    guard later.isAlive, type == GDK_BUTTON_PRESS || type == GDK_TOUCH_BEGIN else { return false }
    outcomes.closeFailure()
    guard !driver.engine.openRows.isEmpty, event.place(in: native) != nil else { return false }
    if type == GDK_BUTTON_PRESS, gdk_button_event_get_button(event) != GDK_BUTTON_PRIMARY {
      GestureLog.note("pressed another button")
      return driver.pressedElsewhere()
    }
    if event.isOn(widget) { return false }
    GestureLog.note("pressed outside the group")
    return driver.pressedElsewhere()
  }
}
