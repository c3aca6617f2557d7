internal import FileSystem
internal import Foundation
internal import Glibc
internal import MailModel
internal import MaildirStore

/// The folders of an account that its server has no more: they were renamed there, or deleted.
///
/// mbsync leaves them alone from then on, so their mail is not sent again. Where all of it is in other folders as well, the
/// folder goes to the trash; where any is not, this may be the only place that has it, and it stays.
struct VanishedFolders: Sendable {
  let account: Account
  let places: AccountPlaces
  let trash: @Sendable (_ path: String) throws -> Void

  struct Finding: Sendable {
    /// By their names on the server, in order.
    var kept: [String] = []
    var trashed: [String] = []
  }

  /// Those of some folders that are here and that mbsync has known on both sides.
  func synchronised(among names: Set<String>) -> Set<String> {
    if names.isEmpty { return [] }
    return Set(
      AccountFolder.all(of: account, in: places).lazy.filter { folder in
        names.contains(folder.name.description) && folder.name.description != "INBOX"
          && folder.hasWritableName && MbsyncState(ofFolder: folder.path) != nil
      }.map(\.name.description))
  }

  /// Whether all of them were looked at when the server's folders were listed last.
  func areKnown(_ names: Set<String>) -> Bool { names.isSubset(of: known) }

  /// Notes that there are none.
  func forgetAll() throws(SyncProblem) { try note([]) }

  /// Takes away what nothing is lost with.
  ///
  /// - Parameters:
  ///   - names: Folders that mbsync could not find on the server.
  ///   - listed: The folders that the server has, as it has said in this run; nil where it was not asked, or did not answer.
  func look(among names: Set<String>, listed: [String]?) throws(SyncProblem) -> Finding {
    var finding = Finding()
    // A server that has no inbox says nothing that can be relied on.
    guard let listed, listed.contains("INBOX") else {
      finding.kept = names.intersection(known).sorted()
      return finding
    }
    let vanished = names.subtracting(listed)
    var folders = AccountFolder.all(of: account, in: places)
    let others = folders.filter { !names.contains($0.name.description) }
    // Those below others first.
    for folder in folders.reversed() where vanished.contains(folder.name.description) {
      let name = folder.name.description
      let isAbove = folders.contains { $0.name.bytes.starts(with: folder.name.bytes + [0x2F]) }
      if !isAbove, takeAway(folder, unlessNeededBesides: others) {
        finding.trashed.append(name)
        folders.removeAll { $0 == folder }
      } else {
        finding.kept.append(name)
      }
    }
    finding.kept.sort()
    finding.trashed.sort()
    try note(finding.kept)
    return finding
  }

  private func takeAway(
    _ folder: AccountFolder, unlessNeededBesides others: [AccountFolder]
  ) -> Bool {
    guard !folder.hasJournal, Directory.Identity(folder.path) != nil,
      let before = folder.signatures, let files = Self.files(of: folder),
      areAll(files, in: others), folder.signatures == before
    else { return false }
    return (try? trash(folder.path.description)) != nil
  }

  /// Whether all messages are in other folders as well, and on the server there, with all flags that they have here.
  private func areAll(_ files: [File], in others: [AccountFolder]) -> Bool {
    if files.isEmpty { return true }
    // Only what can be the same is read.
    let sizes = Set(files.flatMap { ($0.size / 64 - 1)...($0.size / 64 + 1) })
    var found: [String: [Set<UInt8>]] = [:]
    for folder in others {
      guard let state = MbsyncState(ofFolder: folder.path) else { continue }
      let paired = Set(state.pairs.lazy.filter { $0.far > 0 }.map(\.near))
      for file in Self.files(of: folder) ?? [] where sizes.contains(file.size / 64) {
        guard let uid = file.name.uid, paired.contains(uid), let digest = file.digest else {
          continue
        }
        found[digest, default: []].append(file.flags)
      }
    }
    return files.allSatisfy { file in
      file.digest.flatMap { found[$0] }?.contains { file.flags.isSubset(of: $0) } == true
    }
  }

  private struct File {
    let path: ByteName
    let name: FileName
    let size: Int

    /// The letters of its flags.
    var flags: Set<UInt8> {
      Set(name.info.bytes.filter { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
    }

    /// What its text is told by, without what mbsync adds to a message that it sends; nil where it cannot be read.
    var digest: String? {
      guard let bytes = [UInt8](file: path) else { return nil }
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count)
      var isHeader = true
      for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
        let line = line.last == 0x0D ? line.dropLast() : line
        if line.isEmpty { isHeader = false }
        if isHeader, line.starts(with: "X-TUID: ".utf8) { continue }
        text += line
        text.append(0x0A)
      }
      return Digest.sha256(text)
    }
  }

  /// Nil where something in it is no message, or cannot be looked at.
  private static func files(of folder: AccountFolder) -> [File]? {
    var files: [File] = []
    for part in [MaildirParts.new, MaildirParts.cur] {
      let path = folder.path.entry(part)
      guard let directory = try? Directory(path, follows: true) else { return nil }
      var isStrange = false
      let isRead: Void? = try? directory.entries(withHidden: true) { name, _ in
        var status = stat()
        let result = name.withCString {
          fstatat(directory.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW)
        }
        if result != 0 || status.st_mode & S_IFMT != S_IFREG { isStrange = true }
        files.append(
          File(path: path.entry(name), name: FileName(name), size: Int(status.st_size)))
      }
      if isRead == nil || isStrange { return nil }
    }
    return files
  }

  /// Those that stayed when the server's folders were listed last.
  private var known: Set<String> {
    let text = FileManager.default.contents(atPath: path) ?? Data()
    return Set(String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  private func note(_ names: [String]) throws(SyncProblem) {
    if names.isEmpty, access(path, F_OK) != 0 { return }
    try SyncConfiguration.write(names.map { $0 + "\n" }.joined(), to: path)
  }

  private var path: String { "\(account.state(in: places))/vanished" }
}
