internal import FileSystem
internal import Foundation
internal import Glibc
internal import MailModel
internal import MaildirStore

/// Takes the numbers from files that cannot have got them from mbsync, which would leave the whole
/// folder alone because of them.
struct FolderRepair {
  let folder: AccountFolder
  let files: FolderFiles

  /// What cannot be renamed is left to mbsync to complain about.
  func mend() {
    let highest = highestUID
    let strangers =
      files.clashing.filter { $0.key <= highest }.values.flatMap { files in
        // The one that was there first stays.
        files.map { ($0, $0.changed(in: folder.path)) }.sorted { $0.1 < $1.1 }.dropFirst().map(\.0)
      } + files.numbered.filter { $0.key > highest }.values
      + files.clashing.filter { $0.key > highest }.values.joined()
    if strangers.isEmpty { return }
    try? MbsyncState.whileLocked(folder.path) { () throws(SyncProblem) in
      for file in strangers {
        let fresh = "\(time(nil)).\(FileName.uniquePart(waking: nil, woken: nil)).h"
        file.rename(to: ByteName(fresh).appending(file.name.info), in: folder.path)
      }
    }
  }

  /// Takes the numbers from messages that the server did not take: mbsync does not send a number again,
  /// and gives those that have none new ones.
  func renumber(_ uids: Set<UInt32>) {
    if uids.isEmpty { return }
    try? MbsyncState.whileLocked(folder.path) { () throws(SyncProblem) in
      for uid in uids {
        guard let file = files.numbered[uid], !file.isMarked else { continue }
        file.rename(to: file.name.key.appending(file.name.info), in: folder.path)
      }
    }
  }

  private var highestUID: UInt32 {
    let path = folder.path.entry(ByteName(".uidvalidity")).description
    let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    let lines = text.split(separator: "\n")
    return lines.count >= 2 ? UInt32(lines[1]) ?? .max : .max
  }
}
