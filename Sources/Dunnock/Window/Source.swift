import MailModel

/// What the list of a window shows: the messages of some folders, or those of them that are looked for.
struct Source: Hashable {
  /// The folders; nil stands for all.
  var folders: [FolderID]?
  var filters: Set<MessageFilter> = []
  /// What is looked for, as a person types it.
  var words = ""

  static func folder(_ folder: FolderID) -> Source { Source(folders: [folder]) }

  /// The one folder that it is about; nil for several and for all.
  var folder: FolderID? {
    guard let folders, folders.count == 1 else { return nil }
    return folders[0]
  }

  /// What is looked for, filters included.
  var query: SearchQuery {
    SearchQuery((filters.map(\.condition).sorted() + [words]).joined(separator: " "))
  }

  /// Whether it is not all messages of its folders.
  var isNarrowed: Bool { folders == nil || !query.isEmpty }

  /// Its messages, newest first by the order; see `MessageStore.messages(in:by:batch:)`.
  ///
  /// - Parameter roles: Tell which folders hold what nobody wants to see unless words are looked for.
  /// - Returns: Also how much of the mail was read for that, where words are looked for.
  func messages(
    of store: any MessageStore, _ roles: FolderRoles, by order: MessageOrder,
    batch: (@Sendable (_ read: [Message], _ total: Int) -> Void)? = nil
  ) async throws(StoreError) -> (messages: [Message], progress: SearchProgress?) {
    if let folder, !isNarrowed {
      return (try await store.messages(in: folder, by: order, batch: batch), nil)
    }
    let query = query
    let limit = words.isEmpty ? Int.max : Self.mostFound
    var messages: [Message] = []
    var progress: SearchProgress?
    for folder in folders.map({ $0.map { Optional($0) } }) ?? [nil] {
      if let folder, query.isEmpty {
        messages += try await store.messages(in: folder, by: order, batch: nil)
      } else {
        let result = try await store.search(query, in: folder, limit: limit)
        messages += result.messages
        progress = result.progress
      }
    }
    if folders == nil, words.isEmpty {
      messages.removeAll { message in
        [.trash, .junk].contains { roles.isWithin($0, message.id.folder) }
      }
    }
    if query.looksForSnoozed {
      messages.removeAll { roles.role(of: $0.id.folder) != .snoozed }
    }
    return (Array(messages.sortedNewestFirst(by: order).prefix(limit)), progress)
  }

  /// More than anybody looks through; the newest are found.
  static let mostFound = 10_000
}

/// What a list can be narrowed to.
enum MessageFilter: CaseIterable {
  case unread, starred, attachment

  /// As it is written where words are looked for.
  var condition: String {
    switch self {
    case .unread: "is:unread"
    case .starred: "is:starred"
    case .attachment: "has:attachment"
    }
  }
}
