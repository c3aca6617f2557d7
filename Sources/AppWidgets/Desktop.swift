import CDunnockGtk
import FileSystem
import Glibc
import GtkBridge

/// Hands things over to the other programs of the desktop.
package enum Desktop {
  /// Whether there is a program for the URIs of a scheme, another than one that is named by its desktop file. From a sandbox that cannot
  /// be told: there the desktop itself says so.
  package static func hasProgram(for scheme: String, besides own: String) async -> Bool {
    if await isSandboxed() { return true }
    return await program(for: scheme).map { $0 != own } ?? false
  }

  /// The desktop file of the program that the URIs of a scheme go to, which is empty for a program without one; nil where there is none.
  package static func program(for scheme: String) async -> String? {
    await onOwnThread("desktop") { _ in
      guard let program = g_app_info_get_default_for_uri_scheme(scheme) else { return nil }
      defer { g_object_unref(UnsafeMutableRawPointer(program)) }
      return g_app_info_get_id(program).map { String(cString: $0) } ?? ""
    }
  }

  /// Whether the desktop knows a program by its desktop file, and can be told what goes to it: from a sandbox it cannot.
  package static func canChoose(_ program: String) async -> Bool {
    if await isSandboxed() { return false }
    return await onOwnThread("desktop") { _ in withProgram(program) { _ in } != nil }
  }

  /// Has the URIs of a scheme go to a program, whom the person has named.
  ///
  /// - Parameter program: Its desktop file; where there is none of that name, they go where they go without anybody's choice.
  package static func choose(_ program: String, for scheme: String) async {
    await onOwnThread("desktop") { _ in
      let type = "x-scheme-handler/" + scheme
      let isThere: Void? = withProgram(program) {
        _ = g_app_info_set_as_default_for_type($0, type, nil)
      }
      if isThere == nil { g_app_info_reset_type_associations(type) }
    }
  }

  /// - Returns: Nil where there is no desktop file of that name.
  private nonisolated static func withProgram<Value>(
    _ name: String, _ body: (OpaquePointer) -> Value
  ) -> Value? {
    let all = g_app_info_get_all()
    defer { g_list_free_full(all) { if let app = $0 { g_object_unref(app) } } }
    return sequence(first: all) { $0?.pointee.next }.prefix { $0 != nil }
      .lazy.compactMap { $0?.pointee.data.map { OpaquePointer($0) } }
      .first { g_app_info_get_id($0).map { String(cString: $0) } == name }.map(body)
  }

  private static func isSandboxed() async -> Bool {
    await onOwnThread("desktop") { _ in
      access("/.flatpak-info", F_OK) == 0 || g_getenv("SNAP") != nil
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
