public import MailText

/// A place that holds messages in folders: what triage and the app need of it, whatever it is.
///
/// Other programs may change it at any time, so every answer may be old when it arrives; what is
/// done to a message is done to it as it is then, found again by its identity.
public protocol MessageStore: Actor {
  /// What people know it by, as it was given.
  nonisolated var path: String { get }
  /// What a setting or a journal about it is stored under: the same for every name of one place.
  nonisolated var identity: String { get }
  /// Whether it holds files instead of mail.
  nonisolated var holdsFiles: Bool { get }
  /// What it can do at all. What it cannot is not offered, and refused with
  /// ``StoreError/notSupported``.
  nonisolated var abilities: StoreAbilities { get }
  /// Whether the system and the permissions let it be changed now.
  var isWritable: Bool { get }

  /// Whether there is an ``FolderID/inbox``, which is known before the folders are.
  nonisolated var hasInbox: Bool { get }

  /// Every folder, the inbox first, then by name.
  func folders() async throws(StoreError) -> [FolderID]

  /// The same where no more than so many directories have to be looked into; nil where more would.
  func folders(lookingInto most: Int) async throws(StoreError) -> [FolderID]?

  /// All messages of a folder, newest first by the order. While they are read, `batch` gets what is
  /// known and then those just read, and how many there are in all, on no particular thread. When the
  /// task is cancelled the answer is what is known so far.
  func messages(
    in folder: FolderID, by order: MessageOrder,
    batch: (@Sendable (_ read: [Message], _ total: Int) -> Void)?
  ) async throws(StoreError) -> [Message]

  /// The number of unread messages in a folder; reads none of them where it can.
  func unreadCount(in folder: FolderID) async throws(StoreError) -> Int

  /// Has a folder that was reported as ``StoreError/folderEmptied(_:)`` count as empty.
  func accept(empty folder: FolderID) async

  /// One message as it is known; reads it when it is not.
  func message(_ id: MessageRef) async throws(StoreError) -> Message

  /// One message with its preview, which a long list goes without until it is asked for.
  func messageWithPreview(_ id: MessageRef) async throws(StoreError) -> Message

  /// All messages of a folder with their previews, the latest arrivals first: for a listing of all there is.
  func messagesWithPreviews(in folder: FolderID) async throws(StoreError) -> [Message]

  /// All messages that belong together with a message, itself among them, over all folders but some; the
  /// oldest first by what their senders say. The message alone where it belongs to nothing, or nothing
  /// is known of what it belongs to.
  ///
  /// - Parameter besides: The folders to leave out, but for the message itself.
  func conversation(
    of id: MessageRef, besides: Set<FolderID>
  ) async throws(StoreError) -> [Message]

  /// What a row says of all that, without fetching all of it.
  func conversationSummary(
    of id: MessageRef, besides: Set<FolderID>
  ) async throws(StoreError) -> ConversationSummary

  /// The messages of a Message-ID, given without angle brackets, that are known in any folder: its copies.
  func messages(called messageID: String) async throws(StoreError) -> [MessageRef]

  /// What the mailing list is known by that a message comes from (RFC 2919), and all messages of a folder
  /// from that list; nil where it comes from none, or the store knows of none.
  func list(
    of id: MessageRef, in folder: FolderID
  ) async throws(StoreError) -> (name: String, messages: [Message])?

  /// What the mailing lists are known by that messages of a folder come from, as ``list(of:in:)`` says it;
  /// those are left out that come from none or are gone.
  func lists(of ids: [MessageRef], in folder: FolderID) async throws(StoreError) -> [MessageRef:
    String]

  /// The text of a message, as far as a budget goes, and what to show above it. It holds up nothing else
  /// that is asked of the store, and ends soon when the task is cancelled.
  func body(
    of id: MessageRef, as choice: TextChoice, within budget: TextBudget
  ) async throws(StoreError) -> MessageBody

  /// The decoded bytes of a part of a message, by the number that its body gives for it; with nil the whole
  /// message as it is. At most ``MessageBody/maximumSize`` bytes; what goes on behind them is refused with
  /// ``StoreError/tooLarge``, never cut.
  func bytes(of id: MessageRef, part: Int?) async throws(StoreError) -> [UInt8]

  /// The roles that it gives to folders by itself; none where names and the person decide.
  nonisolated var fixedRoles: [Role: FolderID] { get }

  /// Where a folder of a name belongs that is to be created for the account of `folder`; creates
  /// nothing.
  func place(forFolder name: String, near folder: FolderID) async throws(StoreError) -> FolderID

  /// Whether this program has put a message where it is, as far as its name tells.
  nonisolated func wasPut(_ id: MessageRef) -> Bool

  /// Chooses how a message is to be changed, a fresh name included, and changes nothing.
  ///
  /// - Returns: Nil when the message is so already.
  func plan(
    _ alteration: Alteration, of id: MessageRef
  ) async throws(StoreError) -> MessageChange?

  /// Prepares a message of these bytes that is to be created in a folder; none is to be seen before
  /// the change is carried out.
  func plan(
    creating content: [UInt8], in folder: FolderID, flags: MessageFlags
  ) async throws(StoreError) -> MessageChange

  /// Chooses how to take back a change that was made, on a message that is known by `id` now. A
  /// message that moved goes back under another fresh name. Its flags become exactly what they were,
  /// unless other programs have changed them since: then only what the change did is taken back.
  func plan(
    undoing change: MessageChange, of id: MessageRef
  ) async throws(StoreError) -> MessageChange

  /// Makes planned changes, in their order, and has them on the disk before it returns. A change
  /// that was made already, by a program that ended before it could say so, counts as made. What
  /// other programs did to the flags since the plan stays. A message is moved into folders that are
  /// there; a folder that is created is there for the changes behind it.
  func carryOut(_ changes: [Change]) async -> CarriedOut

  /// The newest messages that a query finds, in one folder or everywhere, and how much
  /// of the mail was read for that by now. When the task is cancelled the answer is what is found so far.
  func search(
    _ query: SearchQuery, in folder: FolderID?, limit: Int
  ) async throws(StoreError) -> SearchResult

  /// Reads what is not known yet of all folders, for what looks through them: the rows of those that nobody
  /// has opened, and the texts to search; keeping none of it in memory. When the task is cancelled it ends
  /// soon, and the next call goes on.
  ///
  /// - Parameter isAwaited: Whether somebody waits for it; else it has idle priority, and rests while
  ///   something else is asked of the store.
  func readAhead(isAwaited: Bool) async

  /// Returns when all is kept that is to be known at the next start.
  func settle() async

  /// Says that something may have changed, by this program or another; several changes at once say
  /// it once. Ends when the caller stops listening.
  nonisolated func changes() -> AsyncStream<Void>

  /// Has the listeners told soon of what nothing tells of by itself, as on a network disk; that is
  /// looked for once a minute otherwise. Waits for nothing.
  nonisolated func look()
}

/// What a store can do to messages.
public struct StoreAbilities: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Messages have flags that can be changed.
  public static let flags = StoreAbilities(rawValue: 1 << 0)
  public static let archive = StoreAbilities(rawValue: 1 << 1)
  public static let trash = StoreAbilities(rawValue: 1 << 2)
  /// Messages in the trash can be deleted for ever.
  public static let delete = StoreAbilities(rawValue: 1 << 3)

  /// Messages and folders can be created, and a time be kept with a message that is moved.
  public static let create = StoreAbilities(rawValue: 1 << 4)

  /// Messages belong together.
  public static let conversations = StoreAbilities(rawValue: 1 << 5)

  public static let all: StoreAbilities = [
    .flags, .archive, .trash, .delete, .create, .conversations,
  ]
}

/// What became of planned changes.
public struct CarriedOut: Sendable {
  /// A change as it was really made, which differs from its plan where other programs were faster.
  public struct Made: Sendable {
    public let change: Change
    /// The message as it is now; nil when it was deleted, and for a folder.
    public let message: Message?

    public init(change: Change, message: Message?) {
      self.change = change
      self.message = message
    }
  }

  /// In the order of the plans. What failed with ``StoreError/nameTaken`` can be planned again.
  public let results: [Result<Made, StoreError>]
  /// Whether all that was made would outlast a failure of power. False when the disk refused to say
  /// so.
  public let isDurable: Bool

  public init(results: [Result<Made, StoreError>], isDurable: Bool = true) {
    self.results = results
    self.isDurable = isDurable
  }
}

extension MessageStore {
  /// All messages of a folder, the latest arrivals first.
  public func messages(in folder: FolderID) async throws(StoreError) -> [Message] {
    try await messages(in: folder, by: .arrival, batch: nil)
  }

  public func folders(lookingInto most: Int) async throws(StoreError) -> [FolderID]? {
    try await folders()
  }

  public func unreadCount(in folder: FolderID) async throws(StoreError) -> Int {
    try await messages(in: folder).count { $0.isUnread }
  }

  public func accept(empty folder: FolderID) {}

  public func messageWithPreview(_ id: MessageRef) async throws(StoreError) -> Message {
    try await message(id)
  }

  public func conversation(
    of id: MessageRef, besides: Set<FolderID>
  ) async throws(StoreError) -> [Message] { [try await message(id)] }

  public func conversationSummary(
    of id: MessageRef, besides: Set<FolderID>
  ) async throws(StoreError) -> ConversationSummary {
    let messages = try await conversation(of: id, besides: besides)
    return ConversationSummary(of: messages, count: messages.count)
  }

  public func messages(called messageID: String) async throws(StoreError) -> [MessageRef] { [] }

  public func list(
    of id: MessageRef, in folder: FolderID
  ) async throws(StoreError) -> (name: String, messages: [Message])? { nil }

  public func lists(
    of ids: [MessageRef], in folder: FolderID
  ) async throws(StoreError) -> [MessageRef: String] { [:] }

  /// The text of a message as it is shown at first, and what to show above it.
  public func body(
    of id: MessageRef, within budget: TextBudget = .portion
  ) async throws(StoreError) -> MessageBody { try await body(of: id, as: [], within: budget) }

  public func bytes(of id: MessageRef, part: Int?) async throws(StoreError) -> [UInt8] {
    throw .notSupported
  }

  public nonisolated var holdsFiles: Bool { false }

  public nonisolated var hasInbox: Bool { true }

  public nonisolated func wasPut(_ id: MessageRef) -> Bool { false }

  public nonisolated var fixedRoles: [Role: FolderID] { [:] }

  public func readAhead(isAwaited: Bool) async {}

  public nonisolated func look() {}

  public func settle() async {}

  public func messagesWithPreviews(in folder: FolderID) async throws(StoreError) -> [Message] {
    try await messages(in: folder)
  }

  /// Adds and removes flags of one message; returns it as it is then.
  @discardableResult
  public func setFlags(
    _ id: MessageRef, adding: MessageFlags = [], removing: MessageFlags = []
  ) async throws(StoreError) -> Message {
    try await alter(id, .flags(adding: adding, removing: removing))
  }

  /// Moves one message; returns what it is known by there.
  @discardableResult
  public func move(_ id: MessageRef, to folder: FolderID) async throws(StoreError) -> MessageRef {
    try await alter(id, .move(to: folder)).id
  }

  private func alter(_ id: MessageRef, _ alteration: Alteration) async throws(StoreError) -> Message
  {
    for _ in 0..<5 {
      guard let change = try await plan(alteration, of: id) else { return try await message(id) }
      do throws(StoreError) {
        if let message = try await carryOut([.message(change)]).results.first?.get().message {
          return message
        }
      } catch {
        // Another fresh name may be free; a flag change has but one.
        guard error == .nameTaken, change.isMove else { throw error }
      }
    }
    throw .contended
  }
}
