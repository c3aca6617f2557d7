import CDunnockGtk

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Opens a popover over this widget, whatever its class, and removes the popover once it has closed.
  ///
  /// The popover is a child of this widget or, if this widget is a GtkListBox or a GtkFlowBox, of the nearest other widget around it: both
  /// try for ever to remove a child that is not theirs when they are disposed of. If this widget is not on screen nothing opens, and the
  /// popover is freed.
  ///
  /// - Parameters:
  ///   - popover: A GtkPopover, just made.
  ///   - place: What it points to, in coordinates of this widget.
  ///   - closed: Called when the popover closes, before GTK activates the action that was chosen in it, or at once if nothing opens.
  package func popUp(
    _ popover: Widget, at place: GdkRectangle, closed: @escaping @MainActor () -> Void = {}
  ) {
    let parent = ancestry.first {
      !$0.isA(gtk_list_box_get_type()) && !$0.isA(gtk_flow_box_get_type())
    }
    // What it points to counts from where the parent's padding ends.
    var (x, y) = (0.0, 0.0)
    guard isTrue(gtk_widget_get_mapped(self)), let parent,
      isTrue(gtk_widget_translate_coordinates(self, parent, 0, 0, &x, &y))
    else {
      closed()
      g_object_ref_sink(popover)
      return g_object_unref(popover)
    }
    var place = place
    place.x += gint(x)
    place.y += gint(y)
    gtk_popover_set_pointing_to(popover.cast(), &place)
    gtk_widget_set_parent(popover, parent)
    // Nil once this widget has left the screen, and once the popover is no child any more.
    var (unmapping, ending): (Signal.Connection?, Signal.Connection?) = (nil, nil)
    let disconnect = { @MainActor in
      let isChild = ending != nil
      for connection in [unmapping, ending] { connection?.disconnect() }
      (unmapping, ending) = (nil, nil)
      return isChild
    }
    unmapping = Signal.connect(self, "unmap") {
      unmapping?.disconnect()
      unmapping = nil
      popover.popDownWithWindow()
    }
    ending = Signal.connect(parent, "destroy") { if disconnect() { gtk_widget_unparent(popover) } }
    Signal.connect(popover, "destroy") { _ = disconnect() }
    Signal.connect(popover, "closed") {
      closed()
      // GTK activates what was chosen behind this, by the action groups of the parents.
      whenIdle {
        guard disconnect() else { return }
        popover.dropFocus()
        gtk_widget_unparent(popover)
      }
    }
    gtk_popover_popup(popover.cast())
  }

  /// Closes this GtkPopover because what it is open over leaves the screen. GTK never frees a popover that is open, or has the focus of
  /// its window, when the window is destroyed.
  package func popDownWithWindow() {
    dropFocus()
    gtk_popover_popdown(cast())
  }

  private func dropFocus() {
    if holdsFocus { gtk_widget_get_root(self).map { gtk_root_set_focus($0, nil) } }
  }
}
