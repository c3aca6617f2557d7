internal import CSystem
internal import Glibc
internal import MailModel

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

  /// Adds what was read from inotify.
  ///
  /// - Returns: Whether directories came or went, or events were lost.
  mutating func add(_ events: ArraySlice<UInt8>) -> Bool {
    let signs = UInt32(IN_IGNORED | IN_UNMOUNT | IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF)
    var isOfDirectories = false
    events.withUnsafeBytes { bytes in
      var start = 0
      while start + MemoryLayout<inotify_event>.size <= bytes.count {
        let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
        start += MemoryLayout<inotify_event>.size
        let end = min(start + Int(event.len), bytes.count)
        let name = bytes[start..<end].prefix { $0 != 0 }
        start = end
        if event.mask & (signs | UInt32(IN_ISDIR)) != 0 { isOfDirectories = true }
        if event.mask & signs != 0 {
          names = [:]
          paths[event.wd] = nil
        } else if !name.isEmpty, let path = paths[event.wd] {
          names[path]?.insert(ByteName(name))
          if names[path]?.count ?? 0 > NamedChanges.maximum { names[path] = nil }
        }
      }
    }
    return isOfDirectories
  }
}
