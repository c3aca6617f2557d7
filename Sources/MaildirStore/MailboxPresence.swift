internal import FileSystem
internal import Glibc
public import MailModel

/// Tells a mailbox that is gone, and a folder that something has emptied, from mail that was moved
/// or deleted.
///
/// - The mailbox is gone when there is no directory at its path, or another one (by device or inode)
///   than was opened: a disk that was taken out, or something mounted over it.
/// - A folder is emptied when `minimum` messages or more were in it at the last look and none is at
///   the next, or when even one was and its `cur` is now another directory or none. Our own moves are
///   no part of it, since they are taken off what is known as they are made; nor is what leaves mail
///   to be seen on the way (another program that moves or deletes one after another); nor is a move
///   at once: half of the files that are remembered, or more, are in other folders of the tree then,
///   by key or by inode, which a rename keeps.
/// - Since the last run a person may well have emptied a folder with another program. What the index
///   knows is missed only when `cur` is now another directory (by inode, since devices are numbered
///   anew at each start of the system) or none, which no mail program does.
///
/// Neither is taken for deletions: what is known of the messages is kept until they are back, or
/// until the person says that the folder is empty indeed.
struct MailboxPresence {
  /// Some of the files of a folder as they were at the last look, by key, with their inodes.
  struct Witnesses {
    var cur: Directory.Identity?
    var inodes: [ByteName: UInt64] = [:]
  }

  /// So few messages are easily moved or deleted between two looks.
  static let minimum = 10
  /// How many files of a folder are remembered.
  static let witnesses = 16

  /// The root as it was last seen with its mail.
  var root: Directory.Identity?
  var folders: [FolderID: Witnesses] = [:]
  /// Folders that the person knows to be empty.
  var accepted: Set<FolderID> = []
}

extension Maildir {
  /// Shows a folder as empty that something has emptied: the person knows that it is right. Without
  /// effect on a folder that is not.
  public func accept(empty folder: FolderID) { presence.accepted.insert(folder) }

  /// Fails while the mailbox is gone. Another directory in its place is the mailbox come back when it
  /// has mail that is known from before.
  func checkPresence() throws(StoreError) {
    let now = Directory.Identity(root, follows: true)
    if let now, now == presence.root { return }
    guard let now, isSameMailbox else { throw .mailboxGone(path) }
    presence.root = now
  }

  private var isSameMailbox: Bool {
    let known = presence.folders.filter { !$0.value.inodes.isEmpty }
    if known.isEmpty { return !FolderTree(root: root).folders().isEmpty }
    return known.contains { folder, witnesses in
      guard
        let listing = try? Listing({ self.directory(folder, $0.rawValue) }, known: KnownMessages())
      else {
        return false
      }
      return listing.found.contains { witnesses.inodes[$0.file.key] != nil }
    }
  }

  /// Takes the state of a folder into account that was just listed; fails when something has emptied
  /// it, and then keeps what is known.
  func checkEmptied(
    _ folder: FolderID, _ state: KnownFolder, _ listing: Listing
  ) throws(StoreError) {
    let cur = Directory.Identity(directory(folder, Listing.Part.cur.rawValue))
    let isEmpty = listing.found.isEmpty && !listing.isSeen.contains(true)
    if isEmpty, !presence.accepted.contains(folder) {
      let missing: [ByteName: UInt64?]
      let isMissed: Bool
      if let witnesses = presence.folders[folder] {
        // What we moved ourselves is known no more.
        missing = witnesses.inodes.filter { state.messages[$0.key] != nil }.mapValues { $0 }
        let isOtherDirectory = witnesses.cur != nil && witnesses.cur != cur
        isMissed = isOtherDirectory || state.messages.count >= MailboxPresence.minimum
      } else {
        let keys = state.messages.values.prefix(MailboxPresence.witnesses).map(\.message.id.key)
        missing = Dictionary(keys.map { ($0, nil) }) { first, _ in first }
        isMissed = state.cur != nil && state.cur != cur?.inode
      }
      if isMissed, !missing.isEmpty, !haveMoved(missing, from: folder) {
        throw .folderEmptied(shownPath(folder))
      }
    }
    remember(isEmpty ? nil : cur, of: folder, state, listing)
  }

  /// Remembers some files of a folder, none where it has no directory with mail.
  private func remember(
    _ cur: Directory.Identity?, of folder: FolderID, _ state: KnownFolder, _ listing: Listing
  ) {
    guard let cur else {
      presence.folders[folder] = nil
      return
    }
    presence.accepted.remove(folder)
    var witnesses = presence.folders[folder] ?? .init()
    witnesses.cur = cur
    var missing = witnesses.inodes.filter { key, _ in
      state.messages.place(of: key).map { listing.isSeen[$0] } != true
    }
    for entry in listing.found where !missing.isEmpty { missing[entry.file.key] = nil }
    for key in missing.keys { witnesses.inodes[key] = nil }
    let known = state.messages.values
    let unchanged = known.indices.lazy.filter { listing.isSeen[$0] }.map { known[$0].entry }
    for entries in [AnySequence(listing.found), AnySequence(unchanged)] {
      for entry in entries {
        guard witnesses.inodes.count < MailboxPresence.witnesses else { break }
        let path = directory(folder, entry.part.rawValue).bytes + [0x2F] + entry.file.name.bytes
        var status = stat()
        guard ByteName(path).withCString({ lstat($0, &status) }) == 0 else { continue }
        witnesses.inodes[entry.file.key] = UInt64(status.st_ino)
      }
    }
    presence.folders[folder] = witnesses
  }

  /// Whether half of these files, or more, are in other folders of the tree now, by key or by inode
  /// where it is known. A single one may be a new file that was given the inode of a deleted one.
  private func haveMoved(_ missing: [ByteName: UInt64?], from folder: FolderID) -> Bool {
    let keys = Dictionary(
      missing.compactMap { key, inode in inode.map { ($0, key) } }, uniquingKeysWith: { $1 })
    var found: Set<ByteName> = []
    for other in FolderTree(root: root).folders() where other != folder {
      for part in [Listing.Part.cur, .new] {
        guard let directory = try? Directory(directory(other, part.rawValue)) else { continue }
        try? directory.entries(withInodes: { name, _, inode in
          if let key = keys[inode] { found.insert(key) }
          let key = FileName(name).key
          if missing[key] != nil { found.insert(key) }
        })
        if found.count * 2 >= missing.count { return true }
      }
    }
    return false
  }
}
