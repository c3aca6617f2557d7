import CDunnockGtk
import Glibc
import GtkBridge

/// GtkTextView selects by a finger until the GtkScrolledWindow around it takes that over, and GtkScrolledWindow leaves a finger for good
/// whose first motion, however small, is to the side (GTK 4.8).
extension Widget {
  /// Has a GtkTextView select by no finger that moves but one that has tapped before: two taps select a word, and more where it moves on.
  package func leaveFingersToScroller() {
    let drags = controllers(of: gtk_gesture_drag_get_type())
    var tap: (time: guint32, x: Double, y: Double)?
    seeEvents { event in
      var (x, y) = (0.0, 0.0)
      gdk_event_get_position(event, &x, &y)
      let isNear = tap.map { hypot(x - $0.x, y - $0.y) < tapDistance } ?? false
      switch gdk_event_get_event_type(event) {
      case GDK_TOUCH_BEGIN:
        let time = gdk_event_get_time(event)
        let isSecond = isNear && time &- (tap?.time ?? 0) < doubleClickTime
        setPhase(isSecond ? GTK_PHASE_BUBBLE : GTK_PHASE_NONE)
        tap = (time, x, y)
      case GDK_TOUCH_UPDATE where !isNear: tap = nil
      case GDK_BUTTON_PRESS: setPhase(GTK_PHASE_BUBBLE)
      default: break
      }
      return false
    }
    func setPhase(_ phase: GtkPropagationPhase) {
      for drag in drags { gtk_event_controller_set_propagation_phase(drag.opaque, phase) }
    }
  }

  /// Has a GtkScrolledWindow that scrolls up and down forgive a finger that trembles before it goes anywhere.
  package func forgiveTrembling() {
    let gestures = controllers(of: gtk_gesture_get_type())
    let pans = controllers(of: gtk_gesture_pan_get_type())
    var starts: [OpaquePointer?: (x: Double, y: Double)] = [:]
    seeEvents { event in
      let finger = gdk_event_get_event_sequence(event)
      var (x, y) = (0.0, 0.0)
      gdk_event_get_position(event, &x, &y)
      switch gdk_event_get_event_type(event) {
      case GDK_TOUCH_BEGIN where !scrollsSideways:
        starts[finger] = (x, y)
        // What decides by the first motion; the scroller has it again when its size changes.
        for pan in pans { gtk_event_controller_set_propagation_phase(pan.opaque, GTK_PHASE_NONE) }
      case GDK_TOUCH_UPDATE:
        guard let start = starts[finger], hypot(x - start.x, y - start.y) >= trembling else {
          return false
        }
        starts[finger] = nil
        guard abs(x - start.x) > 2 * abs(y - start.y) else { return false }
        for gesture in gestures { gtk_event_controller_reset(gesture.opaque) }
      case GDK_TOUCH_END, GDK_TOUCH_CANCEL: starts[finger] = nil
      default: break
      }
      return false
    }
  }

  private var scrollsSideways: Bool {
    let place = gtk_scrolled_window_get_hadjustment(opaque)
    return gtk_adjustment_get_upper(place) > gtk_adjustment_get_page_size(place)
  }
}

/// What GTK has for gtk-double-click-time where the desktop says nothing, ms.
private let doubleClickTime: guint32 = 400

/// How far from the first the second of two taps may be, and how far each may move, px.
private let tapDistance = 24.0

/// Px: less than the 8 after which GTK takes a finger for one that drags.
private let trembling = 4.0
