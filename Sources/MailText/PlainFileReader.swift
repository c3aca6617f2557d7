/// Reads the text of a file that is no mail.
package struct PlainFileReader {
  private let reader: FileReader
  private let size: Int

  /// - Parameter isCancelled: Looked at for each piece of 64 KiB that is read.
  package init(descriptor: Int32, size: Int, isCancelled: @escaping () -> Bool) {
    self.size = size
    reader = FileReader(
      descriptor: descriptor, size: min(size, MessageBody.maximumSize), isCancelled: isCancelled)
  }

  /// The text, empty for what is none: what holds a NUL at its beginning, or is no UTF-8 there unless it is
  /// said to be text. Nil when the file cannot be read, or the reading is cancelled.
  package func read(within budget: TextBudget, evenIfNoUTF8 isText: Bool) -> MessageBody? {
    let bytes = reader.bytes(in: 0..<BodyReader.maximumSource(budget))
    guard !reader.hasFailed else { return nil }
    let isCut = bytes.count < size
    let sample = bytes.prefix(Charset.judgedLength)
    let isUTF8 = isText || Charset.isUTF8(sample, isCut: isCut || sample.count < bytes.count)
    guard isUTF8, !sample.contains(0) else { return MessageBody(content: MarkedText()) }
    let text = Charset.text(ofPart: bytes, charset: nil, isCut: isCut)
    let shown = MarkedText.plain(BodyReader.withPlainLineEnds(text), within: budget)
    return MessageBody(
      content: shown.text,
      hasMoreText: shown.isCut || (isCut && bytes.count < reader.size),
      isCut: size > reader.size)
  }

  /// All of the file; nil when it cannot be read, or the reading is cancelled. At most
  /// ``MessageBody/maximumSize`` bytes: what is longer is the caller's to refuse.
  package func bytes() -> [UInt8]? {
    let bytes = reader.bytes(in: 0..<size)
    return reader.hasFailed ? nil : bytes
  }
}
