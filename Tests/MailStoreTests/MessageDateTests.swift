import SeededNumbers
import Testing

@testable import MailStore

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

  // What is read without GMime is what GMime reads.

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  private func expectTheSame(_ text: String, isPlain: Bool = true) {
    let bytes = Array(text.utf8)
    let plain = PlainDate.seconds(bytes)
    if isPlain || plain != nil { #expect(plain == MessageDate.parsedByGMime(bytes), "\(text)") }
  }

  @Test func everyDayIsThatOfGMime() {
    var number = 0
    for year in 1970...2110 {
      for month in Self.months {
        for day in 1...28 {
          number += 1
          let time = "\(10 + number % 14):\(10 + number % 50):\(10 + number % 49)"
          expectTheSame("\(Self.weekdays[number % 7]), \(day) \(month) \(year) \(time) +0000")
        }
        for day in 29...32 {
          expectTheSame("\(day) \(month) \(year) 12:00:00 +0000", isPlain: false)
        }
      }
    }
    expectTheSame("Tue, 29 Feb 2000 00:00:00 +0000")
    expectTheSame("Mon, 29 Feb 2016 00:00:00 +0000")
    #expect(PlainDate.seconds(Array("Mon, 29 Feb 2100 00:00:00 +0000".utf8)) == nil)
    #expect(PlainDate.seconds(Array("Thu, 01 Jan 1970 00:00:00 +0100".utf8)) == nil)
  }

  @Test func everyTimeAndZoneIsThatOfGMime() {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    for hour in 0..<24 {
      for minute in 0..<60 {
        expectTheSame("Sat, 05 Mar 2022 \(two(hour)):\(two(minute)):07 +0100")
        expectTheSame("5 Mar 2022 \(two(hour)):\(two(minute)) GMT (UTC)")
        for sign in ["+", "-"] {
          let text = "Sat, 31 Dec 2022 23:59:59 \(sign)\(two(hour))\(two(minute)) (CET)"
          expectTheSame(text, isPlain: hour < 14)
        }
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func noDateIsReadOtherwiseThanByGMime(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let alphabet = Array("0123459 :+-,().JanGMTUCSat\t".utf8) + [0, 0xC3]
    for _ in 0..<2_000 {
      var text = Array("Sat, 05 Mar 2022 23:59:59 +0100 (CET)".utf8)
      for _ in 0..<Int.random(in: 1...3, using: &numbers) {
        let place = text.indices.randomElement(using: &numbers) ?? 0
        switch Int.random(in: 0..<3, using: &numbers) {
        case 0: text[place] = alphabet.randomElement(using: &numbers) ?? 0
        case 1: text.remove(at: place)
        default: text.insert(alphabet.randomElement(using: &numbers) ?? 0, at: place)
        }
      }
      if let plain = PlainDate.seconds(text) {
        #expect(
          plain == MessageDate.parsedByGMime(text), "\(String(decoding: text, as: UTF8.self))")
      }
    }
  }
}
