import MailModel

extension TriageSession {
  /// What the person allows, and which folder is for what.
  struct Terms {
    var permission: Permission
    var filesAsRead = false
    var chosen: FolderRoles.Choice = [:]
    /// The folders at the last look, and which is for what.
    var folders: [FolderID] = []
    var roles = FolderRoles()
    /// Hears in which folders something was changed.
    var tell: @Sendable (Set<FolderID>) -> Void = { _ in }
  }

  /// Has somebody hear, on no particular thread, in which folders the person or the program has changed something:
  /// not what others did to the store.
  public nonisolated func onChange(_ tell: @escaping @Sendable (Set<FolderID>) -> Void) {
    terms.withLock { $0.tell = tell }
  }

  /// What may be changed.
  public enum Permission: Equatable, Sendable {
    case nothing, everything
    /// What belongs to these inboxes; nil stands for the folders of no account.
    case accounts(Set<FolderID?>)
  }

  public nonisolated var permission: Permission {
    get { terms.withLock { $0.permission } }
    set { terms.withLock { $0.permission = newValue } }
  }

  /// Whether commands may change anything.
  public nonisolated var allowsChanges: Bool {
    get { permission != .nothing }
    set { permission = newValue ? .everything : .nothing }
  }

  /// Whether what the person archives or moves to the trash is marked as read by that.
  public nonisolated var filesAsRead: Bool {
    get { terms.withLock { $0.filesAsRead } }
    set { terms.withLock { $0.filesAsRead = newValue } }
  }

  /// Whether commands may change what is in a folder.
  public nonisolated func allowsChanges(in folder: FolderID) -> Bool {
    terms.withLock { terms in
      switch terms.permission {
      case .nothing: false
      case .everything: true
      case .accounts(let inboxes): inboxes.contains(terms.roles.inbox(of: folder))
      }
    }
  }

  /// Which folder is for what, as far as folders were listed.
  public nonisolated var roles: FolderRoles { terms.withLock { $0.roles } }

  /// What the person has chosen of that; counts from the next listing of folders on.
  public nonisolated var chosenRoles: FolderRoles.Choice {
    get { terms.withLock { $0.chosen } }
    set {
      terms.withLock { terms in
        if terms.chosen == newValue { return }
        terms.chosen = newValue
        terms.folders = []
      }
    }
  }

  /// Every folder, the inbox first, then by name; from here on ``roles`` is about these.
  @discardableResult
  public nonisolated func folders() async throws(StoreError) -> [FolderID] {
    let all = try await store.folders()
    note(all)
    return all
  }

  /// The same where no more than so many directories have to be looked into; nil where more would.
  public nonisolated func folders(
    lookingInto most: Int
  ) async throws(StoreError) -> [FolderID]? {
    guard let all = try await store.folders(lookingInto: most) else { return nil }
    note(all)
    return all
  }

  private nonisolated func note(_ all: [FolderID]) {
    terms.withLock { terms in
      if terms.folders == all { return }
      terms.folders = all
      terms.roles = FolderRoles(all, chosen: terms.chosen, fixed: store.fixedRoles)
    }
  }

  /// Whether a change may be made, in the folder that it takes a message from and in the one that it
  /// brings it to.
  nonisolated func allows(_ change: MessageChange) -> Bool {
    [change.before, change.after].allSatisfy { id in
      id.map { allowsChanges(in: $0.folder) } ?? true
    }
  }
}
