import Foundation
import GRDB
import Glibc
import MailModel
import MailText
import SeededRandom
import TemporaryMailboxes
import TestWaiting
import Testing

@testable import MailIndex
@testable import MaildirStore

/// A search index that is not as it should be costs a reading, and nothing else.
@Suite struct SearchDamageTests {
  private func found(_ store: Maildir, _ query: String = "plan") async throws -> Int {
    try await store.search(SearchQuery(query), in: nil, limit: 1_000).messages.count
  }

  private func overwrite(_ file: String, at offset: Int, _ bytes: [UInt8]) {
    let descriptor = open(file, O_WRONLY | O_CLOEXEC)
    #expect(pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count)
    close(descriptor)
  }

  private func size(_ file: String) -> Int {
    var status = stat()
    stat(file, &status)
    return Int(status.st_size)
  }

  @Test(arguments: [
    "delete", "empty", "half", "other version", "no database", "foreign", "other tables",
  ])
  func whatIsNotOursIsMadeAnew(damage: String) async throws {
    let stand = try SearchTests.Stand()
    stand.addSome()
    #expect(try await found(stand.filled()) == 20)
    let file = try stand.file
    switch damage {
    case "delete": unlink(file)
    case "empty": truncate(file, 0)
    case "half": truncate(file, off_t(size(file) / 2))
    case "other version": overwrite(file, at: 60, [0, 0, 0, 99])
    case "no database": overwrite(file, at: 0, Array("This is no database at all.".utf8))
    case "foreign":
      try await DatabaseQueue(path: file).write {
        try $0.execute(sql: "UPDATE store SET identity = 'other'")
      }
    default:
      try await DatabaseQueue(path: file).write { try $0.execute(sql: "DROP TABLE word") }
    }
    let index = try #require(try stand.store().index)
    let birth = index.birth()
    let store = try await stand.filled()
    // The damage of some is only met by a search.
    _ = try await found(store)
    await store.readAhead(isAwaited: true)
    #expect(try await found(store) == 20)
    #expect(index.birth() == birth)
    let progress = try await store.search(SearchQuery("plan"), in: nil, limit: 1).progress
    #expect(progress == SearchProgress(read: 20, total: 20, isComplete: true))
  }

  @Test func anotherIndexHasOtherNumbers() async throws {
    let stand = try SearchTests.Stand()
    stand.addSome()
    _ = try await stand.filled()
    unlink(Index.path(of: try stand.store().identity, in: stand.indexFolder))
    let store = try stand.store()
    #expect(try await found(store) == 0)
    await store.readAhead(isAwaited: true)
    #expect(try await found(store) == 20)
  }

  /// What is found is there and has the conditions; that it has the words cannot be told of every damage.
  @Test(arguments: 1...15 as ClosedRange<UInt64>)
  func randomDamageFindsNothingThatIsNotThere(seed: UInt64) async throws {
    let stand = try SearchTests.Stand()
    stand.addSome(40)
    _ = try await stand.filled()
    var numbers = SeededNumbers(seed: seed)
    let file = try stand.file
    for _ in 0..<Int.random(in: 1...30, using: &numbers) {
      let bytes = (0..<Int.random(in: 1...64, using: &numbers)).map { _ in
        UInt8.random(in: 0...255, using: &numbers)
      }
      overwrite(file, at: Int.random(in: 0..<size(file), using: &numbers), bytes)
    }
    let store = try stand.store()
    let all = Set(try await store.messages(in: .inbox).map(\.id))
    for query in ["plan", "number", "-plan", "s7", "has:attachment"] {
      let messages = try await store.search(SearchQuery(query), in: nil, limit: 100).messages
      #expect(all.isSuperset(of: messages.map(\.id)))
      #expect(Set(messages.map(\.id)).count == messages.count)
    }
    await store.readAhead(isAwaited: true)
    // The index itself was left alone.
    #expect(try await store.messages(in: .inbox).count == 40)
    #expect(try await found(store, "-is:starred") == 40)
  }

  @Test func onAFullDiskTheSearchAloneIsNotComplete() async throws {
    let stand = try SearchTests.Stand()
    stand.addSome(300)
    let store = try stand.store()
    _ = try await store.messages(in: .inbox)
    await store.settle()
    let index = try #require(store.index)
    let words = SearchIndex(beside: index, maximumPages: 24)
    let messages = try #require(await index.page(of: .inbox, behind: nil, limit: 300))
    var kept = 0
    for start in stride(from: 0, to: 300, by: 50) {
      let documents = messages[start..<(start + 50)].map { message in
        let filler = (0..<200).map { "w\(message.number)x\($0)" }.joined(separator: " ")
        return SearchIndex.Document(
          message, recipients: "", SearchedText(text: "plan " + filler))
      }
      guard words.add(documents) else { break }
      kept += 50
    }
    #expect(words.hasStopped && kept < 300)
    // What was kept by then is found, and the index goes on.
    let hits = try #require(await words.hits(of: SearchQuery("plan"), behind: nil, limit: 1_000))
    #expect(hits.count == kept && words.count() == kept)
    #expect(index.count() == 300)
    let archived = try await store.move(
      MessageRef(folder: .inbox, key: messages[0].entry.message.id.key), to: FolderID(".Archive"))
    #expect(try await store.message(archived).id == archived)
    // With room again the rest is read.
    let next = try await stand.filled()
    #expect(try await found(next) == 300)
  }

  @Test func readingBeginsAgainWhenAnotherProgramWasAtTheFile() async throws {
    let stand = try SearchTests.Stand()
    stand.addSome()
    let store = try await stand.filled()
    stand.add(30, "Subject: s\n\nplan\n")
    let words = try #require(store.words)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: stand.file, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    let reading = Task { await store.readAhead(isAwaited: true) }
    try await until("the file to be busy") { words.timesBusy > 0 }
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    await reading.value
    let result = try await store.search(SearchQuery("plan"), in: nil, limit: 100)
    #expect(result.messages.count == 21 && result.progress.isComplete)
  }

  @Test func withoutTheIndexTheMailItselfIsSearched() async throws {
    let stand = try SearchTests.Stand()
    stand.addSome()
    let store = try await stand.filled()
    let index = try #require(store.index)
    // What a disk that has filled up leaves of it.
    let _: Void? = index.use { _ in throw DatabaseError(resultCode: .SQLITE_FULL) }
    #expect(index.count() == nil)
    let result = try await store.search(SearchQuery("plan"), in: nil, limit: 100)
    #expect(result.messages.count == 20 && result.progress.isComplete)
  }

  @Test func whereNothingCanBeWrittenTheMailItselfIsSearched() async throws {
    let stand = try SearchTests.Stand()
    stand.addSome()
    let store = try Maildir(
      path: stand.mail.path, indexFolder: stand.mail.path + "/cur/1500000000.a:2,S/x")
    #expect(store.index == nil)
    #expect(try await found(store) == 20)
    // A directory stands in the place of the words alone.
    let other = try stand.store()
    mkdir(SearchIndex.path(of: other.identity, in: stand.indexFolder), 0o700)
    await other.readAhead(isAwaited: true)
    let result = try await other.search(SearchQuery("plan"), in: nil, limit: 100)
    #expect(result.messages.isEmpty && result.progress.hasStopped && !result.progress.isComplete)
    #expect(try await found(other, "-is:unread") == 20)
  }

  /// What belongs to no message any more does not pile up.
  @Test func tooMuchThatIsGoneIsReadAnew() async throws {
    let stand = try SearchTests.Stand()
    let count = SearchIndex.maximumGone + 10
    stand.addSome(5 + count)
    let store = try await stand.filled()
    let words = try #require(store.words)
    #expect(words.count() == 5 + count)
    for number in 5..<(5 + count) {
      unlink("\(stand.mail.path)/cur/\(1_500_000_000 + number).a:2,S")
    }
    stand.add(9_999, "Subject: another\n\nother\n")
    await store.readAhead(isAwaited: true)
    await store.readAhead(isAwaited: true)
    #expect(try await found(store) == 5)
    let documents = try await DatabaseQueue(path: stand.file).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM document")
    }
    #expect(documents == 6 && words.count() == 6)
  }

  @Test(arguments: [
    String(repeating: "from:", count: 200_000), String(repeating: "\u{0}", count: 1 << 20),
    String(repeating: "a b\" -", count: 150_000),
    (0..<200_000).map { "w\($0)" }.joined(separator: " "),
    "AND OR NOT NEAR(", "* ^ : ( ) {sender}", "-", "\"", "sender : x", "-a -b -c", "\u{E000}",
  ]) func noQueryBreaksAnything(text: String) async throws {
    let stand = try SearchTests.Stand()
    stand.addSome(3)
    let store = try await stand.filled()
    _ = try await found(store, text)
    #expect(try await found(store) == 3)
    #expect(try await store.search(SearchQuery("plan"), in: nil, limit: 9).progress.isComplete)
  }
}
