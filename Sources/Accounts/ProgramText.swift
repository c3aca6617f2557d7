/// What a program has printed so far: its last words, and its lines but for the counters.
struct ProgramText {
  private var output = ProgramRunner.Output()
  private var line: [UInt8] = []
  private var last = SyncProgress()

  private static let longestTail = 64 << 10
  private static let longestLine = 1_000
  private static let mostLines = 200

  /// Adds more of it; returns how far the program says that it is, once where it says so often.
  mutating func add(_ bytes: ArraySlice<UInt8>) -> [SyncProgress] {
    output.tail += bytes
    if output.tail.count > 2 * Self.longestTail {
      output.tail.removeFirst(output.tail.count - Self.longestTail)
    }
    var progress: SyncProgress?
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && isOfCounters {
        progress = endLine() ?? progress
      } else if line.count < Self.longestLine {
        // A server may say one, too: what is behind it would look like words of the program.
        line.append(byte == UInt8(ascii: "\r") ? UInt8(ascii: " ") : byte)
      }
    }
    // mbsync 1.5 ends the counters only with the next ones, which it may write much later.
    if let counters = wholeCounters, counters != last {
      progress = counters
      last = counters
    }
    return progress.map { [$0] } ?? []
  }

  mutating func finish() -> ProgramRunner.Output {
    _ = endLine()
    output.tail = output.tail.suffix(Self.longestTail)
    return output
  }

  /// Whether nothing but counters, or what takes them away, has been said since the last line.
  private var isOfCounters: Bool {
    let text = String(decoding: line, as: UTF8.self)
    return text.allSatisfy { $0 == " " } || SyncProgress(counters: text) != nil
  }

  /// The counters on the line so far, if the number of messages that have come is written in full: another word follows.
  private var wholeCounters: SyncProgress? {
    let text = String(decoding: line, as: UTF8.self)
    return text.contains(#/N: \+\d+/\d+ /#) ? SyncProgress(counters: text) : nil
  }

  private mutating func endLine() -> SyncProgress? {
    defer { line.removeAll(keepingCapacity: true) }
    guard line.contains(where: { $0 != UInt8(ascii: " ") }) else { return nil }
    while line.last == UInt8(ascii: " ") { line.removeLast() }
    let text = String(decoding: line, as: UTF8.self)
    guard let progress = SyncProgress(counters: text) else {
      // Counters follow other words without an end of a line, too.
      let counters = text.firstMatch(of: #/ *C: (?:[CBFN]: |[+*#-]?[0-9~]+(?:/[0-9~]+)? *)+$/#)
      add(String(text[..<(counters?.startIndex ?? text.endIndex)]))
      return nil
    }
    // Other programs' words follow without an end of a line.
    if let counters = text.prefixMatch(of: /C: (?:[CBFN]: |[+*#-]?[0-9~]+(?:\/[0-9~]+)? *)+/),
      counters.endIndex < text.endIndex
    {
      add(String(text[counters.endIndex...]))
    }
    defer { last = progress }
    return progress == last ? nil : progress
  }

  private mutating func add(_ line: String) {
    output.lines.append(line)
    // The first words say what went wrong, and the last what came of it.
    if output.lines.count > Self.mostLines { output.lines.remove(at: Self.mostLines / 2) }
  }
}

extension SyncProgress {
  /// Reads "C: 1/1  B: 6/6  F: +0/0 *0/0 #2/2  N: +40/40 *0/0 #0/0", or what is said at the end from 1.5 on:
  /// "Channels: 1  Boxes: 6  Far: +0 *0 #2 -0  Near: +40 *0 #0 -0".
  init?(counters: String) {
    guard counters.hasPrefix("C: ") || counters.hasPrefix("Channels: ") else { return nil }
    self.init()
    var isNear = false
    for word in counters.split(separator: " ") {
      if word.hasSuffix(":") { isNear = word.hasPrefix("N") }
      let numbers = word.dropFirst().split(separator: "/").map { Int($0) }
      guard let first = numbers.first, let done = first, let last = numbers.last, let all = last
      else { continue }
      if isNear, word.hasPrefix("*") || word.hasPrefix("#") { changed += all }
      guard word.hasPrefix("+") else { continue }
      if isNear { (fetched, toFetch) = (done, all) } else { (sent, toSend) = (done, all) }
    }
  }
}
