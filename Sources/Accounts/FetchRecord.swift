internal import FileSystem
internal import Foundation
internal import Glibc
internal import MailModel
internal import MailServers

/// The messages that mbsync has asked a server for, as the relay between them has noted them.
///
/// If a server declines once to send a message, or sends none of it, mbsync skips the message and never asks for it again. Whatever was asked
/// for and has no pair after the run is therefore asked for again in the next run.
struct FetchRecord {
  private let path: String

  /// - Parameter state: The folder of what synchronising the account needs.
  init(in state: String) { path = "\(state)/fetches" }

  /// Has the next run fetch what did not come. To be called while no mbsync is at the folders.
  ///
  /// - Returns: How many messages did not come though they were asked for again.
  func askAgain(in folders: [AccountFolder]) throws(SyncProblem) -> Int {
    var count = 0
    let asked = asked
    if asked.isEmpty { return 0 }
    for folder in folders {
      guard let state = MbsyncState(ofFolder: folder.path),
        let uids = asked[Folder(folder.name.description, state.validity)]
      else { continue }
      let missing = uids.subtracting(state.pairs.lazy.filter(\.isWhole).map(\.far))
      var lost = LostMessages(ofFolder: folder.path, validity: state.validity)
      count += missing.intersection(lost.uids).count
      try lost.add(missing)
    }
    unlink(path)
    return count
  }

  private struct Folder: Hashable {
    let name: String
    let validity: UInt32

    init(_ name: String, _ validity: UInt32) {
      (self.name, self.validity) = (RestoreCheck.levels(of: name), validity)
    }
  }

  /// The UIDs of each folder.
  private var asked: [Folder: Set<UInt32>] {
    let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    var asked: [Folder: Set<UInt32>] = [:]
    var folder: Folder?
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      guard let number = UInt32(words[0]) else { continue }
      if words.count == 2 {
        folder = Folder(String(words[1]), number)
      } else if let folder {
        asked[folder, default: []].insert(number)
      }
    }
    return asked
  }

  /// Notes what mbsync asks for.
  struct Writer: ~Copyable {
    private let descriptor: Int32
    private var folder: RestoreCheck.SelectedFolder?

    init(_ record: FetchRecord) {
      descriptor = open(record.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    }

    deinit { close(descriptor) }

    /// Takes a line of mbsync's, without its end, before the server gets it.
    ///
    /// - Parameter selected: The folder that is selected.
    mutating func take(
      command line: some Collection<UInt8>, in selected: RestoreCheck.SelectedFolder?
    ) {
      let words = String(decoding: line.prefix(200), as: UTF8.self).uppercased()
        .split(separator: " ", maxSplits: 4)
      guard words.count == 5, words[1...2] == ["UID", "FETCH"], let uid = UInt32(words[3]),
        words[4].contains("BODY.PEEK[]"), let selected
      else { return }
      var text = "\(uid)\n"
      if folder != selected { text = "\(selected.validity) \(selected.name)\n" + text }
      folder = selected
      _ = WriteCalls.write(Array(text.utf8), to: descriptor)
    }
  }
}
