import CDunnockGtk
import CDunnockGtkShim
import Dispatch
import Glibc

/// Lets Swift's main actor run on GLib's main loop.
public enum MainLoop {
  /// Serves libdispatch's main queue, and with it `Task { @MainActor in … }`, whenever GLib's default main loop turns.
  ///
  /// Call it once, from the main thread, before the loop runs. Input comes first; drawing and the main actor take turns, so that
  /// neither a busy queue nor an animation on a slow machine holds up the other. A job on the main actor must not run a nested
  /// main loop: the queue is not served again before the job returns.
  public static func adoptMainActor() {
    guard !isMainActorServed else { return }
    isMainActorServed = true
    g_unix_fd_add_full(
      besideDrawing, _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
      { descriptor, _, _ in
        var wakeUps: UInt64 = 0
        _ = read(descriptor, &wakeUps, MemoryLayout<UInt64>.size)
        _dispatch_main_queue_callback_4CF(nil)
        return 1
      }, nil, nil)
  }

  /// The priority at which GDK draws, `GDK_PRIORITY_REDRAW`.
  static let besideDrawing = G_PRIORITY_HIGH_IDLE + 20

  /// Whether ``adoptMainActor()`` has been called.
  public internal(set) static var isMainActorServed = false
}
