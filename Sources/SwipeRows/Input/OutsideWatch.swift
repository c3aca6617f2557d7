import CGtk
import GtkBridge
import Panning

/// What closes an open row besides its own gesture: scrolling, a press or Escape anywhere in the window, or in the popover that the list
/// is in, and the focus leaving the list.
final class OutsideWatch {
  private unowned let list: LiveList
  private var lastScroll = 0.0
  /// What listens on the window or the popover, which it must not keep.
  private var window: (native: Widget, controllers: [OpaquePointer])?

  init(of list: LiveList) { self.list = list }

  func follow() {
    if let adjustment = gtk_scrolled_window_get_vadjustment(list.scroller.opaque) {
      Signal.connect(adjustment, "value-changed") { [weak self] in
        guard let self, list.isAlive else { return }
        let value = gtk_adjustment_get_value(adjustment)
        // A list whose rows came, went or were sorted moves its value to keep its place: nobody scrolled.
        if list.listView?.movesItself(adjustment) == true {
          lastScroll = value
        } else {
          scrolled(to: value)
        }
        list.model.lookOutOfSight()
      }
      // So does any other content of the scroller, with its size.
      Signal.connect(adjustment, "changed") { [weak self] in
        self?.lastScroll = gtk_adjustment_get_value(adjustment)
      }
    }

    let focus = list.widget.addController(gtk_event_controller_focus_new())
    Signal.connect(focus, "leave") { [weak self] in self?.focusLeft() }
    Signal.connectPointer(list.widget, "notify::root") { [weak self] _ in self?.followWindow() }
  }

  private func scrolled(to value: Double) {
    let distance = value - lastScroll
    lastScroll = value
    guard !list.outcomes.isAsking else { return }
    if !list.engine.openRows.isEmpty { GestureLog.note("scrolled \(distance.brief) px") }
    list.drive(.scroll(by: distance))
    if let tracked = list.engine.trackedRow { list.afterLayout { $0.cancelIfOutOfSight(tracked) } }
  }

  private func focusLeft() {
    // Like a press elsewhere: to a style whose rows stay open then, neither matters. A window that hides takes the focus away too
    // (GTK 4.18), and leaves nothing.
    guard list.isAlive, list.engine.style.closes.contains(.outside), !list.outcomes.isAsking,
      let root = gtk_widget_get_root(list.widget).map({ UnsafeMutableRawPointer($0) }),
      gtk_widget_get_visible(root.assumingMemoryBound(to: GtkWidget.self)) != 0
    else { return }
    GestureLog.note("the focus left")
    list.drive(.close(nil))
  }

  private func followWindow() {
    if let (native, controllers) = window {
      for controller in controllers {
        gtk_widget_remove_controller(native, controller)
      }
      window = nil
    }
    guard list.isAlive, gtk_widget_get_root(list.widget) != nil,
      let native = list.widget.native
    else { return }

    let events = native.addController(gtk_event_controller_legacy_new(), in: GTK_PHASE_CAPTURE)
    Signal.connectPointerStop(events, "event") { [weak self] event in
      if let event { self?.pressed(OpaquePointer(event), in: native) }
      return false
    }

    let keys = native.addController(gtk_event_controller_key_new(), in: GTK_PHASE_CAPTURE)
    Signal.connectKey(keys) { [weak self] key, _ in
      guard Int32(bitPattern: key) == GDK_KEY_Escape else { return false }
      return self?.pressedEscape() ?? false
    }
    window = (native, [OpaquePointer(events), OpaquePointer(keys)])
  }

  private func pressedEscape() -> Bool {
    guard list.isAlive, !list.engine.openRows.isEmpty, !list.outcomes.isAsking else { return false }
    // A popover's Escape is its own.
    if let focus = list.widget.focusInWindow, focus.native != list.widget.native {
      return false
    }
    GestureLog.note("Escape")
    list.drive(.close(nil))
    return true
  }

  /// Closes the open row on a press that the list's own gesture does not see: outside the list, or by another than the first button.
  private func pressed(_ event: OpaquePointer, in native: Widget) {
    let type = gdk_event_get_event_type(event)
    guard list.isAlive, type == GDK_BUTTON_PRESS || type == GDK_TOUCH_BEGIN,
      !list.engine.openRows.isEmpty, list.isInWindow(event)
    else { return }
    if type == GDK_BUTTON_PRESS, gdk_button_event_get_button(event) != GDK_BUTTON_PRIMARY {
      GestureLog.note("pressed another button")
      return list.pressedElsewhere()
    }
    var (left, top) = (0.0, 0.0)
    gtk_native_get_surface_transform(native.opaque, &left, &top)
    let place = event.position
    let picked = gtk_widget_pick(native, place.x - left, place.y - top, GTK_PICK_DEFAULT)
    guard let picked, picked == list.widget || gtk_widget_is_ancestor(picked, list.widget) != 0
    else {
      GestureLog.note("pressed outside the list")
      return list.pressedElsewhere()
    }
  }
}
