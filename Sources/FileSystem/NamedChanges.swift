internal import Glibc

/// The names in watched directories that something happened to, as inotify tells: who has listed a
/// directory once need not list it again to know what is in it.
struct NamedChanges {
  /// After so many names a look at the whole directory is as good.
  static let maximum = 1_000

  /// The directories by the numbers of their watches.
  private var paths: [Int32: ByteName] = [:]
  /// What happened since each was last asked for; a directory that is missing tells nothing certain.
  private var names: [ByteName: Set<ByteName>] = [:]

  /// Takes a directory for one of which all will be told from now on.
  mutating func watch(_ path: ByteName, as number: Int32) {
    if paths[number] == path { return }
    // One directory may come under another path, and another under this one.
    if let other = paths.updateValue(path, forKey: number) { names[other] = nil }
    names[path] = nil
  }

  /// Takes the names in a directory since the last call; nil where more may have happened, which is
  /// so at the first.
  mutating func take(_ path: ByteName) -> Set<ByteName>? {
    defer { names[path] = paths.values.contains(path) ? [] : nil }
    return names[path]
  }

  /// How much is new after events.
  enum News: Comparable {
    case nothing, names
    /// Directories came or went or may be read by others now, or events were lost.
    case directories
  }

  /// Adds what inotify told.
  mutating func add(_ events: [WatchEvent]) -> News {
    let signs = UInt32(IN_IGNORED | IN_UNMOUNT | IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF)
    var news = News.nothing
    for event in events {
      if event.mask & (signs | UInt32(IN_ISDIR)) != 0 {
        news = .directories
      } else if event.mask & UInt32(IN_ATTRIB) != 0 {
        // Of files neither times nor permissions are kept.
        continue
      }
      news = max(news, .names)
      if event.mask & signs != 0 {
        names = [:]
        paths[event.number] = nil
      } else if !event.name.isEmpty, let path = paths[event.number] {
        names[path]?.insert(event.name)
        if names[path]?.count ?? 0 > NamedChanges.maximum { names[path] = nil }
      }
    }
    return news
  }
}
