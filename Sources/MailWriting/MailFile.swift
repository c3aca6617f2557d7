internal import CDunnockGMime
internal import FileSystem
internal import Glibc

/// How what is in a mail comes over servers that take lines of ASCII alone: by GMime.
enum TransferEncoding: String {
  case none = "7bit"
  case quotedPrintable = "quoted-printable"
  case base64

  /// GMime, set up once before its first use.
  static let isReady: Bool = {
    g_mime_init()
    return true
  }()

  /// The least that brings a text anywhere: nothing, or what is shorter.
  init(of text: [UInt8]) {
    let others = text.count { $0 >= 0x80 || $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F }
    let isShort = text.split(separator: 0x0A).allSatisfy { $0.count <= Self.longestLine }
    // Three bytes for each that is written, against four for three.
    self =
      others == 0 && isShort ? .none : others * 6 <= text.count ? .quotedPrintable : .base64
  }

  /// In bytes; some servers cut what is longer than 998.
  static let longestLine = 990

  /// Hands on what pieces become, each when it comes.
  struct Encoder {
    private let encoding: TransferEncoding
    private var state = GMimeEncoding()

    init(_ encoding: TransferEncoding) {
      _ = TransferEncoding.isReady
      self.encoding = encoding
      g_mime_encoding_init_encode(
        &state,
        encoding == .base64
          ? GMIME_CONTENT_ENCODING_BASE64 : GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE)
    }

    /// - Parameter isLast: Whether nothing comes any more.
    mutating func encode(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
      if encoding == .none { return bytes }
      return bytes.withUnsafeBytes { input in
        let start = input.baseAddress?.assumingMemoryBound(to: CChar.self)
        let most = g_mime_encoding_outlen(&state, bytes.count) + 8
        return [UInt8](unsafeUninitializedCapacity: most) { output, count in
          output.withMemoryRebound(to: CChar.self) { output in
            let end = output.baseAddress
            count =
              isLast
              ? g_mime_encoding_flush(&state, start, bytes.count, end)
              : g_mime_encoding_step(&state, start, bytes.count, end)
          }
        }
      }
    }
  }
}

/// The file that a mail is written to.
struct MailFile {
  let descriptor: Int32

  func write(_ bytes: [UInt8]) throws(WritingProblem) {
    let code = WriteCalls.write(bytes, to: descriptor)
    if code != 0 { throw .unwritable(code) }
  }

  /// Writes a text with the fields that say how it is written.
  func write(text: String) throws(WritingProblem) {
    var bytes = Array(FlowedText.encoded(text).utf8)
    let encoding = TransferEncoding(of: bytes)
    // Nobody makes other line ends of what is in there (RFC 2046, section 4.1.1).
    if encoding == .base64 { bytes = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } }
    var header = HeaderWriter()
    header.add("Content-Type", words: ["text/plain;", "charset=utf-8;", "format=flowed"])
    header.add("Content-Transfer-Encoding", words: [encoding.rawValue])
    var encoder = TransferEncoding.Encoder(encoding)
    try write(header.bytes + [0x0A] + encoder.encode(bytes, isLast: true))
  }

  /// Writes what is attached with its fields.
  func write(
    _ attachment: OutgoingMail.Attachment, from file: OpenedFile
  ) throws(WritingProblem) {
    var type = Self.mediaType(attachment.type)
    // A message may not be written in letters (RFC 2046, section 5.2.1), nor what is in parts.
    let isMessage = type == "message/rfc822" && file.isPlainMessage
    if !isMessage, type.hasPrefix("message/") || type.hasPrefix("multipart/") {
      type = "application/octet-stream"
    }
    let oneLine = attachment.name.oneLine.replacing("/", with: "_")
    let name = oneLine.isEmpty ? "attachment" : oneLine
    let encoding = isMessage ? TransferEncoding.none : .base64
    var header = HeaderWriter()
    header.add("Content-Type", type, "name", name)
    header.add("Content-Disposition", "attachment", "filename", name)
    header.add("Content-Transfer-Encoding", words: [encoding.rawValue])
    try write(header.bytes + [0x0A])
    var encoder = TransferEncoding.Encoder(encoding)
    var place: Int64 = 0
    while true {
      guard let bytes = file.bytes(at: place, atMost: 57 << 10) else {
        throw .missing(shown(attachment.name))
      }
      place += Int64(bytes.count)
      guard place <= file.size else { throw .changed(shown(attachment.name)) }
      try write(encoder.encode(bytes, isLast: bytes.isEmpty))
      if bytes.isEmpty { break }
    }
    guard place == file.size, file.isUnchanged else { throw .changed(shown(attachment.name)) }
  }

  /// A media type as it may stand in a header, else the one that says nothing.
  private static func mediaType(_ text: String) -> String {
    let words = text.lowercased().split(separator: "/", omittingEmptySubsequences: false)
    let isToken = words.allSatisfy { word in
      (1...60).contains(word.utf8.count)
        && word.utf8.allSatisfy {
          (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || "!#$&-^_.+".utf8.contains($0)
        }
    }
    return words.count == 2 && isToken ? words.joined(separator: "/") : "application/octet-stream"
  }
}
