import CGtk
import CGtkShim
import GtkBridge

extension SwipeList {
  /// Keeps the scroller's own controllers of a type out of the gesture that goes on.
  ///
  /// A pan towards a side without actions is an outer gesture's, say a carousel's; the scroller, whose horizontal policy lets it take
  /// such a pan, would take it and scroll nothing.
  func scrollerStandsAside(_ type: GType) {
    guard silenced.isEmpty else { return }
    silence(type, of: scroller)
  }

  /// Keeps the scrollers around the list out of the pan of two fingers that goes on.
  ///
  /// Each sees every motion before the list does, takes none, but would go on by their speed when the fingers lift.
  func outerScrollersStandAside() {
    guard silenced.isEmpty else { return }
    for ancestor in widget.ancestry.dropFirst()
    where dnk_is(ancestor, gtk_scrolled_window_get_type()) != 0 {
      silence(gtk_event_controller_scroll_get_type(), of: ancestor)
    }
  }

  private func silence(_ type: GType, of scroller: Widget) {
    for controller in Self.controllers(of: scroller, type) {
      let phase = gtk_event_controller_get_propagation_phase(controller.opaque)
      guard phase != GTK_PHASE_NONE else { continue }
      gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_NONE)
      silenced.append((controller, phase))
    }
  }

  /// Takes the gesture that became a row's from those of the widgets around the list.
  ///
  /// To claim it does not do that: a scroller around sees every motion before the list, and would take the pan at its own 8 px.
  func outerGesturesEnd() {
    for ancestor in widget.ancestry where ancestor != widget {
      for gesture in Self.controllers(of: ancestor, gtk_gesture_get_type()) {
        gtk_gesture_set_state(gesture.opaque, GTK_EVENT_SEQUENCE_DENIED)
      }
    }
  }

  static func controllers(of widget: Widget, _ type: GType) -> [Ref] {
    let controllers = Ref.adopting(
      full: UnsafeMutableRawPointer(gtk_widget_observe_controllers(widget)))
    return (0..<g_list_model_get_n_items(controllers.opaque)).compactMap {
      g_list_model_get_object(controllers.opaque, $0)
    }.map { Ref.adopting(full: UnsafeMutableRawPointer($0)) }.filter { dnk_is($0.raw, type) != 0 }
  }

  /// Lets an outer scroller have the turns of a wheel, tilted or with Shift, that the scroller could only swallow.
  func wheelTurned(by delta: Point, with state: GdkModifierType) {
    scrollerStandsBack()
    let isSideways = state.rawValue & GDK_SHIFT_MASK.rawValue != 0 || abs(delta.x) > abs(delta.y)
    guard isSideways, let adjustment = gtk_scrolled_window_get_hadjustment(scroller.opaque),
      gtk_adjustment_get_upper(adjustment) <= gtk_adjustment_get_page_size(adjustment)
    else { return }
    scrollerStandsAside(gtk_event_controller_scroll_get_type())
  }

  /// Lets the scrollers take part again.
  func scrollerStandsBack() {
    for (controller, phase) in silenced {
      gtk_event_controller_set_propagation_phase(controller.opaque, phase)
    }
    silenced.removeAll()
  }
}
