import CGtk
import CGtkShim
import Dispatch
import Glibc

/// Lets Swift's main actor run on GLib's main loop.
public enum MainLoop {
  /// Serves libdispatch's main queue, and with it `Task { @MainActor in … }`, whenever GLib's default main loop turns.
  ///
  /// Call it once, from the main thread, before the loop runs. The source has a lower priority than input, layout and drawing, so
  /// that no amount of work can hold back a frame. A job on the main actor must not run a nested main loop: the queue is not served
  /// again before the job returns.
  public static func adoptMainActor() {
    guard !adopted else { return }
    adopted = true
    g_unix_fd_add_full(
      G_PRIORITY_DEFAULT_IDLE, dnk_main_queue_fd(), G_IO_IN,
      { descriptor, _, _ in
        var wakeUps: UInt64 = 0
        _ = read(descriptor, &wakeUps, MemoryLayout<UInt64>.size)
        dnk_main_queue_drain()
        return 1
      }, nil, nil)
  }

  private static var adopted = false
}
