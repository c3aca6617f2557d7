import MailModel

/// What the list of a window shows: the messages of a folder.
enum Source: Hashable {
  case folder(FolderID)

  /// Whether it is this folder that is shown.
  func isFolder(_ folder: FolderID) -> Bool { self == .folder(folder) }

  /// All its messages, newest first by the order; see `MessageStore.messages(in:by:batch:)`.
  func messages(
    of store: any MessageStore, by order: MessageOrder,
    batch: (@Sendable (_ read: [Message], _ total: Int) -> Void)? = nil
  ) async throws(StoreError) -> [Message] {
    switch self {
    case .folder(let folder): try await store.messages(in: folder, by: order, batch: batch)
    }
  }
}
