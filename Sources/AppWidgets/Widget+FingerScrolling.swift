import CDunnockGtk
import Glibc
import GtkBridge

/// GtkTextView selects by a finger until the GtkScrolledWindow around it takes that over, and GtkScrolledWindow leaves a finger for good
/// whose first motion, however small, is to the side (GTK 4.8).
extension Widget {
  /// Has a GtkTextView select by no finger that moves; two taps select a word.
  package func leaveFingersToScroller() {
    let drags = controllers(of: gtk_gesture_drag_get_type())
    followEvents { event in
      switch gdk_event_get_event_type(event) {
      case GDK_TOUCH_BEGIN: setPhase(GTK_PHASE_NONE)
      case GDK_BUTTON_PRESS: setPhase(GTK_PHASE_BUBBLE)
      default: break
      }
      return false
    }
    func setPhase(_ phase: GtkPropagationPhase) {
      for drag in drags { gtk_event_controller_set_propagation_phase(drag.opaque, phase) }
    }
  }

  /// Keeps from the gestures in this widget, and from its own, how a finger trembles before it goes anywhere.
  package func ignoreTrembling() {
    var starts: [OpaquePointer?: (x: Double, y: Double)] = [:]
    followEvents { event in
      let finger = gdk_event_get_event_sequence(event)
      var (x, y) = (0.0, 0.0)
      gdk_event_get_position(event, &x, &y)
      switch gdk_event_get_event_type(event) {
      case GDK_TOUCH_BEGIN: starts[finger] = (x, y)
      case GDK_TOUCH_UPDATE:
        guard let start = starts[finger] else { return false }
        if hypot(x - start.x, y - start.y) < trembling { return true }
        starts[finger] = nil
      case GDK_TOUCH_END, GDK_TOUCH_CANCEL: starts[finger] = nil
      default: break
      }
      return false
    }
  }

  private func followEvents(_ take: @escaping (OpaquePointer) -> Bool) {
    let events = addController(gtk_event_controller_legacy_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(events, "event") { (event: UnsafeMutableRawPointer?) -> Bool in
      event.map { take(OpaquePointer($0)) } ?? false
    }
  }
}

/// Px: less than the 8 after which GTK takes a finger for one that drags.
private let trembling = 4.0
