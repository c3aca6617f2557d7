internal import FileSystem
internal import MailModel
internal import MailServers

/// Finds out, from what mbsync and a server say to each other, that the server was restored from a backup: its next UID is not above one
/// that it has given before, under the same UIDVALIDITY (RFC 3501, 2.3.1.1). Its UIDs may stand for other messages then.
struct RestoreCheck: Sendable {
  /// A folder as it was after the last run.
  struct KnownFolder: Codable, Hashable, Sendable {
    let name: String
    let validity: UInt32
    /// The highest UID that is known of the server.
    let highest: UInt32

    /// Nil if mbsync has not synchronised the folder yet, or has fetched nothing.
    init?(_ folder: AccountFolder) {
      guard folder.hasWritableName, let bytes = [UInt8](file: folder.path.entry(MbsyncState.name)),
        let state = MbsyncState(header: bytes)
      else { return nil }
      name = folder.name.description
      validity = state.validity
      let lost = LostMessages(ofFolder: folder.path, validity: state.validity).uids
      // What is fetched again if it comes back has lowered what counts as fetched.
      let pairs = lost.isEmpty ? [] : MbsyncState(bytes)?.pairs ?? []
      highest = max(
        state.highestFetched ?? 0, lost.max() ?? 0, pairs.lazy.map(\.far).max() ?? 0,
        FolderIdentities.highestUID(ofFolder: folder.path, validity: validity))
      if highest == 0 { return nil }
    }
  }

  let folders: [KnownFolder]
  /// What the server puts before the names of folders (RFC 2342).
  private var namespace = ""
  private var selected: String?
  private var validity: UInt32?
  private var next: UInt32?

  init(_ folders: [KnownFolder]) { self.folders = folders }

  /// Takes a line of mbsync's, without its end.
  mutating func take(command line: some Collection<UInt8>) {
    guard let values = ImapValue.values(of: Array(line.prefix(2_000))), values.count == 3,
      values[1].isWord("SELECT"), let text = values[2].text
    else { return }
    let name = Self.levels(of: text)
    let ownName = name.hasPrefix(namespace) ? String(name.dropFirst(namespace.count)) : name
    (selected, validity, next) = (ownName, nil, nil)
  }

  /// Takes a line of the server's, without its end.
  ///
  /// - Returns: The folder that was restored; nil if none was, as far as is known.
  mutating func take(answer line: some Collection<UInt8>) -> KnownFolder? {
    guard let selected else {
      if let values = ImapValue.values(of: Array(line.prefix(2_000))), values.count > 2,
        values[1].isWord("NAMESPACE"), let prefix = values[2].list?.first?.list?.first?.text
      {
        namespace = Self.levels(of: prefix)
      }
      return nil
    }
    let words = String(decoding: line.prefix(100), as: UTF8.self).uppercased()
      .split { " []".contains($0) }
    guard words.count >= 4, words[0] == "*", words[1] == "OK", let number = UInt32(words[3]) else {
      return nil
    }
    if words[2] == "UIDVALIDITY" { validity = number }
    if words[2] == "UIDNEXT" { next = number }
    guard let validity, let next else { return nil }
    return folders.first { folder in
      folder.validity == validity && next <= folder.highest
        && selected == Self.levels(of: folder.name)
    }
  }

  /// A name with one sign between levels, whatever the server's is.
  private static func levels(of name: some StringProtocol) -> String {
    let name = String(name.map { "./\\".contains($0) ? "/" : $0 })
    return name.uppercased() == "INBOX" ? "INBOX" : name
  }
}
