import Testing

@testable import MailText

@Suite struct MessageDateTests {
  private let now: Int64 = 1_700_000_000

  private func seconds(_ fields: String) -> Int64 {
    MessageDate.seconds(
      header: HeaderBlock(Array("\(fields)\n\n".utf8), isWhole: true), fileTime: 1_600_000_000,
      now: now)
  }

  @Test(arguments: [
    ("Date: Mon, 01 Jan 2018 12:00:00 +0100", 1_514_804_400 as Int64),
    ("Date: 1 Jan 18 11:00:00 GMT", 1_514_804_400),
    ("Date: Mon, 01 Jan 2018 06:00:00 -0500 (EST)", 1_514_804_400),
    // Before 1970 and after tomorrow there is no mail.
    ("Date: Thu, 13 Feb 1969 23:32:54 -0330", 1_600_000_000),
    ("Date: Mon, 30 Jun 3609 15:33:50 +0600", 1_600_000_000),
    (
      "Date: Mon, 30 Jun 3609 15:33:50 +0600\nReceived: by b; Mon, 01 Jan 2018 11:00:00 +0000",
      1_514_804_400
    ),
    ("Date: 1 Jan 2030\nReceived: by b; 2 Jan 2031 11:00:00 +0000", 1_600_000_000),
    ("Date: 15 Nov 2023 22:13:20 +0000", 1_700_086_400),
    ("Date: 15 Nov 2023 22:13:21 +0000", 1_600_000_000),
    // Without a date that can be read, when it arrived.
    ("Date: nonsense\nReceived: from a by b; Mon, 01 Jan 2018 11:00:00 +0000", 1_514_804_400),
    ("Received: from a (x; y) by b;\n Mon, 01 Jan 2018 11:00:00 +0000", 1_514_804_400),
    // Else the time of the file.
    ("Date:", 1_600_000_000), ("Subject: s", 1_600_000_000),
    ("Received: from a by b", 1_600_000_000),
    ("Date: ٢٠١٨", 1_600_000_000),
  ])
  func theBestDateIsTaken(fields: String, expected: Int64) {
    #expect(seconds(fields) == expected)
  }

  @Test func anImpossibleDateStaysInBounds() {
    for text in ["99999", "1 Jan 99999 25:61:99 +9999", "Mon, 32 Foo 2018", "\0\0", "-1"] {
      #expect((0...now + 86_400).contains(seconds("Date: \(text)")))
    }
  }

  @Test func theTimeOfAFileIsCheckedToo() {
    #expect(MessageDate.seconds(fileTime: now + 86_400, now: now) == now + 86_400)
    // Not the bound, which would be another at each reading.
    #expect(MessageDate.seconds(fileTime: now + 86_401, now: now) == 0)
    #expect(MessageDate.seconds(fileTime: -1, now: now) == 0)
    #expect(MessageDate.seconds(fileTime: 5, now: -1_000_000) == 5)
  }
}
