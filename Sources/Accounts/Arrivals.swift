internal import FileSystem
internal import Glibc
internal import MailModel
internal import MaildirStore
internal import Synchronization

/// What happens in an account's folders during a run, as inotify tells.
///
/// A message that mbsync brings or numbers may be read and moved on before the run is over, and would be
/// in no listing; and a folder in which nothing happens need not be listed twice.
final class Arrivals: Sendable {
  private let account: Account
  private let places: AccountPlaces
  private let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
  private let state = Mutex(State())

  private struct State {
    /// The folders by the numbers of the watches of their parts: one may have several names.
    var folders: [Int32: Set<ByteName>] = [:]
    /// Those of which nothing goes untold.
    var watched: Set<ByteName> = []
    var keys: [ByteName: [UInt32: ByteName]] = [:]
    var listings: [ByteName: (listing: NumberedFiles, signatures: [Directory.Signature])] = [:]
  }

  init(_ account: Account, in places: AccountPlaces) {
    self.account = account
    self.places = places
    state.withLock { watch(&$0) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// What is to be read while the program runs.
  var companion: ProgramRunner.Companion {
    ProgramRunner.Companion(descriptor: descriptor) { self.state.withLock { self.read(&$0) } }
  }

  /// What came to a folder, by its numbers.
  func keys(of folder: AccountFolder) -> [UInt32: ByteName] {
    state.withLock { $0.keys[folder.name] ?? [:] }
  }

  /// The files of a folder, listed anew unless nothing can have happened since the last time.
  func listing(of folder: AccountFolder) -> NumberedFiles? {
    state.withLock { state in
      read(&state)
      let signatures = folder.signatures
      if let last = state.listings[folder.name], last.signatures == signatures {
        return last.listing
      }
      let listing = NumberedFiles(folder.path)
      state.listings[folder.name] = nil
      if let listing, let signatures, state.watched.contains(folder.name) {
        state.listings[folder.name] = (listing, signatures)
      }
      return listing
    }
  }

  private func read(_ state: inout State) {
    var isNew = false
    for event in WatchEvent.read(from: descriptor) {
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { state.listings = [:] }
      if event.mask & UInt32(IN_ISDIR) != 0 { isNew = true }
      for folder in state.folders[event.number] ?? [] {
        state.listings[folder] = nil
        if event.mask & UInt32(IN_IGNORED) != 0 { state.watched.remove(folder) }
        let name = FileName(event.name)
        if event.mask & UInt32(IN_MOVED_TO) != 0, let uid = name.uid {
          state.keys[folder, default: [:]][uid] = name.key
        }
      }
    }
    if isNew { watch(&state) }
  }

  /// Watches what there is now, and looks into what was not watched before.
  private func watch(_ state: inout State) {
    let calls = WatchCalls()
    let isFirst = state.folders.isEmpty
    let directories = UInt32(IN_CREATE | IN_MOVED_TO | IN_ONLYDIR)
    let messages = UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
    _ = calls.add(descriptor, account.root(in: places), directories)
    for folder in AccountFolder.all(of: account, in: places) {
      _ = calls.add(descriptor, folder.path, directories)
      var isNew = false
      var isWatched = !calls.isSilent(folder.path)
      for part in [MaildirParts.cur, MaildirParts.new] {
        let number = calls.add(descriptor, folder.path.entry(part), messages)
        if number < 0 {
          isWatched = false
        } else if state.folders[number, default: []].insert(folder.name).inserted {
          isNew = true
        }
      }
      if isWatched { state.watched.insert(folder.name) }
      // What is there at the beginning is looked at in any case.
      if isNew, !isFirst, let listing = NumberedFiles(folder.path) {
        for (uid, key) in listing.keys.all { state.keys[folder.name, default: [:]][uid] = key }
      }
    }
  }
}
