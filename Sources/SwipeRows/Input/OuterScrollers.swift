import CGtk
import CGtkShim
import GtkBridge

/// The scrollers around the rows, whose controllers take no part in a gesture that is not theirs.
final class OuterScrollers: GroupPart {
  let driver: PanDriver
  /// Controllers that take no part now, with the phases they had.
  private var disabled: [(Ref, GtkPropagationPhase)] = []

  init(driver: PanDriver) { self.driver = driver }

  /// What is around the scroller: the group's own, or else all that are around the group.
  var host: Widget {
    guard rows.innerScroller == nil else { return widget }
    let native = widget.native
    let outer = widget.ancestry.prefix { $0 != native }.last {
      $0.isA(gtk_scrolled_window_get_type())
    }
    return outer ?? widget
  }

  /// Puts event controllers around the scroller, and, where the group comes into another scroller, new ones around that.
  func put(_ make: @escaping @MainActor (Widget) -> [UnsafeMutableRawPointer]) {
    var (host, controllers): (Widget?, [UnsafeMutableRawPointer]) = (nil, [])
    let follow: @MainActor () -> Void = { [weak self] in
      guard let new = self?.host, new != host else { return }
      for controller in controllers {
        gtk_widget_remove_controller(host, OpaquePointer(controller))
      }
      (host, controllers) = (new, make(new))
    }
    follow()
    Signal.connect(widget, "notify::root", follow)
  }

  /// Keeps the list's own scroller's controllers of a type out of the gesture that goes on.
  ///
  /// A pan towards a side without actions is an outer gesture's, say a carousel's; the scroller, whose horizontal policy lets it take
  /// such a pan, would take it and scroll nothing.
  func disableScroller(_ type: GType) {
    guard disabled.isEmpty, let scroller = rows.innerScroller else { return }
    disable(type, of: scroller)
  }

  /// Keeps the scrollers around the list out of the pan of two fingers that goes on.
  ///
  /// Each sees every motion before the list does, takes none, but would go on by their speed when the fingers lift.
  func disableOuter() {
    guard disabled.isEmpty, host == widget else { return }
    for ancestor in widget.ancestry.dropFirst()
    where ancestor.isA(gtk_scrolled_window_get_type()) {
      disable(gtk_event_controller_scroll_get_type(), of: ancestor)
    }
  }

  /// Lets them take part again.
  func restore() {
    for (controller, phase) in disabled {
      gtk_event_controller_set_propagation_phase(controller.opaque, phase)
    }
    disabled.removeAll()
  }

  /// Claims a gesture, and takes it from those of the widgets around the list.
  ///
  /// To claim it does not do that: a scroller around sees every motion before the list, and would take the pan at its own 8 px. What
  /// they do with other fingers goes on.
  ///
  /// - Parameter sequence: The finger; nil for a mouse or a pen.
  func claim(_ gesture: OpaquePointer, of sequence: OpaquePointer?) {
    gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
    deny(sequence, on: gtk_event_controller_get_widget(gesture).ancestry.dropFirst())
  }

  /// Takes the gesture of a finger from what is in the row, but leaves it to the scroller, for a style in which it may scroll as well.
  func loseClicks(of sequence: OpaquePointer?, on picked: Widget) {
    let end = rows.innerScroller ?? widget
    deny(sequence, on: picked.ancestry.prefix { $0 != end })
  }

  private func deny(_ sequence: OpaquePointer?, on widgets: some Sequence<Widget>) {
    for gesture in widgets.flatMap({ $0.controllers(of: gtk_gesture_get_type()) }) {
      let hadIt = gtk_gesture_set_sequence_state(
        gesture.opaque, sequence, GTK_EVENT_SEQUENCE_DENIED)
      guard isTrue(hadIt),
        gtk_event_controller_get_propagation_phase(gesture.opaque) == GTK_PHASE_BUBBLE
      else { continue }
      // It will not see the finger lift: a carousel's would wait for that for ever, and follow no other.
      gtk_event_controller_reset(gesture.opaque)
    }
  }

  /// Lets an outer scroller have the turns of a wheel, tilted or with Shift, that the list's own could only swallow.
  func wheelTurned(by delta: Point, with state: GdkModifierType) {
    restore()
    let isSideways = state.rawValue & GDK_SHIFT_MASK.rawValue != 0 || abs(delta.x) > abs(delta.y)
    guard isSideways, let scroller = rows.innerScroller,
      let adjustment = gtk_scrolled_window_get_hadjustment(scroller.opaque),
      gtk_adjustment_get_upper(adjustment) <= gtk_adjustment_get_page_size(adjustment)
    else { return }
    disableScroller(gtk_event_controller_scroll_get_type())
  }

  private func disable(_ type: GType, of scroller: Widget) {
    for controller in scroller.controllers(of: type) {
      let phase = gtk_event_controller_get_propagation_phase(controller.opaque)
      guard phase != GTK_PHASE_NONE else { continue }
      gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_NONE)
      disabled.append((controller, phase))
    }
  }
}
