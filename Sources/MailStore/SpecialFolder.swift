/// A folder with a purpose, known by the names that mail programs and servers give it.
public enum SpecialFolder: Sendable, CaseIterable {
  case archive
  case trash

  /// What it is called when it has to be created.
  var name: String {
    switch self {
    case .archive: "Archive"
    case .trash: "Trash"
    }
  }

  /// The names in use, the likeliest first, in lower case.
  var usualNames: [String] {
    switch self {
    case .archive: SpecialFolder.archiveNames
    case .trash: SpecialFolder.trashNames
    }
  }

  private static let archiveNames = [
    "archive", "archives", "archived", "archiv", "archivio", "archivo", "archivados", "archief",
    "arquivo", "arquivados", "arkiv", "arkisto", "archiwum", "архив", "архів", "arşiv", "存档", "归档",
    "封存", "アーカイブ", "보관", "보관함",
  ]

  private static let trashNames = [
    "trash", "deleted items", "deleted messages", "deleted", "bin", "papierkorb",
    "gelöschte elemente", "gelöschte objekte", "gelöscht", "corbeille", "éléments supprimés",
    "messages supprimés", "papelera", "elementos eliminados", "cestino", "posta eliminata",
    "prullenbak", "verwijderde items", "lixeira", "itens excluídos", "papperskorg",
    "papperskorgen", "borttaget", "papirkurv", "papirkurven", "slettet post", "roskakori", "kosz",
    "koš", "корзина", "кошик", "удаленные", "çöp kutusu", "垃圾箱", "已删除邮件", "已删除", "ゴミ箱",
    "ごみ箱", "휴지통", "지운 편지함",
  ]
}

extension Maildir {
  /// The archive or the trash that serves `folder`: found under its usual names beside or below the
  /// inbox of the account (or in `[Gmail]`), else where it will be created. Nothing is created yet.
  public func specialFolder(
    _ kind: SpecialFolder, near folder: FolderID
  ) throws(StoreError) -> FolderID {
    kind.folder(for: folder, among: try folders())
  }
}

extension SpecialFolder {
  /// Whether a folder goes by one of the usual names.
  public func matches(_ folder: FolderID) -> Bool { index(of: folder) != nil }

  func index(of folder: FolderID) -> Int? {
    guard let last = folder.components.last?.lowercased() else { return nil }
    return usualNames.firstIndex(of: last)
  }

  /// The folder of this purpose that serves `folder`, found or yet to be created.
  func folder(for folder: FolderID, among folders: [FolderID]) -> FolderID {
    let account = SpecialFolder.account(of: folder.components)
    var best: (rank: (Int, Int, Int), folder: FolderID)?
    for candidate in folders {
      guard let index = index(of: candidate) else { continue }
      let parent = candidate.components.dropLast()
      let owner = SpecialFolder.account(of: parent)
      // A folder of another account does not serve this one.
      guard account.starts(with: owner) else { continue }
      let rank = (-owner.count, parent.count - owner.count, index)
      if best.map({ rank < $0.rank }) ?? true { best = (rank, candidate) }
    }
    return best?.folder ?? NewFolder.place(name, for: folder, among: folders)
  }

  /// A path without the levels that only some servers have: their inbox and Gmail's own folder hold
  /// the folders of the account itself.
  private static func account(of components: some Collection<String>) -> [String] {
    components.filter { !["inbox", "[gmail]", "[google mail]"].contains($0.lowercased()) }
  }
}
