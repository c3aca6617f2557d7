internal import FileSystem
internal import Glibc
internal import MailModel
internal import MailText

/// Gives folders that mbsync has made the names here that they have on the server: from 1.5 on it decodes
/// them, and an older one, or a Dunnock beside it, would take the two for different folders.
struct FolderNames {
  let account: Account
  let places: AccountPlaces

  func encode() {
    let root = account.root(in: places)
    // One that is renamed takes those below it along, so all are looked for anew.
    while true {
      let renamed = AccountFolder.all(of: account, in: places).contains { folder in
        let levels = folder.name.bytes.split(separator: UInt8(ascii: "/")).map(Self.encoded)
        let name = ByteName(Array(levels.joined(separator: [UInt8(ascii: "/")])))
        return name != folder.name && rename(folder.path, to: root.entry(name))
      }
      if !renamed { return }
    }
  }

  /// One level of a name, as it is where it is encoded already, or cannot be.
  private static func encoded(_ level: ArraySlice<UInt8>) -> [UInt8] {
    guard ModifiedUTF7.decoded(level) == nil, let text = String(validating: level, as: UTF8.self)
    else { return Array(level) }
    return ModifiedUTF7.encoded(text)
  }

  private func rename(_ source: ByteName, to target: ByteName) -> Bool {
    let (from, name) = source.split
    let (to, newName) = target.split
    guard (try? PrivateFolder.create(to.description)) != nil,
      let old = try? Directory(from, follows: true), let new = try? Directory(to, follows: true),
      RenameCalls().rename(name, in: old, to: newName, in: new, isFresh: false) == 0
    else { return false }
    // One above it that is no folder itself has been made for it alone; else it is not empty.
    _ = from.withCString { rmdir($0) }
    return true
  }
}
