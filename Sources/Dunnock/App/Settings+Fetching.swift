import CDunnockGtk

extension Settings {
  static let fetchingKey = "fetch-commands"

  /// The command that the person has given a mailbox, by its identity, to fetch its mail by; nil as a rule.
  func fetchCommand(of mailbox: String) -> String? { fetchCommands[mailbox] }

  /// Remembers the command that fetches the mail of a mailbox; nil or an empty one is none.
  func use(_ command: String?, for mailbox: String) {
    var all = fetchCommands
    all[mailbox] = command.flatMap { $0.isEmpty ? nil : $0 }
    guard let settings, let type = g_variant_type_new("{ss}") else { return }
    defer { g_variant_type_free(type) }
    let entries = all.sorted { $0.key < $1.key }.map {
      g_variant_new_dict_entry(g_variant_new_string($0.key), g_variant_new_string($0.value))
    }
    g_settings_set_value(
      settings, Self.fetchingKey, g_variant_new_array(type, entries, gsize(entries.count)))
  }

  private var fetchCommands: [String: String] {
    guard let settings, let value = g_settings_get_value(settings, Self.fetchingKey) else {
      return [:]
    }
    defer { g_variant_unref(value) }
    var all: [String: String] = [:]
    for index in 0..<g_variant_n_children(value) {
      guard let entry = g_variant_get_child_value(value, index) else { continue }
      defer { g_variant_unref(entry) }
      let texts = (0..<gsize(2)).compactMap { place in
        g_variant_get_child_value(entry, place).map { child in
          defer { g_variant_unref(child) }
          return g_variant_get_string(child, nil).map { String(cString: $0) } ?? ""
        }
      }
      if texts.count == 2 { all[texts[0]] = texts[1] }
    }
    return all
  }
}
