internal import CDunnockGio
internal import FileSystem
internal import Glibc

/// What identifies a message apart from its UID: its Message-ID and its header, as digests.
///
/// A server that was restored from a backup can give a UID to another message. A message is therefore only removed from a server
/// if its identity there is the identity of the file that had the UID here.
struct MessageIdentity: Hashable, Sendable {
  /// The digest of a text; the first bytes of its SHA-256.
  struct Digest: Hashable, Sendable {
    var first: UInt64 = 0
    var second: UInt64 = 0

    static let none = Digest()
  }

  /// The digest of the Message-ID; `none` if the message has no Message-ID.
  let messageID: Digest
  /// The digest of the header without mbsync's own field and without carriage returns at the ends of lines.
  let header: Digest

  /// The bytes of a message that are read for its identity. Headers are a few thousand bytes long.
  static let readBytes = 1 << 16

  /// The bytes of a header that count. Half as many as are read: a file has shorter line ends than the same message on a server.
  private static let comparedBytes = readBytes / 2

  /// The bytes of a Message-ID field that are fetched. RFC 5322 allows 998 in a line.
  static let messageIDBytes = 998

  init(messageID: Digest, header: Digest) {
    (self.messageID, self.header) = (messageID, header)
  }

  /// - Parameter message: The beginning of a message, at least of `readBytes` if the header is as long.
  init(ofMessage message: [UInt8]) {
    let (text, id) = Self.parts(ofMessage: message)
    messageID = id.map { Digest($0.utf8) } ?? .none
    header = Digest(text)
  }

  /// The text of the Message-ID field without white space; nil if there is none.
  ///
  /// - Parameter message: As for `init(ofMessage:)`.
  static func messageID(ofMessage message: [UInt8]) -> String? { parts(ofMessage: message).id }

  private static func parts(ofMessage message: [UInt8]) -> (header: ArraySlice<UInt8>, id: String?)
  {
    var header: [UInt8] = []
    var id: [UInt8]?
    var isInID = false
    var rest = message[...]
    while !rest.isEmpty, header.count < comparedBytes {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      var line = rest[..<end]
      rest = rest[min(end + 1, rest.endIndex)...]
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if line.isEmpty { break }
      if line.starts(with: "X-TUID: ".utf8) { continue }
      header += line
      header.append(UInt8(ascii: "\n"))
      if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
        if isInID { id? += line }
      } else {
        isInID = id == nil && line.hasFieldName("message-id")
        if isInID { id = Array(line.drop { $0 != UInt8(ascii: ":") }.dropFirst()) }
      }
    }
    let text = (id ?? []).filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return (
      header.prefix(comparedBytes),
      text.isEmpty ? nil : String(decoding: text.prefix(messageIDBytes / 2), as: UTF8.self)
    )
  }
}

extension MessageIdentity.Digest {
  init(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    var digest = [UInt8](repeating: 0, count: 32)
    var count = gsize(digest.count)
    let checksum = g_checksum_new(G_CHECKSUM_SHA256)
    g_checksum_update(checksum, bytes, gssize(bytes.count))
    g_checksum_get_digest(checksum, &digest, &count)
    g_checksum_free(checksum)
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    (first, second) = (number(digest[..<8]), number(digest[8..<16]))
  }
}

extension FolderFiles.File {
  /// The identity of the message; nil if the file has gone or cannot be read.
  func identity(in folder: ByteName) -> MessageIdentity? {
    let descriptor = folder.entry(part).entry(name.name).withCString {
      open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var isRead = true
    let bytes = [UInt8](unsafeUninitializedCapacity: MessageIdentity.readBytes) { bytes, count in
      while count < bytes.count {
        let more = read(descriptor, bytes.baseAddress! + count, bytes.count - count)
        if more < 0, errno == EINTR { continue }
        isRead = more >= 0
        if more <= 0 { break }
        count += more
      }
    }
    return isRead ? MessageIdentity(ofMessage: bytes) : nil
  }
}

extension ArraySlice<UInt8> {
  /// Whether a line of a header is a field of that name, which is in lower case.
  fileprivate func hasFieldName(_ name: String) -> Bool {
    count > name.utf8.count && self[startIndex + name.utf8.count] == UInt8(ascii: ":")
      && zip(self, name.utf8).allSatisfy { $0 | 0x20 == $1 }
  }
}
