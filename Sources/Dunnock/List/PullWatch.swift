import CDunnockGtk
import GtkBridge

/// Tells that a scrolled list is pulled on though it is at its beginning: not where a flick brought it there.
final class PullWatch {
  private var lastAway = -Double.infinity
  /// How far two fingers have pulled, px; nil once that is told.
  private var travel: Double?
  /// Whether the pull of the finger that is down is told.
  private var isTold = false
  private let scrolling: UnsafeMutablePointer<GtkAdjustment>?
  private let tell: () -> Void

  /// - Parameter tell: Called once or oftener for a pull.
  init(_ scroller: Widget, _ tell: @escaping () -> Void) {
    self.tell = tell
    scrolling = gtk_scrolled_window_get_vadjustment(scroller.opaque)
    guard let scrolling else { return }
    Signal.connect(UnsafeMutableRawPointer(scrolling), "value-changed") { [weak self] in
      self?.lastAway = Self.now
    }
    Signal.connect(UnsafeMutableRawPointer(scroller), "edge-overshot") {
      [weak self] (edge: UInt32) in
      guard let self, edge == GTK_POS_TOP.rawValue, Self.now - lastAway > Self.rest else { return }
      // The rest of a pull is one with it.
      lastAway = Self.now
      tell()
    }
    followFinger(on: scroller)
    followTwoFingers(on: scroller)
  }

  /// Whether all has room: GTK tells of no pull where there is nothing to scroll.
  private var isStill: Bool {
    scrolling.map { gtk_adjustment_get_upper($0) <= gtk_adjustment_get_page_size($0) } ?? false
  }

  private func followFinger(on scroller: Widget) {
    let drag = scroller.addController(gtk_gesture_drag_new())
    gtk_gesture_single_set_touch_only(OpaquePointer(drag), 1)
    Signal.connect(drag, "drag-begin") { [weak self] in self?.isTold = false }
    Signal.connect(drag, "drag-update") { [weak self] (x: Double, y: Double) in
      guard let self, isStill, !isTold, y >= Self.reach, y > abs(x) else { return }
      isTold = true
      tell()
    }
  }

  private func followTwoFingers(on scroller: Widget) {
    let scroll = scroller.addController(
      gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL), in: GTK_PHASE_CAPTURE)
    Signal.connect(scroll, "scroll-begin") { [weak self] in self?.travel = 0 }
    Signal.connect(scroll, "scroll") { [weak self] (_: Double, y: Double) in
      guard let self, isStill, let far = travel,
        gtk_event_controller_scroll_get_unit(OpaquePointer(scroll)) == GDK_SCROLL_UNIT_SURFACE
      else { return false }
      travel = far - y
      if far - y >= Self.reach {
        travel = nil
        tell()
      }
      return false
    }
  }

  private static var now: Double { Double(g_get_monotonic_time()) / 1_000_000 }
  /// Longer than a flick rolls on, seconds.
  private static let rest = 0.7
  /// As far as GTK lets a list be pulled, px.
  private static let reach = 100.0
}
