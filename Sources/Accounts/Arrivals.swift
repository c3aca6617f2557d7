internal import FileSystem
internal import Glibc
internal import MailModel
internal import MaildirStore
internal import Synchronization

/// The messages that mbsync brings or numbers while it runs, as inotify tells: one may be read and
/// moved on before the run is over, and would be in no listing.
final class Arrivals: Sendable {
  private let account: Account
  private let places: AccountPlaces
  private let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
  private let state = Mutex(State())

  private struct State {
    /// The folders by the numbers of the watches of their parts.
    var folders: [Int32: ByteName] = [:]
    var keys: [ByteName: [UInt32: ByteName]] = [:]
  }

  init(_ account: Account, in places: AccountPlaces) {
    self.account = account
    self.places = places
    state.withLock { watch(&$0) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// What is to be read while the program runs.
  var companion: ProgramRunner.Companion {
    ProgramRunner.Companion(descriptor: descriptor) { self.read() }
  }

  /// What came to a folder, by its numbers.
  func keys(of folder: AccountFolder) -> [UInt32: ByteName] {
    state.withLock { $0.keys[folder.name] ?? [:] }
  }

  private func read() {
    state.withLock { state in
      var isNew = false
      for event in WatchEvent.read(from: descriptor) {
        if event.mask & UInt32(IN_ISDIR) != 0 {
          isNew = true
        } else if let folder = state.folders[event.number] {
          let name = FileName(event.name)
          if let uid = name.uid { state.keys[folder, default: [:]][uid] = name.key }
        }
      }
      if isNew { watch(&state) }
    }
  }

  /// Watches what there is now, and looks into what was not watched before.
  private func watch(_ state: inout State) {
    let calls = WatchCalls()
    let isFirst = state.folders.isEmpty
    let directories = UInt32(IN_CREATE | IN_MOVED_TO | IN_ONLYDIR)
    _ = calls.add(descriptor, account.root(in: places), directories)
    for folder in AccountFolder.all(of: account, in: places) {
      _ = calls.add(descriptor, folder.path, directories)
      var isNew = false
      for part in [MaildirParts.cur, MaildirParts.new] {
        let number = calls.add(descriptor, folder.path.entry(part), UInt32(IN_MOVED_TO))
        guard number >= 0, state.folders.updateValue(folder.name, forKey: number) == nil else {
          continue
        }
        isNew = true
      }
      // What is there at the beginning is looked at in any case.
      if isNew, !isFirst, let listing = NumberedFiles(folder.path) {
        state.keys[folder.name, default: [:]].merge(listing.keys) { $1 }
      }
    }
  }
}
