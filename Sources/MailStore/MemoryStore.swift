/// A store that lives in memory and is gone with it: for tests of what works on any store.
///
/// It keeps the rules of a Maildir: fresh keys on a move, flags that keep the key, nothing deleted
/// but from the trash.
public actor MemoryStore: MessageStore {
  public nonisolated let path: String
  public nonisolated let identity: String
  public nonisolated let abilities: StoreAbilities
  public let isWritable: Bool

  private struct Item {
    var message: Message
    var body: MessageBody
    var info: ByteName
  }

  private var items: [FolderID: [ByteName: Item]]
  private nonisolated let listeners = Listeners()
  private var keysGiven = 0

  public init(
    identity: String = "memory", abilities: StoreAbilities = .all, isWritable: Bool = true,
    folders: [FolderID] = [.inbox]
  ) {
    path = identity
    self.identity = identity
    self.abilities = abilities
    self.isWritable = isWritable
    items = Dictionary(folders.map { ($0, [:]) }) { first, _ in first }
  }

  /// Puts a message in its folder, as another program would; in place of one with its identity.
  public func deliver(
    _ message: Message, text: String = ""
  ) {
    let body = MessageBody(
      headers: [.init(name: "Subject", value: message.subject)], text: text, isFromHTML: false,
      isCut: false, attachments: [], moreAttachments: 0)
    items[message.id.folder, default: [:]][message.id.key] = Item(
      message: message, body: body, info: ByteName(info: message.flags))
    listeners.tell()
  }

  public func folders() -> [FolderID] { items.keys.sorted() }

  public func messages(
    in folder: FolderID, batch: (@Sendable (_ read: [Message], _ total: Int) -> Void)?
  ) throws(StoreError) -> [Message] {
    guard let found = items[folder] else { throw .noSuchFolder(folder.description) }
    let messages = found.values.map(\.message).sortedNewestFirst()
    if let batch, !messages.isEmpty { batch(messages, messages.count) }
    return messages
  }

  public func message(_ id: MessageID) throws(StoreError) -> Message { try item(id).message }

  public func body(of id: MessageID) throws(StoreError) -> MessageBody { try item(id).body }

  public func specialFolder(
    _ kind: SpecialFolder, near folder: FolderID
  ) -> FolderID {
    items.keys.sorted().first { kind.matches($0) } ?? FolderID(path: ByteName(kind.name))
  }

  public func plan(
    _ alteration: Alteration, of id: MessageID
  ) throws(StoreError) -> MessageChange? {
    let item = try changeable(id)
    switch alteration {
    case .flags where !abilities.contains(.flags), .delete where !abilities.contains(.delete):
      throw .notSupported
    default:
      return try .planned(
        alteration, of: id, info: item.info, flags: item.message.flags, freshKey: freshKey)
    }
  }

  public func plan(
    undoing change: MessageChange, of id: MessageID
  ) throws(StoreError) -> MessageChange {
    try .planned(undoing: change, of: id, info: changeable(id).info, freshKey: freshKey)
  }

  public func carryOut(_ changes: [MessageChange]) -> CarriedOut {
    defer { listeners.tell() }
    return CarriedOut(
      results: changes.map { change in Result { () throws(StoreError) in try make(change) } })
  }

  public nonisolated func changes() -> AsyncStream<Void> { listeners.add() }

  private func make(_ change: MessageChange) throws(StoreError) -> CarriedOut.Made {
    guard isWritable else { throw .readOnly(path) }
    guard var item = items[change.before.folder]?[change.before.key] else {
      guard change.isMove, let after = change.after else { throw .messageVanished }
      return .init(change: change, message: try self.item(after).message)
    }
    let info = change.info(from: item.info)
    let isSo = !change.isMove && !change.isDeletion && info == item.info
    let made = isSo ? change.found(info) : change.with(infoBefore: item.info, infoAfter: info)
    guard let after = change.after else {
      guard SpecialFolder.trash.matches(change.before.folder) else { throw .notInTrash }
      items[change.before.folder]?[change.before.key] = nil
      return .init(change: made, message: nil)
    }
    if change.isMove, items[after.folder]?[after.key] != nil { throw .nameTaken }
    item.info = info
    item.message = item.message.with(id: after, flags: MessageFlags(info: info))
    items[change.before.folder]?[change.before.key] = nil
    items[after.folder, default: [:]][after.key] = item
    return .init(change: made, message: item.message)
  }

  private func item(_ id: MessageID) throws(StoreError) -> Item {
    guard let item = items[id.folder]?[id.key] else { throw .messageVanished }
    return item
  }

  private func changeable(_ id: MessageID) throws(StoreError) -> Item {
    let item = try item(id)
    guard item.message.canChange else { throw .notAMessage }
    return item
  }

  private func freshKey(in folder: FolderID, info: ByteName) -> ByteName {
    keysGiven += 1
    return ByteName("memory.\(keysGiven)")
  }
}
