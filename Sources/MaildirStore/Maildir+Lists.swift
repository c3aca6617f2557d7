internal import FileSystem
internal import MailIndex
public import MailModel
internal import MailText

extension Maildir {
  /// How many messages are read at once.
  private static let headersAtOnce = 250

  /// The index says which to look at, and the mail itself which they are.
  public func list(
    of id: MessageRef, in folder: FolderID
  ) async throws(StoreError) -> (name: String, messages: [Message])? {
    guard let own = try find(id) else { throw .messageVanished }
    let name = await readBatch([own.entry], in: id.folder, withPreviews: false)
      .messages.first?.details.listID
    guard let name, !name.isEmpty else { return nil }
    let all = try await messages(in: folder)
    save(folder)
    await settle()
    let indexed = await index?.keys(in: folder, ofList: name)
    let candidates = all.compactMap { message -> Listing.Entry? in
      guard let found = known[folder]?.messages[message.id.key] else { return nil }
      return !found.isSettled || indexed?.contains(message.id.key) != false ? found.entry : nil
    }
    var isFrom: Set<ByteName> = []
    for start in stride(from: 0, to: candidates.count, by: Self.headersAtOnce) {
      let read = await readBatch(
        candidates[start..<min(start + Self.headersAtOnce, candidates.count)], in: folder,
        withPreviews: false)
      isFrom.formUnion(
        read.messages.lazy.filter { $0.details.listID == name }.map(\.located.message.id.key))
    }
    return (name, all.filter { isFrom.contains($0.id.key) })
  }

  public func messages(called messageID: String) async throws(StoreError) -> [MessageRef] {
    await settle()
    var found = Set(await index?.messages(called: messageID) ?? [])
    // What has just come is not in the index.
    for (folder, known) in known {
      let fresh = known.messages.values.filter { !$0.isSettled }.map(\.entry)
      guard !fresh.isEmpty else { continue }
      found.formUnion(
        await readBatch(fresh[...], in: folder, withPreviews: false).messages
          .filter { $0.details.messageID == messageID }.map(\.located.message.id))
    }
    return found.sorted { ($0.folder.path, $0.key) < ($1.folder.path, $1.key) }
  }

  public func lists(
    of ids: [MessageRef], in folder: FolderID
  ) async throws(StoreError) -> [MessageRef: String] {
    var indexed: [ByteName: String] = [:]
    // The headers of a few are read sooner than all that is known.
    if ids.count > Self.headersAtOnce {
      save(folder)
      await settle()
      indexed = await index?.lists(in: folder) ?? [:]
    }
    var (lists, unknown): ([MessageRef: String], [Listing.Entry]) = ([:], [])
    for id in ids {
      guard let found = known[folder]?.messages[id.key] else { continue }
      if found.isSettled, let list = indexed[id.key] {
        if !list.isEmpty { lists[id] = list }
      } else {
        unknown.append(found.entry)
      }
    }
    for start in stride(from: 0, to: unknown.count, by: Self.headersAtOnce) {
      let read = await readBatch(
        unknown[start..<min(start + Self.headersAtOnce, unknown.count)], in: folder,
        withPreviews: false)
      for one in read.messages {
        let list = one.details.listID
        if !list.isEmpty { lists[one.located.message.id] = list }
      }
    }
    return lists
  }
}
