internal import FileSystem
internal import MailModel
internal import MailText

extension Maildir {
  /// How many messages are shown then, enough for a screen.
  private static let shownAtOnce = 50

  /// Shows some messages of a long folder of which none is known before all of its names are: the
  /// newest of those that the system names first. They are known from then on.
  func showFirstRows(
    of folder: FolderID, by order: MessageOrder,
    batch: @Sendable (_ read: [Message], _ total: Int) -> Void
  ) async {
    let read = await firstRows(of: folder)
    // Meanwhile commands may have found out about some of them.
    guard !read.isEmpty, known[folder]?.messages.count ?? 0 == 0, !Task.isCancelled else { return }
    add(read, to: folder)
    batch(await joined(read, in: folder).sortedNewestFirst(by: order), glanced)
  }

  /// None where the folder has no more names than are listed in a moment anyway.
  @concurrent
  private nonisolated func firstRows(
    of folder: FolderID
  ) async -> [(located: KnownFolder.Located, details: MessageDetails)] {
    var entries: [Listing.Entry] = []
    for part in [Listing.Part.new, .cur] {
      guard let directory = try? Directory(directory(folder, part.rawValue)) else { continue }
      try? directory.entries(limit: glanced - entries.count) { name, kind, _ in
        entries.append(Listing.Entry(file: FileName(name), part: part, kind: kind))
      }
    }
    guard entries.count == glanced else { return [] }
    var newest: [Listing.Entry] = []
    // Files of one key are side by side.
    for entry in Listing.newestFirst(entries) where newest.last?.file.key != entry.file.key {
      newest.append(entry)
      if newest.count == Maildir.shownAtOnce { break }
    }
    let read = await readBatch(newest[...], in: folder, withPreviews: true)
    return read.messages.filter(\.located.isSettled)
  }
}
