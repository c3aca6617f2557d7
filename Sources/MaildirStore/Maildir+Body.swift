internal import FileSystem
internal import Glibc
public import MailModel
public import MailText

extension Maildir {
  /// The text of a message and what to show above it. Reads the file and changes nothing.
  public func body(
    of id: MessageID, within budget: TextBudget
  ) async throws(StoreError) -> MessageBody {
    var found = try located(id)
    for _ in 0..<5 {
      guard found.message.canChange else { throw .notAMessage }
      let path = directory(id.folder, found.entry.part.rawValue)
      let name = found.entry.file.name
      let result = await onOwnThread("reading") {
        Self.read(name, in: path, within: budget, isCancelled: $0)
      }
      switch result {
      case .success(let body): return body
      case .failure(.messageVanished): found = try relocated(id)
      case .failure(let error): throw error
      }
    }
    throw .messageVanished
  }

  private static func read(
    _ name: ByteName, in path: ByteName, within budget: TextBudget,
    isCancelled: @escaping () -> Bool
  ) -> Result<MessageBody, StoreError> {
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
    let reader = BodyReader(
      descriptor: descriptor, size: Int(status.st_size), isCancelled: isCancelled)
    guard let body = reader.read(within: budget) else {
      return .failure(.other(errno: isCancelled() ? ECANCELED : EIO, doing: .readMessage))
    }
    return .success(body)
  }
}
