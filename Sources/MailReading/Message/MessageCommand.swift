import GtkBridge
import Texts

/// What can be done with a message as a whole, beside filing it.
package enum MessageCommand: String, CaseIterable {
  case headers, source, save, print

  package var title: String {
    switch self {
    case .headers: tr("All headers")
    case .source: tr("Source")
    case .save: tr("Save as…")
    case .print: tr("Print…")
    }
  }

  /// Its keys, as GTK writes them; the first is shown in menus.
  package var keys: [String] {
    switch self {
    case .headers: []
    case .source: ["<Control>u"]
    case .save: ["<Control>s"]
    case .print: ["<Control>p"]
    }
  }

  /// What the names of the actions begin with.
  package static let prefix = "message"

  /// The name by which widgets activate it.
  package var action: String { Self.prefix + "." + rawValue }
}

/// What else can be done with one message by its menu.
package struct MessageDeed {
  /// Unique among those of a menu.
  package let name: String
  package let title: String
  package let perform: @MainActor () -> Void

  package init(name: String, title: String, perform: @escaping @MainActor () -> Void) {
    (self.name, self.title, self.perform) = (name, title, perform)
  }
}
