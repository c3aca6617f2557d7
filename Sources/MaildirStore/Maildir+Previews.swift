public import MailModel

extension Maildir {
  /// How many messages are read at once by each of two tasks.
  private static let readAtOnce = 250

  /// All messages of a folder with their previews: those that the index has by one question, the
  /// others read and told to it.
  public func messagesWithPreviews(in folder: FolderID) async throws(StoreError) -> [Message] {
    let messages = try await messages(in: folder)
    var previews: [ByteName: String] = [:]
    if messages.contains(where: { !$0.hasPreview }) {
      previews = await index?.previews(in: folder) ?? [:]
      let unread = messages.filter { !$0.hasPreview && previews[$0.id.key] == nil }
      previews.merge(await readPreviews(of: unread.map(\.id.key), in: folder)) { $1 }
      save(folder)
    }
    var found: [Message] = []
    found.reserveCapacity(messages.count)
    for message in messages {
      if message.hasPreview {
        found.append(message)
      } else if let preview = previews[message.id.key] {
        found.append(message.with(preview: preview))
      } else {
        // It went elsewhere in its folder meanwhile, or is gone.
        do throws(StoreError) {
          found.append(try await messageWithPreview(message.id))
        } catch  where error == .messageVanished {
          continue
        }
      }
    }
    return found
  }

  private func readPreviews(
    of keys: [ByteName], in folder: FolderID
  ) async -> [ByteName: String] {
    var previews: [ByteName: String] = [:]
    for start in stride(from: 0, to: keys.count, by: 2 * Maildir.readAtOnce) {
      let entries = keys[start..<min(start + 2 * Maildir.readAtOnce, keys.count)]
        .compactMap { known[folder]?.messages[$0]?.entry }
      async let first = readBatch(
        entries.prefix(Maildir.readAtOnce), in: folder, withPreviews: true)
      async let second = readBatch(
        entries.dropFirst(Maildir.readAtOnce), in: folder, withPreviews: true)
      for read in await first.messages + second.messages {
        let key = read.message.id.key
        // Its flags may have changed meanwhile; a row that is there keeps what is newer.
        guard let now = known[folder]?.messages[key], !now.message.hasPreview else { continue }
        previews[key] = read.message.preview
        known[folder]?.messages[key] = .init(
          entry: now.entry, message: now.message.with(preview: read.message.preview),
          isSettled: now.isSettled)
      }
    }
    return previews
  }
}
