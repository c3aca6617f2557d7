/// Reads a plain text of a mail: puts lines together that were one, strips marks of quotation, and leaves as it
/// is what its writer laid out.
struct PlainReader {
  /// How deep quotations are told apart.
  private static let maximumDepth = 8
  /// How much is looked at together, in lines and in bytes.
  private static let maximumBlock = (lines: 200, bytes: 32 << 10)
  /// A signature that is longer is none.
  private static let maximumSignature = 30

  private let text: [UInt8]
  private let isFlowed: Bool
  private let deletesSpace: Bool
  private let isAsWritten: Bool
  /// Where what is decided ends.
  private let end: Int
  private let isBegun: Bool
  private let widths: PlainWidths
  private let patchStart: Int?
  private var builder: MarkedText.Builder
  private var index = 0
  private var quotations: [Int?] = []
  private var joinsLines = false

  init(
    _ text: String, isFlowed: Bool, deletesSpace: Bool, isAsWritten: Bool, isBegun: Bool,
    within budget: TextBudget
  ) {
    let bytes = Array(text.utf8)
    self.text = bytes
    self.deletesSpace = deletesSpace
    self.isAsWritten = isAsWritten
    self.isBegun = isBegun
    end = isBegun ? max(0, bytes.count - MarkedText.judgedLength) : bytes.count
    builder = MarkedText.Builder(budget: budget)
    let sample = bytes.prefix(MarkedText.judgedLength)
    patchStart = PlainLine.patchStart(in: sample)
    // A text that says that it flows and has no line that does was wrapped as any other.
    let flows =
      isFlowed
      && sample.split(separator: 0x0A).contains { $0.last == 0x20 && !$0.elementsEqual("-- ".utf8) }
    self.isFlowed = flows
    widths = patchStart == nil && !flows && !isAsWritten ? PlainWidths(sample) : PlainWidths()
  }

  mutating func read() -> (text: MarkedText, isCut: Bool) {
    while index < end, !builder.isFull {
      let line = PlainLine(
        text, at: index, isFlowed: isFlowed, isRaw: patchStart.map { index >= $0 } ?? false)
      if line.isSignature, let last = signatureEnd(line) {
        set(depth: line.depth)
        // How it is shown says what the line does.
        _ = next()
        let mark = builder.open(.signature)
        while index < last, !builder.isFull { put(next()) }
        builder.close(mark)
      } else if let patchStart, index >= patchStart {
        readPatch()
      } else if line.isBlank {
        set(depth: line.depth)
        put(next())
      } else {
        readBlock(line)
      }
    }
    set(depth: 0)
    var (text, isCut) = builder.finished()
    text.joinsLines = joinsLines
    return (text, isCut || (isBegun && index < self.text.count))
  }

  private func line(at index: Int) -> PlainLine { PlainLine(text, at: index, isFlowed: isFlowed) }

  private mutating func next() -> PlainLine {
    let line = PlainLine(
      text, at: index, isFlowed: isFlowed, isRaw: patchStart.map { index >= $0 } ?? false)
    index = line.end
    return line
  }

  private mutating func put(_ line: PlainLine) {
    append(line.content)
    if line.isEnded { builder.endLine() }
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    builder.append(String(decoding: bytes, as: UTF8.self))
  }

  /// Ends and begins quotations, at the beginning of a line.
  private mutating func set(depth: Int) {
    while quotations.count > depth { builder.close(quotations.removeLast()) }
    while quotations.count < depth { quotations.append(builder.open(.quotation)) }
  }

  /// Where the signature ends that a line begins; nil when it begins none.
  private func signatureEnd(_ first: PlainLine) -> Int? {
    var last = first.end
    for _ in 0..<Self.maximumSignature where last < text.count {
      let line = line(at: last)
      if line.depth != first.depth, !line.isBlank { return last }
      last = line.end
    }
    return last >= text.count && !isBegun ? last : nil
  }

  private mutating func readPatch() {
    set(depth: 0)
    let mark = builder.open(.preformatted)
    while index < end, !builder.isFull {
      let line = PlainLine(text, at: index, isFlowed: false, isRaw: true)
      if line.isSignature, signatureEnd(line) != nil { break }
      put(next())
    }
    builder.close(mark)
  }

  /// Lines of one depth up to a blank one.
  private mutating func readBlock(_ first: PlainLine) {
    var lines = [first]
    var last = first
    while lines.count < Self.maximumBlock.lines, last.end - first.start < Self.maximumBlock.bytes,
      last.end < text.count
    {
      let line = line(at: last.end)
      guard line.depth == first.depth, !line.isBlank, !line.isSignature,
        patchStart.map({ line.start < $0 }) ?? true
      else { break }
      lines.append(line)
      last = line
    }
    set(depth: first.depth)
    if isFlowed
      ? lines.allSatisfy({ !$0.flows }) && PlainLine.areLaidOut(lines) : PlainLine.areLaidOut(lines)
    {
      let mark = builder.open(.preformatted)
      for line in lines where !builder.isFull { put(line) }
      builder.close(mark)
    } else {
      let joints: [PlainBlock.Joint?] =
        isFlowed || isAsWritten
        ? [] : PlainBlock(lines, width: widths[first.depth]).joints(in: widths.endings(first.depth))
      var isBegun = false
      for (number, line) in lines.enumerated() where !builder.isFull {
        let next = number + 1 < lines.count ? lines[number + 1] : nil
        let joint = number < joints.count ? joints[number] : nil
        put(line, before: next, joint, isGoingOn: isBegun)
        isBegun = joint != nil
      }
    }
    index = last.end
  }

  private mutating func put(
    _ line: PlainLine, before next: PlainLine?, _ joint: PlainBlock.Joint?, isGoingOn: Bool
  ) {
    func own(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      isGoingOn ? bytes.drop { $0 == 0x20 || $0 == 0x09 } : bytes
    }
    if let next, !isAsWritten, line.breaksAddress(before: next) {
      append(own(line.trimmed))
    } else if next != nil, isFlowed, line.flows {
      append(deletesSpace ? line.content.dropLast() : line.content)
    } else if let joint {
      append(own(line.trimmed))
      builder.append(joint == .space ? " " : "")
    } else {
      append(own(line.content))
      if line.isEnded { builder.endLine() }
      return
    }
    joinsLines = true
  }
}
