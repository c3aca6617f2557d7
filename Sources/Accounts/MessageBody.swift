internal import CDunnockGio
internal import FileSystem

/// The body of a message, as a size and a digest. Carriage returns do not count: mbsync stores none.
struct MessageBody: Hashable, Sendable {
  /// The bytes with two for each line end, as a server counts them.
  let size: Int
  private let digest: String

  /// - Parameter next: Returns the next piece of the body; empty at its end.
  init<Failure>(readingBy next: () throws(Failure) -> [UInt8]) throws(Failure) {
    let checksum = g_checksum_new(G_CHECKSUM_SHA256)
    defer { g_checksum_free(checksum) }
    var size = 0
    while true {
      let piece = try next()
      if piece.isEmpty { break }
      let text = piece.filter { $0 != UInt8(ascii: "\r") }
      size += text.count + text.count { $0 == UInt8(ascii: "\n") }
      g_checksum_update(checksum, text, gssize(text.count))
    }
    self.size = size
    digest = String(cString: g_checksum_get_string(checksum))
  }

  /// - Parameter message: A whole message.
  init(ofMessage message: [UInt8]) {
    var rest = message[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let line = rest[..<end]
      rest = rest[min(end + 1, rest.endIndex)...]
      if line.isEmpty || line.elementsEqual([UInt8(ascii: "\r")]) { break }
    }
    self.init {
      defer { rest = [] }
      return Array(rest)
    }
  }
}

extension FolderFiles.File {
  /// The body of the message; nil if the file has gone or cannot be read.
  func body(in folder: ByteName) -> MessageBody? {
    [UInt8](file: folder.entry(part).entry(name.name)).map(MessageBody.init(ofMessage:))
  }
}
