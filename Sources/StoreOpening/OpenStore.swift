internal import FileStore
public import FileSystem
public import MailModel
internal import MaildirStore

/// Opens what is at a path: a tree of mail, or else a plain folder of files.
///
/// Files are not what a person has in mind who names the inside of a Maildir, or a mailbox whose
/// disk is out, or mail in another form: fails there with ``StoreError/notAMaildir(_:)`` and
/// ``StoreError/foreignMail(_:_:)``, and with ``StoreError/empty(_:)`` where there is nothing to show.
///
/// - Parameter indexFolder: Where the store remembers what it read until the next start.
public func openStore(
  at path: String, indexFolder: String? = nil
) async throws(StoreError) -> any MessageStore {
  try await openStore(at: ByteName(path), indexFolder: indexFolder)
}

/// The same for a path that need not be UTF-8.
public func openStore(
  at place: ByteName, indexFolder: String? = nil
) async throws(StoreError) -> any MessageStore {
  do throws(StoreError) {
    return try Maildir(at: place, indexFolder: indexFolder)
  } catch .notAMaildir(let path) {
    guard Directory.signature(place.entry(ByteName("."))) != nil else {
      if let form = place.resolved.flatMap(ForeignMail.init(file:)) {
        throw .foreignMail(form, path)
      }
      throw .notAMaildir(path)
    }
    let folder = try FileFolder(at: place)
    let wasMaildir = indexFolder.map { Maildir.wasThere(folder.root, indexFolder: $0) } ?? false
    if wasMaildir || isPartOfMaildir(folder.root) {
      throw .notAMaildir(folder.path)
    }
    if let form = ForeignMail(folder: folder.root) { throw .foreignMail(form, path) }
    if try await folder.folders() == [.inbox], try await folder.messages(in: .inbox).isEmpty {
      throw .empty(folder.path)
    }
    return folder
  }
}

/// Says that what is at a path may be opened now, or else than before: once at first, since it may have
/// changed meanwhile, and whenever the path, the directory there or its mount changed. Blocks no one.
public func changes(at place: ByteName) -> AsyncStream<Void> { TreeWatch.changes(at: place) }

private func isPartOfMaildir(_ path: ByteName) -> Bool {
  let (parent, name) = path.split
  let parts = ["cur", "new", "tmp"].map { ByteName($0) }
  return parts.contains(name)
    && parts.allSatisfy { Directory.signature(parent.entry($0)) != nil }
}
