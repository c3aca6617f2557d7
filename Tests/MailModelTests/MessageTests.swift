import SeededRandom
import TemporaryMailboxes
import Testing

@testable import MailModel

@Suite struct MessageTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func textsAreKeptAsTheyAre(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let pieces = [
      "", "a", "Größe", "\0", "日本語", "👩‍👩‍👧", "\u{7F}\u{80}\u{7FF}\u{FFFF}\u{10FFFF}", "e\u{301}",
    ]
    let texts = (0..<4).map { _ in
      (0..<Int.random(in: 0...5, using: &numbers))
        .map { _ in pieces.randomElement(using: &numbers) ?? "" }.joined()
    }
    let message = Message(
      id: MessageRef("1"), flags: .seen, from: texts[0], address: texts[1], subject: texts[2],
      date: -1, preview: texts[3], size: .max, problem: .empty)
    let same = { (message: Message) in
      [message.from, message.address, message.subject].map { Array($0.utf8) }
        == texts.prefix(3).map { Array($0.utf8) }
    }
    #expect(same(message) && message.preview == texts[3] && message.hasPreview)
    let bare = Message(
      id: MessageRef("1"), flags: .seen, from: texts[0], address: texts[1], subject: texts[2],
      date: -1, preview: nil, size: .max, problem: .empty)
    #expect(same(bare) && bare.preview.isEmpty && !bare.hasPreview && bare != message)
    #expect(bare.with(preview: texts[3], hasAttachment: false) == message)
    #expect(same(message.with(flags: [])) && message.with(flags: []) != message)
    #expect(message.with(flags: .seen) == message)
  }

  @Test func ofOneSecondWhatIsNumberedLastStandsFirst() {
    let keys = [
      "1700000000.812_9.desk", "1700000000.812_10.desk", "1700000000.812_101.desk",
      "1700000000.812_a.desk", "1700000000.812", "1700000000.M9P1.desk", "1700000000.M10P1.desk",
      "1700000000.M010P1.desk", "1700000000.M10P1", "1700000000.M10P01.desk", "", "7", "07",
    ]
    let messages = keys.map { key in
      Message(
        id: MessageRef(key), flags: [], from: "", address: "", subject: "", date: 1_700_000_000,
        preview: nil, size: 0)
    }
    let sorted = messages.sortedNewestFirst().map(\.id.key.description)
    let numbered = sorted.filter { $0.hasPrefix("1700000000.812_1") || $0.hasSuffix("_9.desk") }
    #expect(
      numbered
        == ["1700000000.812_101.desk", "1700000000.812_10.desk", "1700000000.812_9.desk"])
    // The same whatever they come as, so any two and any three of them agree.
    for first in messages.indices {
      let turned = messages[first...] + messages[..<first]
      for some in [Array(turned), turned.reversed()] {
        #expect(some.sortedNewestFirst().map(\.id.key.description) == sorted)
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func aListIsSortedAsItsMessagesCompare(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let messages = (0..<Int.random(in: 0...300, using: &numbers)).map { _ in
      Message(
        id: MessageRef("\(Int.random(in: 0...20, using: &numbers))"), flags: [], from: "",
        address: "", subject: "", date: Int64.random(in: 0...40, using: &numbers),
        received: Int64.random(in: 0...40, using: &numbers), preview: nil, size: 0)
    }
    for order in MessageOrder.allCases {
      #expect(messages.sortedNewestFirst(by: order) == messages.sorted(by: order.precedes))
    }
  }
}
