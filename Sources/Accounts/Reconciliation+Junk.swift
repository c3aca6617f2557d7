internal import FileSystem
internal import MailModel

extension Reconciliation {
  /// Has the server know of messages that were filed as junk, or taken out of it, by the keywords that its filter and other clients go by:
  /// each in its new place, by its number there. A server that takes none is no worse off.
  func judge(_ moved: [MessageRef], from source: FolderID, _ server: ServerMessages) async {
    guard let junk = account.roles[.junk].map(account.folder) else { return }
    let trash = account.roles[.trash].map(account.folder)
    for (target, copies) in Dictionary(grouping: moved, by: \.folder) where target != source {
      // What is thrown away was not said to be none.
      guard target == junk || source == junk && target != trash else { continue }
      let keys = Set(copies.map(\.key))
      let found = await onOwnThread("folders") {
        [path = ByteName(places.mail).entry(target.path)] _ in
        (MbsyncState(ofFolder: path), FolderFiles(path)?.numbered ?? [:])
      }
      guard let state = found.0 else { continue }
      let uids = state.pairs.filter { pair in
        pair.isWhole && found.1[pair.near].map { keys.contains($0.name.key) } == true
      }.map(\.far)
      let name = String(target.path.description.dropFirst(account.directory.utf8.count + 1))
      _ = try? await server.mark(
        uids, in: (name, state.validity), asJunk: target == junk)
    }
  }
}
