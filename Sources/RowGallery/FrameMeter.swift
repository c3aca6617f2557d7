import CDunnockGtk
import GtkBridge

/// How long the last frame of a window took, from the beginning of its work to its end.
final class FrameMeter {
  private(set) var milliseconds = 0.0
  private var began: Int?

  /// Measures every frame of the window.
  func watch(_ window: Widget) {
    Signal.connect(window, "realize") { [weak self] in
      guard let clock = gtk_widget_get_frame_clock(window).map({ UnsafeMutableRawPointer($0) })
      else { return }
      Signal.connect(clock, "before-paint") { self?.began = Int(g_get_monotonic_time()) }
      Signal.connect(clock, "after-paint") {
        guard let self, let began = self.began else { return }
        self.milliseconds = Double(Int(g_get_monotonic_time()) - began) / 1000
      }
    }
  }
}
