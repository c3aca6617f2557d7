import CDunnockGtk
import FileSystem
import GtkBridge
import MailText

/// Tries out in a program of its own whether a page can be drawn here. Where WebKit cannot start what draws it, or no sandbox around that,
/// it ends the program that it is in.
package enum WebRehearsal {
  /// What the program is started with to try; it is then to end with what ``run()`` returns.
  package nonisolated static let argument = "--rehearse-web-view"

  private static var hasSucceeded = false

  /// Whether a page can be drawn. The first time, and until it can, it takes about a second; it is away from the main thread.
  static func succeeds() async -> Bool {
    if hasSucceeded { return true }
    hasSucceeded = await onOwnThread("rehearsal") { _ in start() }
    return hasSucceeded
  }

  private nonisolated static func start() -> Bool {
    var words: [UnsafeMutablePointer<CChar>?] = [
      g_strdup("/proc/self/exe"), g_strdup(argument), nil,
    ]
    let environment = g_environ_setenv(g_get_environ(), "SWIFT_BACKTRACE", "enable=no", 1)
    defer {
      for word in words { g_free(word) }
      g_strfreev(environment)
    }
    var status: Int32 = 0
    let flags = GSpawnFlags(
      G_SPAWN_STDOUT_TO_DEV_NULL.rawValue | G_SPAWN_STDERR_TO_DEV_NULL.rawValue)
    return g_spawn_sync(nil, &words, environment, flags, nil, nil, nil, nil, &status, nil) != 0
      && g_spawn_check_wait_status(status, nil) != 0
  }

  /// Draws an empty page in a window that nobody sees.
  ///
  /// - Returns: The program's exit status: 0 where a page was drawn in a sandbox.
  package static func run() -> Int32 {
    guard gtk_init_check() != 0 else { return 1 }
    MainLoop.adoptMainActor()
    var status: Int32?
    let view = WebView(
      SentPage(), picture: { _ in nil },
      tell: { event in
        switch event {
        case .shown: status = 0
        case .ended: status = 1
        case .pointed, .pressed: break
        }
      })
    guard view != nil else { return 1 }
    let deadline = g_get_monotonic_time() + timeout
    g_timeout_add_seconds(1, { _ in 1 }, nil)
    while status == nil, g_get_monotonic_time() < deadline { g_main_context_iteration(nil, 1) }
    withExtendedLifetime(view) {}
    return status ?? 1
  }

  /// How long a page may take that is empty, in microseconds.
  private static let timeout: gint64 = 10_000_000
}
