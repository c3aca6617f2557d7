import GtkBridge
import MailText
import Texts

/// What can be done with a message as a whole, beside filing it.
package enum MessageCommand: String, CaseIterable {
  case loadPictures, alwaysLoadPictures, asSent, plainText, asWritten, headers, source, save, print

  package var title: String {
    switch self {
    case .loadPictures: tr("Load Pictures")
    case .alwaysLoadPictures: tr("Always Load From This Sender")
    case .asSent: tr("Show as Sent")
    case .plainText: tr("Show as Plain Text")
    case .asWritten: tr("Show Original Lines")
    case .headers: tr("All Headers")
    case .source: tr("Source")
    case .save: tr("Save As…")
    case .print: tr("Print…")
    }
  }

  /// The way to read the text that it takes or leaves; nil for what changes nothing of that.
  var choice: TextChoice? {
    switch self {
    case .plainText: .plainText
    case .asWritten: .asWritten
    default: nil
    }
  }

  /// Whether menus leave it out while it cannot be used.
  var isHiddenWhenDisabled: Bool {
    choice != nil || [.loadPictures, .alwaysLoadPictures, .asSent].contains(self)
  }

  /// The title once that was chosen.
  private var wayBack: String {
    self == .plainText ? tr("Show With Formatting") : tr("Join Wrapped Lines")
  }

  /// The title, where some ways to read the text were chosen.
  func title(for chosen: TextChoice) -> String {
    choice.map { chosen.contains($0) } == true ? wayBack : title
  }

  /// Its keys, as GTK writes them; the first is shown in menus.
  package var keys: [String] {
    switch self {
    case .loadPictures: ["<Control><Shift>i"]
    case .alwaysLoadPictures: []
    case .asSent: ["<Control><Shift>h"]
    case .plainText: ["<Control>t"]
    case .asWritten: ["<Control><Shift>t"]
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
