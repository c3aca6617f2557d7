import FileSystem
import Foundation
import GRDB
import Glibc
import MailModel
import SeededRandom
import Synchronization
import TemporaryMailboxes
import Testing

@testable import MailIndex
@testable import MaildirStore

@Suite struct SearchTests {
  /// A mailbox of some folders, and a folder for its index.
  final class Stand {
    let mail: TemporaryMaildir
    let indexFolder: String

    init(folders: [String] = [".Archive"]) throws {
      mail = try TemporaryMaildir(folders: folders)
      indexFolder = try TemporaryMaildir.makeDirectory()
    }

    deinit { TemporaryMaildir.remove(indexFolder) }

    func store() throws -> Maildir { try Maildir(path: mail.path, indexFolder: indexFolder) }

    /// A store that has read everything.
    func filled() async throws -> Maildir {
      let store = try store()
      await store.readAhead(isAwaited: true)
      return store
    }

    /// The file of the words.
    var file: String {
      get throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: indexFolder)
        return "\(indexFolder)/\(try #require(names.first { $0.hasSuffix(".search") }))"
      }
    }

    func add(_ number: Int, _ text: String, folder: String = "") {
      mail.add("\(1_500_000_000 + number).a:2,S", text, folder: folder)
    }

    func addSome(_ count: Int = 20) {
      for number in 0..<count { add(number, "Subject: s\(number)\n\nplan number \(number)\n") }
    }
  }

  private func subjects(
    _ store: Maildir, _ query: String, in folder: FolderID? = nil, limit: Int = 100
  ) async throws -> [String] {
    try await store.search(SearchQuery(query), in: folder, limit: limit).messages.map(\.subject)
  }

  private static let mail = """
    From: =?utf-8?Q?Zo=C3=AB?= <zoe@x.org>
    To: Ann <ann@x.org>
    Subject: The =?utf-8?Q?Gr=C3=B6=C3=9Fe?= 日本語
    Content-Type: multipart/mixed; boundary=b

    --b
    Content-Type: text/html

    <p>Hello <b>wor</b>ld, see you</p>
    --b
    Content-Type: application/pdf
    Content-Disposition: attachment; filename="Invoice 12.pdf"

    x
    --b--

    """

  @Test func everyPlaceIsSearched() async throws {
    let stand = try Stand()
    stand.add(0, Self.mail)
    stand.add(1, "Subject: other\n\nHello, nobody.\n", folder: ".Archive")
    let store = try await stand.filled()
    for query in [
      "zoe", "ZOË", "from:zo", "from:x.org", "to:ann", "subject:grosse", "größe", "本語", "world",
      "\"hello world\"", "invoi", "has:attachment", "hello has:attachment", "hello -nobody",
      "-nobody", "subject:groesse", "in:inbox hello", "larger:100 hello from:zoe",
      "subject:\"the größe\"",
    ] {
      #expect(try await subjects(store, query) == ["The Größe 日本語"], "\(query)")
    }
    for query in [
      "from:ann", "to:zoe", "subject:hello", "語本", "\"hello wor\"", "orld", "before:1971", "", "!!",
      "has:attachment nobody", "from:x.org.invalid",
    ] {
      #expect(try await subjects(store, query) == [], "\(query)")
    }
    #expect(try await subjects(store, "hello") == ["other", "The Größe 日本語"])
    #expect(try await subjects(store, "hello", limit: 1) == ["other"])
    #expect(try await subjects(store, "hello", limit: 0) == [])
    #expect(try await subjects(store, "hello", in: .inbox) == ["The Größe 日本語"])
    #expect(try await subjects(store, "hello in:arch") == ["other"])
    #expect(try await subjects(store, "is:unread") == [])
    #expect(try await subjects(store, "-is:unread -hello") == [])
    let result = try await store.search(SearchQuery("zoe"), in: nil, limit: 9)
    #expect(result.progress == SearchProgress(read: 2, total: 2, isComplete: true))
  }

  // MARK: Beside a linear scan

  private static let words = [
    "plan", "planet", "Pläne", "PLAN", "ann", "日本", "日本語", "本", "こんにちは", "한국", "한", "ภาษาไทย",
    "ไทย",
    "Straße", "strasse", "Müller", "Mueller", "Mu", "x", "2024", "e-mail", "don’t",
  ]

  private static func text(_ count: Int, using numbers: inout SeededNumbers) -> String {
    (0..<count).map { _ in words.randomElement(using: &numbers) ?? "" }.joined(separator: " ")
  }

  private static func query(using numbers: inout SeededNumbers) -> String {
    (0..<Int.random(in: 1...3, using: &numbers)).map { _ in
      var word = words.randomElement(using: &numbers) ?? ""
      if Bool.random(using: &numbers) {
        word = String(word.prefix(Int.random(in: 1...3, using: &numbers)))
      }
      if Int.random(in: 0..<4, using: &numbers) == 0 {
        word = "\"\(word) \(words.randomElement(using: &numbers) ?? "")\""
      }
      let operators = [
        word, word, "from:\(word)", "to:\(word)", "subject:\(word)", "is:unread", "is:starred",
        "is:snoozed", "has:attachment", "in:archive", "in:inbox",
        "before:\(Int.random(in: 2014...2020, using: &numbers))",
        "after:\(Int.random(in: 2014...2020, using: &numbers))-06-01",
        "larger:\(Int.random(in: 200...600, using: &numbers))",
      ]
      let chosen = operators.randomElement(using: &numbers) ?? ""
      return (Int.random(in: 0..<4, using: &numbers) == 0 ? "-" : "") + chosen
    }.joined(separator: " ")
  }

  private static func message(using numbers: inout SeededNumbers) -> String {
    let header = """
      From: \(text(1, using: &numbers)) <\(["ann", "bob"].randomElement(using: &numbers) ?? "")@x.org>
      To: \(text(1, using: &numbers)) <\(["carl", "plan"].randomElement(using: &numbers) ?? "")@y.org>
      Subject: \(text(Int.random(in: 0...3, using: &numbers), using: &numbers))
      Date: 1 Jan \(Int.random(in: 2014...2020, using: &numbers)) 12:00:00 +0000
      MIME-Version: 1.0

      """
    let body = text(Int.random(in: 0...20, using: &numbers), using: &numbers)
    guard Int.random(in: 0..<3, using: &numbers) == 0 else {
      return header + "Content-Type: text/plain; charset=utf-8\n\n\(body)\n"
    }
    return header + """
      Content-Type: multipart/mixed; boundary=b

      --b
      Content-Type: text/plain; charset=utf-8

      \(body)
      --b
      Content-Type: application/pdf; name="\(words.randomElement(using: &numbers) ?? "").pdf"

      x
      --b--

      """
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func theIndexFindsWhatAScanFinds(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    let stand = try Stand()
    for number in 0..<40 {
      var key = "\(1_400_000_000 + number * 3_000_000).a"
      if number % 7 == 0 {
        let waking = number % 2 == 0 ? 4_000_000_000 : 1_600_000_000
        let letter = number % 3 == 0 ? "B" : "W"
        key = "\(1_400_000_000 + number).R0123456789abcdef\(letter)\(waking).a"
      }
      stand.mail.add(
        key + ["", ":2,S", ":2,F", ":2,FS"][number % 4], Self.message(using: &numbers),
        folder: number % 3 == 0 ? ".Archive" : "", at: 1_400_000_000 + number * 3_000_000)
    }
    let store = try await stand.filled()
    let plain = try Maildir(path: stand.mail.path)
    for _ in 0..<40 {
      let text = Self.query(using: &numbers)
      let query = SearchQuery(text)
      let folder = [nil, nil, FolderID.inbox].randomElement(using: &numbers) ?? nil
      let limit = Int.random(in: 1...50, using: &numbers)
      let found = try await store.search(query, in: folder, limit: limit).messages
      let scanned = try await plain.search(query, in: folder, limit: .max).messages
      #expect(found.map(\.id) == scanned.prefix(limit).map(\.id), "\(text)")
    }
  }

  // MARK: What becomes of messages

  @Test func aMovedMessageKeepsItsText() async throws {
    let stand = try Stand()
    stand.addSome()
    let store = try await stand.filled()
    let all = try await store.messages(in: .inbox)
    for message in all.prefix(10) {
      let moved = try await store.move(message.id, to: FolderID(".Archive"))
      try await store.setFlags(moved, adding: .flagged)
    }
    // It is found where it is now, at once, and none of them is opened for that.
    let found = try await store.search(SearchQuery("plan"), in: FolderID(".Archive"), limit: 100)
    #expect(found.messages.count == 10 && found.messages.allSatisfy(\.isStarred))
    #expect(found.progress.isComplete)
    #expect(try await subjects(store, "plan", in: .inbox).count == 10)
    #expect(try await subjects(store, "plan is:starred").count == 10)
    for message in found.messages {
      #expect(try await store.message(message.id).isSameMail(as: message))
    }
    _ = try await store.messages(in: .inbox)
    #expect(try await subjects(stand.store(), "plan", in: FolderID(".Archive")).count == 10)
  }

  @Test(arguments: [true, false])
  func whatAnotherProgramMovesIsFoundWhereItIs(isOpen: Bool) async throws {
    let stand = try Stand()
    stand.addSome()
    let store = try await stand.filled()
    if isOpen { _ = try await store.messages(in: .inbox) }
    try stand.mail.rename("cur/1500000003.a:2,S", to: ".Archive/cur/1600000003.b:2,F")
    try stand.mail.rename("cur/1500000004.a:2,S", to: "cur/1500000004.a:2,FS")
    unlink("\(stand.mail.path)/cur/1500000005.a:2,S")
    // Nobody has looked yet: nothing is found that is not there.
    #expect(try await subjects(store, "plan").count == 18)
    #expect(try await subjects(store, "\"plan number 4\"") == ["s4"])
    _ = isOpen ? try await store.messages(in: .inbox) : []
    await store.readAhead(isAwaited: true)
    #expect(try await subjects(store, "plan").count == 19)
    let moved = try await store.search(SearchQuery("\"number 3\""), in: nil, limit: 9).messages
    #expect(moved.map(\.id.folder) == [FolderID(".Archive")])
    #expect(try await subjects(store, "is:starred").sorted() == ["s3", "s4"])
  }

  /// Numbers are given again: the text of one must not find another.
  @Test func aNumberThatIsGivenAgainIsReadAgain() async throws {
    let stand = try Stand()
    stand.add(0, "Subject: other\n\nnothing\n")
    stand.add(1, "Subject: first\n\nplan\n")
    let store = try await stand.filled()
    let index = try #require(store.index)
    func numbers() async throws -> [Int64] {
      _ = try await store.messages(in: .inbox)
      await store.settle()
      return try #require(await index.page(of: .inbox, behind: nil, limit: 9)).map(\.number)
    }
    #expect(try await subjects(store, "plan") == ["first"])
    let before = try await numbers()
    unlink("\(stand.mail.path)/cur/1500000001.a:2,S")
    #expect(try await numbers().count == 1)
    #expect(try await subjects(store, "plan") == [])
    stand.add(2, "Subject: second\n\nother\n")
    #expect(try await Set(numbers()) == Set(before))
    #expect(try await subjects(store, "plan") == [])
    await store.readAhead(isAwaited: true)
    #expect(try await subjects(store, "plan") == [])
    #expect(try await subjects(store, "other") == ["second", "other"])
  }

  @Test func whatArrivedJustNowIsFound() async throws {
    let stand = try Stand()
    stand.addSome(3)
    let store = try await stand.filled()
    _ = try await store.messages(in: .inbox)
    // Just now for as long as the test takes.
    stand.mail.add("1700000000.b", "Subject: new\n\nthe plan\n", in: "new", at: time(nil) + 600)
    _ = try await store.messages(in: .inbox)
    #expect(try await subjects(store, "plan") == ["new", "s2", "s1", "s0"])
    #expect(try await subjects(store, "is:unread") == ["new"])
  }

  /// The same in a folder that nobody has opened.
  @Test func whatArrivesElsewhereIsFound() async throws {
    let stand = try Stand()
    stand.addSome(3)
    let now = time(nil) + 600
    stand.mail.add(
      "1700000000.b", "To: Ann\nSubject: new\n\nthe plan\n", in: "new",
      folder: ".Archive", at: now)
    stand.mail.add("1700000001.b", "Subject: newer\n\nother\n", folder: ".Archive", at: now)
    let store = try await stand.filled()
    #expect(try await subjects(store, "plan") == ["new", "s2", "s1", "s0"])
    #expect(try await subjects(store, "to:ann") == ["new"])
    #expect(try await subjects(store, "is:unread") == ["newer", "new"])
    #expect(try await subjects(store, "plan", in: .inbox) == ["s2", "s1", "s0"])
    // Once somebody has opened it, it is not found twice.
    _ = try await store.messages(in: FolderID(".Archive"))
    #expect(try await subjects(store, "plan") == ["new", "s2", "s1", "s0"])
    let other = try await stand.filled()
    unlink("\(stand.mail.path)/.Archive/new/1700000000.b")
    #expect(try await subjects(other, "plan") == ["s2", "s1", "s0"])
  }

  /// What is said to be complete lacks nothing, however the reading goes on beside the search.
  @Test func aSearchThatIsCompleteFindsAll() async throws {
    for round in 0..<60 {
      let stand = try Stand()
      for number in 0..<3 { stand.add(number, "Subject: s\n\nplan\n") }
      stand.add(9, "Subject: s\n\nplan\n", folder: ".Archive")
      let store = try stand.store()
      if round % 2 == 0 { _ = try await store.messages(in: .inbox) }
      let reading = Task { await store.readAhead(isAwaited: true) }
      var isComplete = false
      while !isComplete {
        let result = try await store.search(SearchQuery("plan"), in: nil, limit: 9)
        isComplete = result.progress.isComplete
        if isComplete { #expect(result.messages.count == 4) }
      }
      await reading.value
    }
  }

  @Test func newMailInThePlaceOfOldIsReadBeforeASearchIsComplete() async throws {
    let stand = try Stand()
    stand.addSome(5)
    let store = try await stand.filled()
    _ = try await store.messages(in: .inbox)
    for number in 0..<5 { unlink("\(stand.mail.path)/cur/\(1_500_000_000 + number).a:2,S") }
    for number in 5..<8 { stand.add(number, "Subject: s\n\nplan\n") }
    _ = try await store.messages(in: .inbox)
    let before = try await store.search(SearchQuery("plan"), in: nil, limit: 9)
    #expect(!before.progress.isComplete)
    await store.readAhead(isAwaited: true)
    let after = try await store.search(SearchQuery("plan"), in: nil, limit: 9)
    #expect(after.messages.count == 3 && after.progress.isComplete)
  }

  /// As when somebody opens a long folder, and turns to a search before all of it is listed.
  @Test func theRestOfAFolderIsReadThatNobodyListsAnyMore() async throws {
    let stand = try Stand()
    stand.addSome(1_500)
    let store = try stand.store()
    let listing = Mutex<Task<Int, any Error>?>(nil)
    let task = Task {
      try await store.messages(in: .inbox, by: .arrival) { _, _ in
        listing.withLock { $0?.cancel() }
      }.count
    }
    listing.withLock { $0 = task }
    #expect(try await task.value < 1_500)
    await store.readAhead(isAwaited: true)
    let result = try await store.search(SearchQuery("plan"), in: nil, limit: 9_999)
    #expect(result.messages.count == 1_500 && result.progress.isComplete)
  }

  @Test func readingGoesOnWhereItEnded() async throws {
    let stand = try Stand()
    stand.addSome(350)
    let store = try stand.store()
    let reading = Task { await store.readAhead(isAwaited: true) }
    // Somewhere in the middle, once something is found.
    while try await subjects(store, "plan", limit: 1).isEmpty, !reading.isCancelled {
      await Task.yield()
    }
    reading.cancel()
    await reading.value
    let before = try await store.search(SearchQuery("plan"), in: nil, limit: 1_000)
    #expect(before.messages.count == before.progress.read && before.progress.total == 350)
    let next = try await stand.filled()
    let after = try await next.search(SearchQuery("plan"), in: nil, limit: 1_000)
    #expect(after.messages.count == 350 && after.progress.isComplete)
  }

  /// A start reads no text again.
  @Test func whatWasReadIsKept() async throws {
    let stand = try Stand()
    stand.addSome()
    _ = try await stand.filled()
    for number in 0..<20 {
      let path = "\(stand.mail.path)/cur/\(1_500_000_000 + number).a:2,S"
      let descriptor = open(path, O_WRONLY)
      #expect(pwrite(descriptor, "Subject: s9\n\nPLAIN", 18, 0) == 18)
      let time = timespec(tv_sec: 1_500_000_000, tv_nsec: 0)
      futimens(descriptor, [time, time])
      close(descriptor)
    }
    let store = try await stand.filled()
    #expect(try await subjects(store, "plan").count == 20)
    #expect(try await subjects(store, "plain").isEmpty)
  }

  @Test func twoProgramsReadAtOnce() async throws {
    let stand = try Stand()
    stand.addSome(350)
    let stores = [try stand.store(), try stand.store()]
    await withTaskGroup { group in
      for store in stores { group.addTask { await store.readAhead(isAwaited: true) } }
    }
    // Where one was in the other's way, the next time does the rest.
    for store in stores {
      await store.readAhead(isAwaited: true)
      let result = try await store.search(SearchQuery("plan"), in: nil, limit: 1_000)
      #expect(result.messages.count == 350 && Set(result.messages.map(\.id)).count == 350)
      #expect(result.progress == SearchProgress(read: 350, total: 350, isComplete: true))
    }
  }

  /// As with each letter that is typed.
  @Test func aCancelledSearchHarmsNothing() async throws {
    let stand = try Stand()
    stand.addSome(100)
    let store = try stand.store()
    let reading = Task { await store.readAhead(isAwaited: true) }
    for _ in 0..<50 {
      let search = Task { try await store.search(SearchQuery("plan"), in: nil, limit: 1_000) }
      search.cancel()
      #expect(try await search.value.messages.count <= 100)
    }
    await reading.value
    let result = try await store.search(SearchQuery("plan"), in: nil, limit: 1_000)
    #expect(result.messages.count == 100 && result.progress.isComplete)
  }

  @Test func itRestsWhileSomethingElseIsAskedFor() {
    var reading = SearchReading()
    let now = ContinuousClock.now
    #expect(reading.rest(at: now) == .zero)
    reading.noteRequest()
    #expect(reading.rest(at: now) >= SearchReading.rest)
    #expect(reading.rest(at: now + .seconds(60)) == .zero)
  }

  @Test func theFirstScreenDoesNotOpenTheWords() async throws {
    let stand = try Stand()
    stand.addSome()
    let store = try stand.store()
    _ = try await store.messages(in: .inbox)
    await store.settle()
    let names = try FileManager.default.contentsOfDirectory(atPath: stand.indexFolder)
    #expect(names.contains { $0.hasSuffix(".sqlite") })
    #expect(!names.contains { $0.contains(".search") })
  }
}
