import CDunnockGtk

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
