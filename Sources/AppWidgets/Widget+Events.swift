import CDunnockGtk
import GtkBridge

extension Widget {
  /// Has a closure see each event on its way to this widget or to what is in it, before their gestures do.
  ///
  /// - Parameter take: Answers whether the event goes no further.
  package func seeEvents(_ take: @escaping (OpaquePointer) -> Bool) {
    let events = addController(gtk_event_controller_legacy_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(events, "event") { (event: UnsafeMutableRawPointer?) -> Bool in
      event.map { take(OpaquePointer($0)) } ?? false
    }
  }
}
