import MailModel

extension MessageStore {
  /// The folder with a role, created if it has to be.
  package func folder(_ role: Role, near folder: FolderID = .inbox) async throws -> FolderID {
    let roles = FolderRoles(try await folders(), fixed: fixedRoles)
    if let found = roles.folder(role, for: folder) { return found }
    let place = try await place(forFolder: role.folderName, near: folder)
    try await create(place)
    return place
  }

  package func create(_ folder: FolderID) async throws {
    for result in await carryOut([.folder(folder)]).results { _ = try result.get() }
  }

  package func carryOut(_ changes: [MessageChange]) async -> CarriedOut {
    await carryOut(changes.map { .message($0) })
  }

  package func plan(undoing change: Change, of id: MessageRef) async throws -> MessageChange {
    guard let change = change.message else { throw StoreError.notSupported }
    return try await plan(undoing: change, of: id)
  }
}

extension Change {
  package var after: MessageRef? { message?.after }
}
