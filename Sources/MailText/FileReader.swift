internal import Glibc

/// The bytes of a file, or of a mail in memory, for one reading of it, fetched in pieces of 64 KiB; they end
/// where the reading is cancelled.
final class FileReader {
  /// How much is fetched at once, in bytes.
  static let pieceSize = 64 << 10

  enum Source {
    /// Closed by its opener.
    case file(descriptor: Int32)
    case memory([UInt8])
  }

  private let source: Source
  /// How much of the file is read at all, in bytes.
  let size: Int
  /// Whether the bytes ended too early: the file cannot be read, or the reading is cancelled.
  private(set) var hasFailed = false

  let isCancelled: () -> Bool
  private let buffer: UnsafeMutableRawBufferPointer
  /// What of the file is in the buffer.
  private var held = 0..<0
  private var turnsReturns = false

  init(_ source: Source, size: Int, isCancelled: @escaping () -> Bool) {
    self.source = source
    self.size = size
    self.isCancelled = isCancelled
    // One more tells whether a CR at the end is one of CRLF.
    buffer = .allocate(byteCount: Self.pieceSize + 1, alignment: 16)
  }

  convenience init(descriptor: Int32, size: Int, isCancelled: @escaping () -> Bool) {
    self.init(.file(descriptor: descriptor), size: size, isCancelled: isCancelled)
  }

  deinit { buffer.deallocate() }

  /// Gives each CR that no LF follows as an LF, or again as it is.
  func turnReturns(_ turns: Bool) {
    guard turns != turnsReturns else { return }
    turnsReturns = turns
    held = 0..<0
  }

  /// The bytes from an offset on, until the next call: at most a piece and at least `wanted`, unless the
  /// file ends before. None at the end.
  func bytes(at offset: Int, atLeast wanted: Int = 1) -> UnsafeRawBufferPointer {
    if !held.contains(offset) || (held.upperBound - offset < wanted && held.upperBound < size) {
      fill(from: offset)
    }
    guard held.contains(offset) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: buffer[(offset - held.lowerBound)..<held.count])
  }

  /// Copies bytes from an offset on, as many as are fetched already or with one piece; 0 at the end.
  func copy(at offset: Int, to target: UnsafeMutableRawBufferPointer) -> Int {
    let bytes = bytes(at: offset).prefix(target.count)
    target.copyBytes(from: bytes)
    return bytes.count
  }

  /// The bytes of a range of the file; fewer where it ends.
  func bytes(in range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(min(range.count, max(0, size - range.lowerBound)))
    while result.count < range.count {
      let piece = bytes(at: range.lowerBound + result.count).prefix(range.count - result.count)
      if piece.isEmpty { break }
      result += piece
    }
    return result
  }

  private func fill(from offset: Int) {
    held = offset..<offset
    let wanted = min(Self.pieceSize, size - offset)
    let count = read(from: offset, min(Self.pieceSize + 1, size - offset))
    held = offset..<(offset + min(wanted, count))
    guard turnsReturns else { return }
    let bytes = buffer[..<count]
    for index in 0..<held.count
    where bytes[index] == 0x0D && (index + 1 == count || bytes[index + 1] != 0x0A) {
      buffer[index] = 0x0A
    }
  }

  /// Reads so many bytes into the buffer, and says how many it has become.
  private func read(from offset: Int, _ wanted: Int) -> Int {
    var filled = 0
    while filled < wanted, !hasFailed {
      if isCancelled() {
        hasFailed = true
        return filled
      }
      let descriptor: Int32
      switch source {
      case .file(let own): descriptor = own
      case .memory(let bytes):
        let piece = bytes.dropFirst(offset).prefix(wanted)
        buffer.copyBytes(from: piece)
        return piece.count
      }
      let count = pread(
        descriptor, buffer.baseAddress.map { $0 + filled }, wanted - filled, off_t(offset + filled))
      if count < 0, errno == EINTR { continue }
      if count < 0 { hasFailed = true }
      if count <= 0 { return filled }
      filled += count
    }
    return filled
  }
}
