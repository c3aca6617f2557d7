internal import FileSystem
public import MailModel
internal import MailText

extension Maildir {
  /// The number of unread messages in a folder, by the names of their files: none is read. An
  /// unchanged folder costs two `stat`s.
  public func unreadCount(in folder: FolderID) async throws(StoreError) -> Int {
    try checkPresence()
    let now = MessageDate.now()
    let parts = ["cur", "new"].map { directory(folder, $0) }
    let signatures = parts.map { Directory.signature($0) }
    if let counted = unread[folder], counted.signatures == signatures { return counted.count }
    let count: Int
    do throws(Directory.Failure) {
      count = try await Maildir.unreadNames(in: parts)
    } catch {
      throw StoreError(errno: error.code, path: shownPath(folder), doing: .listFolder)
    }
    let isFresh = signatures.contains { $0?.isFresh(at: now) ?? false }
    unread[folder] = isFresh ? nil : (signatures, count)
    return count
  }

  /// Off the actor, since a folder may have many names.
  @concurrent
  private static func unreadNames(in parts: [ByteName]) async throws(Directory.Failure) -> Int {
    var count = 0
    for part in parts where Directory.signature(part) != nil {
      try Directory(part).entries { name, kind in
        if kind != .directory, FileName(name).flags.isUnread { count += 1 }
      }
    }
    return count
  }
}
