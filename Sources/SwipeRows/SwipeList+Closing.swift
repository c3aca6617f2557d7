import CGtk
import GtkBridge
import Panning

extension SwipeList {
  /// Controllers on the window, for what happens outside the list.
  struct RootControllers {
    let root: Widget
    let controllers: [OpaquePointer]
  }

  /// Closes the open row on what closes it besides the row's own gesture: scrolling, a press or Escape anywhere in the window, and
  /// the focus leaving the list.
  func followWhatCloses() {
    if let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque) {
      Signal.connect(adjustment, "value-changed") { [weak self] in
        guard let self else { return }
        // A list whose rows came, went or were sorted moves its value to keep its place: nobody scrolled.
        if listView?.movesItself(adjustment) == true {
          lastScroll = gtk_adjustment_get_value(adjustment)
        } else {
          scrolled(to: gtk_adjustment_get_value(adjustment))
        }
        lookOutOfSight()
      }
      // So does any other content of the scroller, with its size.
      Signal.connect(adjustment, "changed") { [weak self] in
        self?.lastScroll = gtk_adjustment_get_value(adjustment)
      }
    }

    let focus = widget.addController(gtk_event_controller_focus_new())
    Signal.connect(focus, "leave") { [weak self] in
      // Like a press elsewhere: to a style whose rows stay open then, neither matters. A window that hides takes the focus away too
      // (GTK 4.18), and leaves nothing.
      guard let self, engine.style.closes.contains(.outside),
        let root = gtk_widget_get_root(widget).map({ UnsafeMutableRawPointer($0) }),
        gtk_widget_get_visible(root.assumingMemoryBound(to: GtkWidget.self)) != 0
      else { return }
      GestureLog.note("the focus left")
      close()
    }

    Signal.connectPointer(widget, "notify::root") { [weak self] _ in self?.followWindow() }
  }

  private func scrolled(to value: Double) {
    let distance = abs(value - lastScroll)
    lastScroll = value
    if openItem != nil { GestureLog.note("scrolled \(distance.brief) px") }
    drive(.scroll(by: distance))
    if let tracked = engine.trackedRow { afterLayout { $0.cancelIfOutOfSight(tracked) } }
  }

  private func followWindow() {
    if let former = rootConnections {
      for controller in former.controllers {
        gtk_widget_remove_controller(former.root, controller)
      }
      rootConnections = nil
    }
    guard let raw = gtk_widget_get_root(widget) else { return }
    let root = UnsafeMutableRawPointer(raw).assumingMemoryBound(to: GtkWidget.self)

    let events = root.addController(gtk_event_controller_legacy_new(), in: GTK_PHASE_CAPTURE)
    Signal.connectPointerStop(events, "event") { [weak self] event in
      if let event { self?.pressed(OpaquePointer(event), in: root) }
      return false
    }

    let keys = root.addController(gtk_event_controller_key_new(), in: GTK_PHASE_CAPTURE)
    Signal.connectKey(keys) { [weak self] key, _ in
      guard let self, Int32(bitPattern: key) == GDK_KEY_Escape, menu == nil, openItem != nil
      else { return false }
      GestureLog.note("Escape")
      close()
      return true
    }
    rootConnections = RootControllers(
      root: root, controllers: [OpaquePointer(events), OpaquePointer(keys)])
  }

  /// Closes the open row on a press that the list's own gesture does not see: outside the list, or by another than the first button.
  private func pressed(_ event: OpaquePointer, in root: Widget) {
    let type = gdk_event_get_event_type(event)
    guard type == GDK_BUTTON_PRESS || type == GDK_TOUCH_BEGIN, openItem != nil else { return }
    if type == GDK_BUTTON_PRESS, gdk_button_event_get_button(event) != GDK_BUTTON_PRIMARY {
      GestureLog.note("pressed another button")
      drive(.pressElsewhere)
      return
    }
    var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
    gdk_event_get_position(event, &x, &y)
    gtk_native_get_surface_transform(OpaquePointer(root), &left, &top)
    let picked = gtk_widget_pick(root, x - left, y - top, GTK_PICK_DEFAULT)
    guard let picked, picked == widget || gtk_widget_is_ancestor(picked, widget) != 0 else {
      GestureLog.note("pressed outside the list")
      drive(.pressElsewhere)
      return
    }
  }
}
