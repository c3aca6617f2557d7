internal import FileSystem
internal import Foundation
internal import MailModel
internal import MailText

/// What mbsync is told of an account, for one run.
struct SyncConfiguration {
  let account: Account
  let isync: Isync
  /// What a shell runs for a connection that is logged in already.
  let tunnel: String
  /// The folder of the account's mail.
  let mail: String
  /// The folders that are left alone in this run beside those that always are.
  var leftOut: Set<String> = []
  /// The folders here whose names are encoded. From 1.5 on mbsync would decode what the server calls them, and take
  /// the two for different folders: each has a channel of its own, which joins the names.
  var encoded: [String] = []
  /// The folders to synchronise, one by one; nil for all that there are but those left alone. Patterns can neither
  /// tell a `*` of a name from the one that stands for anything, nor how long a name is.
  var named: [String]?

  /// The channels to run.
  var channels: [String] {
    (named == nil ? [account.id.uuidString] : [])
      + joined.indices.map { "\(account.id.uuidString)-\($0)" }
  }

  /// The folders that are not brought here in this run, but for those that have channels of their own.
  private var excluded: Set<String> { account.leftOut.union(leftOut) }

  /// Whether no pattern leaves one of the folders alone and nothing else.
  var needsNames: Bool {
    excluded.union(isync.hasNewWords ? encoded : []).contains { name in
      name.utf8.count > Self.longestPattern || name.hasControls
        || name.contains { "*%".contains($0) }
    }
  }

  /// With what stands before each of its bytes at the most, well below what mbsync reads of a line.
  private static let longestPattern = 400

  /// The name here of a folder that mbsync has called so, of either side.
  func folder(saidToBe name: String) -> String {
    guard isync.hasNewWords, !joined.contains(name) else { return name }
    return String(decoding: ModifiedUTF7.encoded(name), as: UTF8.self)
  }

  private var joined: [String] {
    (named ?? (isync.hasNewWords ? encoded : [])).filter { !excluded.contains($0) }.sorted()
  }

  /// What is brought here: a line for each, as mbsync reads no more than 1,024 bytes of one.
  private var patterns: [String] {
    let names = excluded.union(joined)
    let all = isync.hasNewWords ? names.union(names.map(isync.name)) : names
    // The parts of a Maildir cannot be folders as well, and the local trash is on this computer only.
    let parts = (MaildirParts.all.map(\.description).sorted() + [LocalTrash.name]).flatMap {
      [$0, "\($0)/*", "*/\($0)", "*/\($0)/*"]
    }
    return ["*"] + (parts + all.sorted()).map { "!" + $0 }
  }

  var text: String {
    let id = account.id.uuidString
    // All but deletions both ways, and of these word from the server alone: a run that is cut short forgets what was to come
    // or go in a direction that the next is not asked for.
    let gone = isync.hasNewWords ? "PullGone" : "PullDelete"
    let ends = """
      Create Both
      Remove None
      Expunge None
      Sync PullNew \(gone) PullFlags PushNew PushFlags

      """
    return """
      # Written by Dunnock before each run; what you change here is lost.
      SyncState *
      FSync yes
      CopyArrivalDate yes

      IMAPAccount \(id)
      Tunnel \(quoted(tunnel))
      Timeout 60
      PipelineDepth 50
      # Dunnock reads what the two say to each other.
      DisableExtension COMPRESS=DEFLATE

      IMAPStore \(id)-far
      Account \(id)

      MaildirStore \(id)-near
      Path \(quoted(mail + "/"))
      Inbox \(quoted(mail + "/INBOX"))
      SubFolders Verbatim

      """
        + (named != nil
          ? ""
          : """

          Channel \(id)
          Far :\(id)-far:
          Near :\(id)-near:
          \(patterns.map { "Pattern \(quoted($0))" }.joined(separator: "\n"))
          \(ends)
          """)
        + zip(channels.dropFirst(named == nil ? 1 : 0), joined).map { channel, folder in
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

  /// Writes something to a file, for its owner alone.
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
