internal import Glibc

/// An open directory, closed when let go.
package final class Directory: Sendable {
  package let descriptor: Int32

  package enum Access { case opened, looked, listed }

  /// Told of every directory that is opened, listed or whose times are looked at, for tests to count.
  @TaskLocal package static var onAccess: (@Sendable (Access) -> Void)?

  /// Opens a directory; a link in its place is refused. Fails with the errno.
  package init(_ path: ByteName, follows: Bool = false) throws(Failure) {
    Directory.onAccess?(.opened)
    let descriptor = path.withCString {
      open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (follows ? 0 : O_NOFOLLOW))
    }
    guard descriptor >= 0 else { throw Failure(code: errno) }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  package struct Failure: Error {
    package let code: Int32

    package init(code: Int32) { self.code = code }
  }

  package enum Kind { case regular, directory, other, unknown }

  /// Calls `visit` with every entry but those that start with a dot, unless `withHidden`.
  package func entries(
    withHidden: Bool = false, _ visit: (ByteName, Kind) -> Void
  ) throws(Failure) {
    try entries(withHidden: withHidden, withInodes: { name, kind, _ in visit(name, kind) })
  }

  /// The same with the number of each entry's inode.
  package func entries(
    withHidden: Bool = false, withInodes visit: (ByteName, Kind, UInt64) -> Void
  ) throws(Failure) {
    try entries(
      withHidden: withHidden, withBytes: { name, kind, inode in visit(ByteName(name), kind, inode) }
    )
  }

  /// The same with each name where the system put it, for the time of the call; no more than `limit`
  /// entries.
  package func entries(
    withHidden: Bool = false, limit: Int = .max,
    withBytes visit: (UnsafeBufferPointer<UInt8>, Kind, UInt64) -> Void
  ) throws(Failure) {
    Directory.onAccess?(.listed)
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw Failure(code: errno) }
    guard let stream = fdopendir(copy) else {
      let code = errno
      close(copy)
      throw Failure(code: code)
    }
    defer { closedir(stream) }
    var count = 0
    while count < limit {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw Failure(code: errno) }
        return
      }
      let kind: Kind =
        switch Int(entry.pointee.d_type) {
        case Int(DT_REG): .regular
        case Int(DT_DIR): .directory
        case Int(DT_UNKNOWN): .unknown
        default: .other
        }
      let inode = UInt64(entry.pointee.d_ino)
      withUnsafeBytes(of: &entry.pointee.d_name) { raw in
        let name = UnsafeBufferPointer(
          rebasing: raw.bindMemory(to: UInt8.self)
            .prefix(raw.baseAddress.map { strnlen($0, raw.count) } ?? 0))
        let isHidden = name.first == UInt8(ascii: ".")
        if isHidden, !withHidden || name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) {
          return
        }
        count += 1
        visit(name, kind, inode)
      }
    }
  }

  /// A directory, whatever its name.
  package struct Identity: Equatable {
    let device: UInt64
    package let inode: UInt64

    /// Nil where there is no directory; a link to one counts when `follows`.
    package init?(_ path: ByteName, follows: Bool = false) {
      var status = stat()
      let result = path.withCString { follows ? stat($0, &status) : lstat($0, &status) }
      guard result == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  /// What changes when an entry does: the directory itself and the time of its last change.
  package struct Signature: Equatable {
    package let inode: UInt64
    package let seconds: Int
    package let nanoseconds: Int

    package init(inode: UInt64, seconds: Int, nanoseconds: Int) {
      self.inode = inode
      self.seconds = seconds
      self.nanoseconds = nanoseconds
    }

    /// Whether a change now could still leave the same time: clocks of file systems are coarse,
    /// and other clients take a time to mean a whole second.
    package func isFresh(at now: Int64) -> Bool { Int64(seconds) + 2 > now }
  }

  /// Nil where there is no such directory.
  package static func signature(_ path: ByteName) -> Signature? {
    onAccess?(.looked)
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return nil
    }
    return Signature(
      inode: UInt64(status.st_ino), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }
}
