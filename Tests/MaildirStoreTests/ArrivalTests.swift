import FileSystem
import Glibc
import MailModel
import Synchronization
import TemporaryMailboxes
import Testing

@testable import MailIndex
@testable import MailText
@testable import MaildirStore

/// When a message came, and the order of a list that follows from it.
@Suite struct ArrivalTests {
  private static let now: Int64 = 1_700_000_000
  /// 1 January 2018, 11:00 UTC.
  private static let field = "Received: from a by b; Mon, 01 Jan 2018 12:00:00 +0100\n"
  private static let fieldTime: Int64 = 1_514_804_400

  @Test(
    arguments: [
      (field, 1_600_000_000, fieldTime),
      (field, 1_400_000_000, 1_400_000_000),
      // The topmost is the last server's; what is below it any sender can write.
      ("\(field)Received: by c; 1 Jan 2010 00:00:00 +0000\n", 1_600_000_000, fieldTime),
      ("Received: by c; 1 Jan 2020 00:00:00 +0000\n\(field)", 1_600_000_000, 1_577_836_800),
      ("", 1_600_000_000, 1_600_000_000), ("Received: by b\n", 1_600_000_000, 1_600_000_000),
      ("Received: by b; nonsense\n", 1_600_000_000, 1_600_000_000),
      // What nobody can believe is passed over.
      ("Received: by b; 1 Jan 1969 00:00:00 +0000\n", 1_600_000_000, 1_600_000_000),
      ("Received: by b; 15 Nov 2023 22:13:21 +0000\n", 1_600_000_000, 1_600_000_000),
      ("Received: by b; 15 Nov 2023 22:13:20 +0000\n", 1_800_000_000, now + 86_400),
      (field, 0, fieldTime), (field, -1, fieldTime), (field, now + 86_401, fieldTime),
      ("", now + 86_400, now + 86_400), ("", now + 86_401, 0), ("", -1, 0), ("", 0, 0),
    ] as [(String, Int64, Int64)])
  func theEarliestThatIsBelievedIsTaken(fields: String, fileTime: Int64, expected: Int64) {
    let header = HeaderBlock(Array("\(fields)Subject: s\n\n".utf8), isWhole: true)
    #expect(
      MessageDate.received(header: header, fileTime: fileTime, now: Self.now) == expected)
    if fields.isEmpty {
      #expect(MessageDate.received(header: nil, fileTime: fileTime, now: Self.now) == expected)
    }
  }

  @Test(
    arguments: [
      ("1700000000_0.123.host", 1_700_000_000), ("1700000000.M1P2.host", 1_700_000_000),
      ("1700000000.R0123456789abcdefW1900000000.host", 1_700_000_000),
      ("1700000000", 1_700_000_000), ("1700000000.a/12345", 1_700_000_000),
      ("123456789.a", 123_456_789), ("99999999999.a", 99_999_999_999),
      ("12345678.a", nil), ("123456789012.a", nil), ("1700000000123.a", nil), ("0123456789.a", nil),
      ("000000001", nil), ("1.a", nil), ("", nil), ("a1700000000.b", nil), (".1700000000", nil),
      ("-1700000000.a", nil), ("+1700000000.a", nil), ("١٧٠٠٠٠٠٠٠٠.a", nil),
    ] as [(String, Int64?)])
  func aNameBeginsWithASecondOrNot(key: String, second: Int64?) {
    #expect(FileName.delivery(in: ByteName(key)) == second)
  }

  @Test func theSynchronisersNumberIsNoPartOfTheTime() {
    let name = FileName(ByteName("1700000000_0.123.host,U=5:2,S"))
    #expect(FileName.delivery(in: name.key) == 1_700_000_000)
  }

  @Test func everyMixFollowsTheRule() {
    let date: Int64 = 1_650_000_000
    for woken in [nil, 1, 1_900_000_000, 4_000_000_000] as [Int64?] {
      for received in [0, 1_500_000_000, 1_600_000_000] as [Int64] {
        for name in [nil, 1_400_000_000, 1_550_000_000, 1_690_000_000, 40_000_000_000] as [Int64?] {
          let key = ByteName(name.map { "\($0).a" } ?? "a")
          let message = Message(
            id: MessageRef(folder: .inbox, key: key), flags: [], from: "", address: "",
            subject: "", date: date,
            received: FileName.received(received, key: key, now: MessageDate.now()), preview: "",
            size: 0, woken: woken)
          let times = [received, name ?? 0].filter { (1...MessageDate.now()).contains($0) }
          #expect(message.arrival == woken ?? times.min() ?? date)
        }
      }
    }
  }

  @Test func aFileArrivedAtItsDateWhateverItsName() {
    let file = Message(
      id: MessageRef("1500000000.jpg"), fileName: "1500000000.jpg", contentType: "image/jpeg",
      date: 1_600_000_000, size: 1, problem: nil)
    #expect(file.arrival == 1_600_000_000 && file.isFile)
  }

  @Test func whatChangesAMessageLeavesItsArrivalAsAnotherReadingSeesIt() async throws {
    let future = Int(MessageDate.now()) + 200_000
    let snoozed = FolderID(".Snoozed")
    for (field, expected) in [(Self.field, Self.fieldTime), ("", 1_600_000_000)] {
      for fileTime in [1_600_000_000, future] {
        for name in ["1.a", "1700000000_0.1.h,U=5", "1400000000.M1.h"] {
          let mail = try TemporaryMaildir(folders: [".Archive", ".Snoozed"])
          mail.add("\(name):2,S", "\(field)Date: 1 Jan 2016\n\nbody\n", at: fileTime)
          let store = try Maildir(path: mail.path)
          /// Compares what is known with what another program reads.
          func look(_ id: MessageRef) async throws -> Message {
            let known = try await store.message(id)
            let read = try await Maildir(path: mail.path).message(id)
            #expect(known.arrival == read.arrival && known.received == read.received)
            return known
          }
          let row = try #require(try await store.messages(in: .inbox).first)
          #expect(row.date == 1_451_606_400)
          if name.hasPrefix("14") {
            #expect(row.arrival == 1_400_000_000)
          } else if fileTime != future || !field.isEmpty {
            #expect(row.arrival == expected)
          }
          _ = try await look(row.id)
          let flagged = try await store.setFlags(row.id, adding: .flagged)
          #expect(try await look(flagged.id).arrival == row.arrival)
          let there = try await look(try await store.move(row.id, to: FolderID(".Archive")))
          #expect(there.arrival == row.arrival)
          let plan = try #require(
            try await store.plan(
              .alter(movingTo: snoozed, woken: 1_900_000_000), of: there.id))
          let made = try #require(await store.carryOut([plan]).results.first).get()
          #expect(try await look(try #require(made.message?.id)).arrival == 1_900_000_000)
          #expect(made.message?.arrival == 1_900_000_000)
          let back = try await store.plan(undoing: made.change, of: try #require(plan.after))
          let undone = try #require(await store.carryOut([back]).results.first).get()
          let again = try await look(try #require(undone.message?.id))
          #expect(again.woken == nil && again.arrival == row.arrival)
          let off = try #require(
            try await store.plan(
              .alter(movingTo: snoozed, waking: 1_900_000_000), of: again.id))
          let waiting = try #require(await store.carryOut([off]).results.first).get().message
          #expect(try await look(try #require(waiting?.id)).arrival == row.arrival)
        }
      }
    }
  }

  /// As a copied mailbox has it: all of one second.
  @Test func ofOneMomentTheLastWrittenStandsFirstWhereverItWasMeanwhile() async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    for number in 0..<6 {
      let name = "1500000000.M\(number).h:2,S"
      mail.add(name, "Subject: \(number)\nDate: 1 Jan 2018 12:00:00 +0000\n\n")
      let time = timespec(tv_sec: 1_500_000_000, tv_nsec: 1_000 * (number * 5 % 6))
      utimensat(AT_FDCWD, "\(mail.path)/cur/\(name)", [time, time], 0)
    }
    let store = try Maildir(path: mail.path)
    let before = try await store.messages(in: .inbox).map(\.subject)
    #expect(before == ["1", "2", "3", "4", "5", "0"])
    for message in try await store.messages(in: .inbox) {
      let there = try await store.move(message.id, to: FolderID(".Archive"))
      try await store.move(there, to: .inbox)
      #expect(try await store.messages(in: .inbox).map(\.subject) == before)
    }
    #expect(try await Maildir(path: mail.path).messages(in: .inbox).map(\.subject) == before)
  }

  @Test func whatComesLateStandsFirstByArrivalAndInItsPlaceByDate() async throws {
    let mail = try TemporaryMaildir()
    func add(_ subject: String, date: Int, received: Int) {
      mail.add(
        "\(received).\(subject)", "Subject: \(subject)\nDate: \(date) Jan 2018 12:00:00 +0000\n\n",
        at: received)
    }
    add("old", date: 2, received: 1_515_000_000)
    add("late", date: 1, received: 1_516_000_000)
    // Of one moment: by date.
    add("newer", date: 4, received: 1_515_500_000)
    add("older", date: 3, received: 1_515_500_000)
    let store = try Maildir(path: mail.path)
    for _ in 0..<2 {
      #expect(
        try await store.messages(in: .inbox).map(\.subject) == ["late", "newer", "older", "old"])
      #expect(
        try await store.messages(in: .inbox, by: .date).map(\.subject)
          == ["newer", "older", "old", "late"])
    }
  }

  @Test func aListOfAnyLengthIsBroughtIntoEitherOrder() async throws {
    var known = KnownMessages()
    for number in 0..<1_000 {
      let message = Message(
        id: MessageRef("\(number)"), flags: [], from: "", address: "", subject: "",
        date: Int64(number * 7_919 % 1_000), received: Int64(1 + number * 104_729 % 1_000),
        preview: "", size: 0)
      known[message.id.key] = .init(Index.Entry(message: message, place: []))
    }
    for order in [MessageOrder.arrival, .date, .arrival, .date, .date] {
      let messages = known.newestFirst(by: order)
      #expect(messages == messages.sorted(by: order.precedes) && messages.count == 1_000)
      for (place, located) in known.values.enumerated() {
        #expect(known.place(of: located.message.id.key) == place)
      }
    }
  }

  @Test(arguments: MessageOrder.allCases)
  func theNextStartShowsTheFirstRowsOfTheOrder(order: MessageOrder) async throws {
    let mail = try TemporaryMaildir()
    let indexFolder = try TemporaryMaildir.makeDirectory()
    defer { TemporaryMaildir.remove(indexFolder) }
    for number in 0..<600 {
      mail.add(
        "\(1_500_000_000 + number * 7_919 % 600).a\(number)",
        "Subject: \(number)\nDate: \(1 + number % 28) Jan 2016 12:00:\(10 + number % 50) +0000\n\n")
    }
    for part in ["cur", "new"] {
      let time = timespec(tv_sec: 1_500_000_000, tv_nsec: 0)
      utimensat(AT_FDCWD, "\(mail.path)/\(part)", [time, time], 0)
    }
    let first = try Maildir(path: mail.path, indexFolder: indexFolder)
    let all = try await first.messages(in: .inbox, by: order)
    await first.settle()
    let batches = Mutex<[[Message]]>([])
    let next = try await Maildir(path: mail.path, indexFolder: indexFolder)
      .messages(in: .inbox, by: order) { messages, _ in batches.withLock { $0.append(messages) } }
    #expect(next.map(\.id) == all.map(\.id) && next.map(\.arrival) == all.map(\.arrival))
    let shown = try #require(batches.withLock { $0 }.first)
    #expect(shown.map(order.time) == all.prefix(250).map(order.time))
  }
}
