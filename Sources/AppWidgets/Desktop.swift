import CDunnockGtk
import FileSystem
import Glibc
import GtkBridge

/// Hands things over to the other programs of the desktop.
package enum Desktop {
  /// Whether there is a program for the URIs of a scheme. From a sandbox that cannot be told: there the desktop itself says so.
  package static func hasProgram(for scheme: String) async -> Bool {
    await onOwnThread("desktop") { _ in
      if access("/.flatpak-info", F_OK) == 0 || g_getenv("SNAP") != nil { return true }
      guard let program = g_app_info_get_default_for_uri_scheme(scheme) else { return false }
      g_object_unref(UnsafeMutableRawPointer(program))
      return true
    }
  }

  /// Opens what a URI names in the program that the person has chosen for it; by the portal where there is one.
  ///
  /// - Returns: Whether there was a program that took it.
  package static func open(_ uri: String, over widget: Widget) async -> Bool {
    await withCheckedContinuation { continuation in
      let answer = Answer(continuation)
      gtk_show_uri_full(
        widget.window?.cast(), uri, guint32(GDK_CURRENT_TIME), nil,
        { window, result, data in
          guard let data else { return }
          var error: UnsafeMutablePointer<GError>?
          let isOpen = gtk_show_uri_full_finish(
            UnsafeMutableRawPointer(window)?.assumingMemoryBound(to: GtkWindow.self), result, &error
          )
          if let error { g_error_free(error) }
          Unmanaged<Answer>.fromOpaque(data).takeRetainedValue().continuation
            .resume(returning: isOpen != 0)
        }, Unmanaged.passRetained(answer).toOpaque())
    }
  }

  /// Shows GNOME's settings of accounts.
  ///
  /// - Returns: Whether there are any.
  package static func showOnlineAccounts() -> Bool {
    guard
      let program = g_app_info_create_from_commandline(
        "gnome-control-center online-accounts", nil, G_APP_INFO_CREATE_NONE, nil)
    else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(program)) }
    return isTrue(g_app_info_launch(program, nil, nil, nil))
  }

  /// What opens a URI over a window, from wherever.
  package static func opening(over widget: Widget) -> @Sendable (_ uri: String) async -> Bool {
    let held = Ref.retaining(none: widget)
    return { uri in
      await Task { @MainActor in
        await open(uri, over: held.raw.assumingMemoryBound(to: GtkWidget.self))
      }.value
    }
  }

  private final class Answer: Sendable {
    let continuation: CheckedContinuation<Bool, Never>

    nonisolated init(_ continuation: CheckedContinuation<Bool, Never>) {
      self.continuation = continuation
    }

    nonisolated deinit {}
  }
}
