import FileSystem
import MailModel
import MailText
import Synchronization

/// A store that lives in memory and is gone with it: for tests of what works on any store, and the
/// proof of what a store is asked for, since it knows no more of the others than any program does.
///
/// It keeps the rules of a Maildir: fresh keys on a move, flags that keep the key.
public actor MemoryStore: MessageStore {
  public nonisolated let path: String
  public nonisolated let identity: String
  public nonisolated let abilities: StoreAbilities
  public let isWritable: Bool
  /// How many bodies were asked for.
  public private(set) var bodiesRead = 0

  private struct Item {
    var message: Message
    var text: String
    /// Its own Message-ID, and those that it names.
    var identifiers: [String] = []
    /// Counts the deliveries.
    var number = 0
  }

  private var items: [FolderID: [ByteName: Item]]
  /// What was planned to be created.
  private var drafts: [MessageRef: Item] = [:]
  private nonisolated let listeners = Mutex<[AsyncStream<Void>.Continuation]>([])
  private var keysGiven = 0
  private var delivered = 0

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
  ///
  /// - Parameter identifiers: Its own Message-ID, and those that it names.
  public func deliver(_ message: Message, text: String = "", identifiers: [String] = []) {
    delivered += 1
    items[message.id.folder, default: [:]][message.id.key] = Item(
      message: message, text: text, identifiers: identifiers, number: delivered)
    tell()
  }

  /// Takes a message away, as another program would.
  public func remove(_ id: MessageRef) {
    items[id.folder]?[id.key] = nil
    tell()
  }

  public func folders() -> [FolderID] { items.keys.sorted() }

  public func messages(
    in folder: FolderID, by order: MessageOrder,
    batch: (@Sendable (_ read: [Message], _ total: Int) -> Void)?
  ) throws(StoreError) -> [Message] {
    guard let found = items[folder] else { throw .noSuchFolder(folder.description) }
    let conversations = conversations()
    let messages = found.values.map { $0.message.with(conversation: conversations[$0.message.id]) }
      .sortedNewestFirst(by: order)
    if let batch, !messages.isEmpty { batch(messages, messages.count) }
    return messages
  }

  public func message(_ id: MessageRef) throws(StoreError) -> Message {
    try item(id).message.with(conversation: conversations()[id])
  }

  public func conversation(
    of id: MessageRef, besides: Set<FolderID>
  ) async throws(StoreError) -> [Message] {
    let message = try message(id)
    let conversations = conversations()
    return items.values.flatMap(\.values).map(\.message).filter { other in
      guard other.id != id else { return true }
      return message.conversation != nil && conversations[other.id] == message.conversation
        && !besides.contains(other.id.folder)
    }.sortedOldestFirst()
  }

  /// What belongs together, computed anew each time: the number is that of the first delivery.
  private func conversations() -> [MessageRef: ConversationID] {
    let all = items.values.flatMap(\.values).sorted { $0.number < $1.number }
    let sharing = Dictionary(
      grouping: all.flatMap { item in item.identifiers.map { ($0, item) } }, by: \.0)
    var found: [MessageRef: ConversationID] = [:]
    for first in all where found[first.message.id] == nil && !first.identifiers.isEmpty {
      var reached = [first]
      while let item = reached.popLast() {
        if found[item.message.id] != nil { continue }
        found[item.message.id] = ConversationID(Int64(first.number))
        for identifier in item.identifiers {
          for (_, other) in sharing[identifier] ?? [] where found[other.message.id] == nil {
            reached.append(other)
          }
        }
      }
    }
    return found
  }

  public func body(
    of id: MessageRef, as choice: TextChoice, within budget: TextBudget
  ) throws(StoreError) -> MessageBody {
    bodiesRead += 1
    let (text, isCut) = MarkedText.plain(try item(id).text, within: budget)
    return MessageBody(content: text, hasMoreText: isCut)
  }

  public func bytes(of id: MessageRef, part: Int?) throws(StoreError) -> [UInt8] {
    let text = try item(id).text
    guard part == nil else { throw .noSuchPart }
    return Array(text.utf8)
  }

  public func place(forFolder name: String, near folder: FolderID) -> FolderID {
    FolderID(path: ByteName(name))
  }

  public func plan(
    _ alteration: Alteration, of id: MessageRef
  ) throws(StoreError) -> MessageChange? {
    let message = try changeable(id)
    switch alteration {
    case .alter(let adding, let removing, let folder, let waking, let woken):
      let target = folder ?? id.folder
      let isMove = target != id.folder || waking != nil && waking != message.waking
      let flags = message.flags.subtracting(removing).union(adding)
        .settable(from: message.flags, isMove: isMove)
      if !isMove, flags == message.flags { return nil }
      if !isMove, !abilities.contains(.flags) { throw .notSupported }
      return MessageChange(
        before: id, flagsBefore: message.flags, after: isMove ? fresh(in: target) : id,
        flagsAfter: flags,
        token: token(
          before: message.waking ?? message.woken.map { -$0 },
          after: isMove ? waking ?? woken.map { -$0 } : nil))
    case .delete:
      guard abilities.contains(.delete) else { throw .notSupported }
      return MessageChange(before: id, flagsBefore: message.flags, after: nil)
    }
  }

  public func plan(
    creating content: [UInt8], in folder: FolderID, flags: MessageFlags
  ) throws(StoreError) -> MessageChange {
    guard items[folder] != nil else { throw .noSuchFolder(folder.description) }
    let id = fresh(in: folder)
    let text = String(decoding: content, as: UTF8.self)
    drafts[id] = Item(
      message: Message(
        id: id, flags: flags, from: "", address: "", subject: "", date: 0, preview: text,
        size: Int64(content.count)), text: text)
    return MessageChange(before: nil, after: id, flagsAfter: flags)
  }

  public func plan(
    undoing change: MessageChange, of id: MessageRef
  ) throws(StoreError) -> MessageChange {
    let message = try changeable(id)
    let waking = wakings(change.token)
    return MessageChange(
      before: id, flagsBefore: message.flags,
      after: change.isMove ? change.before.map { fresh(in: $0.folder) } : id,
      flagsAfter: change.flagsUndone(from: message.flags),
      token: token(before: waking.after, after: waking.before))
  }

  public func carryOut(_ changes: [Change]) -> CarriedOut {
    defer { tell() }
    return CarriedOut(
      results: changes.map { change in
        Result { () throws(StoreError) in
          guard isWritable else { throw .readOnly(path) }
          switch change {
          case .message(let change): return try make(change)
          case .folder(let folder):
            items[folder] = items[folder] ?? [:]
            return .init(change: change, message: nil)
          }
        }
      })
  }

  public nonisolated func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    listeners.withLock { $0.append(continuation) }
    return stream
  }

  private nonisolated func tell() { for one in listeners.withLock({ $0 }) { one.yield() } }

  private func make(_ change: MessageChange) throws(StoreError) -> CarriedOut.Made {
    let isThere = change.before.map { items[$0.folder]?[$0.key] != nil }
    guard
      var item = change.before.flatMap({ items[$0.folder]?[$0.key] })
        ?? change.after.flatMap({ isThere == nil ? drafts.removeValue(forKey: $0) : nil })
    else {
      guard change.before != change.after, let after = change.after else { throw .messageVanished }
      return .init(change: .message(change), message: try self.item(after).message)
    }
    let current = item.message.flags
    let flags = change.isCreation ? change.flagsAfter : change.flags(from: current)
    let isSo = change.before == change.after && flags == current
    let made =
      isSo
      ? change.found(flags, token: change.token)
      : change.with(flagsBefore: current, flagsAfter: flags, token: change.token)
    if let after = change.after {
      if change.before != after, items[after.folder]?[after.key] != nil { throw .nameTaken }
      guard items[after.folder] != nil else { throw .noSuchFolder(after.folder.description) }
      if change.isMove {
        let time = wakings(change.token).after ?? 0
        item.message = item.message.with(
          id: after, flags: flags, waking: time > 0 ? time : nil, woken: time < 0 ? -time : nil)
      } else {
        item.message = item.message.with(
          id: after, flags: flags, waking: item.message.waking, woken: item.message.woken)
      }
    }
    if let before = change.before { items[before.folder]?[before.key] = nil }
    if let after = change.after { items[after.folder]?[after.key] = item }
    return .init(change: .message(made), message: change.isDeletion ? nil : item.message)
  }

  /// When the message was to come back before a change, and after it; less than nothing where it
  /// came back then.
  private func token(before: Int64?, after: Int64?) -> [UInt8] {
    [before, after].map { $0.map(String.init) ?? "" }.joined(separator: "/").utf8.map { $0 }
  }

  private func wakings(_ token: [UInt8]) -> (before: Int64?, after: Int64?) {
    let times = String(decoding: token, as: UTF8.self)
      .split(separator: "/", omittingEmptySubsequences: false).map { Int64($0) }
    return times.count == 2 ? (times[0], times[1]) : (nil, nil)
  }

  private func item(_ id: MessageRef) throws(StoreError) -> Item {
    guard let item = items[id.folder]?[id.key] else { throw .messageVanished }
    return item
  }

  private func changeable(_ id: MessageRef) throws(StoreError) -> Message {
    let message = try item(id).message
    guard message.canChange else { throw .notAMessage }
    return message
  }

  private func fresh(in folder: FolderID) -> MessageRef {
    keysGiven += 1
    return MessageRef(folder: folder, key: ByteName("memory.\(keysGiven)"))
  }
}
