import CDunnockGtk

/// Carries a Swift closure through a C `user_data` pointer.
package final class ClosureBox<Body> {
  let body: Body

  package init(_ body: Body) { self.body = body }

  /// A `user_data` pointer that holds this alive until ``releaseClosure(_:)``.
  package func passed() -> gpointer { Unmanaged.passRetained(self).toOpaque() }

  nonisolated deinit {}
}

/// The closure behind a `user_data` pointer that was made from a `ClosureBox` of exactly this type.
package func closure<Body>(_ data: gpointer?, as type: Body.Type) -> Body {
  Unmanaged<ClosureBox<Body>>.fromOpaque(data.unsafelyUnwrapped).takeUnretainedValue().body
}

/// Gives back the reference that a `user_data` pointer holds.
package nonisolated func releaseClosure(_ data: gpointer?) {
  guard let data else { return }
  Unmanaged<AnyObject>.fromOpaque(data).release()
}

/// Runs what GTK calls back: always on the main thread, which the compiler cannot know. On another one it ends the process.
public nonisolated func onMain<Result>(_ body: @MainActor () -> Result) -> Result {
  withoutActuallyEscaping(body) { escapable in
    nonisolated(unsafe) var result: Result?
    MainActor.assumeIsolated { result = escapable() }
    return result.unsafelyUnwrapped
  }
}
