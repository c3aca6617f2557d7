import SeededRandom
import Testing

@testable import MailText

@Suite struct HeaderBlockTests {
  private func cut(_ text: String, isWhole: Bool = true) -> HeaderBlock {
    HeaderBlock(Array(text.utf8), isWhole: isWhole)
  }

  private func text(_ value: [UInt8]?) -> String? {
    value.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\r\r\n"])
  func everyLineEndIsOne(end: String) {
    let source = ["Subject: a", "\tb", "X: y", "", "Subject: body"].joined(separator: end)
    let header = cut(source)
    #expect(text(header.value("subject")) == "a b")
    #expect(text(header.value("x")) == "y")
    #expect(header.bodyStart == source.utf8.count - "Subject: body".utf8.count)
  }

  @Test func namesMatchInAnyCaseAndTheFirstCounts() {
    let header = cut("SUBJECT : one\nSubject: two\n\n")
    #expect(text(header.value("subject")) == "one")
    #expect(header.values("subject").map { text($0) } == ["one", "two"])
    #expect(header.value("subjec") == nil && header.values("subjec").isEmpty)
  }

  @Test func foldsBecomeOneSpace() {
    #expect(text(cut("Subject: a \r\n \t  b\r\n  c  d\n\n").value("subject")) == "a b c  d")
    #expect(text(cut("Subject:\n a\n\n").value("subject")) == "a")
    #expect(text(cut("Subject: a\n \n b\n\n").value("subject")) == "a b")
  }

  @Test func aMailboxLineIsPassedOver() {
    let header = cut("From a@b Mon Jan 1\nSubject: s\n\nx")
    #expect(text(header.value("subject")) == "s")
    #expect(header.start == 19)
    #expect(header.value("from") == nil)
  }

  @Test func whatIsNoFieldStartsTheBody() {
    let header = cut("Subject: s\nno field here\nX: y\n")
    #expect(text(header.value("subject")) == "s")
    #expect(header.value("x") == nil)
    #expect(header.bodyStart == 11)
    #expect(cut("just text\n").bodyStart == 0)
    #expect(cut("\nbody").bodyStart == 1)
  }

  @Test func aHeaderWithoutEndIsAllThereIs() {
    #expect(cut("Subject: s").bodyStart == 10)
    #expect(text(cut("Subject: s").value("subject")) == "s")
    #expect(cut("Subject: s\n").bodyStart == 11)
    #expect(cut("").bodyStart == 0)
    #expect(cut("Subject: s\nX: y", isWhole: false).bodyStart == nil)
    #expect(text(cut(" leading\nSubject: s\n\n").value("subject")) == "s")
  }

  @Test func aFieldCutOffIsShownAsFarAsItGoes() {
    let header = cut("From: a\nSubject: begins" + String(repeating: "x", count: 70_000))
    #expect(header.bodyStart == nil)
    #expect(text(header.value("from")) == "a")
    #expect(text(header.value("subject"))?.hasPrefix("beginsxxx") == true)
    #expect(header.value("subject")?.count ?? 0 <= HeaderBlock.maximumLength)
  }

  @Test func bytesSurvive() {
    let header = HeaderBlock(
      Array("Subject: ".utf8) + [0xFF, 0x00, 0xE9, 0x0A, 0x0A], isWhole: true)
    #expect(header.value("subject") == [0xFF, 0x00, 0xE9])
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func anyBytesAreCutWithinThem(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let pieces = [
      "Subject", ":", " ", "\t", "\n", "\r", "\r\n", "a", "\0", "From ", "é", "=?", "X-Y",
    ]
    let source = (0..<Int.random(in: 0...60, using: &numbers)).map { _ in
      pieces.randomElement(using: &numbers) ?? ""
    }.joined()
    let bytes = Array(source.utf8)
    let header = HeaderBlock(bytes, isWhole: true)
    let body = header.bodyStart
    #expect(body != nil && (0...bytes.count).contains(body ?? -1))
    #expect(header.start <= body ?? -1)
    for name: StaticString in ["subject", "x-y", "from"] {
      guard let value = header.value(name) else { continue }
      #expect(!value.contains(0x0A) && !value.contains(0x0D))
      #expect(value.first != 0x20 && value.last != 0x20)
    }
    // Cut short, the beginning is understood the same way.
    if let body, body > 0 {
      let part = HeaderBlock(Array(bytes[..<(body - 1)]), isWhole: false)
      #expect(part.bodyStart == nil || part.bodyStart ?? 0 <= body)
    }
  }
}
