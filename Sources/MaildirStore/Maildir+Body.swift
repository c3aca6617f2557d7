internal import CDunnockLinux
internal import FileSystem
internal import Glibc
public import MailModel
public import MailText

extension Maildir {
  /// The text of a message and what to show above it. Reads the file and changes nothing.
  public func body(
    of id: MessageRef, as choice: TextChoice, within budget: TextBudget
  ) async throws(StoreError) -> MessageBody {
    try await reading(id) { $0.read(as: choice, within: budget).map { .success($0) } }
  }

  /// The decoded bytes of a part of a message, or with nil all of it as it is.
  public func bytes(of id: MessageRef, part: Int?) async throws(StoreError) -> [UInt8] {
    try await reading(id) { reader in
      do throws(PartError) {
        return .success(try reader.bytes(ofPart: part))
      } catch {
        return error == .notRead ? nil : .failure(StoreError(error))
      }
    }
  }

  /// Reads a message wherever it is by now, on a thread of its own. The work answers nil when the file
  /// cannot be read.
  private func reading<Value: Sendable>(
    _ id: MessageRef, _ work: @escaping @Sendable (BodyReader) -> Result<Value, StoreError>?
  ) async throws(StoreError) -> Value {
    searchReading.noteRequest()
    var found = try located(id)
    for _ in 0..<5 {
      guard found.message.canChange else { throw .notAMessage }
      let path = directory(id.folder, found.entry.part.rawValue)
      let name = found.entry.file.name
      let result = await onOwnThread("reading") {
        Self.read(name, in: path, isCancelled: $0, work)
      }
      switch result {
      case .success(let value): return value
      case .failure(.messageVanished): found = try relocated(id)
      case .failure(let error): throw error
      }
    }
    throw .messageVanished
  }

  /// In bytes.
  private static let largeSize = 1 << 20

  static func read<Value>(
    _ name: ByteName, in path: ByteName, isCancelled: @escaping () -> Bool,
    _ work: (BodyReader) -> Result<Value, StoreError>?
  ) -> Result<Value, StoreError> {
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
    // What a large message took would stay with the program, and that of the next come on top.
    defer { if status.st_size > largeSize { _ = malloc_trim(0) } }
    let reader = BodyReader(
      descriptor: descriptor, size: Int(status.st_size), isCancelled: isCancelled)
    return work(reader)
      ?? .failure(.other(errno: isCancelled() ? ECANCELED : EIO, doing: .readMessage))
  }
}
