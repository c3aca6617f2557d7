internal import FileSystem
internal import Foundation
internal import Glibc
internal import MailModel

/// What mbsync knows of a folder: which message here is which message on the server.
struct MbsyncState {
  /// A message on both sides; 0 stands for a side that has it no more.
  struct Pair {
    let far: UInt32
    let near: UInt32
    /// Its whole line, which says what flags both sides had.
    fileprivate let start: UInt32
    fileprivate let end: UInt32
  }

  private let bytes: [UInt8]
  private var header: [(name: Substring, value: Substring)] = []
  private(set) var pairs: [Pair] = []

  /// Nil for what mbsync would not have written.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    // Most lines are short.
    pairs.reserveCapacity(bytes.count / 10)
    guard bytes.withUnsafeBufferPointer({ read($0) }) else { return nil }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let (newline, space) = (UInt8(ascii: "\n"), UInt8(ascii: " "))
    var index = 0
    // An empty line ends the header.
    while index < bytes.count, bytes[index] != newline {
      let end = bytes.end(of: newline, from: index)
      let words = String(decoding: bytes[index..<end], as: UTF8.self)
        .split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard words.count == 2 else { return false }
      header.append((words[0], words[1]))
      index = end + 1
    }
    guard index < bytes.count, !header.isEmpty else { return false }
    while index < bytes.count {
      let (start, end) = (index, bytes.end(of: newline, from: index))
      if start < end {
        guard let far = bytes.number(at: &index), index < end, bytes[index] == space else {
          return false
        }
        index += 1
        guard let near = bytes.number(at: &index), index == end || bytes[index] == space else {
          return false
        }
        pairs.append(Pair(far: far, near: near, start: UInt32(start), end: UInt32(end)))
      }
      index = end + 1
    }
    return true
  }

  var text: String {
    header.map { "\($0.name) \($0.value)\n" }.joined() + "\n"
      + pairs.map { String(decoding: bytes[Int($0.start)..<Int($0.end)], as: UTF8.self) + "\n" }
      .joined()
  }

  /// The numbers of messages that are not here, though mbsync knows them on both sides.
  func missing(from listing: NumberedFiles?) -> Set<UInt32> {
    (listing?.keys ?? NumberedKeys()).missing(
      among: pairs.lazy.filter { $0.far > 0 && $0.near > 0 }.map(\.near))
  }

  /// The numbers of messages here that the server has not got, and that mbsync will not send again: where
  /// a run is cut short twice, it forgets that they were still to go.
  var unsent: Set<UInt32> {
    Set(pairs.lazy.filter { $0.far == 0 && $0.near > 0 }.map(\.near))
  }

  /// The number of the last message here that the server was asked to take.
  var highestSent: UInt32? {
    header.first { $0.name == "MaxPushedUid" }.flatMap { UInt32($0.value) }
  }

  /// Takes messages here for ones that never came, so that the next run fetches them.
  mutating func forget(_ near: Set<UInt32>) {
    let lowest = pairs.filter { near.contains($0.near) && $0.far > 0 }.map(\.far).min()
    pairs.removeAll { near.contains($0.near) }
    guard let lowest else { return }
    for index in header.indices where header[index].name == "MaxPulledUid" {
      let value = min(UInt32(header[index].value) ?? 0, lowest - 1)
      header[index].value = Substring(String(value))
    }
  }
}

extension MbsyncState {
  static let name = ByteName(".mbsyncstate")
  static let journal = ByteName(".mbsyncstate.journal")
  private static let lock = ByteName(".mbsyncstate.lock")

  /// What is known of the folder at a path; nil where it was never synchronised.
  init?(ofFolder path: ByteName) {
    guard let bytes = [UInt8](file: path.entry(Self.name)) else { return nil }
    self.init(bytes)
  }

  /// Changes what is known of the folder at a path while no mbsync is at it; says whether it could.
  static func change(
    ofFolder path: ByteName, _ change: (inout MbsyncState) -> Void
  ) throws(SyncProblem) {
    try whileLocked(path) { () throws(SyncProblem) in
      // A journal holds more than the state does: mbsync puts them together at its next run.
      guard path.entry(journal).withCString({ access($0, F_OK) }) != 0,
        var state = MbsyncState(ofFolder: path)
      else { throw .locked }
      change(&state)
      let file = path.entry(name).description
      do { try Data(state.text.utf8).write(to: URL(filePath: file), options: .atomic) } catch {
        throw .unwritable(error)
      }
    }
  }

  /// Does something while no mbsync is at the folder at a path.
  static func whileLocked<Value>(
    _ path: ByteName, _ work: () throws(SyncProblem) -> Value
  ) throws(SyncProblem) -> Value {
    let file = path.entry(lock)
    let descriptor = file.withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw .unwritable(errno) }
    defer { close(descriptor) }
    var whole = flock()
    whole.l_type = Int16(F_WRLCK)
    whole.l_whence = Int16(SEEK_SET)
    guard fcntl(descriptor, F_SETLK, &whole) == 0 else { throw .locked }
    // As mbsync does before it lets go.
    defer { _ = file.withCString { unlink($0) } }
    return try work()
  }
}
