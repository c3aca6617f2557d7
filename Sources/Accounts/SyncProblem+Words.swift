internal import Foundation
internal import Glibc

extension SyncProblem {
  /// What mbsync's words mean, which are all that tells one failure from another.
  init(_ lines: [String], of account: Account) {
    func says(_ words: String...) -> Bool {
      lines.contains { line in words.contains { line.contains($0) } }
    }
    let host = account.imap.host
    if says("AUTHENTICATIONFAILED", "AUTHORIZATIONFAILED") || lines.contains(where: \.isRefusal) {
      self = .wrongPassword
    } else if says("PassCmd", "no password") {
      let complaints = lines.lazy.filter { $0.contains("secret-tool: ") }
      let problem = complaints.compactMap { Passwords.Problem(complaint: $0) }.first
      self = problem.map(SyncProblem.keyring) ?? .noPassword
    } else if says("certificate", "SSL error connecting", "SSL support not available") {
      self = .certificate(host)
    } else if says("Disk full", "No space left", "Disk quota exceeded") {
      self = .diskFull
    } else if says("OVERQUOTA", "Quota exceeded") {
      self = .quota
    } else if says("is locked") {
      self = .locked
    } else if says(
      "Cannot connect to", "Cannot resolve", "Socket error", "unexpected EOF", "unexpected BYE",
      "UNAVAILABLE")
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
  /// Whether it says that the server did not let the person in, and not that it is out of order.
  fileprivate var isRefusal: Bool {
    (hasPrefix("IMAP command 'LOGIN") || hasPrefix("IMAP command 'AUTHENTICATE"))
      && contains("returned an error") && !contains("UNAVAILABLE")
  }

  /// The folder that "Error: channel C, far side box INBOX: UIDVALIDITY genuinely changed …" is of.
  var renumberedFolder: String? {
    guard
      let name = folder(before: ": UIDVALIDITY genuinely")
        ?? folder(before: ": Unable to recover from")
    else { return nil }
    // From 1.5 on "(at UID 1)" stands behind the name.
    guard name.hasSuffix(")"), let place = name.range(of: " (at UID ", options: .backwards) else {
      return name
    }
    return String(name[..<place.lowerBound])
  }

  /// The folder that it says cannot be synchronised: it was numbered anew, or is not to be had on one of the sides.
  var unusableFolder: String? {
    renumberedFolder ?? folder(before: " cannot be opened.")
      ?? folder(before: " cannot be opened anymore.")
  }

  private func folder(before words: String) -> String? {
    guard hasPrefix("Error: channel "), let end = range(of: words)?.lowerBound,
      let start = (range(of: " box ") ?? range(of: " near side "))?.upperBound, start < end
    else { return nil }
    return String(self[start..<end])
  }

  /// Whether it says that the server did not take a message, or why.
  var tellsOfRefusal: Bool {
    contains("far side refuses to store message") || hasPrefix("IMAP command 'APPEND")
  }

  /// The folder of the server for which mbsync lists none.
  var refusedName: String? {
    guard let start = range(of: "LIST'd mailbox name '")?.upperBound,
      let end = range(of: "' contains '..' component")?.lowerBound, start <= end
    else { return nil }
    return String(self[start..<end])
  }

  /// Whether it says that mbsync cannot go to a folder: its path is too long for it, or has too many levels.
  var tellsOfLongPath: Bool {
    contains("buffer too small") || hasSuffix(": File name too long")
      || contains(" is too deeply nested.")
  }

  /// Whether it says that the server cannot be told which messages to expunge.
  var tellsOfNoExpungeSolo: Bool { hasSuffix(" does not support ExpungeSolo.") }

  /// Whether it says what went wrong, and not how things went until then.
  fileprivate var isTelling: Bool {
    !isEmpty && !isWarning && !isOfCutRun && !contains(" notice:")
      && !["Channels: ", "*** IMAP Warning ***"].contains(where: hasPrefix)
  }

  /// Whether it tells of what a run that was cut short had begun, which is found again.
  private var isOfCutRun: Bool { hasPrefix("Warning: lost track of ") }

  /// Whether it tells of something that did not go well though the run did.
  var isWarning: Bool {
    hasPrefix("Maildir error:") || hasPrefix("Warning:") && !isOfCutRun
      || hasPrefix("IMAP error:") || hasPrefix("Maildir warning:") || hasPrefix("IMAP warning:")
  }
}
