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
  /// The archive or the trash that serves `folder`: found under its usual names beside or above
  /// that folder (and under `[Gmail]`), else where it will be created. Nothing is created yet.
  public func specialFolder(
    _ kind: SpecialFolder, near folder: FolderID
  ) throws(StoreError) -> FolderID {
    let folders = try folders()
    let source = folder.components
    var best: (rank: (Int, Int), folder: FolderID)?
    for candidate in folders {
      guard let index = kind.index(of: candidate) else { continue }
      var parent = candidate.components.dropLast()
      if let last = parent.last, last == "[Gmail]" || last == "[Google Mail]" {
        parent = parent.dropLast()
      }
      // A folder of another account does not serve this one.
      guard source.starts(with: parent) else { continue }
      let rank = (-parent.count, index)
      if best.map({ rank < $0.rank }) ?? true { best = (rank, candidate) }
    }
    if let best { return best.folder }
    return FolderID(path: ByteName(newPath(kind.name, for: folder, among: folders)))
  }

  /// Where a folder of that name belongs: beside the inbox of the account, named as its folders are.
  private func newPath(_ name: String, for folder: FolderID, among folders: [FolderID]) -> [UInt8] {
    let encoded = ModifiedUTF7.encoded(name)
    let levels = folder.path.bytes.split(separator: UInt8(ascii: "/"))
    let all = Set(folders)
    // From the folder outwards, the first level that is a mailbox itself or holds an inbox.
    for count in stride(from: levels.count, through: 0, by: -1) {
      let level = Array(levels[..<count].joined(separator: [UInt8(ascii: "/")]))
      let prefix = level.isEmpty ? [] : level + [UInt8(ascii: "/")]
      let inside = folders.filter { $0.path.bytes.starts(with: prefix) && $0.path.bytes != level }
        .map { $0.path.bytes.dropFirst(prefix.count) }
      if count == 0, all.contains(.inbox) {
        let isNested = !inside.isEmpty && !inside.contains { $0.first == UInt8(ascii: ".") }
        return isNested ? encoded : [UInt8(ascii: ".")] + encoded
      }
      let holdsInbox = inside.contains {
        String(decoding: $0, as: UTF8.self).lowercased() == "inbox"
      }
      if holdsInbox || count == 0 { return prefix + encoded }
    }
    return encoded
  }
}

extension SpecialFolder {
  /// Whether a folder goes by one of the usual names.
  public func matches(_ folder: FolderID) -> Bool { index(of: folder) != nil }

  func index(of folder: FolderID) -> Int? {
    guard let last = folder.components.last?.lowercased() else { return nil }
    return usualNames.firstIndex(of: last)
  }
}
