internal import FileSystem
internal import Glibc
internal import MailModel
internal import MailText

extension Maildir {
  /// The file of a message that may be changed, under the name that it has now.
  func changeable(_ id: MessageRef) throws(StoreError) -> KnownFolder.Located {
    guard let found = try find(id) else { throw .messageVanished }
    guard found.message.canChange else { throw .notAMessage }
    return found
  }

  /// Where a message is, or nil: where it was last seen, or else by listing its folder, which is
  /// done once for many messages while the folder stays as it is, and always when `again`.
  func find(_ id: MessageRef, again: Bool = false) throws(StoreError) -> KnownFolder.Located? {
    let now = MessageDate.now()
    if !again {
      if let found = known[id.folder]?.messages[id.key], isPresent(found.entry, in: id.folder) {
        return found
      }
      if let glimpse, glimpse.folder == id.folder {
        if let found = read(glimpse.entries[id.key], in: id.folder) { return found }
        let signature = signature(of: id.folder)
        if glimpse.signature == signature, !signature.isFresh(at: now), SharedKey(id.key) == nil {
          return nil
        }
      }
    }
    var misses = 0
    for _ in 0..<Maildir.maximumAttempts {
      let signature = signature(of: id.folder)
      known[id.folder]?.signature = nil
      do throws(StoreError) {
        let unread = try refresh(id.folder, wanted: id.key).map { ($0.file.key, $0) }
        glimpse = Glimpse(
          folder: id.folder, signature: signature,
          entries: Dictionary(unread) { first, _ in first })
      } catch .noSuchFolder {
        return nil
      }
      // What was just listed comes first: what is known may be older while a message is yet to be
      // read again.
      let entry = glimpse?.entries[id.key]
      if let found = read(entry, in: id.folder) { return found }
      let known = known[id.folder]?.messages[id.key]
      if let known, isPresent(known.entry, in: id.folder) { return known }
      // One listing may miss a file that is being renamed.
      if entry == nil, known == nil { misses += 1 }
      if misses == 2 { return nil }
    }
    throw .contended
  }

  /// Where a message is by the name that a change of it was planned with; nil where it has another.
  ///
  /// It costs no listing of the folder: hundreds of changes that a crash interrupted would cost two each.
  func find(_ id: MessageRef, named name: ByteName) -> KnownFolder.Located? {
    guard !name.bytes.isEmpty else { return nil }
    let file = FileName(name)
    return file.key == id.key
      ? read(Listing.Entry(file: file, part: .cur, isRegular: nil), in: id.folder) : nil
  }

  /// Reads one file, which is known from then on; nil when it is gone.
  func read(_ entry: Listing.Entry?, in folder: FolderID) -> KnownFolder.Located? {
    guard let entry, let directory = try? Directory(self.directory(folder, entry.part.rawValue)),
      case .message(let message, let details, let isSettled) = MessageReader(
        folder: folder, now: MessageDate.now()
      ).read(entry.file, isRegular: entry.isRegular, in: directory.descriptor)
    else { return nil }
    let found = KnownFolder.Located(entry: entry, message: message, isSettled: isSettled)
    known[folder, default: KnownFolder()].messages.add(found, details)
    return found
  }

  /// Whether the file still has the name that is remembered.
  func isPresent(_ entry: Listing.Entry, in folder: FolderID) -> Bool {
    var status = stat()
    return path(of: entry, in: folder).withCString { lstat($0, &status) } == 0
  }

  func path(of entry: Listing.Entry, in folder: FolderID) -> ByteName {
    ByteName(
      directory(folder, entry.part.rawValue).bytes + [UInt8(ascii: "/")] + entry.file.name.bytes)
  }
}
