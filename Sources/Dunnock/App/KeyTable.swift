import CDunnockGtk
import GtkBridge

/// Finds what keys mean.
struct KeyTable<Meaning> {
  private let entries: [(trigger: Ref, isLetter: Bool, meaning: Meaning)]

  /// - Parameter keys: As GTK writes them.
  init(_ keys: [(key: String, meaning: Meaning)]) {
    entries = keys.compactMap { key, meaning in
      gtk_shortcut_trigger_parse_string(key).map {
        (.adopting(full: UnsafeMutableRawPointer($0)), WindowCommand.isLetter(key), meaning)
      }
    }
  }

  /// What a key press means; what it means in the person's own layout comes before others.
  func meaning(of event: OpaquePointer, withLetters letters: Bool) -> Meaning? {
    [GDK_KEY_MATCH_EXACT, GDK_KEY_MATCH_PARTIAL].lazy.compactMap { wanted in
      entries.first {
        (letters || !$0.isLetter)
          && gtk_shortcut_trigger_trigger($0.trigger.opaque, event, false.gboolean) == wanted
      }?.meaning
    }.first
  }
}

extension KeyTable<WindowCommand> {
  init(_ commands: [WindowCommand]) {
    self.init(commands.flatMap { command in command.keys.map { ($0, command) } })
  }
}
