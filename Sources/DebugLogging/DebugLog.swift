internal import CDunnockGio

/// A domain of GLib's debug log, which `dunnock --debug` and the environment variable `G_MESSAGES_DEBUG` turn on.
public struct DebugLog: Sendable {
  private let domain: StaticString

  public init(_ domain: StaticString) { self.domain = domain }

  /// Writes a line. If the domain is off, the message is not built.
  public func callAsFunction(_ message: @autoclosure () -> DebugMessage) {
    // A literal ends with a zero byte.
    let domain = UnsafeRawPointer(domain.utf8Start).assumingMemoryBound(to: CChar.self)
    guard g_log_writer_default_would_drop(G_LOG_LEVEL_DEBUG, domain) == 0, isNamed else { return }
    message().text.withCString { text in
      withVaList([text]) { g_logv(domain, G_LOG_LEVEL_DEBUG, "%s", $0) }
    }
  }

  /// Whether the environment variable names the domain as a whole word. Some GLib versions compare
  /// by substring, so that `Dunnock.Sync` would turn `Dunnock` on too.
  private var isNamed: Bool {
    if g_log_get_debug_enabled() != 0 { return true }
    guard let named = g_getenv(Self.environmentVariable) else { return false }
    return String(cString: named).split(separator: " ").contains {
      $0 == "all" || $0 == domain.description
    }
  }

  /// Sends debug lines to standard error. By default GLib writes them to standard output, where other programs read the app's answers.
  public static func useStandardError() { g_log_writer_default_set_use_stderr(1) }

  /// Turns all domains on, also those of GTK and GLib.
  public static func enableAllDomains() { g_log_set_debug_enabled(1) }

  /// The environment variable that turns domains on. Programs that Dunnock starts must not inherit it: GLib programs such as `secret-tool`
  /// would write debug lines among their answers.
  public static let environmentVariable = "G_MESSAGES_DEBUG"
}
