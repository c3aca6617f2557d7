internal import FileSystem
internal import Foundation
internal import MailModel

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
  /// Whether what was deleted on one side is deleted on the other.
  var expunges = false

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
    let excluded = account.leftOut.union(leftOut).sorted()
    let expunge =
      expunges ? isync.hasNewWords ? "ExpungeSolo Both" : "Expunge Both" : "Expunge None"
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
      Patterns *\(excluded.map { " " + quoted("!" + $0) }.joined())
      Create Both
      Remove None
      \(expunge)

      """
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
