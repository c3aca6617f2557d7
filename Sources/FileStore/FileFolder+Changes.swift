internal import FileSystem
internal import Glibc
public import MailModel

extension FileFolder {
  public func plan(
    _ alteration: Alteration, of id: MessageRef
  ) throws(StoreError) -> MessageChange? {
    let place = try changeable(id)
    switch alteration {
    case .alter(_, _, let folder?, nil, nil):
      return folder == id.folder ? nil : try planned(id, at: place, place.name, to: folder)
    case .alter([], [], nil, nil, nil): return nil
    case .alter, .delete: throw .notSupported
    }
  }

  public func plan(
    creating content: [UInt8], in folder: FolderID, flags: MessageFlags
  ) throws(StoreError) -> MessageChange {
    throw .notSupported
  }

  /// A file goes back under the name that it had, where that is free.
  public func plan(
    undoing change: MessageChange, of id: MessageRef
  ) throws(StoreError) -> MessageChange {
    guard change.isMove, let before = change.before else { throw .notSupported }
    let place = try changeable(id)
    let isTrashed = before.folder == Self.trash
    return try planned(id, at: place, isTrashed ? place.name : before.key, to: before.folder)
  }

  public func carryOut(_ changes: [Change]) -> CarriedOut {
    var touched: Set<ByteName> = []
    let results = changes.map { change in
      Result { () throws(StoreError) in
        guard let change = change.message else { throw .notSupported }
        return try make(change, &touched)
      }
    }
    let codes = touched.compactMap { try? Directory($0) }.map { calls.sync($0.descriptor) }
    return CarriedOut(results: results, isDurable: codes.allSatisfy { $0 == 0 || $0 == EINVAL })
  }

  private func make(
    _ change: MessageChange, _ touched: inout Set<ByteName>
  ) throws(StoreError) -> CarriedOut.Made {
    guard change.isMove, let before = change.before, let after = change.after else {
      throw .notSupported
    }
    let place: Place
    do throws(StoreError) {
      place = try changeable(before)
    } catch .messageVanished {
      return .init(change: .message(change), message: try message(after))
    }
    let (source, name) = place.path.split
    var made = change
    if after.folder == Self.trash {
      // Another program may have put another file there since the plan.
      let key = DesktopTrash.key(of: place.name, place.path, place.status.st_ino)
      try FileInformation.trash(place.path)
      let id = MessageRef(folder: Self.trash, key: key)
      made = MessageChange(before: before, after: id)
      touched.formUnion([source] + desktopTrash.directories)
    } else {
      let target = directory(after.folder)
      if after.folder == Self.archive, target.withCString({ mkdir($0, 0o777) }) == 0 {
        touched.insert(root)
      }
      guard Directory.signature(target) != nil else { throw .noSuchFolder(target.description) }
      let code = rename(name, in: source, to: after.key, in: target)
      if code == ENOENT { throw .messageVanished }
      if code != 0 {
        throw StoreError(errno: code, path: path, doing: .moveMessage, isChange: true)
      }
      touched.formUnion([source, target])
      if before.folder == Self.trash { desktopTrash.forget(place.path) }
    }
    return .init(change: .message(made), message: try? message(made.after ?? after))
  }

  /// Renames and replaces nothing; returns 0 or the errno.
  private func rename(
    _ name: ByteName, in source: ByteName, to newName: ByteName, in target: ByteName
  ) -> Int32 {
    let from: Directory
    let to: Directory
    do throws(Directory.Failure) {
      (from, to) = (try Directory(source), try Directory(target))
    } catch {
      return error.code
    }
    return calls.rename(name, in: from, to: newName, in: to, isFresh: false)
  }

  /// Where a file is that may be moved; devices, pipes and sockets are left alone.
  private func changeable(_ id: MessageRef) throws(StoreError) -> Place {
    guard let place = place(of: id) else { throw .messageVanished }
    guard [S_IFREG, S_IFDIR, S_IFLNK].contains(place.status.st_mode & S_IFMT) else {
      throw .notAMessage
    }
    return place
  }

  private func planned(
    _ id: MessageRef, at place: Place, _ name: ByteName, to folder: FolderID
  ) throws(StoreError) -> MessageChange {
    guard folder.path.isEmpty || folder == Self.archive || folder == Self.trash else {
      throw .noSuchFolder(folder.description)
    }
    let key =
      folder == Self.trash
      ? DesktopTrash.key(of: name, place.path, place.status.st_ino)
      : try freeName(like: name, in: folder)
    return MessageChange(before: id, after: MessageRef(folder: folder, key: key))
  }

  /// The name, or else with the first free number: `report (2).pdf`, `source (2).tar.gz`.
  private func freeName(like name: ByteName, in folder: FolderID) throws(StoreError) -> ByteName {
    var dot = name.bytes.dropFirst().lastIndex(of: UInt8(ascii: ".")) ?? name.bytes.endIndex
    if dot > 4, name.bytes[dot - 4..<dot].elementsEqual(".tar".utf8) { dot -= 4 }
    for number in 1...1_000 {
      let count = number == 1 ? [] : Array(" (\(number))".utf8)
      let free = ByteName(name.bytes[..<dot] + count + name.bytes[dot...])
      var status = stat()
      if directory(folder).entry(free).withCString({ lstat($0, &status) }) != 0 { return free }
    }
    throw .nameTaken
  }
}
