internal import FileSystem
internal import MailModel

/// What the index keeps of one message: the bytes of a record, which tell whether they are still the
/// bytes that were written.
///
/// SQLite notices damage to its own structure, not to what it holds, and a wrong subject would be
/// worse than none.
struct IndexRecord {
  private(set) var bytes: [UInt8] = [UInt8](repeating: 0, count: 8)
  private var position = 8

  init() {}

  /// The record of a settled message; its preview has one of its own.
  init(_ located: KnownFolder.Located) {
    let message = located.message
    bytes.reserveCapacity(160)
    add(Int64(bitPattern: message.flags.rawValue))
    add(message.date)
    add(message.size)
    add(message.modified)
    bytes.append(message.problem?.rawValue ?? .max)
    bytes.append(located.part == .cur ? 0 : 1)
    bytes.append(located.isRegular.map { $0 ? 1 : 0 } ?? 2)
    switch located.spelling {
    case .bare: bytes.append(0)
    case .usual: bytes.append(1)
    case .other(let name):
      bytes.append(2)
      add(Int64(name.bytes.count))
      bytes += name.bytes
    }
    bytes += message.head
    seal(as: message.id)
  }

  init(preview: String, of id: MessageID) {
    bytes += preview.utf8
    seal(as: id)
  }

  mutating func add(_ value: Int64) {
    withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
  }

  /// Ends the record, which is good under this name only.
  mutating func seal(as id: MessageID) {
    let sum = checksum(id)
    for byte in 0..<8 { bytes[byte] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * byte)) }
  }

  /// A record that was kept; nil when it is not the one that was sealed as `id`.
  init?(_ kept: some Sequence<UInt8>, sealedAs id: MessageID) {
    bytes = Array(kept)
    guard bytes.count >= 8 else { return nil }
    let sum = (0..<8).reduce(into: UInt64(0)) { $0 |= UInt64(bytes[$1]) << UInt64(8 * $1) }
    guard sum == checksum(id) else { return nil }
  }

  mutating func next() -> Int64? {
    guard bytes.count - position >= 8 else { return nil }
    defer { position += 8 }
    return (0..<8).reduce(into: Int64(0)) { $0 |= Int64(bytes[position + $1]) << Int64(8 * $1) }
  }

  private mutating func nextByte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  var text: String { String(decoding: bytes[position...], as: UTF8.self) }

  /// The message that this is the record of.
  mutating func message(_ id: MessageID, preview: String?) -> KnownFolder.Located? {
    guard let flags = next(), let date = next(), let size = next(), let modified = next(),
      let problem = nextByte(), let part = nextByte(), let isRegular = nextByte(),
      let spelled = nextByte()
    else { return nil }
    let spelling: FileName.Spelling
    switch spelled {
    case 0: spelling = .bare
    case 1: spelling = .usual
    default:
      guard let length = next(), length >= 0, length <= bytes.count - position else { return nil }
      spelling = .other(ByteName(bytes[position..<position + Int(length)]))
      position += Int(length)
    }
    return KnownFolder.Located(
      message: Message(
        id: id, flags: MessageFlags(rawValue: UInt64(bitPattern: flags)), date: date, size: size,
        modified: modified, waking: FileName.waking(in: id.key),
        problem: MessageProblem(rawValue: problem), head: bytes[position...],
        preview: preview),
      part: part == 0 ? .cur : .new, isRegular: isRegular == 2 ? nil : isRegular == 1,
      spelling: spelling)
  }

  /// FNV-1a of 64 bits over what it is known by and all that follows.
  private func checksum(_ id: MessageID) -> UInt64 {
    var sum = FNV1a()
    sum.add(id.folder.path.bytes)
    sum.add([0])
    sum.add(id.key.bytes)
    sum.add([0])
    sum.add(bytes[8...])
    return sum.value
  }
}
