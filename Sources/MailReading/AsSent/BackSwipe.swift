import AppWidgets
import CDunnockGtk
import GtkBridge

/// Lets a swipe back go through a WebKitWebView to what is around it: WebKit would keep every finger that moves to itself.
///
/// What is moved on over the page can be moved back as far before it is a swipe back, since nobody tells whether the page has moved.
final class BackSwipe {
  private let widget: Widget
  private let isWide: () -> Bool
  private let gestures: [Ref]
  private let scrolls: [(Ref, GtkPropagationPhase)]
  /// The first on a touchscreen, and where it came down.
  private var finger: (sequence: OpaquePointer?, start: (x: Double, y: Double))?
  /// What the fingers that are down do; nil until that is known.
  private var course: Course?
  private enum Course { case upright, sideways, back }
  /// How far the fingers have moved since they came, px.
  private var offset = (x: 0.0, y: 0.0)
  /// How far the page may have been moved on, px.
  private var movedOn = 0.0

  /// - Parameters:
  ///   - widget: The view, with no controllers but its own.
  ///   - isWide: Whether the page is wider than the view; it has all moves then.
  init(through widget: Widget, isWide: @escaping () -> Bool) {
    self.widget = widget
    self.isWide = isWide
    gestures = widget.controllers(of: gtk_gesture_get_type())
    scrolls = widget.controllers(of: gtk_event_controller_scroll_get_type()).map {
      ($0, gtk_event_controller_get_propagation_phase($0.opaque))
    }
    // The page handles all scrolling over it. Newer WebKit passes some of it on to the widgets around the page.
    for (scroll, _) in scrolls {
      Signal.connect(scroll.raw, "scroll") { (_: Double, _: Double) -> Bool in true }
    }
    // No gesture of its own: WebKit's end that of another on the view.
    widget.seeEvents { [weak self] in
      self?.follow($0)
      return false
    }
    // Nobody tells how a touch ended that was down then.
    Signal.connect(widget, "unmap") { [weak self] in
      self?.finger = nil
      self?.end()
    }
  }

  private func follow(_ event: OpaquePointer) {
    var (x, y) = (0.0, 0.0)
    switch gdk_event_get_event_type(event) {
    case GDK_TOUCH_BEGIN:
      // More fingers than one are WebKit's.
      if finger != nil { course = .upright } else { begin() }
      gdk_event_get_position(event, &x, &y)
      finger = finger ?? (gdk_event_get_event_sequence(event), (x, y))
    case GDK_TOUCH_UPDATE:
      guard let finger, gdk_event_get_event_sequence(event) == finger.sequence else { return }
      gdk_event_get_position(event, &x, &y)
      move(to: (x - finger.start.x, y - finger.start.y), atLeast: Self.undecided)
    case GDK_TOUCH_END, GDK_TOUCH_CANCEL:
      guard gdk_event_get_event_sequence(event) == finger?.sequence else { return }
      finger = nil
      end()
    case GDK_SCROLL:
      guard let device = gdk_event_get_device(event),
        gdk_device_get_source(device) == GDK_SOURCE_TOUCHPAD
      else { return }
      if gdk_scroll_event_is_stop(event) != 0 { return begin() }
      gdk_scroll_event_get_deltas(event, &x, &y)
      // Where no end is told of.
      if course == .back, abs(y) > abs(x) { begin() }
      move(to: (offset.x - x, offset.y - y), atLeast: 1)
    default: break
    }
  }

  private func begin() {
    end()
    (course, offset) = (nil, (0, 0))
  }

  private func move(to offset: (x: Double, y: Double), atLeast least: Double) {
    self.offset = offset
    guard course == nil, max(abs(offset.x), abs(offset.y)) >= least else { return }
    if abs(offset.x) < 2 * abs(offset.y) {
      course = .upright
    } else if towardsBack < 0 || movedOn > 0 || isWide() {
      course = .sideways
    } else {
      course = .back
      for gesture in gestures { gtk_event_controller_reset(gesture.opaque) }
      for (scroll, _) in scrolls {
        gtk_event_controller_set_propagation_phase(scroll.opaque, GTK_PHASE_NONE)
      }
    }
  }

  private func end() {
    if course == .sideways { movedOn = max(0, movedOn - towardsBack) }
    for (scroll, phase) in scrolls {
      gtk_event_controller_set_propagation_phase(scroll.opaque, phase)
    }
    course = nil
  }

  private var towardsBack: Double {
    gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL ? -offset.x : offset.x
  }

  /// How far a finger goes before it is seen where to, px: less than gtk-dnd-drag-threshold, after which WebKit keeps it.
  private static let undecided = 4.0
}
