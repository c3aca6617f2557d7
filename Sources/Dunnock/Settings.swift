import CAdwaita
import GtkBridge

/// What the program remembers between runs; for this run only where its settings schema is not installed.
final class Settings {
  private let stored: Ref?
  private var allowedThisRun: Set<String> = []

  /// The settings of the schema found in one of the folders or in the system's own.
  init(schemaFolders: [String] = Places.schemaFolders) {
    stored = Self.schema(in: schemaFolders).flatMap { schema in
      defer { g_settings_schema_unref(schema) }
      return g_settings_new_full(schema, nil, nil).map {
        Ref.adopting(full: UnsafeMutableRawPointer($0))
      }
    }
  }

  /// Whether the person has allowed changes to the mailbox, by its identity.
  func allowsChanges(to mailbox: String) -> Bool {
    allowedThisRun.contains(mailbox) || storedMailboxes.contains(mailbox)
  }

  /// Remembers that the person allows changes to the mailbox.
  func allowChanges(to mailbox: String) {
    allowedThisRun.insert(mailbox)
    guard let stored, !storedMailboxes.contains(mailbox) else { return }
    withStringVector(storedMailboxes + [mailbox]) {
      _ = g_settings_set_strv(stored.raw.assumingMemoryBound(to: GSettings.self), Self.key, $0)
    }
  }

  private static let key = "allowed-mailboxes"

  private var storedMailboxes: [String] {
    guard let stored,
      let vector = g_settings_get_strv(
        stored.raw.assumingMemoryBound(to: GSettings.self), Self.key)
    else { return [] }
    defer { g_strfreev(vector) }
    return sequence(first: vector) { $0 + 1 }.lazy.map(\.pointee).prefix { $0 != nil }
      .compactMap { $0.map { String(cString: $0) } }
  }

  private static func schema(in folders: [String]) -> OpaquePointer? {
    let standard = g_settings_schema_source_get_default()
    for folder in folders {
      guard
        let source = g_settings_schema_source_new_from_directory(folder, standard, 0, nil)
      else { continue }
      defer { g_settings_schema_source_unref(source) }
      if let schema = usable(g_settings_schema_source_lookup(source, Product.id, 1)) {
        return schema
      }
    }
    return standard.flatMap { usable(g_settings_schema_source_lookup($0, Product.id, 1)) }
  }

  /// An older version's schema may lack the key, and asking for a missing key ends the program.
  private static func usable(_ schema: OpaquePointer?) -> OpaquePointer? {
    guard let schema else { return nil }
    if g_settings_schema_has_key(schema, key) != 0 { return schema }
    g_settings_schema_unref(schema)
    return nil
  }
}

/// Lends strings to C as a vector that ends with a null pointer.
func withStringVector<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  let copies = strings.map { g_strdup($0) }
  defer { for copy in copies { g_free(copy) } }
  let vector = copies.map { $0.map { UnsafePointer($0) } } + [nil]
  return vector.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
}

extension Settings {
  /// Gives a window the size that it had when it was last closed.
  func restoreSize(of window: Widget) {
    guard let stored else {
      return gtk_window_set_default_size(
        window.cast(), Self.defaultSize.width, Self.defaultSize.height)
    }
    let settings = stored.raw.assumingMemoryBound(to: GSettings.self)
    gtk_window_set_default_size(
      window.cast(), g_settings_get_int(settings, "window-width"),
      g_settings_get_int(settings, "window-height"))
    if isTrue(g_settings_get_boolean(settings, "window-maximized")) {
      gtk_window_maximize(window.cast())
    }
  }

  /// Remembers the size of a window that is about to close.
  func rememberSize(of window: Widget) {
    guard let stored else { return }
    let settings = stored.raw.assumingMemoryBound(to: GSettings.self)
    let isMaximized = gtk_window_is_maximized(window.cast())
    g_settings_set_boolean(settings, "window-maximized", isMaximized)
    guard !isTrue(isMaximized) else { return }
    var width: Int32 = 0
    var height: Int32 = 0
    gtk_window_get_default_size(window.cast(), &width, &height)
    g_settings_set_int(settings, "window-width", max(1, width))
    g_settings_set_int(settings, "window-height", max(1, height))
  }

  private static let defaultSize: (width: Int32, height: Int32) = (960, 680)
}
