import MailStore

extension FolderID {
  /// The inbox that mail of this folder comes from: that of its account, else that of the whole
  /// store; nil when there is none.
  func inbox(among folders: [FolderID]) -> FolderID? {
    let path = components.map { $0.lowercased() }
    var best: (depth: Int, folder: FolderID)?
    for folder in folders {
      let names = folder.components.map { $0.lowercased() }
      guard folder.path.isEmpty || names.last == "inbox" else { continue }
      let account = names.dropLast()
      guard path.starts(with: account), account.count > best?.depth ?? -1 else { continue }
      best = (account.count, folder)
    }
    return best?.folder
  }
}
