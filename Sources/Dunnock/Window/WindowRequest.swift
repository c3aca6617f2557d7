import FileSystem
import MailModel

/// A window that a start of the program asks for; where it asks for nothing, one that is there will do.
struct WindowRequest: Equatable {
  /// Nil for what was open last.
  var place: MailboxPlace?
  /// Whether the person has allowed changes to the mailbox.
  var allowsChanges = false
  /// Whether it is to be one more, though nothing else is asked for and there may be a window already.
  var isNew = false
  /// A `mailto:` that a mail is to be begun by.
  var mailLink: String?
  /// Whether the debug log is to be turned on.
  var isDebugging = false

  /// Whether a window that is there will do.
  var isContent: Bool { place == nil && !allowsChanges && !isNew }
}

extension WindowRequest {
  /// Reads the words by which one program hands it to another: the options, and the sample or a path. That is a whole one or empty, so
  /// it is no option.
  init(words: [ByteName]) {
    var words = words[...]
    if words.first == Self.debug {
      isDebugging = true
      words.removeFirst()
    }
    if words.first == Self.allowChanges {
      allowsChanges = true
      words.removeFirst()
    }
    if words.first == Self.newWindow {
      isNew = true
      words.removeFirst()
    }
    if words.first == Self.compose {
      words.removeFirst()
      mailLink = words.popFirst()?.description
    }
    place = words.first.map { $0 == Self.sample ? .sample : .at($0) }
  }

  /// The word that turns the debug log on.
  static let debug = ByteName("--debug")
  private static let allowChanges = ByteName("--allow-changes")
  private static let newWindow = ByteName("--new-window")
  private static let compose = ByteName("--compose")
  private static let sample = ByteName("--sample")
}
