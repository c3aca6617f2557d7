internal import Foundation
internal import Glibc

extension SyncProblem {
  /// What mbsync's words mean, which are all that tells one failure from another once there is a connection.
  ///
  /// Only its own are looked at, where it says them: at the beginning of a line, or at the end of one that begins so. What
  /// a server or a name says in between means nothing.
  init(_ lines: [String], of account: Account) {
    func begins(_ words: String...) -> Bool {
      lines.contains { line in words.contains(where: line.hasPrefix) }
    }
    let host = account.imap.host
    if lines.contains(where: \.tellsOfFullDisk) {
      self = .diskFull
    } else if lines.contains(where: { $0.answer?.hasPrefix("[OVERQUOTA]") == true }) {
      self = .quota
    } else if begins("Error: channel :") {
      self = .locked
    } else if begins(
      "Socket error", "IMAP error: unexpected EOF from ", "IMAP error: unexpected BYE response: ")
      || lines.contains(where: {
        $0.answer?.hasPrefix("[UNAVAILABLE]") == true || $0.tellsOfCutAnswer
      })
    {
      self = .offline(host)
    } else if let folder = lines.lazy.compactMap(\.renumberedFolder).first {
      self = .renumbered(folder)
    } else if let words = lines.last(where: { $0.contains("rror") })
      ?? lines.last(where: \.isTelling)
    {
      self = .other(words)
    } else {
      // A connection that ends in the midst of a command has no words of its own.
      self = .hanging
    }
  }

  /// Why a file could not be written.
  static func unwritable(_ error: any Error) -> SyncProblem {
    let error = error as NSError
    if error.code == CocoaError.fileWriteOutOfSpace.rawValue { return .diskFull }
    return .other(error.localizedDescription)
  }

  static func unwritable(_ code: Int32) -> SyncProblem {
    code == ENOSPC || code == EDQUOT ? .diskFull : .other(String(cString: strerror(code)))
  }

  /// What it means that the server did not take a message, which ends no run; nil where it took all.
  static func refusal(_ lines: [String], of account: Account) -> SyncProblem? {
    guard lines.contains(where: \.tellsOfRefusal) else { return nil }
    // From 1.5 on mbsync does not say why.
    return SyncProblem(lines, of: account) == .quota ? .quota : .refused
  }

  /// Whether only the folders that were named went wrong: mail of the others can come.
  var isOfSomeFolders: Bool {
    switch self {
    case .other, .quota, .renumbered: true
    default: false
    }
  }
}

extension String {
  /// What a server said when it did not do what it was told, from its code in brackets on; nil for any other line.
  fileprivate var answer: Substring? {
    let (start, end) = ("IMAP command '", "' returned an error: ")
    guard hasPrefix(start) else { return nil }
    var rest = dropFirst(start.count)
    var isQuoted = false
    while let first = rest.first {
      if !isQuoted, rest.hasPrefix(end) {
        rest = rest.dropFirst(end.count)
        // From 1.5 on mbsync leaves this out.
        let word = ["NO ", "BAD "].first(where: rest.hasPrefix) ?? ""
        return rest.dropFirst(word.count)
      }
      // The names of folders are in quotes.
      if first == "\"" { isQuoted.toggle() }
      rest = rest.dropFirst(first == "\\" && isQuoted ? 2 : 1)
    }
    return nil
  }

  /// Whether it says that the server ended in the midst of an answer, as 1.5 does.
  fileprivate var tellsOfCutAnswer: Bool {
    hasPrefix("IMAP error: malformed ") && hasSuffix(": unexpected EOF")
  }

  private var tellsOfFile: Bool { hasPrefix("Maildir error: ") || hasPrefix("Error: cannot ") }

  fileprivate var tellsOfFullDisk: Bool {
    tellsOfFile
      && [". Disk full?", ": No space left on device", ": Disk quota exceeded"].contains(
        where: hasSuffix)
  }

  /// The folder that "Error: channel C, far side box INBOX: UIDVALIDITY genuinely changed (at UID 1)." is of, as it is said of either
  /// side, or from 1.5 on with the number behind the name.
  var renumberedFolder: String? {
    let line =
      #/
      Error:\ channel\ [^:,]*[:,]\ (?:far|near)\ side\ box\ (.*)
      (?: :\ UIDVALIDITY\ genuinely\ changed\ \(at\ UID\ \d+\)
        | \ \(at\ UID\ \d+\):\ UIDVALIDITY\ genuinely\ changed
        | :\ Unable\ to\ recover\ from\ UIDVALIDITY\ change
        | \ \(at\ UID\ \d+\):\ Unable\ to\ recover\ from\ both-sided\ UIDVALIDITY\ change,
          \ as\ it\ is\ genuine\ on\ at\ least\ one\ side)\.
      /#
    return wholeMatch(of: line).map { String($0.1) }
  }

  /// The folder that it says cannot be synchronised: it was numbered anew, or is not to be had on one of the sides.
  var unusableFolder: String? {
    let line =
      #/
      Error:\ channel\ [^:,]*[:,]\ (?: (?:far|near)\ side\ box | both\ far\ side\ .*\ and\ near\ side )
      \ (.*)\ cannot\ be\ opened(?: \ anymore)?\.
      /#
    return renumberedFolder ?? wholeMatch(of: line).map { String($0.1) }
  }

  /// Whether it says that mbsync does not fetch a message. By itself mbsync never tries again.
  var tellsOfSkipped: Bool {
    // isync 1.5 calls it an error.
    (hasPrefix("Warning: message ") || hasPrefix("Error: message "))
      && contains(" from far side ") && hasSuffix("; skipping.")
  }

  /// Whether it says that the server did not take a message, or why.
  var tellsOfRefusal: Bool {
    hasPrefix("Warning: far side refuses to store message ")
      || hasPrefix("Error: far side refuses to store message ")
      || hasPrefix("IMAP command 'APPEND ")
  }

  /// The folder of the server for which mbsync lists none.
  var refusedName: String? {
    let start = "IMAP error: LIST'd mailbox name '"
    let end = "' contains '..' component - THIS MIGHT BE AN ATTEMPT TO HACK YOU!"
    guard hasPrefix(start), hasSuffix(end) else { return nil }
    return String(dropFirst(start.count).dropLast(end.count))
  }

  /// Whether it says that mbsync cannot go to a folder: its path is too long for it, or has too many levels.
  var tellsOfLongPath: Bool {
    hasPrefix("Fatal: buffer too small.") || tellsOfFile && hasSuffix(": File name too long")
      || hasPrefix("Maildir error: path ") && hasSuffix(" is too deeply nested. Symlink loop?")
  }

  /// Whether it says what went wrong, and not how things went until then.
  fileprivate var isTelling: Bool {
    !isEmpty && !isWarning && !isOfCutRun
      && !["Channels: ", "Maildir notice:"].contains(where: hasPrefix)
  }

  /// Whether it tells of what a run that was cut short had begun, which is found again.
  private var isOfCutRun: Bool { hasPrefix("Warning: lost track of ") }

  /// Whether it tells of something that did not go well though the run did.
  var isWarning: Bool {
    hasPrefix("Maildir error:") || hasPrefix("Warning:") && !isOfCutRun
      || hasPrefix("IMAP error:") || hasPrefix("Maildir warning:") || hasPrefix("IMAP warning:")
  }
}
