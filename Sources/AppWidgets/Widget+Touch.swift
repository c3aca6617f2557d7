import CDunnockGtk
import GtkBridge

extension Widget {
  /// Has this GtkWindow know whether a finger was used last, by the style class `by-touch`: what is pressed is larger then.
  package func followTouch() {
    let events = addController(gtk_event_controller_legacy_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(events, "event") { [self] (event: UnsafeMutableRawPointer?) in
      switch event.map({ gdk_event_get_event_type(OpaquePointer($0)) }) {
      case GDK_TOUCH_BEGIN: setClass("by-touch", true)
      case GDK_BUTTON_PRESS, GDK_SCROLL: setClass("by-touch", false)
      default: break
      }
      return false
    }
  }
}
