internal import CSystem
internal import FileSystem
internal import Foundation
internal import MailIndex
internal import MailModel
internal import MailText

extension Maildir {
  /// How many messages are read and told to the index together, so that what somebody waits for is
  /// never far behind.
  private static let readTogether = 250

  public func readAhead() async {
    guard index != nil, let all = try? await folders() else { return }
    for folder in all where !Task.isCancelled { await readAhead(folder) }
  }

  /// Whether the folder is known to somebody else, who tells the index of it.
  private func isOpen(_ folder: FolderID) -> Bool { known[folder]?.isRecalled == true }

  private func readAhead(_ folder: FolderID) async {
    guard let index, !isOpen(folder) else { return }
    let now = MessageDate.now()
    let signature = signature(of: folder)
    let kept = await index.places(in: folder)
    guard kept.digest != signature.digest else { return }
    let found = await whenIdle {
      try? Listing({ self.directory(folder, $0.rawValue) }, known: KnownMessages()).found
    }
    // A folder that is empty all at once may be one in the place of another: who opens it is asked.
    guard let found, !found.isEmpty || kept.places.isEmpty else { return }
    let keys = Set(found.map(\.file.key))
    let gone = kept.places.keys.filter { !keys.contains($0) }
    tell(index, gone.map { .init(key: $0, entry: nil, details: nil) }, of: folder, signature)
    let unread = found.filter { entry in
      kept.places[entry.file.key].map { $0.place != entry.place || $0.flags != entry.file.flags }
        ?? true
    }
    var isWhole = !signature.isFresh(at: now)
    for start in stride(from: 0, to: unread.count, by: Self.readTogether) {
      guard !Task.isCancelled, !isOpen(folder) else { return }
      let part = unread[start..<min(start + Self.readTogether, unread.count)]
      let read = await whenIdle { self.readNow(part, in: folder, withPreviews: true) }
      isWhole = isWhole && read.vanished == 0 && read.messages.allSatisfy(\.located.isSettled)
      let changes = read.messages.map { message in
        Index.Change(
          key: message.located.message.id.key, entry: message.located.indexed,
          details: message.details)
      }
      tell(index, changes, of: folder, signature)
      await saving?.value
    }
    if isWhole, self.signature(of: folder) == signature {
      tell(index, [], of: folder, signature, count: found.count)
    }
  }

  /// - Parameter count: How many messages there are, once the index has been told of all.
  private func tell(
    _ index: Index, _ changes: [Index.Change], of folder: FolderID, _ signature: Listing.Signature,
    count: Int? = nil
  ) {
    saveInTurn {
      guard await !self.isOpen(folder) else { return }
      await index.save(
        folder, changes, digest: count == nil ? nil : signature.digest, count: count ?? 0,
        directory: signature.cur?.inode)
    }
  }

  /// Runs what nobody waits for on a thread of its own, which gets the processor and the disk only
  /// while no other wants them.
  private nonisolated func whenIdle<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        _ = dnk_become_idle()
        continuation.resume(returning: body())
      }
    }
  }
}
