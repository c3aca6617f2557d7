import CDunnockGtk

/// Calls back with the motions that GDK merged into an event, oldest first: their places on the surface, px, and times.
package func forEachMotion(
  mergedInto event: OpaquePointer, on surface: OpaquePointer?, _ body: (Point, UInt32) -> Void
) {
  guard gdk_event_get_surface(event) == surface else { return }
  forEachEvent(mergedInto: event, GDK_MOTION_NOTIFY) { motion in
    let place = Point(x: motion.pointee.axes.1, y: motion.pointee.axes.2)
    // One without a place says something else.
    if place != Point() { body(place, motion.pointee.time) }
  }
}

/// Calls back with the events of a type that GDK merged into one of them, oldest first, and answers whether there were any: it delivers
/// one a frame, which may be a whole fling.
///
/// They are read in place: copying them, of 112 bytes each, costs more than following them.
@discardableResult
package func forEachEvent(
  mergedInto event: OpaquePointer?, _ type: GdkEventType,
  _ body: (UnsafePointer<GdkTimeCoord>) -> Void
) -> Bool {
  var count: guint = 0
  guard let event, gdk_event_get_event_type(event) == type,
    let history = gdk_event_get_history(event, &count)
  else { return false }
  defer { g_free(history) }
  for place in 0..<Int(count) { body(history + place) }
  return count > 0
}
