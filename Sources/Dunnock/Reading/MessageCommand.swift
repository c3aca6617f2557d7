import GtkBridge
import Texts

/// What can be done with a message as a whole, beside filing it.
enum MessageCommand: String, CaseIterable {
  case headers, source, save, print

  var title: String {
    switch self {
    case .headers: tr("All headers")
    case .source: tr("Source")
    case .save: tr("Save as…")
    case .print: tr("Print…")
    }
  }

  /// Its keys, as GTK writes them; the first is shown in menus.
  var keys: [String] {
    switch self {
    case .headers: []
    case .source: ["<Control>u"]
    case .save: ["<Control>s"]
    case .print: ["<Control>p"]
    }
  }

  /// What the names of the actions begin with.
  static let prefix = "message"

  /// The name by which widgets activate it.
  var action: String { Self.prefix + "." + rawValue }
}

/// What else can be done with one message by its menu.
struct MessageDeed {
  /// Unique among those of a menu.
  let name: String
  let title: String
  let perform: @MainActor () -> Void
}
