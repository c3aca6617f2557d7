internal import Glibc

/// A small file that is replaced as a whole. After a crash or a power failure it has the old or the new content, and once
/// ``write(_:to:)`` has returned it has the new content.
package enum DurableFile {
  /// The system calls that put a file on the disk, so that a test can look at them or have them fail. Each returns an errno or 0.
  package struct Calls: Sendable {
    /// Has an open file or directory on the disk.
    package var sync: @Sendable (Int32) -> Int32 = { fsync($0) == 0 ? 0 : errno }

    /// Puts a file in the place of another.
    package var replace: @Sendable (_ new: ByteName, _ path: ByteName) -> Int32 = { new, path in
      new.withCString { new in path.withCString { rename(new, $0) == 0 ? 0 : errno } }
    }

    package init() {}
  }

  @TaskLocal package static var calls = Calls()

  /// Replaces the content of a file, or creates the file.
  ///
  /// The file keeps its permissions. A new file belongs to its owner alone.
  package static func write(_ bytes: [UInt8], to path: ByteName) throws(Directory.Failure) {
    // Several programs may write the same file at once: each has a file of its own until the rename.
    let new = path.appending(ByteName(".new-" + String(UInt32.random(in: 0...(.max)), radix: 16)))
    let descriptor = new.withCString {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { throw Directory.Failure(code: errno) }
    var code = keepMode(of: path, on: descriptor)
    if code == 0 { code = WriteCalls.write(bytes, to: descriptor) }
    if code == 0 { code = calls.sync(descriptor) }
    // Some file systems report only here that there is no room.
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0 { code = calls.replace(new, path) }
    guard code == 0 else {
      _ = new.withCString { unlink($0) }
      throw Directory.Failure(code: code)
    }
    // Without this a power failure may undo the rename.
    try syncFolder(path.split.directory)
  }

  /// Has the names in a folder on the disk.
  package static func syncFolder(_ path: ByteName) throws(Directory.Failure) {
    let folder = try Directory(path, follows: true)
    let code = withExtendedLifetime(folder) { calls.sync(folder.descriptor) }
    // Some file systems cannot sync a directory.
    if code != 0, code != EINVAL { throw Directory.Failure(code: code) }
  }

  /// Gives a new file the permissions of the file that it replaces; an errno, or 0.
  private static func keepMode(of path: ByteName, on descriptor: Int32) -> Int32 {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return 0 }
    return fchmod(descriptor, status.st_mode & 0o777) == 0 ? 0 : errno
  }
}
