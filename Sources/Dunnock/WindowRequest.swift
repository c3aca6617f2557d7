import MailModel

/// A window that a start of the program asks for.
struct WindowRequest: Equatable {
  var place = MailboxPlace.sample
  /// Whether the person has allowed changes to the mailbox.
  var allowsChanges = false
}

extension WindowRequest {
  /// As words, by which one program hands it to another. The path is a whole one or empty, so it is no option.
  var words: [ByteName] {
    let path: [ByteName] = if case .folder(let path) = place { [path] } else { [] }
    return (allowsChanges ? [Self.allowChanges] : []) + path
  }

  /// Reads ``words`` back.
  init(words: [ByteName]) {
    allowsChanges = words.first == Self.allowChanges
    place = words.dropFirst(allowsChanges ? 1 : 0).first.map { .folder($0) } ?? .sample
  }

  private static let allowChanges = ByteName("--allow-changes")
}
