internal import FileSystem
public import MailModel

extension Maildir {
  /// How many messages are read at once by each of two tasks.
  private static let readAtOnce = 250

  /// All messages of a folder with their previews, each read once.
  public func messagesWithPreviews(in folder: FolderID) async throws(StoreError) -> [Message] {
    let messages = try await list(folder, by: .arrival, batch: nil, previews: .max)
    // Listed before, without.
    let keys = messages.filter { !$0.hasPreview }.map(\.id.key)
    guard !keys.isEmpty else { return messages }
    await readPreviews(of: keys, in: folder)
    save(folder)
    return known[folder]?.messages.newestFirst(by: .arrival) ?? []
  }

  private func readPreviews(of keys: [ByteName], in folder: FolderID) async {
    for start in stride(from: 0, to: keys.count, by: 2 * Maildir.readAtOnce) {
      let entries = keys[start..<min(start + 2 * Maildir.readAtOnce, keys.count)]
        .compactMap { known[folder]?.messages[$0]?.entry }
      async let first = readBatch(
        entries.prefix(Maildir.readAtOnce), in: folder, withPreviews: true)
      async let second = readBatch(
        entries.dropFirst(Maildir.readAtOnce), in: folder, withPreviews: true)
      for read in await first.messages + second.messages {
        let message = read.located.message
        // Its flags may have changed meanwhile; a row that is there keeps what is newer.
        guard let now = known[folder]?.messages[message.id.key], !now.message.hasPreview else {
          continue
        }
        note((message.preview, message.hasAttachment), read.details, of: now)
      }
    }
  }
}
