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

  init(_ source: Source, size: Int, isCancelled: @escaping () -> Bool) {
    self.source = source
    self.size = size
    self.isCancelled = isCancelled
    buffer = .allocate(byteCount: Self.pieceSize, alignment: 16)
  }

  convenience init(descriptor: Int32, size: Int, isCancelled: @escaping () -> Bool) {
    self.init(.file(descriptor: descriptor), size: size, isCancelled: isCancelled)
  }

  deinit { buffer.deallocate() }

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
    while held.count < wanted, !hasFailed {
      if isCancelled() {
        hasFailed = true
        return
      }
      let descriptor: Int32
      switch source {
      case .file(let own): descriptor = own
      case .memory(let bytes):
        let piece = bytes.dropFirst(offset).prefix(wanted)
        buffer.copyBytes(from: piece)
        held = offset..<(offset + piece.count)
        return
      }
      let count = pread(
        descriptor, buffer.baseAddress.map { $0 + held.count }, wanted - held.count,
        off_t(held.upperBound))
      if count < 0, errno == EINTR { continue }
      if count < 0 { hasFailed = true }
      if count <= 0 { return }
      held = offset..<(held.upperBound + count)
    }
  }
}
