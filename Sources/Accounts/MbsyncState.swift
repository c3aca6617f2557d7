internal import FileSystem
internal import Foundation
internal import Glibc
internal import MailModel

/// What mbsync knows of a folder: which message here is which message on the server.
struct MbsyncState: Sendable {
  /// A message on both sides; 0 stands for a side that has it no more, or has not got it yet.
  struct Pair: Sendable {
    let far: UInt32
    let near: UInt32
    /// The letters of the flags that both sides had, as in the name of a file.
    let flags: String
  }

  private var header: [(name: Substring, value: Substring)] = []
  private(set) var pairs: [Pair] = []

  /// Nil for what mbsync would not have written.
  init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // An empty line ends the header.
    guard let end = lines.firstIndex(where: \.isEmpty), end > 0, end + 1 < lines.count,
      takeHeader(lines[..<end])
    else { return nil }
    for line in lines[(end + 1)...] where !line.isEmpty {
      let words = line.split(
        separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false
      )
      .map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 3, let far = UInt32(words[0]), let near = UInt32(words[1]) else {
        return nil
      }
      pairs.append(Pair(far: far, near: near, flags: words[2]))
    }
  }

  /// Reads the header alone, and no pairs.
  init?(header bytes: [UInt8]) {
    let lines = bytes.prefix(Self.headerBytes)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let end = lines.firstIndex(where: \.isEmpty), end > 0, takeHeader(lines[..<end]) else {
      return nil
    }
  }

  /// More than the five lines of a header take.
  private static let headerBytes = 1_000

  private mutating func takeHeader(_ lines: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    for line in lines {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count == 2 else { return false }
      header.append((words[0], words[1]))
    }
    return true
  }

  var text: String {
    header.map { "\($0.name) \($0.value)\n" }.joined() + "\n"
      + pairs.map { "\($0.far) \($0.near) \($0.flags)\n" }.joined()
  }

  private func number(_ name: String) -> UInt32? {
    header.first { $0.name == name }.flatMap { UInt32($0.value) }
  }

  /// What the server calls the numbers that it has given the folder's messages: others that are the same are of others.
  var validity: UInt32 { number("FarUidValidity") ?? 0 }

  /// Whether the numbers of another state stand for the same messages, on both sides.
  func isNumbered(as other: MbsyncState) -> Bool {
    validity == other.validity && number("NearUidValidity") == other.number("NearUidValidity")
  }

  /// The number of the last message here that the server was asked to take.
  var highestSent: UInt32? { number("MaxPushedUid") }

  /// The highest UID of the server that mbsync has fetched. It fetches what is above and has no pair.
  var highestFetched: UInt32? { number("MaxPulledUid") }

  mutating func lowerHighestFetched(to uid: UInt32) {
    for index in header.indices where header[index].name == "MaxPulledUid" {
      header[index].value = Substring(String(min(UInt32(header[index].value) ?? 0, uid)))
    }
  }

  /// Gives messages the UIDs that the server has given them now, and drops the pairs of those that have none.
  ///
  /// - Parameters:
  ///   - numbers: The UIDs on the server by the numbers here.
  ///   - highest: What counts as fetched from now on.
  ///   - validity: The UIDVALIDITY of these UIDs.
  mutating func renumber(
    _ numbers: [UInt32: UInt32], highestFetched highest: UInt32, validity: UInt32
  ) {
    pairs = pairs.compactMap { pair in
      // What was not sent yet has no UID.
      if pair.far == 0 { return pair }
      return numbers[pair.near].map { Pair(far: $0, near: pair.near, flags: pair.flags) }
    }
    for index in header.indices where header[index].name == "MaxPulledUid" {
      header[index].value = Substring(String(highest))
    }
    for index in header.indices where header[index].name == "FarUidValidity" {
      header[index].value = Substring(String(validity))
    }
  }

  /// Takes messages here for ones that never came, so that the next run fetches them.
  mutating func forget(_ near: Set<UInt32>) {
    let lowest = pairs.filter { near.contains($0.near) && $0.far > 0 }.map(\.far).min()
    drop(near)
    if let lowest { lowerHighestFetched(to: lowest - 1) }
  }

  /// Knows messages no more, and does not fetch them again.
  mutating func drop(_ near: Set<UInt32>) { pairs.removeAll { near.contains($0.near) } }

  /// Takes messages that the server shows no more for what they were.
  mutating func restore(_ earlier: [UInt32: Pair]) {
    pairs = pairs.map { $0.far == 0 ? earlier[$0.near] ?? $0 : $0 }
  }
}

extension MbsyncState {
  static let name = ByteName(".mbsyncstate")
  static let journal = ByteName(".mbsyncstate.journal")
  private static let lock = ByteName(".mbsyncstate.lock")

  /// What was known before a run, until what has come of it is dealt with.
  private static let earlier = ByteName(".mbsyncstate.before")

  /// What is known of the folder at a path, or was known before the run; nil where it was never synchronised.
  init?(ofFolder path: ByteName, beforeRun isEarlier: Bool = false) {
    guard let bytes = [UInt8](file: path.entry(isEarlier ? Self.earlier : Self.name)) else {
      return nil
    }
    self.init(bytes)
  }

  /// Keeps what is known of the folder at a path, as a run is about to begin; returns whether what was known before
  /// an earlier one is kept still, with which nobody has dealt.
  static func keep(ofFolder path: ByteName) -> Bool {
    let (state, kept) = (path.entry(name), path.entry(earlier))
    // mbsync puts another file in the place of this one.
    let code = state.withCString { state in
      kept.withCString { link(state, $0) == 0 ? 0 : errno }
    }
    if code == EEXIST { return true }
    if code != 0, code != ENOENT, let bytes = [UInt8](file: state) {
      try? DurableFile.write(bytes, to: kept)
    }
    return false
  }

  /// Whether what was known before a run is what is known now.
  static func isKept(ofFolder path: ByteName) -> Bool {
    var (now, before) = (stat(), stat())
    return path.entry(name).withCString { lstat($0, &now) } == 0
      && path.entry(earlier).withCString { lstat($0, &before) } == 0
      && (now.st_dev, now.st_ino) == (before.st_dev, before.st_ino)
  }

  static func drop(ofFolder path: ByteName) {
    _ = path.entry(earlier).withCString { unlink($0) }
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
      do throws(Directory.Failure) {
        try DurableFile.write(Array(state.text.utf8), to: path.entry(name))
      } catch { throw .unwritable(error.code) }
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

extension [UInt8] {
  /// All that is in a file; nil where it cannot be read.
  init?(file path: ByteName) {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let data = try? file.readToEnd() ?? Data() else { return nil }
    self.init(data)
  }
}
