internal import FileSystem
internal import Glibc
public import MailModel
public import MailText

extension Maildir {
  /// The text of a message and what to show above it. Reads the file and changes nothing.
  public func body(of id: MessageID) async throws(StoreError) -> MessageBody {
    var found = try located(id)
    for _ in 0..<5 {
      guard found.message.canChange else { throw .notAMessage }
      let path = directory(id.folder, found.entry.part.rawValue)
      switch await read(found.entry.file.name, in: path) {
      case .success(let body): return body
      case .failure(.messageVanished): found = try relocated(id)
      case .failure(let error): throw error
      }
    }
    throw .messageVanished
  }

  /// Off the actor, so that a large message does not hold up commands.
  @concurrent
  private nonisolated func read(
    _ name: ByteName, in path: ByteName
  ) async -> Result<MessageBody, StoreError> {
    guard let directory = try? Directory(path) else { return .failure(.messageVanished) }
    let descriptor = name.withCString {
      openat(directory.descriptor, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    guard descriptor >= 0 else {
      let code = errno
      if code == ENOENT { return .failure(.messageVanished) }
      if code == ELOOP { return .failure(.notAMessage) }
      return .failure(StoreError(errno: code, path: name.description, doing: .openMessage))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return .failure(.notAMessage)
    }
    guard let body = BodyReader(descriptor: descriptor, size: Int(status.st_size)).read() else {
      return .failure(.other(errno: EIO, doing: .readMessage))
    }
    return .success(body)
  }
}
