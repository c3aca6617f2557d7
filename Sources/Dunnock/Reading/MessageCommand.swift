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

  /// The key by which the window has it, as menus show it; nil where it has none.
  var key: String? {
    switch self {
    case .headers: nil
    case .source: WindowCommand.source.keys.first
    case .save: WindowCommand.save.keys.first
    case .print: WindowCommand.print.keys.first
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
