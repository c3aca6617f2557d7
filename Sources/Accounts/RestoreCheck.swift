internal import FileSystem
internal import MailModel
internal import MailServers

/// Finds out, from what mbsync and a server say to each other, that the server was restored from a backup. Its UIDs may stand for other
/// messages then, under the same UIDVALIDITY.
///
/// The next UID of a folder is not above one that was given before (RFC 3501, 2.3.1.1). Once it is above them again, for mail has come
/// since, the highest UIDs stand for other messages than before.
struct RestoreCheck: Sendable {
  /// A folder as it was after the last run.
  struct KnownFolder: Codable, Hashable, Sendable {
    let name: String
    let validity: UInt32
    /// The highest UID that is known of the server.
    let highest: UInt32
    /// The digests of the Message-IDs of messages that had the highest UIDs.
    let newest: [UInt32: MessageIdentity.Digest]

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
      newest = FolderIdentities.newestMessageIDs(ofFolder: folder.path, validity: validity)
      highest = max(
        state.highestFetched ?? 0, lost.max() ?? 0, pairs.lazy.map(\.far).max() ?? 0,
        newest.keys.max() ?? 0)
      if highest == 0 { return nil }
    }

    /// Whether some of the highest UIDs have other messages now.
    func isContradicted(by messageIDs: [UInt32: MessageIdentity.Digest]) -> Bool {
      newest.contains { uid, id in
        guard id != .none, let found = messageIDs[uid] else { return false }
        return found != .none && found != id
      }
    }
  }

  /// What was found out of a folder that mbsync has selected.
  enum Finding: Hashable {
    case restored(KnownFolder)
    /// It got messages since the last run. If its highest UIDs have other messages now, it was restored before that.
    case grown(KnownFolder)
  }

  let folders: [KnownFolder]
  /// What the server puts before the names of folders (RFC 2342).
  private var namespace = ""
  /// The command that selects a folder, until the server has completed it.
  private var selection: Selection?

  private struct Selection {
    let tag: String
    let name: String
    var validity: UInt32?
    var next: UInt32?
  }

  init(_ folders: [KnownFolder]) { self.folders = folders }

  /// Takes a line of mbsync's, without its end.
  mutating func take(command line: some Collection<UInt8>) {
    guard let values = ImapValue.values(of: Array(line.prefix(2_000))), values.count == 3,
      values[1].isWord("SELECT"), let tag = values[0].text, let text = values[2].text
    else { return }
    let name = Self.levels(of: text)
    let ownName = name.hasPrefix(namespace) ? String(name.dropFirst(namespace.count)) : name
    selection = Selection(tag: tag, name: ownName)
  }

  /// Takes a line of the server's, without its end.
  mutating func take(answer line: some Collection<UInt8>) -> Finding? {
    guard let selection else {
      if let values = ImapValue.values(of: Array(line.prefix(2_000))), values.count > 2,
        values[1].isWord("NAMESPACE"), let prefix = values[2].list?.first?.list?.first?.text
      {
        namespace = Self.levels(of: prefix)
      }
      return nil
    }
    let words = String(decoding: line.prefix(100), as: UTF8.self).split { " []".contains($0) }
    if words.first == selection.tag[...] {
      self.selection = nil
      return finding(selection)
    }
    guard words.count >= 4, words[0] == "*", let number = UInt32(words[3]) else { return nil }
    switch words[1].uppercased() + " " + words[2].uppercased() {
    case "OK UIDVALIDITY": self.selection?.validity = number
    case "OK UIDNEXT": self.selection?.next = number
    default: break
    }
    return nil
  }

  private func finding(_ selection: Selection) -> Finding? {
    let folder = folders.first {
      $0.validity == selection.validity && Self.levels(of: $0.name) == selection.name
    }
    guard let folder, let next = selection.next else { return nil }
    if next <= folder.highest { return .restored(folder) }
    // With no new UID there is nothing that would not be fetched, and once there is one the folder is looked at.
    return next > folder.highest + 1 && !folder.newest.isEmpty ? .grown(folder) : nil
  }

  /// A name with one sign between levels, whatever the server's is.
  private static func levels(of name: some StringProtocol) -> String {
    let name = String(name.map { "./\\".contains($0) ? "/" : $0 })
    return name.uppercased() == "INBOX" ? "INBOX" : name
  }
}
