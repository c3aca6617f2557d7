internal import MailIndex
public import MailModel
internal import MailText

/// What belongs together, as far as there is an index, which alone knows it.
extension Maildir {
  public func conversation(
    of id: MessageRef, besides: Set<FolderID>
  ) async throws(StoreError) -> [Message] {
    let message = try message(id)
    // What was moved must not be found where it was.
    await settle()
    let found = await index?.conversation(of: id, besides: besides)
    var messages = (found?.entries ?? []).compactMap(asItIs)
    // What the index does not have yet.
    var ids = Set(messages.map(\.id))
    if ids.insert(id).inserted { messages.append(message) }
    if let conversation = message.conversation {
      for (folder, state) in known where !besides.contains(folder) {
        for located in state.messages.values
        where located.message.conversation == conversation
          && ids.insert(located.message.id).inserted
        {
          messages.append(located.message)
        }
      }
    }
    return messages.sortedOldestFirst()
  }

  public func conversationSummary(
    of id: MessageRef, besides: Set<FolderID>
  ) async throws(StoreError) -> ConversationSummary {
    let message = try message(id)
    await settle()
    guard
      let (found, total) = await index?.conversation(
        of: id, besides: besides, limit: ConversationSummary.looked)
    else { return ConversationSummary(of: [message], count: 1) }
    let messages = found.compactMap(asItIs)
    return ConversationSummary(
      of: messages.sortedOldestFirst(), count: total - found.count + messages.count)
  }

  /// A message as it is now; nil when it is not there any more. Its folder is listed only where it has another name than the index knows.
  private func asItIs(_ indexed: Index.Entry) -> Message? {
    let id = indexed.message.id
    if let state = known[id.folder] {
      if let found = state.messages[id.key] { return found.message }
      if state.isRecalled { return nil }
    }
    let last = KnownFolder.Located(indexed)
    if isPresent(last.entry, in: id.folder) { return last.message }
    do throws(StoreError) { return try find(id)?.message } catch { return last.message }
  }

  /// Takes what the index says of what belongs together, and has the listeners told of it.
  ///
  /// - Parameter listed: The folder whose messages are about to be shown anyway.
  func join(_ joined: [Index.Joined], listed: FolderID? = nil) {
    var isNews = false
    for one in joined {
      let folder = one.message.folder
      let isOther = known[folder]?.messages.join(one.message.key, to: one.conversation) == true
      if isOther, folder != listed { isNews = true }
    }
    if isNews { tellListeners() }
  }

  /// The same of what another program has made of it, where one has.
  func joinOthers(_ index: Index) async {
    guard await index.wasWrittenElsewhere() else { return }
    for folder in known.keys { join(await index.conversations(in: folder)) }
  }

  /// Parts what nothing joins any more, a few conversations at a time: what waits for the index comes in
  /// between.
  func part(_ index: Index) async {
    var isLeft = true
    while isLeft, !Task.isCancelled {
      isLeft = await withCheckedContinuation { done in
        saveInTurn {
          let joined = await index.part()
          await self.join(joined ?? [])
          done.resume(returning: joined != nil)
        }
      }
    }
  }

  /// Messages that were just read and are known from then on, with what they belong to: those that are
  /// settled once the index has them, the others as far as it knows the mail that they name.
  func joined(
    _ read: [(located: KnownFolder.Located, details: MessageDetails)], in folder: FolderID
  ) async -> [Message] {
    if let index {
      save(folder)
      await saving?.value
      let fresh = read.filter { !$0.located.isSettled && !$0.details.identifiers.isEmpty }
      if !fresh.isEmpty {
        let conversations = await index.conversations(sharing: fresh.map(\.details.identifiers))
        join(zip(fresh, conversations).map { ($0.located.message.id, $1) }, listed: folder)
      }
    }
    return read.map {
      known[folder]?.messages[$0.located.message.id.key]?.message ?? $0.located.message
    }
  }
}
