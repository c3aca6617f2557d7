import FileSystem
import GRDB
import MailModel
import SeededRandom
import TemporaryMailboxes
import Testing

@testable import MailIndex
@testable import MailText

/// What the index says belongs together, against ``Threads``.
@Suite struct ConversationTests {
  /// An index that is told of mail, and what who tells it knows of it.
  private final class Stand {
    let folder: String
    let index: Index
    /// What is in the index, by its number, and where.
    private(set) var mails: [Int: (mail: Threads.Mail, id: MessageRef)] = [:]
    /// What the index has told of each message: what a store keeps in memory.
    private(set) var told: [MessageRef: ConversationID] = [:]
    private var keys = 0

    init() throws {
      folder = try TemporaryMaildir.makeDirectory()
      index = try #require(Index(of: "store", in: folder))
    }

    deinit { TemporaryMaildir.remove(folder) }

    static func message(_ id: MessageRef, _ conversation: ConversationID? = nil) -> Message {
      Message(
        id: id, flags: [], from: "Ann", address: "a@x.org", subject: "s", date: 1, preview: "",
        size: 1, conversation: conversation)
    }

    static func details(_ mail: Threads.Mail) -> MessageDetails {
      var header: [UInt8] = []
      if let own = mail.own { header += Array("Message-ID: <\(own)>\n".utf8) }
      if !mail.named.isEmpty {
        header += Array(
          "References: \(mail.named.map { "<\($0)>" }.joined(separator: "\n "))\n".utf8)
      }
      return MessageDetails(
        header: HeaderBlock(header + [0x0A], isWhole: true, limit: .max), hasAttachment: false)
    }

    /// Tells of mail that has come, all at once.
    func add(_ mails: [(number: Int, mail: Threads.Mail)], to folder: FolderID = .inbox) async {
      let changes = mails.map { number, mail in
        keys += 1
        let id = MessageRef(folder: folder, key: ByteName("\(keys)"))
        self.mails[number] = (mail, id)
        return Index.Change(
          key: id.key, entry: .init(message: Self.message(id), place: []),
          details: Self.details(mail))
      }
      take(await index.save(folder, changes, digest: nil, count: 0, directory: nil))
    }

    /// Tells that a message names others now.
    func alter(_ number: Int, _ mail: Threads.Mail) async {
      guard let id = mails[number]?.id else { return }
      mails[number] = (mail, id)
      let change = Index.Change(
        key: id.key, entry: .init(message: Self.message(id, told[id]), place: []),
        details: Self.details(mail))
      take(await index.save(id.folder, [change], digest: nil, count: 0, directory: nil))
    }

    func remove(_ number: Int) async {
      guard let id = mails.removeValue(forKey: number)?.id else { return }
      told[id] = nil
      let change = Index.Change(key: id.key, entry: nil, details: nil)
      take(await index.save(id.folder, [change], digest: nil, count: 0, directory: nil))
    }

    func move(_ number: Int, to folder: FolderID) async {
      guard let (mail, id) = mails[number] else { return }
      keys += 1
      let after = MessageRef(folder: folder, key: ByteName("\(keys)"))
      mails[number] = (mail, after)
      let conversation = told.removeValue(forKey: id)
      told[after] = conversation
      let entry = Index.Entry(message: Self.message(after, conversation), place: [])
      #expect(await index.move([(id, entry)]).isEmpty)
    }

    func part() async {
      while let joined = await index.part() { take(joined) }
    }

    private func take(_ joined: [Index.Joined]) {
      for one in joined { told[one.message] = one.conversation }
    }

    /// What the index has of each message, in the order of their numbers; what it told is that.
    func conversations() async throws -> [ConversationID?] {
      var found: [MessageRef: ConversationID] = [:]
      for folder in [FolderID.inbox, FolderID(".Sent")] {
        for entry in await index.folder(folder)?.entries ?? [] {
          found[entry.message.id] = entry.message.conversation
        }
      }
      #expect(found == told && found.count == mails.count)
      return mails.sorted { $0.key < $1.key }.map { found[$0.value.id] }
    }

    var inOrder: [Threads.Mail] { mails.sorted { $0.key < $1.key }.map(\.value.mail) }
  }

  /// Answers to answers, of which some messages are missing, some name their last ancestors alone, and some
  /// have no Message-ID: all agree on who answers whom.
  private static func forest(_ count: Int, _ numbers: inout SeededNumbers) -> [Threads.Mail] {
    var chains: [[String]] = []
    var mails: [Threads.Mail] = []
    for number in 0..<count {
      var chain: [String] = []
      if !chains.isEmpty, Int.random(in: 0..<5, using: &numbers) > 0,
        let parent = chains.randomElement(using: &numbers)
      {
        chain = parent
      }
      chains.append(chain + ["\(number)@x.org"])
      if Int.random(in: 0..<5, using: &numbers) == 0 { continue }
      let kept = Bool.random(using: &numbers) ? chain.count : min(chain.count, 2)
      let isLeafWithoutName = Int.random(in: 0..<8, using: &numbers) == 0
      if isLeafWithoutName { chains.removeLast() }
      mails.append(
        Threads.Mail(own: isLeafWithoutName ? nil : "\(number)@x.org", named: chain.suffix(kept)))
    }
    return mails
  }

  /// Mail that says anything of anything: loops, doubles, ids copied from strangers.
  private static func tangle(_ count: Int, _ numbers: inout SeededNumbers) -> [Threads.Mail] {
    (0..<count).map { _ in
      func identifier() -> String { "\(Int.random(in: 0..<count, using: &numbers))@x.org" }
      let named = Int.random(in: 0...2, using: &numbers) * Int.random(in: 0...2, using: &numbers)
      return Threads.Mail(
        own: Int.random(in: 0..<10, using: &numbers) == 0 ? nil : identifier(),
        named: (0..<named).map { _ in identifier() })
    }
  }

  private static func told(
    _ mails: [Threads.Mail], _ numbers: inout SeededNumbers
  ) async throws -> Stand {
    let stand = try Stand()
    var rest = Array(mails.enumerated()).map { (number: $0.offset, mail: $0.element) }
      .shuffled(using: &numbers)[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...20, using: &numbers)
      await stand.add(
        Array(rest.prefix(count)),
        to: Bool.random(using: &numbers) ? .inbox : FolderID(".Sent"))
      rest = rest.dropFirst(count)
    }
    return stand
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func whereAllAgreeItIsAsTheRulesSayInAnyOrder(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    let mails = Self.forest(150, &numbers)
    let rules = Threads.parts(Threads(mails.shuffled(using: &numbers)).threads)
    #expect(rules.count > 5 && rules.contains { $0.count > 5 })
    let threads = Threads.parts(Threads(mails).threads)
    for _ in 0..<2 {
      let stand = try await Self.told(mails, &numbers)
      #expect(try await Threads.parts(stand.conversations()) == threads)
    }
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func aConversationIsItsThreadsAndTheTiesTheyGaveUpInAnyOrder(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    let mails = Self.tangle(80, &numbers)
    let rules = Threads(mails)
    let stand = try await Self.told(mails, &numbers)
    let found = try await stand.conversations()
    #expect(Threads.parts(found) == Threads.parts(rules.conversations))
    // No thread is torn apart.
    for thread in Threads.parts(rules.threads) {
      #expect(Set(thread.map { found[$0] }).count == 1)
    }
  }

  /// A message that says of another what that does not say itself: a thread has it once.
  @Test func whatTwoSayDifferentlyIsJoinedAllTheSame() async throws {
    let mails = [
      Threads.Mail(own: "a@x"), Threads.Mail(own: "b@x"), Threads.Mail(own: "c@x", named: ["a@x"]),
      Threads.Mail(own: "d@x", named: ["b@x", "c@x"]), Threads.Mail(own: "a@x", named: ["e@x"]),
    ]
    let rules = Threads(mails)
    #expect(Threads.parts(rules.threads) == [[0, 2, 3], [1], [4]])
    #expect(Threads.parts(rules.conversations) == [[0, 1, 2, 3, 4]])
    let stand = try Stand()
    await stand.add(Array(mails.enumerated()).map { ($0.offset, $0.element) })
    #expect(try await Threads.parts(stand.conversations()) == [[0, 1, 2, 3, 4]])
  }

  /// Whatever comes, goes, moves and changes: once parted, it is as if it had all come just now.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func whatHasComeAndGoneLeavesNothing(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    let stand = try await Self.told(Self.tangle(40, &numbers), &numbers)
    for round in 1...60 {
      let number = Int.random(in: 0..<40, using: &numbers)
      let mail = Self.tangle(40, &numbers)[0]
      let folder = Bool.random(using: &numbers) ? FolderID.inbox : FolderID(".Sent")
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: await stand.remove(number)
      case 1: await stand.move(number, to: folder)
      case 2: await stand.alter(number, mail)
      default:
        await stand.remove(number)
        await stand.add([(number, mail)], to: folder)
      }
      // Until then no more than joined.
      let rules = Threads.parts(Threads(stand.inOrder).conversations)
      let found = try await stand.conversations()
      for part in rules { #expect(Set(part.map { found[$0] }).count == 1) }
      if round % 10 == 0 {
        await stand.part()
        #expect(try await Threads.parts(stand.conversations()) == rules)
      }
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func aNumberStaysWithTheLargerPart(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    let stand = try Stand()
    for (number, mail) in Self.tangle(80, &numbers).enumerated() {
      let before = Dictionary(grouping: stand.told, by: \.value).mapValues(\.count)
      await stand.add([(number, mail)])
      let after = Set(stand.told.values)
      let gone = before.filter { !after.contains($0.key) }
      for (old, count) in gone {
        #expect(before.contains { after.contains($0.key) && $0.value >= count && $0.key != old })
      }
    }
  }

  /// A number that was given is never given again, though its conversation is gone.
  @Test func noNumberIsGivenTwice() async throws {
    let stand = try Stand()
    var given: Set<ConversationID> = []
    for number in 0..<20 {
      await stand.add([(number, Threads.Mail(own: "\(number)@x"))])
      let conversation = try #require(try await stand.conversations().first ?? nil)
      #expect(given.insert(conversation).inserted)
      await stand.remove(number)
    }
  }

  /// Each number again would be a message of another conversation to who still knows the old ones.
  @Test func anIndexMadeAnewGoesOnCounting() async throws {
    let stand = try Stand()
    await stand.add((0..<20).map { ($0, Threads.Mail(own: "\($0)@x")) })
    let old = Set(try await stand.conversations())
    let other = try #require(Index(of: "store", in: stand.folder))
    stand.index.use { queue in stand.index.abandon(queue, Index.Damaged()) }
    _ = other
    let change = Index.Change(
      key: ByteName("new"), entry: .init(message: Stand.message(MessageRef("new")), place: []),
      details: Stand.details(Threads.Mail(own: "new@x")))
    let joined = await stand.index.save(.inbox, [change], digest: nil, count: 1, directory: nil)
    #expect(joined.count == 1 && joined.allSatisfy { !old.contains($0.conversation) })
  }

  // MARK: Hostile mail

  @Test func tenThousandInOneAreOne() async throws {
    let stand = try Stand()
    let mails = (0..<10_000).map {
      Threads.Mail(own: "\($0)@x", named: $0 == 0 ? [] : ["0@x", "\($0 - 1)@x"])
    }
    // The last first, so that each is joined by what comes after it.
    for start in stride(from: 9_000, through: 0, by: -1_000) {
      await stand.add((start..<start + 1_000).reversed().map { ($0, mails[$0]) })
    }
    #expect(Set(try await stand.conversations()).count == 1)
    let id = try #require(stand.mails[5_000]?.id)
    let all = try #require(await stand.index.conversation(of: id, besides: []))
    #expect(all.entries.count == 10_000 && all.total == 10_000)
    let last = try #require(await stand.index.conversation(of: id, besides: [], limit: 200))
    #expect(last.entries.count == 200 && last.total == 10_000)
    let left = try #require(await stand.index.conversation(of: id, besides: [.inbox]))
    #expect(left.entries.map(\.message.id) == [id] && left.total == 1)
  }

  /// However messages come, each is given another number no more often than its conversation doubles.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func joiningIsNotQuadratic(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    let index = try Stand()
    let count = 1_024
    // One after the other to the end of a chain; and pairs, pairs of pairs, and so on.
    var mails = (0..<count).map { Threads.Mail(own: "\($0)@x") }
    var ties: [Threads.Mail] = []
    if seed % 2 == 0 {
      ties = (1..<count).map { Threads.Mail(named: ["\($0 - 1)@x", "\($0)@x"]) }
    } else {
      var step = 1
      while step < count {
        for start in stride(from: 0, to: count, by: 2 * step) {
          ties.append(Threads.Mail(named: ["\(start)@x", "\(start + step)@x"]))
        }
        step *= 2
      }
    }
    if seed > 2 { ties.shuffle(using: &numbers) }
    mails += ties
    var renamed = 0
    for start in stride(from: 0, to: mails.count, by: 512) {
      let changes = (start..<min(start + 512, mails.count)).map { number in
        let id = MessageRef("\(number)")
        return Index.Change(
          key: id.key, entry: .init(message: Stand.message(id), place: []),
          details: Stand.details(mails[number]))
      }
      renamed += await index.index.save(
        .inbox, changes, digest: nil, count: 0, directory: nil
      ).count
    }
    let known = try #require(await index.index.folder(.inbox))
    #expect(Set(known.entries.map(\.message.conversation)).count == 1)
    // 2,047 messages; their logarithm is 11.
    #expect(renamed <= mails.count * 12)
  }

  @Test func ofThousandsOfReferencesAFewCount() async throws {
    let stand = try Stand()
    let strangers = (0..<3_000).map { Threads.Mail(own: "\($0)@x") }
    await stand.add(Array(strangers.enumerated()).map { ($0.offset, $0.element) })
    let hostile = Threads.Mail(own: "h@x", named: strangers.compactMap(\.own))
    #expect(Stand.details(hostile).identifiers.count == 101)
    await stand.add([(3_000, hostile)])
    let found = try await stand.conversations()
    #expect(found.count { $0 == found[3_000] } == 101)
    // And when it is gone for good, so is what it joined.
    await stand.remove(3_000)
    await stand.part()
    #expect(Set(try await stand.conversations()).count == 3_000)
  }

  @Test(arguments: [
    ("Message-ID: <a@x>\n", ["a@x"]),
    ("Message-ID: a@x\n", ["a@x"]),
    ("Message-ID: <a\n @x>\nReferences: <b\t@x>\n", ["a@x", "b@x"]),
    ("Message-ID: <>\nReferences: < >\n", []),
    ("Message-ID: \nIn-Reply-To: \n", []),
    ("References: <a@x><b@x>,<a@x>\n", ["a@x", "b@x"]),
    ("Message-ID: <a@x>\nReferences: <a@x>\n", ["a@x"]),
    ("In-Reply-To: Your message of \"Mon, 1 Jan\"\n", []),
    ("In-Reply-To: <a@x> from Joe <joe@x.org>\n", ["a@x"]),
    ("References: a@x b@x\nIn-Reply-To: <c@x>\n", ["a@x", "b@x", "c@x"]),
    ("References: <<a@x>>\n", ["a@x"]),
    ("References: <no-at>\n", ["no-at"]),
  ])
  func whatAHeaderTiesTo(header: String, identifiers: [String]) {
    let block = HeaderBlock(Array((header + "\n").utf8), isWhole: true)
    #expect(
      MessageDetails(header: block, hasAttachment: nil).identifiers
        == identifiers.map { MessageDetails.hash(of: $0.utf8) })
  }

  /// A conversation that is not what was written would have a command act on a stranger's mail.
  @Test func aDamagedNumberIsNoticed() async throws {
    let stand = try Stand()
    await stand.add((0..<20).map { ($0, Threads.Mail(own: "\($0)@x")) })
    stand.index.use { queue in
      try queue.write { try $0.execute(sql: "UPDATE message SET conversation = 3 WHERE id = 7") }
    }
    #expect(await stand.index.folder(.inbox) == nil)
  }
}
