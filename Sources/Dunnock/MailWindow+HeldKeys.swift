import CAdwaita
import GtkBridge

extension MailWindow {
  /// Has a key that is held down change one message only, and so make one step of undo: its repeats would empty a mailbox before the
  /// person sees what happens.
  ///
  /// GDK tells a repeat as one more press without a release.
  func ignoreRepeatsOfChanges() {
    let triggers = WindowCommand.changes.flatMap(\.keys).compactMap { key in
      gtk_shortcut_trigger_parse_string(key).map {
        Ref.adopting(full: UnsafeMutableRawPointer($0))
      }
    }
    var held: guint?
    let events = window.addController(gtk_event_controller_legacy_new(), in: GTK_PHASE_CAPTURE)
    Signal.connectPointerStop(events, "event") { event in
      guard let event = event.map({ OpaquePointer($0) }) else { return false }
      switch gdk_event_get_event_type(event) {
      case GDK_KEY_PRESS:
        let key = gdk_key_event_get_keycode(event)
        defer { held = key }
        return key == held
          && triggers.contains {
            gtk_shortcut_trigger_trigger($0.opaque, event, false.gboolean) != GDK_KEY_MATCH_NONE
          }
      case GDK_KEY_RELEASE where gdk_key_event_get_keycode(event) == held: held = nil
      default: break
      }
      return false
    }
    // Nobody tells of a key that is let go over another window.
    Signal.connectPointer(window, "notify::is-active") { _ in held = nil }
  }
}
