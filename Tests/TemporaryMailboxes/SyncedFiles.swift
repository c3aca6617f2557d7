import FileSystem
import Glibc
import Synchronization

/// What ``DurableFile`` does to put files on the disk, in its order.
package final class SyncedFiles: Sendable {
  package enum Step: Hashable, Sendable {
    /// The content of a file is on the disk.
    case content(inode: ino_t)
    /// A file with this content replaces the one at a path.
    case replaced(String, inode: ino_t)
    /// A folder is on the disk.
    case folder(inode: ino_t)
  }

  private let list = Mutex<[Step]>([])

  package init() {}

  package var steps: [Step] { list.withLock { $0 } }

  /// Whether all that was done is to put one file on the disk, in an order that a power failure cannot break.
  package func areThose(of file: String) -> Bool {
    let folder = ByteName(file).split.directory.description
    guard let inode = Self.inode(file), let folder = Self.inode(folder) else { return false }
    return steps == [.content(inode: inode), .replaced(file, inode: inode), .folder(inode: folder)]
  }

  private static func inode(_ path: String) -> ino_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_ino : nil
  }

  /// Looks along while work is done.
  ///
  /// - Parameter failure: An errno that has every sync of a file fail.
  package func during<Value>(
    failingWith failure: Int32 = 0, _ work: () throws -> Value
  ) rethrows -> Value {
    var calls = DurableFile.Calls()
    let (sync, replace) = (calls.sync, calls.replace)
    calls.sync = { [self] descriptor in
      var status = stat()
      fstat(descriptor, &status)
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      let (inode, code) = (status.st_ino, isFolder ? 0 : failure)
      list.withLock { $0.append(isFolder ? .folder(inode: inode) : .content(inode: inode)) }
      return code == 0 ? sync(descriptor) : code
    }
    calls.replace = { [self] new, path in
      let inode = Self.inode(new.description) ?? 0
      list.withLock { $0.append(.replaced(path.description, inode: inode)) }
      return replace(new, path)
    }
    return try DurableFile.$calls.withValue(calls) { try work() }
  }
}
