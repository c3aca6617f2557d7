import SeededRandom
import TemporaryMailboxes
import Testing

@testable import MailModel

@Suite struct ConversationRowsTests {
  private static func message(
    _ key: Int, _ conversation: Int64?, unread: Bool = false, from: String = "Ann"
  ) -> Message {
    Message(
      id: MessageRef("\(key)"), flags: unread ? [] : .seen, from: from,
      address: "\(from.lowercased())@x.org", subject: "", date: Int64(1_000 - key), preview: nil,
      size: 1, conversation: conversation.flatMap { ConversationID($0) })
  }

  /// The messages of a list, the first with the number 0: nil for one that is not listed, 0 for one that
  /// belongs to nothing.
  private static func list(_ conversations: [Int64?]) -> [Message] {
    conversations.enumerated().compactMap { key, conversation in
      conversation.map { message(key, $0 == 0 ? nil : $0) }
    }
  }

  /// The rows that there must be, by the keys of their messages.
  private static func groups(_ messages: [Message]) -> [[MessageRef]] {
    var groups: [(ConversationID?, [MessageRef])] = []
    for message in messages {
      if message.conversation != nil,
        let place = groups.firstIndex(where: { $0.0 == message.conversation })
      {
        groups[place].1.append(message.id)
      } else {
        groups.append((message.conversation, [message.id]))
      }
    }
    return groups.map(\.1)
  }

  /// What must be so after any change.
  private func expectRight(
    _ old: ConversationRows, _ new: ConversationRows, _ messages: [Message],
    _ changes: ConversationRows.Changes
  ) {
    #expect(new.rows.map { $0.messages.map(\.id) } == Self.groups(messages))
    let before = Set(old.rows.map(\.id))
    let after = Set(new.rows.map(\.id))
    #expect(after.count == new.rows.count)
    #expect(changes.come == new.rows.map(\.id).filter { !before.contains($0) })
    #expect(changes.gone.map(\.id) == old.rows.map(\.id).filter { !after.contains($0) })
    for row in old.rows {
      let now = new.rows.first { $0.id == row.id }
      if let conversation = row.newest.conversation,
        let same = new.rows.first(where: { $0.newest.conversation == conversation })
      {
        #expect(same.id == row.id)
      } else if let now {
        #expect(!Set(now.messages.map(\.id)).isDisjoint(with: row.messages.map(\.id)))
      } else {
        let left = row.messages.lazy.compactMap { message in
          new.rows.first { $0.messages.contains { $0.id == message.id } }
        }
        #expect(changes.gone.first { $0.id == row.id }?.into == left.first?.id)
        // What is left of it is in rows that were there, or began as another row that is no more.
        #expect(left.allSatisfy { before.contains($0.id) })
      }
    }
  }

  /// Every list of four messages turned into every other.
  @Test func everySmallListBecomesEveryOther() {
    var lists: [[Int64?]] = [[]]
    for _ in 0..<4 {
      lists = lists.flatMap { list in [nil, 0, 1, 2].map { list + [$0] } }
    }
    let all = lists.map(Self.list)
    for first in all {
      var before = ConversationRows()
      before.show(first)
      for next in all {
        var after = before
        let changes = after.show(next)
        expectRight(before, after, next, changes)
      }
    }
  }

  /// Long lists whose conversations come, go, join, part, and change their numbers and places.
  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func anyListBecomesAnyOther(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    var rows = ConversationRows()
    var listed = (0..<60).map { Self.message($0, Int64($0 % 20)) }
    for _ in 0..<30 {
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: listed.shuffle(using: &numbers)
      case 1: listed.removeAll { _ in Int.random(in: 0..<10, using: &numbers) == 0 }
      case 2:
        let known = Set(listed.map(\.id))
        listed += (0..<100).shuffled(using: &numbers).prefix(5)
          .map { Self.message($0, Int64.random(in: 0...20, using: &numbers)) }
          .filter { !known.contains($0.id) }
      case 3:
        let (one, other) = (
          ConversationID(.random(in: 1...20, using: &numbers)),
          ConversationID(.random(in: 1...20, using: &numbers))
        )
        listed = listed.map { $0.conversation == one ? $0.with(conversation: other) : $0 }
      case 4:
        listed = listed.map { message in
          let isOther = Int.random(in: 0..<20, using: &numbers) == 0
          return isOther
            ? message.with(conversation: ConversationID(.random(in: 0...40, using: &numbers)))
            : message
        }
      default: break
      }
      let before = rows
      let changes = rows.show(listed)
      expectRight(before, rows, listed, changes)
    }
  }

  @Test func apartEachMessageHasItsRow() {
    let listed = [Self.message(1, 5), Self.message(2, 7), Self.message(3, 5), Self.message(4, nil)]
    var rows = ConversationRows()
    rows.show(listed)
    let gathered = rows.rows.map(\.id)
    let changes = rows.show(listed, isGathered: false)
    #expect(rows.rows.map(\.newest.id) == listed.map(\.id) && rows.rows.allSatisfy(\.older.isEmpty))
    // Each goes on with its newest message, and the other message has a new one.
    #expect([rows.rows[0].id, rows.rows[1].id, rows.rows[3].id] == gathered)
    #expect(changes.come == [rows.rows[2].id] && changes.gone.isEmpty)
    let other = rows.rows[2].id
    let back = rows.show(listed)
    #expect(rows.rows.map(\.id) == gathered && rows.rows[0].count == 2)
    #expect(back.gone.map(\.id) == [other] && back.gone[0].into == gathered[0])
  }

  @Test func whatComesToARowThatIsApartHasARowOfItsOwn() {
    var rows = ConversationRows()
    let listed = [Self.message(1, 5), Self.message(2, nil), Self.message(3, 5)]
    rows.show(listed)
    let leaving = rows.rows[0].id
    for _ in 0..<2 {
      rows.show([Self.message(0, 5)] + listed, apart: [leaving])
      #expect(rows.rows.map(\.count) == [1, 2, 1] && rows.rows[1].id == leaving)
    }
    var gone = rows
    let answer = rows.rows[0].id
    gone.remove([leaving])
    #expect(gone.rows.map(\.newest.id) == [MessageRef("0"), MessageRef("2")])
    gone.show([Self.message(0, 5)] + listed)
    #expect(gone.rows.map(\.count) == [3, 1] && gone.rows[0].id == answer)
    // One that is not to go after all is one with the other.
    let changes = rows.show([Self.message(0, 5)] + listed)
    #expect(rows.rows.map(\.count) == [3, 1])
    #expect(changes.gone.count == 1 && changes.gone[0].into == rows.rows[0].id)
  }

  @Test func anArrivalJoinsItsRow() {
    var rows = ConversationRows()
    rows.show([Self.message(2, 5), Self.message(3, nil)])
    let ids = rows.rows.map(\.id)
    let changes = rows.show([Self.message(1, 5), Self.message(2, 5), Self.message(3, nil)])
    #expect(rows.rows.map(\.id) == ids && rows.rows.map(\.count) == [2, 1])
    #expect(changes == ConversationRows.Changes())
    // One that takes its row to the top.
    rows.show([
      Self.message(0, 7), Self.message(1, 5), Self.message(2, 5), Self.message(3, nil),
    ])
    rows.show([
      Self.message(9, 5), Self.message(0, 7), Self.message(1, 5), Self.message(2, 5),
      Self.message(3, nil),
    ])
    #expect(rows.rows.map(\.count) == [3, 1, 1] && rows.rows[0].id == ids[0])
  }

  @Test func twoThatBecomeOneSayWhichIsLeft() {
    var rows = ConversationRows()
    rows.show([Self.message(1, 5), Self.message(2, 6), Self.message(3, 6)])
    let ids = rows.rows.map(\.id)
    let changes = rows.show([Self.message(1, 6), Self.message(2, 6), Self.message(3, 6)])
    #expect(rows.rows.map(\.id) == [ids[1]] && changes.come.isEmpty)
    #expect(changes.gone.map(\.id) == [ids[0]] && changes.gone.map(\.into) == [ids[1]])
  }

  @Test func aRowStaysWhileAMessageIsLeft() {
    var rows = ConversationRows()
    rows.show([Self.message(1, 5), Self.message(2, 5)])
    let id = rows.rows[0].id
    rows.show([Self.message(2, 5)])
    #expect(rows.rows.map(\.id) == [id])
    // Moved to another folder and back under another key.
    rows.show([Self.message(7, 5)])
    #expect(rows.rows.map(\.id) == [id])
    let changes = rows.show([])
    #expect(rows.rows.isEmpty && changes.gone.map(\.id) == [id])
    #expect(changes.gone.allSatisfy { $0.into == nil })
  }

  /// As after an index that was damaged and made anew.
  @Test func otherNumbersForTheSameConversationsChangeNoRow() {
    var rows = ConversationRows()
    rows.show((0..<100).map { Self.message($0, Int64(1 + $0 % 30)) })
    let ids = rows.rows.map(\.id)
    let changes = rows.show((0..<100).map { Self.message($0, Int64(200 - $0 % 30)) })
    #expect(rows.rows.map(\.id) == ids && changes == ConversationRows.Changes())
    rows.show((0..<100).map { Self.message($0, Int64(1 + $0 % 30)) })
    #expect(rows.rows.map(\.id) == ids)
  }

  /// As while a mailbox is read for the first time.
  @Test func oneThatIsFoundToBelongToSomethingKeepsItsRow() {
    var rows = ConversationRows()
    rows.show([Self.message(1, nil), Self.message(2, nil)])
    let ids = rows.rows.map(\.id)
    rows.show([Self.message(1, 4), Self.message(2, 5)])
    #expect(rows.rows.map(\.id) == ids)
  }

  @Test func aRowIsUnreadOrStarredIfAnyOfItsMessagesIs() {
    var rows = ConversationRows()
    rows.show([
      Self.message(1, 5), Self.message(2, 5, unread: true), Self.message(3, nil),
      Self.message(4, 6).with(flags: [.seen, .flagged]), Self.message(5, 6),
    ])
    #expect(rows.rows.map(\.isUnread) == [true, false, false])
    #expect(rows.rows.map(\.isStarred) == [false, false, true])
  }

  @Test func whoWroteIsNamedOnceInTheOrderOfBeginning() {
    var rows = ConversationRows()
    rows.show([
      Self.message(1, 5, unread: true, from: "Bob"), Self.message(2, 5, from: "Ann"),
      Self.message(3, 5, from: "Bob"), Self.message(4, 5, from: "Zoë"),
    ])
    #expect(rows.rows[0].participants.map(\.name) == ["Zoë", "Bob", "Ann"])
    #expect(rows.rows[0].participants.map(\.isUnread) == [false, true, false])
    let many = (0..<10_000).map { Self.message($0, 1, from: "\($0)") }
    rows.show(many)
    #expect(rows.rows.count == 1 && rows.rows[0].count == 10_000)
    #expect(rows.rows[0].participants.map(\.name).last == "0")
    #expect(rows.rows[0].participants.count == ConversationSummary.looked)
  }

  @Test(arguments: [
    ("Ann Adler", "a@x.org", "Ann"), ("Ann", "a@x.org", "Ann"), ("Adler, Ann", "a@x.org", "Ann"),
    ("", "a@x.org", "a@x.org"), ("", "", ""), ("a@x.org", "a@x.org", "a@x.org"),
    ("boss@bank.org", "a@x.org", "a@x.org"), ("Adler, Berg & Co.", "a@x.org", "Adler, Berg & Co."),
    ("P\u{430}ypal Service", "a@x.org", "a@x.org"), ("山田太郎", "a@x.org", "山田太郎"),
    ("The Long List of All the Planners", "a@x.org", "The Long List of All the Planners"),
  ])
  func aShortNameDoesNotDeceive(name: String, address: String, short: String) {
    var rows = ConversationRows()
    rows.show([
      Message(
        id: MessageRef("1"), flags: [], from: name, address: address, subject: "", date: 0,
        preview: nil, size: 0)
    ])
    #expect(rows.rows[0].participants.map(\.shortName) == [short])
  }

  @Test func aNumberAndAProblemAreKeptBesideEachOther() {
    let problems: [MessageProblem?] = [
      nil, .unreadable, .notARegularFile, .empty, .oversizedHeader,
    ]
    for problem in problems {
      for number in [nil, 1, 2, ConversationID.maximum] {
        let message = Message(
          id: MessageRef("1"), flags: [], from: "", address: "", subject: "", date: 0, preview: nil,
          size: 0, waking: 7, problem: problem, conversation: number.flatMap { ConversationID($0) })
        #expect(message.problem == problem && message.waking == 7)
        #expect(message.conversation?.number == number.map { UInt32($0) })
        let moved = message.with(id: MessageRef("2"), flags: .seen, waking: nil)
        #expect(moved.conversation == message.conversation && moved.problem == problem)
        #expect(message.with(conversation: nil) == message)
      }
    }
    #expect(ConversationID(0) == nil && ConversationID(-1) == nil)
    #expect(ConversationID(ConversationID.maximum + 1) == nil && ConversationID(.max) == nil)
  }
}
