/// Where a folder that does not exist yet belongs in a tree.
enum NewFolder {
  /// The path of a new folder for the account of `folder`: where its other folders are, written the
  /// way they are.
  static func place(_ name: String, for folder: FolderID, among folders: [FolderID]) -> FolderID {
    let levels = folder.path.bytes.split(separator: separator)
    // From the folder outwards, the first level that holds an inbox is the account.
    for count in stride(from: levels.count, to: 0, by: -1) {
      let level = Array(levels[..<count].joined(separator: [separator]))
      if let inbox = inbox(in: level, among: folders) {
        return place(name, in: level, inbox: inbox, among: folders)
      }
    }
    return place(name, in: [], inbox: inbox(in: [], among: folders) ?? [], among: folders)
  }

  private static let separator = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// The inbox right inside a directory, the directory itself for the root of a Maildir.
  private static func inbox(in account: [UInt8], among folders: [FolderID]) -> [UInt8]? {
    if account.isEmpty, folders.contains(.inbox) { return [] }
    return folders.first { folder in
      let inside = below(account, folder)
      return inside.map { String(decoding: $0, as: UTF8.self).lowercased() == "inbox" } ?? false
    }?.path.bytes
  }

  private static func place(
    _ name: String, in account: [UInt8], inbox: [UInt8], among folders: [FolderID]
  ) -> FolderID {
    let all = folders.compactMap { below(account, $0) }
    let insideInbox = folders.compactMap { below(inbox, $0) }
    // Where every folder is below the inbox, a synchroniser knows of no place beside it.
    let isInInbox =
      inbox.isEmpty && account.isEmpty && folders.contains(.inbox)
      || !insideInbox.isEmpty && all.count == insideInbox.count + 1
    let home = isInInbox ? inbox : account
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
    return FolderID(
      path: ByteName(
        (home.isEmpty ? [] : home + [separator]) + prefix + ModifiedUTF7.encoded(name)))
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
