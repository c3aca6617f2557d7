import CDunnockGtk
import GtkBridge

/// Where the two fingers on a touchpad came down that scroll in a window, or a popover, now: what comes under them on their way is not meant by them.
final class ScrollOrigin {
  private let widget: Widget
  /// Whether they came down on the widget; nil while none scroll.
  private var isHere: Bool?
  /// When they last moved, ms.
  private var lastMotion: UInt32 = 0

  /// - Parameter widget: What they may come down on.
  init(_ widget: Widget) { self.widget = widget }

  /// Whether they came down beside the widget.
  var isElsewhere: Bool { isHere == false }

  /// Forgets them: the widget is in another window.
  func forget() { isHere = nil }

  /// Takes note of an event of the window.
  func saw(_ event: OpaquePointer) {
    guard gdk_event_get_event_type(event) == GDK_SCROLL,
      gdk_scroll_event_get_unit(event) == GDK_SCROLL_UNIT_SURFACE
    else { return }
    let time = gdk_event_get_time(event)
    if gdk_scroll_event_is_stop(event) != 0 {
      isHere = nil
    } else if isHere == nil || time &- lastMotion > Self.longestRest {
      isHere = event.isOn(widget)
    }
    lastMotion = time
  }

  /// Two fingers that rest longer, ms, are taken to have lifted where this window does not see it.
  private static let longestRest: UInt32 = 1_000
}

extension OpaquePointer {
  /// Whether an event happened on a widget, and nothing else is over it there.
  func isOn(_ widget: Widget) -> Bool {
    guard let native = widget.native, let place = place(in: native) else { return false }
    return gtk_widget_pick(native, place.x, place.y, GTK_PICK_DEFAULT)?.ancestry.contains(widget)
      == true
  }

  /// Where an event happened on its surface, px: where the pointer is, of one that does not tell, such as that of scrolling.
  package var position: Point {
    var point = Point()
    if !isTrue(gdk_event_get_position(self, &point.x, &point.y)) {
      gdk_surface_get_device_position(
        gdk_event_get_surface(self), gdk_seat_get_pointer(gdk_event_get_seat(self)),
        &point.x, &point.y, nil)
    }
    return point
  }

  /// Where an event happened on another surface of the same window; nil if GTK does not know.
  package func position(on surface: OpaquePointer?) -> Point? {
    var point = position
    guard let own = gdk_event_get_surface(self), own != surface else { return point }
    let isKnown = gdk_surface_translate_coordinates(own, surface, &point.x, &point.y)
    return isTrue(isKnown) ? point : nil
  }

  /// Where an event happened in a widget, px; nil in another window, for GTK passes those of a menu or popover on to what it points at.
  package func place(in widget: Widget) -> Point? {
    guard let surface = gdk_event_get_surface(self),
      let native = gtk_native_get_for_surface(surface), native == gtk_widget_get_native(widget)
    else { return nil }
    var (left, top, place) = (0.0, 0.0, Point())
    let at = position
    gtk_native_get_surface_transform(native, &left, &top)
    let window = UnsafeMutableRawPointer(native).assumingMemoryBound(to: GtkWidget.self)
    gtk_widget_translate_coordinates(
      window, widget, at.x - left, at.y - top, &place.x, &place.y)
    return place
  }
}
