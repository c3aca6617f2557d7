import CGtk
import GtkBridge

/// Tells that a scrolled list is pulled on though it is at its beginning: not where a flick brought it there.
final class PullWatch {
  private var lastAway = -Double.infinity

  /// - Parameter tell: Called once or oftener for a pull.
  init(_ scroller: Widget, _ tell: @escaping () -> Void) {
    guard let scrolling = gtk_scrolled_window_get_vadjustment(scroller.opaque) else { return }
    Signal.connect(UnsafeMutableRawPointer(scrolling), "value-changed") { [weak self] in
      self?.lastAway = Self.now
    }
    Signal.connectUInt(UnsafeMutableRawPointer(scroller), "edge-overshot") { [weak self] edge in
      guard let self, edge == GTK_POS_TOP.rawValue, Self.now - lastAway > Self.rest else { return }
      // The rest of a pull is one with it.
      lastAway = Self.now
      tell()
    }
  }

  private static var now: Double { Double(g_get_monotonic_time()) / 1_000_000 }
  /// Longer than a flick rolls on, seconds.
  private static let rest = 0.7
}
