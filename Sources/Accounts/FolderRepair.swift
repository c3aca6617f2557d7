internal import FileSystem
internal import Foundation
internal import Glibc
internal import MailModel
internal import MaildirStore

/// Takes the numbers from files that cannot have got them from mbsync, which would leave the whole
/// folder alone because of them.
struct FolderRepair {
  private let folder: AccountFolder
  private let listing: NumberedFiles
  private let seen: SeenMail

  private struct File {
    let part: ByteName
    let name: FileName
  }

  init(_ folder: AccountFolder, _ listing: NumberedFiles, _ seen: SeenMail) {
    self.folder = folder
    self.listing = listing
    self.seen = seen
  }

  /// Says whether anything was renamed. What cannot be is left to mbsync to complain about.
  func mend() -> Bool {
    let highest = highestUID
    let clashing = listing.clashes
    guard listing.keys.highest ?? 0 > highest ?? .max || !clashing.isEmpty else { return false }
    return
      (try? MbsyncState.whileLocked(folder.path) { () throws(SyncProblem) in
        var files: [UInt32: [(file: File, changed: timespec)]] = [:]
        for part in [MaildirParts.new, MaildirParts.cur] {
          guard let directory = try? Directory(folder.path.entry(part)) else { continue }
          try? directory.entries { name, _ in
            let name = FileName(name)
            guard let uid = name.uid, clashing.contains(uid) || uid > highest ?? .max else {
              return
            }
            var status = stat()
            guard
              name.withCString({ fstatat(directory.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) })
                == 0
            else { return }
            files[uid, default: []].append(
              (File(part: part, name: name), status.st_ctim))
          }
        }
        let known = seen.keys
        var isChanged = false
        for (uid, files) in files {
          var strangers = files.sorted {
            // The one that mbsync knows stays, else the one that was there first.
            let (left, right) = (
              known[uid] == $0.file.name.key, known[uid] == $1.file.name.key
            )
            if left != right { return left }
            return ($0.changed.tv_sec, $0.changed.tv_nsec) < ($1.changed.tv_sec, $1.changed.tv_nsec)
          }
          if uid <= highest ?? .max { strangers.removeFirst() }
          for stranger in strangers where rename(stranger.file) { isChanged = true }
        }
        return isChanged
      }) ?? false
  }

  /// Takes the numbers from messages that the server did not take: mbsync does not send a number again,
  /// and gives those that have none new ones.
  func renumber(_ uids: Set<UInt32>) {
    if uids.isEmpty { return }
    try? MbsyncState.whileLocked(folder.path) { () throws(SyncProblem) in
      for part in [MaildirParts.new, MaildirParts.cur] {
        guard let directory = try? Directory(folder.path.entry(part)) else { continue }
        try? directory.entries { name, _ in
          let file = FileName(name)
          guard let uid = file.uid, uids.contains(uid),
            !file.info.bytes.contains(UInt8(ascii: "T"))
          else { return }
          _ = RenameCalls().rename(
            name, in: directory, to: file.key.appending(file.info), in: directory, isFresh: true)
        }
      }
    }
  }

  private var highestUID: UInt32? {
    let path = folder.path.entry(ByteName(".uidvalidity")).description
    let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    let lines = text.split(separator: "\n")
    return lines.count >= 2 ? UInt32(lines[1]) : nil
  }

  private func rename(_ file: File) -> Bool {
    guard let directory = try? Directory(folder.path.entry(file.part)) else { return false }
    let fresh = "\(time(nil)).\(FileName.uniquePart(waking: nil, woken: nil)).h"
    let name = ByteName(fresh).appending(file.name.info)
    return RenameCalls().rename(
      file.name.name, in: directory, to: name, in: directory, isFresh: true) == 0
  }
}
