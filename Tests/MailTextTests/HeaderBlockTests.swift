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

  @Test func oneBadLineEndsNoHeader() {
    let rest = "Date: Mon, 1 Jan 2024 10:00:00 +0000\nContent-Type: text/html\n\nSubject: body"
    func expect(_ source: String, subject: String, start: Int) {
      let header = cut(source)
      #expect(text(header.value("subject")) == subject)
      #expect(text(header.value("content-type")) == "text/html", "\(source)")
      #expect(header.start == start)
      #expect(header.bodyStart == source.utf8.count - "Subject: body".utf8.count)
    }
    expect(
      "Subject: a long\nsubject not folded\n\(rest)", subject: "a long subject not folded", start: 0
    )
    expect("Subject: s\nFrom: a@x.org\nno field\nnor this\n\(rest)", subject: "s", start: 0)
    expect("Subject: s\n>From a@x.org Mon Jan 1\n\(rest)", subject: "s", start: 0)
    expect("\u{FEFF}Subject: s\n\(rest)", subject: "s", start: 3)
    expect("\n\r\nSubject: s\n\(rest)", subject: "s", start: 3)
    expect("garbage\nSubject: s\n\(rest)", subject: "s", start: 8)
    // What is a text as likely as not stays one.
    #expect(cut("\nSubject: a text\n\n").bodyStart == 1)
    #expect(cut("-- Original Message --\nFrom: a@x.org\nTo: b@x.org\n\nText").bodyStart == 0)
    #expect(cut("Subject: s\nDear Bob,\nNote: a text\n\nSubject: no\n").bodyStart == 11)
    // Not before it is read.
    #expect(cut("Subject: s\nno field\n", isWhole: false).bodyStart == nil)
    let far = "Subject: s\nno field\n" + String(repeating: "a\n", count: 3_000) + "From: a@x.org\n"
    #expect(cut(far, isWhole: false).bodyStart == 11)
  }

  @Test func rawTextIsOfTheCharsetOfTheBody() {
    func subject(_ bytes: [UInt8], _ fields: String, _ body: String = "") -> String {
      let header = Array("Subject: ".utf8) + bytes + Array("\n\(fields)\n\n\(body)".utf8)
      return HeaderBlock(header, isWhole: true).subject
    }
    let chinese: [UInt8] = [0xC4, 0xE3, 0xBA, 0xC3]
    #expect(subject(chinese, "Content-Type: text/plain; charset=gb2312") == "你好")
    #expect(subject(chinese, "Content-Type: text/plain;\n CHARSET=\"GB2312\"; a=b") == "你好")
    let part = "--b\nContent-Type: text/plain; charset=gb2312\n\nText\n--b--\n"
    #expect(subject(chinese, "Content-Type: multipart/mixed; boundary=b", part) == "你好")
    #expect(subject([0xA7, 0x41, 0xA6, 0x6E], "Content-Type: text/plain; charset=big5") == "你好")
    #expect(subject([0xF0, 0xD2, 0xC9], "Content-Type: text/plain; charset=koi8-r") == "При")
    // What says itself what it is, and what is not of that charset, is not.
    #expect(subject(Array("é".utf8), "Content-Type: text/plain; charset=gb2312") == "é")
    #expect(subject([0xE9], "Content-Type: text/plain; charset=utf-8") == "é")
    #expect(subject([0xE9], "Content-Type: text/plain; charset=nothing") == "é")
    #expect(subject([0xE9], "X: y") == "é")
    #expect(
      subject([0xE9, 0x2B, 0x41, 0x41, 0x6F, 0x2D], "Content-Type: text/plain; charset=utf-7")
        == "é+AAo-")
    let raw: [UInt8] = Array("Content-Type: text/plain; charset=".utf8) + [0xE9, 0x0A, 0x0A]
    #expect(HeaderBlock(raw, isWhole: true).contentType?.last == 0xE9)
    let fields: [UInt8] =
      Array("From: ".utf8) + chinese
      + Array(" <a@x.org>\nContent-Type: text/plain; charset=gb2312\n\n".utf8)
    let from = HeaderBlock(fields, isWhole: true).value("from") ?? []
    #expect(
      Correspondent.list(in: from, limit: 1) == [Correspondent(name: "你好", address: "a@x.org")])
  }

  @Test func rawTextIsReadTheSameWithAnyLineEnds() {
    let fields = Array("Subject: ".utf8) + [0xC4, 0xE3, 0xBA, 0xC3] + Array("\n\n".utf8)
    // On both sides of 4 KiB, where the charset of a part is no longer looked for.
    for lines in 400...460 {
      let body = String(repeating: "some text\n", count: lines) + "charset=gb2312\n"
      let mail = fields + Array(body.utf8)
      let read = HeaderBlock(mail, isWhole: true).value("subject")
      #expect((read == Array("你好".utf8)) == (lines * 9 + 14 <= 4 << 10))
      for lineEnd: [UInt8] in [[0x0D, 0x0A], [0x0D], [0x0D, 0x0D, 0x0A]] {
        let other = Array(
          mail.split(separator: 0x0A, omittingEmptySubsequences: false).joined(separator: lineEnd))
        #expect(HeaderBlock(other, isWhole: true).value("subject") == read)
      }
    }
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
