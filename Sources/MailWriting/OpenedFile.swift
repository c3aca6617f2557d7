internal import Glibc

/// A file that is attached, as it was when it was opened.
final class OpenedFile {
  private let descriptor: Int32
  private let path: String
  private let status: stat

  /// Nil where there is none, or one that is no plain file.
  init?(_ path: String) {
    var status = stat()
    descriptor = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    self.path = path
    let isFile = descriptor >= 0 && fstat(descriptor, &status) == 0
    self.status = status
    guard isFile, status.st_mode & S_IFMT == S_IFREG else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  var size: Int64 { Int64(status.st_size) }

  var isUnchanged: Bool {
    var now = Glibc.stat()
    return lstat(path, &now) == 0 && now.st_ino == status.st_ino && now.st_size == status.st_size
      && now.st_mtim.tv_sec == status.st_mtim.tv_sec
      && now.st_mtim.tv_nsec == status.st_mtim.tv_nsec
  }

  /// What is there from a place on; empty at the end, and nil where it cannot be read.
  func bytes(at place: Int64, atMost most: Int) -> [UInt8]? {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      repeat {
        result = pread(descriptor, buffer.baseAddress, most, off_t(place))
      } while result < 0 && errno == EINTR
      count = max(result, 0)
    }
    return result < 0 ? nil : bytes
  }

  /// Whether it is a message that any server takes: ASCII in short lines, with a field of a header for the first.
  var isPlainMessage: Bool { beginsWithField && isPlain }

  private var beginsWithField: Bool {
    guard
      let name = bytes(at: 0, atMost: TransferEncoding.longestLine)?
        .split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    else { return false }
    return name.count == 2 && !name[0].isEmpty
      && name[0].allSatisfy { (0x21...0x7E).contains($0) }
  }

  private var isPlain: Bool {
    var (place, length) = (Int64(0), 0)
    while let bytes = bytes(at: place, atMost: 1 << 16) {
      if bytes.isEmpty { return true }
      place += Int64(bytes.count)
      for byte in bytes {
        if byte == 0 || byte >= 0x80 || byte == 0x0D { return false }
        length = byte == 0x0A ? 0 : length + 1
        if length > TransferEncoding.longestLine { return false }
      }
    }
    return false
  }
}

extension OutgoingMail.Attachment {
  func opened() throws(WritingProblem) -> OpenedFile {
    guard let file = OpenedFile(path) else { throw .missing(shown(name)) }
    guard file.size == size else { throw .changed(shown(name)) }
    return file
  }
}

extension OutgoingMail.Attachment {
  /// Writes a copy that is on the disk then, where no file may be.
  package func copy(to path: String) throws(WritingProblem) {
    let file = try opened()
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unwritable(errno) }
    defer { close(descriptor) }
    let copy = MailFile(descriptor: descriptor)
    var place: Int64 = 0
    while let bytes = file.bytes(at: place, atMost: 1 << 16) {
      if bytes.isEmpty {
        guard place == size, file.isUnchanged else { throw .changed(shown(name)) }
        if fsync(descriptor) != 0 { throw .unwritable(errno) }
        return
      }
      try copy.write(bytes)
      place += Int64(bytes.count)
    }
    throw .missing(shown(name))
  }
}
