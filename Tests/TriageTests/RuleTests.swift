import FileSystem
import Foundation
import MailModel
import MaildirStore
import Synchronization
import Testing
import TriageJournal

@testable import Triage

/// What rules do to what comes, each message once.
@Suite struct RuleTests {
  private final class Place {
    let mail = SampleMaildir(folders: [".Archive", ".Trash", ".Bills", ".Junk"])
    let state = SampleMaildir(folders: [])

    func open(allowsChanges: Bool = true) throws -> TriageSession {
      let store = try Maildir(path: mail.path, indexFolder: state.path)
      let (journal, _) = try Journal.open(in: state.path, of: store.identity)
      return TriageSession(
        store: store, journal: journal, rulesIn: rules, allowsChanges: allowsChanges)
    }

    var rules: String { state.path + "/rules" }

    /// The one file of rules.
    func file() throws -> String {
      let names = try FileManager.default.contentsOfDirectory(atPath: rules)
      return rules + "/" + (try #require(names.first { $0.hasSuffix(".rules") }))
    }

    /// Puts a message where another program would.
    func deliver(
      _ key: String, from: String = "ann@x.org", list: String? = nil, subject: String? = nil,
      at time: Int64 = RuleTests.noon, flags: String = "", in folder: String = ""
    ) throws {
      let path = "\(mail.path)/\(folder)/cur/\(key):2,\(flags)"
      let text = """
        From: \(from)
        Subject: \(subject ?? key)
        Date: Mon, 01 Jan 2018 12:00:00 +0000
        \(list.map { "List-ID: <\($0)>\n" } ?? "")
        body

        """
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: TimeInterval(time))], ofItemAtPath: path)
    }

    /// The subjects in a folder, as others see them.
    func subjects(_ folder: String = "") throws -> [String] {
      try mail.names(folder).map { name in
        let text = try String(
          contentsOfFile: "\(mail.path)/\(folder)/cur/\(name)", encoding: .utf8)
        return String(text.split(separator: "\n")[1].dropFirst(9))
      }.sorted()
    }
  }

  private static let noon: Int64 = 1_700_000_000
  private let place = Place()
  private let ann = Rule.ID(inbox: .inbox, likeness: .sender("ann@x.org"))

  private func last(_ session: TriageSession, _ id: Rule.ID? = nil) async throws -> Rule {
    try #require(await session.rules().all.first { $0.id == id ?? ann })
  }

  @Test func whatComesWhileItIsWishedForIsNew() async throws {
    try place.deliver("seen")
    let session = try place.open()
    let known = Set(try await session.store.messages(in: .inbox).map(\.id))
    try place.deliver("old", at: Self.noon - 3_600)
    try place.deliver("while", at: Self.noon + 5)
    try await session.keep(.archive, for: ann, knowing: known, at: Self.noon)
    #expect(await session.followRules(at: Self.noon + 10))
    #expect(try place.subjects() == ["old", "seen"])
    #expect(try place.subjects(".Archive") == ["while"])
  }

  @Test func whatComesIsFiledAndWhatWasThereStays() async throws {
    try place.deliver("old")
    try place.deliver("read", from: "ben@x.org", flags: "S")
    let session = try place.open()
    try await session.keep(.archive, for: ann, at: Self.noon)
    #expect(await !session.followRules(at: Self.noon))
    try place.deliver("new", from: "Ann <ANN@X.org>")
    try place.deliver("other", from: "ben@x.org")
    // What was delivered long before, and is moved here by another program, is not new.
    try place.deliver("late", at: Self.noon - 100_000)
    #expect(await session.followRules(at: Self.noon + 60))
    #expect(try place.subjects() == ["late", "old", "other", "read"])
    #expect(try place.subjects(".Archive") == ["new"])
    let rule = try await last(session)
    #expect(rule.count == 1 && rule.last?.time == Self.noon + 60 && rule.last?.count == 1)
    // The person's own steps go their way past it.
    #expect(try await session.undo() == nil)
    #expect(await !session.followRules(at: Self.noon + 70))
  }

  @Test func whatIsTakenBackStays() async throws {
    let session = try place.open()
    try await session.keep(.trash, for: ann, at: Self.noon)
    try place.deliver("one")
    try place.deliver("two")
    #expect(await session.followRules(at: Self.noon))
    #expect(try place.subjects(".Trash") == ["one", "two"])
    // Both at once, though another has moved the one meanwhile.
    let step = try #require(try await last(session).last?.step)
    #expect(try await session.undo(step: step)?.changes.count == 2)
    #expect(try await last(session).last?.step == nil)
    #expect(try await last(session).count == 0)
    for session in [session, try place.open()] {
      #expect(await !session.followRules(at: Self.noon + 60))
      #expect(try place.subjects() == ["one", "two"])
    }
    // What comes then is new again.
    try place.deliver("three")
    #expect(await session.followRules(at: Self.noon + 90))
    #expect(try place.subjects(".Trash") == ["three"])
  }

  @Test func aCopyThatAServerBringsBackStays() async throws {
    let session = try place.open()
    try await session.keep(.archive, for: ann, at: Self.noon)
    try place.deliver("1.a", subject: "one")
    #expect(await session.followRules(at: Self.noon))
    for (number, session) in [session, try place.open(), try place.open()].enumerated() {
      try place.deliver("\(number).b,U=\(number + 7)", subject: "one")
      #expect(await !session.followRules(at: Self.noon + 60))
      #expect(try place.subjects().count == number + 1)
    }
  }

  @Test func whatCameWhileNoProgramRanIsFiledOnce() async throws {
    try await place.open().keep(
      .move(to: FolderID(path: ByteName(".Bills"))), for: ann, at: Self.noon)
    try place.deliver("one", at: Self.noon + 5_000_000)
    #expect(await (try place.open()).followRules(at: Self.noon + 5_000_001))
    #expect(try place.subjects(".Bills") == ["one"])
    // The index and the record are caches for this: without them nothing is done twice.
    try place.deliver("two", at: Self.noon + 5_000_000)
    #expect(await (try place.open()).followRules(at: Self.noon + 5_000_001))
    try FileManager.default.moveItem(
      atPath: "\(place.mail.path)/.Bills/cur/\(place.mail.names(".Bills")[0])",
      toPath: "\(place.mail.path)/cur/other-client:2,")
    for name in try FileManager.default.contentsOfDirectory(atPath: place.state.path)
    where name != "rules" {
      try FileManager.default.removeItem(atPath: place.state.path + "/" + name)
    }
    #expect(await !(try place.open()).followRules(at: Self.noon + 5_000_002))
    #expect(try place.subjects().count == 1)
  }

  /// Killed after the mail is moved and before the rule knows: what it became is no arrival.
  @Test func aProgramThatEndsBetweenDoesNothingTwice() async throws {
    let session = try place.open()
    try await session.keep(.archive, for: ann, at: Self.noon)
    let before = try Data(contentsOf: URL(filePath: place.file()))
    try place.deliver("one")
    #expect(await session.followRules(at: Self.noon))
    try before.write(to: URL(filePath: place.file()))
    let next = try place.open()
    #expect(await !next.followRules(at: Self.noon + 1))
    let step = try #require(try await last(session).last?.step)
    #expect(try await next.undo(step: step)?.changes.count == 1)
    #expect(await !next.followRules(at: Self.noon + 2))
    #expect(try place.subjects() == ["one"])
  }

  @Test func marksAreSetOnceToo() async throws {
    let session = try place.open()
    session.filesAsRead = true
    try await session.keep(.markRead, for: ann, at: Self.noon)
    try place.deliver("one")
    #expect(await session.followRules(at: Self.noon))
    #expect(place.mail.names() == ["one:2,S"])
    try await session.perform(
      .markUnread, on: [MessageRef(folder: .inbox, key: ByteName("one"))])
    #expect(await !session.followRules(at: Self.noon))
    #expect(await !(try place.open()).followRules(at: Self.noon))
    #expect(place.mail.names() == ["one:2,"])
    // What a rule files nobody has seen.
    try await session.keep(.archive, for: ann, at: Self.noon)
    try place.deliver("two")
    #expect(await session.followRules(at: Self.noon))
    #expect(place.mail.names(".Archive").allSatisfy { $0.hasSuffix(":2,") })
  }

  @Test func offMeansOffAndOnMeansFromNowOn() async throws {
    let session = try place.open()
    try await session.keep(.archive, for: ann, at: Self.noon)
    try await session.setRule(ann, isOn: false)
    try place.deliver("meanwhile")
    #expect(await !session.followRules(at: Self.noon))
    try await session.setRule(ann, isOn: true)
    try place.deliver("then")
    #expect(await session.followRules(at: Self.noon))
    #expect(try place.subjects() == ["meanwhile"])
    await session.removeRule(ann)
    try place.deliver("after")
    #expect(await !session.followRules(at: Self.noon))
    #expect(await (try place.open()).rules().all.isEmpty)
  }

  /// A sweep and the rule that it made are one deed.
  @Test func aRuleGoesWithTheStepThatItWasMadeWith() async throws {
    try place.deliver("old")
    let session = try place.open()
    try await session.keep(.archive, for: ann, at: Self.noon)
    let old = MessageRef(folder: .inbox, key: ByteName("old"))
    _ = try await session.fulfil(.command(.archive, on: [old], with: ann))
    try await session.undo()
    #expect(try await !last(try place.open()).isOn)
    try place.deliver("new")
    #expect(await !session.followRules(at: Self.noon))
    try await session.redo()
    #expect(try await last(session).isOn)
    #expect(try place.subjects(".Archive") == ["old"])
  }

  @Test func nothingHappensWhereOneOnlyLooks() async throws {
    let session = try place.open()
    try await session.keep(.archive, for: ann, at: Self.noon)
    try place.deliver("one")
    let looking = try place.open(allowsChanges: false)
    #expect(await !looking.followRules(at: Self.noon))
    await #expect(throws: TriageError.lookOnly) {
      try await looking.keep(.archive, for: ann, at: Self.noon)
    }
    #expect(try place.subjects() == ["one"])
    looking.allowsChanges = true
    #expect(await looking.followRules(at: Self.noon))
  }

  @Test func aRuleWaitsForItsFolder() async throws {
    let bills = FolderID(path: ByteName(".Bills"))
    let session = try place.open()
    try await session.keep(.move(to: bills), for: ann, at: Self.noon)
    _ = try await session.folders()
    #expect(session.isWaiting(try await last(session)) == false)
    for part in ["/cur", "/new", "/tmp", ""] { rmdir("\(place.mail.path)/.Bills\(part)") }
    try place.deliver("one")
    #expect(await !session.followRules(at: Self.noon))
    #expect(session.isWaiting(try await last(session)))
    #expect(try place.subjects() == ["one"])
    place.mail.add(folder: ".Bills")
    #expect(await session.followRules(at: Self.noon))
    #expect(try place.subjects(".Bills") == ["one"])
  }

  @Test func mailingListsHaveRulesAndTheSenderComesFirst() async throws {
    let session = try place.open()
    let gtk = Rule.ID(inbox: .inbox, likeness: .list("gtk.example.org"))
    try place.deliver("before", from: "ben@x.org", list: "gtk.example.org")
    try await session.keep(.archive, for: gtk, at: Self.noon)
    try await session.keep(.trash, for: ann, at: Self.noon)
    for number in 0..<300 {
      try place.deliver(
        "\(number)", from: number % 3 == 0 ? "ann@x.org" : "ben@x.org",
        list: number % 2 == 0 ? "GTK.example.org" : nil)
    }
    #expect(await session.followRules(at: Self.noon))
    #expect(try place.subjects(".Trash").count == 100)
    #expect(try place.subjects(".Archive").count == 100)
    #expect(try place.subjects().count == 101)
    #expect(try await last(session, gtk).count == 100)
  }

  @Test(arguments: [
    "\"a b\"@x.org", "o'hara@x.org", "\"; drop table\"@x.org", "ann+tag/x=y@x.org",
    "🦆@bücher.example", "\u{202E}ann@x.org", "ann@[192.0.2.1]", "a\\\"b@x.org",
    String(repeating: "a", count: 300) + "@x.org",
  ]) func anAddressMayBeOdd(address: String) async throws {
    let session = try place.open()
    try place.deliver("first", from: address)
    let shown = try #require(try await session.store.messages(in: .inbox).first?.address)
    guard !shown.isEmpty else { return }
    let id = Rule.ID(inbox: .inbox, likeness: .sender(shown))
    try await session.keep(.trash, for: id, at: Self.noon)
    try place.deliver("second", from: address)
    #expect(await (try place.open()).followRules(at: Self.noon))
    #expect(try place.subjects() == ["first"] && place.subjects(".Trash") == ["second"])
  }

  @Test(arguments: [-400_000_000, -90_000, 90_000, 400_000_000] as [Int64])
  func aWrongClockLosesNoRuleAndTakesNothingOld(error: Int64) async throws {
    try place.deliver("old")
    let session = try place.open()
    try await session.keep(.archive, for: ann, at: Self.noon + error)
    #expect(await !session.followRules(at: Self.noon + error))
    #expect(await !session.followRules(at: Self.noon))
    try place.deliver("new", at: Self.noon + 60)
    #expect(await (try place.open()).followRules(at: Self.noon + 60))
    #expect(try place.subjects() == ["old"])
  }

  @Test func whatIsDamagedIsSaidAndKept() async throws {
    try await place.open().keep(.archive, for: ann, at: Self.noon)
    let path = try place.file()
    for text in [
      "{", "", #"{"version":1,"rules":7}"#,
      try String(contentsOfFile: path, encoding: .utf8).replacing("archive", with: "delete"),
    ] {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let session = try place.open()
      let (rules, problem) = await session.rules()
      guard case .setAside(let aside)? = problem else {
        Issue.record("\(text): \(String(describing: problem))")
        continue
      }
      #expect(rules.isEmpty)
      #expect(try String(contentsOfFile: aside, encoding: .utf8) == text)
      try FileManager.default.removeItem(atPath: aside)
    }
    // What a newer program wrote is not touched.
    let newer = #"{"version":2,"rules":{"of":"tomorrow"}}"#
    try newer.write(toFile: path, atomically: true, encoding: .utf8)
    let session = try place.open()
    #expect(await session.rules().problem == .newer)
    try await session.keep(.archive, for: ann, at: Self.noon)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == newer)
  }

  @Test func whereNothingCanBeWrittenItIsSaid() async throws {
    try "a file".write(toFile: place.rules, atomically: true, encoding: .utf8)
    let session = try place.open()
    try await session.keep(.archive, for: ann, at: Self.noon)
    guard case .unusable? = await session.rules().problem else {
      Issue.record("nothing said")
      return
    }
    try place.deliver("one")
    #expect(await session.followRules(at: Self.noon))
  }

  @Test func oneAtATimeIsEnoughForManyMessages() async throws {
    var rule = Rule(.archive, for: ann, at: Self.noon)
    let message = { (number: Int) in
      Message(
        id: MessageRef(folder: .inbox, key: ByteName("\(number)")), flags: [], from: "",
        address: "ann@x.org", subject: "\(number)", date: Self.noon + Int64(number), preview: nil,
        size: 0)
    }
    // What is forgotten is too old by then.
    for number in 0..<5_000 {
      #expect(rule.isNew(message(number), at: Self.noon + 10_000_000))
      rule.settle([message(number)])
    }
    for number in 0..<5_000 where rule.isNew(message(number), at: Self.noon + 10_000_000) {
      Issue.record("\(number) is new again")
    }
    #expect(rule.isNew(message(5_000), at: Self.noon + 10_000_000))
    #expect(try JSONEncoder().encode(rule).count < 100_000)
  }

  /// What is looked for on the disk is a matter of the rules that are followed, not of how much comes.
  @Test func manyRulesAndManyArrivals() async throws {
    let session = TriageSession(store: try Maildir(path: place.mail.path), allowsChanges: true)
    for number in 0..<1_000 {
      let id = Rule.ID(inbox: .inbox, likeness: .sender("a\(number)@x.org"))
      try await session.keep(.trash, for: id, at: Self.noon)
    }
    var listed: [Int] = []
    for (round, count) in [(0, 1_000), (1, 2_000)] {
      for number in 0..<count {
        try place.deliver("\(round)-\(number)", from: "a\(number % 100 + number % 2 * 5_000)@x.org")
      }
      let counted = Mutex(0)
      let count: @Sendable (Directory.Access) -> Void = { access in
        if access == .listed { counted.withLock { $0 += 1 } }
      }
      #expect(
        await Directory.$onAccess.withValue(count) { await session.followRules(at: Self.noon) })
      listed.append(counted.withLock { $0 })
    }
    #expect(place.mail.names().count == 1_500 && place.mail.names(".Trash").count == 1_500)
    #expect(listed[0] > 0 && listed[1] <= listed[0], "\(listed)")
    #expect(await session.rules().all.count { $0.count == 30 } == 50)
    #expect(await !session.followRules(at: Self.noon))
  }

  @Test func rulesAndUndoInBursts() async throws {
    let ann = ann
    let session = try place.open()
    try await session.keep(.archive, for: ann, at: Self.noon)
    for round in 0..<10 {
      try place.deliver("burst-\(round)")
      async let first = session.followRules(at: Self.noon)
      let step = await session.rules().all.first?.last?.step ?? 0
      async let undone = try? await session.undo(step: step)
      async let second = session.followRules(at: Self.noon)
      async let turned: Void? = try? await session.setRule(ann, isOn: round % 2 == 0)
      _ = await (first, undone, second, turned)
    }
    let all = try place.subjects() + place.subjects(".Archive")
    #expect(all.sorted() == (0..<10).map { "burst-\($0)" })
  }
}
