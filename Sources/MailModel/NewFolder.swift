import FileSystem
internal import MailText

/// Where a folder that does not exist yet belongs in a tree.
package enum NewFolder {
  /// The path of a new folder for the account of `folder`: where its other folders are, written the
  /// way they are.
  ///
  /// - Parameter name: With a slash between the levels of a folder in folders.
  package static func place(
    _ name: String, for folder: FolderID, among folders: [FolderID]
  ) throws(StoreError) -> FolderID {
    let roles = FolderRoles(folders)
    let inbox = roles.inbox(of: folder)
    let directory = inbox.map { roles.directory(ofAccountOf: $0).components } ?? []
    // People are shown the whole name, and may write it so.
    let whole = directory.map { $0 + "/" }.joined()
    let name = name.hasPrefix(whole) ? String(name.dropFirst(whole.count)) : name
    return try place(
      name, in: inbox.map { roles.directory(ofAccountOf: $0).path.bytes } ?? [],
      inbox: inbox?.path.bytes, among: folders.filter { roles.inbox(of: $0) == inbox })
  }

  private static let separator = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  private static func place(
    _ name: String, in account: [UInt8], inbox: [UInt8]?, among folders: [FolderID]
  ) throws(StoreError) -> FolderID {
    let all = folders.compactMap { below(account, $0) }
    let insideInbox = inbox.map { inbox in folders.compactMap { below(inbox, $0) } } ?? []
    // Where every folder is below the inbox, a synchroniser knows of no place beside it; and beside
    // one that is the directory of its account are other accounts.
    let isInInbox =
      inbox == account || !insideInbox.isEmpty && all.count == insideInbox.count + 1
    let home = isInInbox ? inbox ?? [] : account
    let neighbours = isInInbox ? insideInbox : []
    let isDotted = isInInbox && (neighbours.isEmpty || neighbours.contains { $0.first == dot })
    var prefix: [UInt8] = isDotted ? [dot] : []
    // Nor beside `.INBOX.Sent` and its like.
    let underInbox = prefix + Array("INBOX".utf8) + [isDotted ? dot : separator]
    if isInInbox, !neighbours.isEmpty,
      neighbours.allSatisfy({ isBelowInbox($0, like: underInbox) })
    {
      prefix = Array(neighbours[0].prefix(underInbox.count))
    }
    var levels = try levels(of: name, isDotted)
    // A server takes INBOX in any letters for the inbox (RFC 3501, 5.1), and mbsync stops at a folder of other letters.
    if let inbox, String(decoding: levels[0], as: UTF8.self).uppercased() == "INBOX" {
      if levels.count == 1 { return FolderID(path: ByteName(inbox)) }
      if isInInbox {
        levels.removeFirst()
      } else if let name = below(account, FolderID(path: ByteName(inbox))) {
        levels[0] = Array(name)
      }
    }
    return FolderID(
      path: ByteName(
        (home.isEmpty ? [] : home + [separator]) + prefix
          + levels.joined(separator: [isDotted ? dot : separator])))
  }

  /// The levels of a name as they are on the disk. None of what would lead elsewhere, be no folder for who
  /// lists them, or be another name when it is read again.
  private static func levels(
    of name: String, _ isDotted: Bool
  ) throws(StoreError) -> [[UInt8]] {
    let levels = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let isUsable = levels.allSatisfy { level in
      !level.isEmpty && !level.hasPrefix(".") && !(isDotted && level.contains("."))
        && DisplayText.safe(level) == level && !["cur", "new", "tmp"].contains(level)
        && level.unicodeScalars.first?.isSpace == false
        && level.unicodeScalars.last?.isSpace == false
    }
    guard isUsable else { throw .unusableName(name) }
    return levels.map(ModifiedUTF7.encoded)
  }

  private static func isBelowInbox(_ path: ArraySlice<UInt8>, like prefix: [UInt8]) -> Bool {
    path.count > prefix.count
      && String(decoding: path.prefix(prefix.count), as: UTF8.self).lowercased()
        == String(decoding: prefix, as: UTF8.self).lowercased()
  }

  /// The path of a folder from a directory that it is somewhere below, nil when it is not.
  private static func below(_ directory: [UInt8], _ folder: FolderID) -> ArraySlice<UInt8>? {
    let path = folder.path.bytes[...]
    if directory.isEmpty { return path.isEmpty ? nil : path }
    guard path.count > directory.count + 1, path.starts(with: directory),
      path[directory.count] == separator
    else { return nil }
    return path[(directory.count + 1)...]
  }
}
