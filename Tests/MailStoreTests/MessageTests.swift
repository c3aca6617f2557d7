import SeededNumbers
import Testing

@testable import MailStore

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
      id: MessageID("1"), flags: .seen, from: texts[0], address: texts[1], subject: texts[2],
      date: -1, preview: texts[3], size: .max, problem: .empty)
    let same = { (message: Message) in
      [message.from, message.address, message.subject].map { Array($0.utf8) }
        == texts.prefix(3).map { Array($0.utf8) }
    }
    #expect(same(message) && message.preview == texts[3] && message.hasPreview)
    let bare = Message(
      id: MessageID("1"), flags: .seen, from: texts[0], address: texts[1], subject: texts[2],
      date: -1, preview: nil, size: .max, problem: .empty)
    #expect(same(bare) && bare.preview.isEmpty && !bare.hasPreview && bare != message)
    #expect(bare.with(preview: texts[3]) == message)
    #expect(same(message.with(flags: [])) && message.with(flags: []) != message)
    #expect(message.with(flags: .seen) == message)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func knownMessagesAreADictionary(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    var known = KnownMessages()
    var model: [ByteName: Message] = [:]
    var touched: Set<ByteName> = []
    for step in 0..<300 {
      let key = ByteName("\(Int.random(in: 0..<20, using: &numbers))")
      touched.insert(key)
      if Bool.random(using: &numbers) {
        let message = Message(
          id: MessageID(folder: .inbox, key: key), flags: [], from: "", address: "", subject: "",
          date: Int64(step), preview: "", size: 0)
        known[key] = .init(Index.Entry(message: message, place: []))
        model[key] = message
      } else {
        known[key] = nil
        model[key] = nil
      }
      #expect(known.count == model.count)
      #expect(known[key]?.message == model[key])
      for (place, located) in known.values.enumerated() {
        #expect(model[located.message.id.key] == located.message)
        #expect(known.place(of: located.message.id.key) == place)
      }
    }
    #expect(Set(known.takeUnsaved().keys) == touched && known.unsaved.isEmpty)
  }

  @Test(arguments: [
    "1.a", "1.a:2,", "1.a:2,FS", "1.a:2,SF", "1.a:1,x", "1.a,U=5", "1.a,U=5:2,S", "1.a:2,:2,S",
    "1.a!2,S", "1.a:2,S,x", ":2,S", "",
  ])
  func aNameIsMadeFromItsKeyItsFlagsAndItsSpelling(name: String) {
    let file = FileName(ByteName(name))
    #expect(FileName(key: file.key, flags: file.flags, spelling: file.spelling) == file)
    for part in [Listing.Part.cur, .new] {
      for isRegular in [true, false, nil] {
        let entry = Listing.Entry(file: file, part: part, isRegular: isRegular)
        let message = Message(
          id: MessageID(folder: .inbox, key: file.key), flags: file.flags, from: "", address: "",
          subject: "", date: 0, preview: nil, size: 0)
        let located = KnownFolder.Located(entry: entry, message: message)
        #expect(KnownFolder.Located(located.indexed).isAt(entry))
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func aListIsSortedAsItsMessagesCompare(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let messages = (0..<Int.random(in: 0...300, using: &numbers)).map { _ in
      Message(
        id: MessageID("\(Int.random(in: 0...20, using: &numbers))"), flags: [], from: "",
        address: "", subject: "", date: Int64.random(in: 0...40, using: &numbers),
        received: Int64.random(in: 0...40, using: &numbers), preview: nil, size: 0)
    }
    for order in MessageOrder.allCases {
      #expect(messages.sortedNewestFirst(by: order) == messages.sorted(by: order.precedes))
    }
  }
}
