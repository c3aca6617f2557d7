internal import FileSystem
internal import Foundation
internal import MailModel
internal import MailText

/// What mbsync is told of an account, for one run.
struct SyncConfiguration {
  let account: Account
  let isync: Isync
  /// The words of the program that prints the password.
  let passwordProgram: [String]
  /// The folder of the account's mail.
  let mail: String
  /// Where the accepted certificate lies; nil where none was.
  let certificate: String?
  /// The folders that are left alone in this run beside those that always are.
  var leftOut: Set<String> = []
  /// The folders here whose names are encoded. From 1.5 on mbsync would decode what the server calls them, and take
  /// the two for different folders: each has a channel of its own, which joins the names.
  var encoded: [String] = []
  /// Whether what was deleted on one side is deleted on the other.
  var expunges = false
  /// Whether the server can be told which messages to expunge.
  var canExpungeSolo = true

  /// The channels to run.
  var channels: [String] {
    [account.id.uuidString] + joined.indices.map { "\(account.id.uuidString)-\($0)" }
  }

  /// The name here of a folder that mbsync has called so, of either side.
  func folder(saidToBe name: String) -> String {
    guard isync.hasNewWords, !joined.contains(name) else { return name }
    return String(decoding: ModifiedUTF7.encoded(name), as: UTF8.self)
  }

  private var joined: [String] {
    guard isync.hasNewWords else { return [] }
    return encoded.filter { !account.leftOut.contains($0) && !leftOut.contains($0) }.sorted()
  }

  var text: String {
    let id = account.id.uuidString
    let server = account.imap
    let host = server.host.drop { $0 == "[" }.prefix { $0 != "]" }
    let type = isync.hasNewWords ? "TLSType" : "SSLType"
    let security =
      switch server.security {
      case .tls: "\(type) IMAPS"
      case .starttls: "\(type) STARTTLS"
      // Unasked, it gives a password to nobody in the open.
      case .none: "\(type) None\nAuthMechs LOGIN PLAIN"
      }
    let excluded = account.leftOut.union(leftOut).union(joined)
    let patterns = isync.hasNewWords ? excluded.union(excluded.map(isync.name)) : excluded
    let expunge = isync.hasNewWords && canExpungeSolo ? "ExpungeSolo Both" : "Expunge Both"
    let ends = "Create Both\nRemove None\n\(expunges ? expunge : "Expunge None")\n"
    return """
      # Written by Dunnock before each run; what you change here is lost.
      SyncState *
      FSync yes
      CopyArrivalDate yes

      IMAPAccount \(id)
      Host \(quoted(String(host)))
      Port \(server.port)
      User \(quoted(account.user))
      \(security)
      \(certificate.map { "CertificateFile \(quoted($0))\n" } ?? "")Timeout 60
      PassCmd \(quoted(passwordProgram.joined(separator: " ")))
      PipelineDepth 50

      IMAPStore \(id)-far
      Account \(id)

      MaildirStore \(id)-near
      Path \(quoted(mail + "/"))
      Inbox \(quoted(mail + "/INBOX"))
      SubFolders Verbatim

      Channel \(id)
      Far :\(id)-far:
      Near :\(id)-near:
      Patterns *\(patterns.sorted().map { " " + quoted("!" + $0) }.joined())
      \(ends)
      """
        + zip(channels.dropFirst(), joined).map { channel, folder in
          """

          Channel \(channel)
          Far \(quoted(":\(id)-far:\(isync.name(folder))"))
          Near \(quoted(":\(id)-near:\(folder)"))
          \(ends)
          """
        }.joined()
  }

  /// A text as one word of a line, whatever is in it.
  private func quoted(_ text: String) -> String {
    var word = "\""
    for scalar in text.unicodeScalars where !scalar.isControl {
      if scalar == "\"" || scalar == "\\" { word += "\\" }
      word.unicodeScalars.append(scalar)
    }
    return word + "\""
  }

  /// Writes it, for its owner alone.
  func write(to path: String) throws(SyncProblem) {
    try Self.write(text, to: path)
  }

  static func write(_ text: String, to path: String) throws(SyncProblem) {
    do {
      PrivateFolder.keepPrivate(path)
      // It is seldom another than at the run before.
      if [UInt8](file: ByteName(path)) == Array(text.utf8) { return }
      try Data(text.utf8).write(to: URL(filePath: path))
    } catch {
      throw .unwritable(error)
    }
  }
}
