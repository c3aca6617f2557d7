internal import FileSystem
internal import MailModel
internal import MailServers

/// Finds out, from what mbsync and a server say to each other, that the server was restored from a backup. Its UIDs may stand for other
/// messages then, under the same UIDVALIDITY.
///
/// The next UID of a folder is not above one that was given before (RFC 3501, 2.3.1.1). Once it is above them again, for mail has come
/// since, the highest UIDs stand for other messages than before, or messages are there again that had been removed.
struct RestoreCheck: Sendable {
  /// A folder as it was after the last run.
  struct KnownFolder: Codable, Hashable, Sendable {
    let name: String
    let validity: UInt32
    /// The highest UID that is known of the server.
    let highest: UInt32
    /// How many messages of the server are known.
    let messages: Int
    private let path: [UInt8]

    /// Nil if mbsync has not synchronised the folder yet, or has fetched nothing.
    init?(_ folder: AccountFolder) {
      guard folder.hasWritableName, let bytes = [UInt8](file: folder.path.entry(MbsyncState.name)),
        let state = MbsyncState(bytes)
      else { return nil }
      (name, validity) = (folder.name.description, state.validity)
      path = folder.path.bytes
      messages = state.pairs.count { $0.far > 0 }
      let lost = LostMessages(ofFolder: folder.path, validity: state.validity).uids
      // What is fetched again if it comes back has lowered what counts as fetched.
      highest = max(
        state.highestFetched ?? 0, lost.max() ?? 0, state.pairs.lazy.map(\.far).max() ?? 0,
        FolderIdentities.highestUID(ofFolder: folder.path, validity: validity))
      if highest == 0 { return nil }
    }

    /// Looks in the folder, which is selected, whether the highest UIDs have other messages now, or messages are there again that were
    /// removed.
    func isRestored(
      asking connection: MailConnection, removed: Bool
    ) throws(MailConnection.Failure) -> Bool {
      let path = ByteName(path)
      let known = FolderIdentities(ofFolder: path, validity: validity).identities
      // Some of them may have gone from the server meanwhile.
      let newest = known.keys.sorted().suffix(5)
      if !newest.isEmpty {
        let fields = try connection.messageIDs(
          ofUIDs: Array(newest), atMost: MessageIdentity.messageIDBytes)
        for (uid, field) in fields {
          let (id, found) = (known[uid]?.messageID, MessageIdentity(ofMessage: field).messageID)
          if let id, id != .none, found != .none, id != found { return true }
        }
      }
      guard removed, let state = MbsyncState(ofFolder: path) else { return false }
      let lost = LostMessages(ofFolder: path, validity: validity).uids
      let gone = Set(known.keys).subtracting(state.pairs.lazy.map(\.far)).subtracting(lost)
      for uids in ServerMessages.sets(gone) {
        // One that is marked as deleted was removed as far as this server lets.
        if try connection.flags(of: uids).values.contains(where: { !$0.contains("\\deleted") }) {
          return true
        }
      }
      return false
    }
  }

  /// The finding about a folder that mbsync has selected.
  enum Finding: Hashable {
    case restored(KnownFolder)
    /// It has messages that are not known. If `more`, their UIDs are not all new.
    case grown(KnownFolder, more: Bool)
  }

  let folders: [KnownFolder]
  /// The prefix that the server puts before the names of folders (RFC 2342).
  private var namespace = ""
  /// The folder that is selected.
  private(set) var selected: SelectedFolder?
  /// The command that selects a folder, until the server has completed it.
  private var selection: Selection?

  /// A folder by its name without the server's prefix, and its UIDVALIDITY.
  struct SelectedFolder: Hashable {
    let name: String
    let validity: UInt32
  }

  private struct Selection {
    let tag: String
    let name: String
    var validity: UInt32?
    var next: UInt32?
    var messages = 0
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
      // Most lines are of messages.
      guard line.starts(with: "* N".utf8) else { return nil }
      if let values = ImapValue.values(of: Array(line.prefix(2_000))), values.count > 2,
        values[1].isWord("NAMESPACE"), let prefix = values[2].list?.first?.list?.first?.text
      {
        namespace = Self.levels(of: prefix)
      }
      return nil
    }
    let words = String(decoding: line.prefix(100), as: UTF8.self).uppercased()
      .split { " []".contains($0) }
    if words.first == selection.tag.uppercased()[...] {
      self.selection = nil
      selected = selection.validity.map { SelectedFolder(name: selection.name, validity: $0) }
      return finding(selection)
    }
    guard words.count > 2, words[0] == "*" else { return nil }
    if words[2] == "EXISTS", let count = Int(words[1]) { self.selection?.messages = count }
    guard words.count > 3, words[1] == "OK", let number = UInt32(words[3]) else { return nil }
    if words[2] == "UIDVALIDITY" { self.selection?.validity = number }
    if words[2] == "UIDNEXT" { self.selection?.next = number }
    return nil
  }

  private func finding(_ selection: Selection) -> Finding? {
    let folder = folders.first {
      $0.validity == selection.validity && Self.levels(of: $0.name) == selection.name
    }
    guard let folder, let next = selection.next else { return nil }
    if next <= folder.highest { return .restored(folder) }
    let new = Int(next - folder.highest - 1)
    let hasMore = selection.messages > folder.messages + new
    return new > 0 || hasMore ? .grown(folder, more: hasMore) : nil
  }

  /// A name with one sign between levels, whatever the server's is.
  static func levels(of name: some StringProtocol) -> String {
    let name = String(name.map { "./\\".contains($0) ? "/" : $0 })
    return name.uppercased() == "INBOX" ? "INBOX" : name
  }
}
