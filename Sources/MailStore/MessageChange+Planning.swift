extension MessageChange {
  /// Makes the key of a message that comes to a folder, which no message there ever had, for a name
  /// with that info.
  typealias FreshKey = (FolderID, _ info: ByteName) throws(StoreError) -> ByteName

  /// What an alteration comes to for a message with that info; nil when it changes nothing.
  static func planned(
    _ alteration: Alteration, of id: MessageID, info: ByteName, flags: MessageFlags,
    freshKey: FreshKey
  ) throws(StoreError) -> MessageChange? {
    switch alteration {
    case .flags(let adding, let removing):
      let changed = flags.subtracting(removing).union(adding)
      if changed == flags { return nil }
      return MessageChange(
        before: id, infoBefore: info, after: id, infoAfter: ByteName(info: changed, like: info))
    case .move(let folder):
      if folder == id.folder { return nil }
      return try moved(
        id, info, to: folder, infoAfter: ByteName(info: flags, like: info), freshKey)
    case .delete:
      guard SpecialFolder.trash.matches(id.folder) else { throw .notInTrash }
      return MessageChange(before: id, infoBefore: info, after: nil, infoAfter: ByteName([]))
    }
  }

  /// What takes a made change back from a message that is known by `id` and has that info now.
  static func planned(
    undoing change: MessageChange, of id: MessageID, info: ByteName, freshKey: FreshKey
  ) throws(StoreError) -> MessageChange {
    let undone = change.infoUndone(from: info)
    if change.isMove {
      return try moved(id, info, to: change.before.folder, infoAfter: undone, freshKey)
    }
    return MessageChange(before: id, infoBefore: info, after: id, infoAfter: undone)
  }

  private static func moved(
    _ id: MessageID, _ info: ByteName, to folder: FolderID, infoAfter: ByteName,
    _ freshKey: FreshKey
  ) throws(StoreError) -> MessageChange {
    let after = MessageID(folder: folder, key: try freshKey(folder, infoAfter))
    return MessageChange(before: id, infoBefore: info, after: after, infoAfter: infoAfter)
  }
}
