import FileSystem
import Glibc
import MailModel
import SeededRandom
import Synchronization
import TestWaiting
import Testing
import TriageJournal

@testable import MaildirStore
@testable import Triage

/// Commands, undos and redos that are asked for while another is being done.
@Suite(.againstHanging) struct WaitingCommandTests {
  private let mail = SampleMaildir()
  private let record = SampleMaildir()

  private func id(_ key: String) -> MessageRef { MessageRef(folder: .inbox, key: ByteName(key)) }

  private func journal() throws -> Journal {
    let (journal, problem) = try Journal.open(in: record.path, of: mail.path)
    #expect(problem == nil)
    return journal
  }

  private func session(_ calls: RenameCalls = RenameCalls()) throws -> TriageSession {
    TriageSession(
      store: try Maildir(path: mail.path, calls: calls), journal: try journal(), allowsChanges: true
    )
  }

  /// What a person asks for.
  private enum Wish: Sendable {
    case command(Command, [String])
    case undo, redo

    func fulfil(in session: TriageSession) async throws -> Outcome? {
      switch self {
      case .command(let command, let keys):
        try await session.perform(
          command, on: keys.map { MessageRef(folder: .inbox, key: ByteName($0)) })
      case .undo: try await session.undo()
      case .redo: try await session.redo()
      }
    }
  }

  /// Has all wishes wait, in their order, and then lets them be fulfilled.
  private func ask(
    _ wishes: [Wish], of session: TriageSession
  ) async throws -> [Result<Outcome?, any Error>] {
    // As another program does that is busy with the mailbox.
    let lock = try #require(try journal().lock())
    var tasks: [Task<Outcome?, any Error>] = []
    for (number, wish) in wishes.enumerated() {
      tasks.append(Task { try await wish.fulfil(in: session) })
      // The first has its turn, and waits for the lock in it.
      try await until("the first to have its turn") { await session.isTaken }
      try await until("wish \(number) to wait") { await session.waiting.count >= number }
    }
    lock.release()
    var results: [Result<Outcome?, any Error>] = []
    for task in tasks { results.append(await task.result) }
    return results
  }

  @Test func theyShareTheDiskAndStayStepsOfTheirOwn() async throws {
    for number in 10..<50 { mail.add("\(number).a:2,", subject: "\(number)") }
    let syncs = Mutex(0)
    var calls = RenameCalls()
    let sync = calls.sync
    calls.sync = { descriptor in
      syncs.withLock { $0 += 1 }
      return sync(descriptor)
    }
    let session = try session(calls)
    let keys = (10..<50).map { "\($0).a" }
    let results = try await ask(keys.map { .command(.archive, [$0]) }, of: session)
    for (result, number) in zip(results, 10..<50) {
      let outcome = try #require(try result.get())
      #expect(outcome.message?.subject == "\(number)" && outcome.failures.isEmpty)
    }
    // One for each directory.
    #expect(syncs.withLock { $0 } == 2)
    #expect(mail.names().isEmpty && mail.names(".Archive").count == 40)
    let undone = try await ask(Array(repeating: .undo, count: 41), of: session)
    for (result, number) in zip(undone, (10..<50).reversed()) {
      let outcome = try #require(try result.get())
      #expect(outcome.changes.map(\.after.subject) == ["\(number)"] && outcome.isUndo)
    }
    #expect(try undone[40].get() == nil)
    #expect(syncs.withLock { $0 } == 4 && mail.names().count == 40)
    let redone = try await ask(Array(repeating: .redo, count: 41), of: session)
    for (result, number) in zip(redone, 10..<50) {
      #expect(try result.get()?.changes.map(\.after.subject) == ["\(number)"])
    }
    #expect(try redone[40].get() == nil)
    #expect(syncs.withLock { $0 } == 6 && mail.names(".Archive").count == 40)
  }

  /// A window's tasks ask without waiting for one another.
  @MainActor @Test func theyAreDoneInTheOrderInWhichOneActorAsks() async throws {
    for number in 10..<60 { mail.add("\(number).a:2,", subject: "\(number)") }
    let session = try session()
    let tasks = (10..<60).map { number in
      Task { try await session.perform(.toggleStar, on: [id("\(number).a")]) }
    }
    for task in tasks { _ = try await task.value }
    for number in (10..<60).reversed() {
      #expect(try await session.undo()?.changes.map(\.after.subject) == ["\(number)"])
    }
  }

  @Test func aFailureIsTheOneCommandsOwn() async throws {
    for number in 0..<3 { mail.add("\(number).a:2,", subject: "\(number)") }
    let results = try await ask(
      [
        .command(.archive, ["0.a"]), .command(.archive, ["none"]), .command(.markUnread, ["1.a"]),
        .command(.toggleStar, ["1.a"]), .command(.trash, ["2.a", "none"]),
      ], of: try session())
    #expect(try results[0].get()?.removesRow == true)
    #expect(throws: TriageError.store(.messageVanished)) { try results[1].get() }
    #expect(try results[2].get()?.changes.count == 1)
    #expect(try results[3].get()?.message?.isStarred == true)
    #expect(try results[4].get()?.failures.map(\.error) == [.messageVanished])
    #expect(mail.names() == ["1.a:2,F"])
    #expect(mail.names(".Archive").count == 1 && mail.names(".Trash").count == 1)
  }

  @Test func whatCannotBeUndoneIsTheOneStepsOwn() async throws {
    for number in 0..<6 { mail.add("\(number).a:2,", subject: "\(number)") }
    let session = try session()
    for number in 0..<5 { try await session.perform(.trash, on: [id("\(number).a")]) }
    let trash = FolderID(path: ByteName(".Trash"))
    let trashed = try await session.store.messages(in: trash)
    let there = { subject in
      try #require(trashed.first { $0.subject == subject }).id
    }
    // Of one step the message is deleted for ever, of another a program has taken it.
    try await session.perform(.delete, on: [there("3")])
    unlink("\(mail.path)/.Trash/cur/\(try there("1").key):2,")
    let results = try await ask(Array(repeating: .undo, count: 5), of: session)
    for (result, subject) in zip(results, ["4", "2", nil, "0"]) {
      if let subject {
        #expect(try result.get()?.changes.map(\.after.subject) == [subject])
      } else {
        #expect(throws: TriageError.store(.messageVanished)) { try result.get() }
      }
    }
    #expect(try results[4].get() == nil)
    #expect(mail.names().count == 4 && mail.names(".Trash").isEmpty)
    let redone = try await ask([.redo, .redo, .redo, .redo], of: session)
    #expect(
      try redone.map { try $0.get()?.changes.map(\.after.subject) } == [["0"], ["2"], ["4"], nil])
    #expect(mail.names() == ["5.a:2,"])
  }

  @Test func whatTheDiskRefusesStaysToBeUndone() async throws {
    for number in 0..<3 { mail.add("\(number).a:2,", subject: "\(number)") }
    let refuses = Mutex(false)
    var calls = RenameCalls()
    let noReplace = calls.noReplace
    calls.noReplace = { from, name, to, newName in
      refuses.withLock { $0 } ? EROFS : noReplace(from, name, to, newName)
    }
    let session = try session(calls)
    for number in 0..<3 { try await session.perform(.archive, on: [id("\(number).a")]) }
    refuses.withLock { $0 = true }
    for result in try await ask([.undo, .undo, .undo], of: session) {
      #expect(throws: TriageError.self) { try result.get() }
    }
    refuses.withLock { $0 = false }
    let undone = try await ask([.undo, .undo, .undo], of: session)
    #expect(try undone.map { try $0.get()?.changes.map(\.after.subject) } == [["2"], ["1"], ["0"]])
    #expect(mail.names().count == 3)
  }

  @Test func stepsOfOneMessageAreUndoneOneAfterAnother() async throws {
    for number in 0..<2 { mail.add("\(number).a:2,", subject: "\(number)") }
    let session = try session()
    let commands: [Command] = [.toggleStar, .archive, .markRead, .trash]
    for command in commands { try await session.perform(command, on: [id("0.a"), id("1.a")]) }
    let undone = try await ask(Array(repeating: .undo, count: 4), of: session)
    #expect(try undone.map { try $0.get()?.command } == commands.reversed())
    #expect(mail.names().allSatisfy { $0.hasSuffix(":2,") } && mail.names().count == 2)
    let redone = try await ask(Array(repeating: .redo, count: 4), of: session)
    #expect(try redone.map { try $0.get()?.command } == commands)
    #expect(mail.names(".Trash").count { $0.hasSuffix(":2,FS") } == 2)
  }

  @Test func whatCannotBeUndoneKeepsItsPlaceBeforeTheOlder() async throws {
    for number in 0..<2 { mail.add("\(number).a:2,", subject: "\(number)") }
    for number in 0..<2 { try await session().perform(.archive, on: [id("\(number).a")]) }
    let archive = FolderID(path: ByteName(".Archive"))
    let archived = try await session().store.messages(in: archive)
    let last = try #require(archived.first { $0.subject == "1" }).id.key
    let (file, kept) = ("\(mail.path)/.Archive/cur/\(last):2,", "\(mail.path)/tmp/kept")
    rename(file, kept)
    symlink(kept, file)
    for result in try await ask([.undo, .undo], of: try session()) {
      #expect(throws: TriageError.store(.notAMessage)) { try result.get() }
    }
    rename(kept, file)
    let undone = try await ask([.undo, .undo], of: try session())
    #expect(try undone.map { try $0.get()?.changes.map(\.after.subject) } == [["1"], ["0"]])
  }

  @Test func lookingOnlyRefusesThoseThatWaitToo() async throws {
    mail.add("1.a:2,", subject: "one")
    mail.add("2.a:2,", subject: "two")
    let session = try session()
    let lock = try #require(try journal().lock())
    let tasks = [Wish.command(.archive, ["1.a"]), .command(.archive, ["2.a"])].map { wish in
      Task { try await wish.fulfil(in: session) }
    }
    try await until("one to wait") { await !session.waiting.isEmpty }
    session.allowsChanges = false
    lock.release()
    for task in tasks {
      await #expect(throws: TriageError.lookOnly) { try await task.value }
    }
    #expect(mail.names() == ["1.a:2,", "2.a:2,"])
  }

  /// Whatever waits together ends as it would one after another.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func togetherIsAsOneAfterAnother(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    let keys = (0..<6).map { "\($0).a" }
    // Every other time mostly undos and redos.
    let wishes: [Wish] = (0..<20).map { number in
      switch Int.random(in: 0..<(seed % 2 == 1 && number > 6 ? 3 : 10), using: &numbers) {
      case 0: return .undo
      case 1: return .redo
      default:
        let commands: [Command] = [
          .archive, .trash, .toggleRead, .toggleStar, .markRead, .markUnread,
        ]
        return .command(
          commands.randomElement(using: &numbers) ?? .archive,
          Array(keys.shuffled(using: &numbers).prefix(Int.random(in: 1...2, using: &numbers))))
      }
    }
    let other = WaitingCommandTests()
    for (number, key) in keys.enumerated() {
      let flags = ["", "S", "FS"][number % 3]
      mail.add("\(key):2,\(flags)", subject: key)
      other.mail.add("\(key):2,\(flags)", subject: key)
    }
    let (together, alone) = (try session(), try other.session())
    let results = try await ask(wishes, of: together)
    for (wish, result) in zip(wishes, results) {
      let expected = await Task { try await wish.fulfil(in: alone) }.result
      #expect(Self.shown(result) == Self.shown(expected), "\(wish)")
    }
    for _ in 0...wishes.count {
      #expect(try await everything(in: together) == everything(in: alone))
      #expect(await together.canRedo == alone.canRedo)
      let (left, right) = (try await together.undo(), try await alone.undo())
      #expect((left == nil) == (right == nil))
    }
  }

  private static func shown(_ result: Result<Outcome?, any Error>) -> String {
    switch result {
    case .success(let outcome):
      let changes = outcome?.changes.map { "\($0.after.subject) \($0.after.flags.letters)" } ?? []
      return "\(changes) \(String(describing: outcome?.deed.one))"
    case .failure(let error): return "\(error)"
    }
  }

  private func everything(in session: TriageSession) async throws -> [String] {
    var all: [String] = []
    for folder in try await session.store.folders() {
      all += try await session.store.messages(in: folder)
        .map { "\(folder) \($0.subject) \($0.flags.letters)" }
    }
    return all.sorted()
  }

  /// At every rename the change is on the record as one to be made, until the disk has it.
  @Test func everythingIsNotedBeforeItIsMade() async throws {
    for number in 0..<6 { mail.add("\(number).a:2,", subject: "\(number)") }
    let record = try journal()
    let events = Mutex<(renames: Int, syncs: Int)>((0, 0))
    let noted = { @Sendable in
      ((try? record.unfinished(withUnconfirmed: false)) ?? []).compactMap(
        \.change.message?.after?.key)
    }
    var calls = RenameCalls()
    let (rename, sync) = (calls.noReplace, calls.sync)
    calls.noReplace = { from, name, to, newName in
      events.withLock { $0.renames += 1 }
      #expect(noted().contains(FileName(newName).key))
      return rename(from, name, to, newName)
    }
    calls.sync = { descriptor in
      events.withLock { $0.syncs += 1 }
      #expect(!noted().isEmpty)
      return sync(descriptor)
    }
    calls.unlink = { _, name in
      Issue.record("\(name) was taken away")
      return EPERM
    }
    let session = try session(calls)
    for wish in [
      Wish.command(.archive, ["0.a", "1.a"]), .command(.toggleStar, ["2.a"]), .undo, .undo, .redo,
    ] {
      let before = events.withLock { $0 }
      _ = try await wish.fulfil(in: session)
      #expect(noted().isEmpty)
      let after = events.withLock { $0 }
      #expect(after.renames > before.renames && after.syncs > before.syncs)
    }
    _ = try await ask(
      [.command(.archive, ["3.a"]), .command(.trash, ["4.a"]), .command(.markRead, ["5.a"])],
      of: session)
    _ = try await ask([.undo, .undo, .redo], of: session)
    #expect(noted().isEmpty && events.withLock { $0.renames } == 14)
  }

  @Test func aDeletionIsNotedBeforeItIsMade() async throws {
    for number in 0..<3 { mail.add("\(number).a:2,", subject: "\(number)") }
    let record = try journal()
    let unlinked = Mutex(0)
    var calls = RenameCalls()
    let unlink = calls.unlink
    calls.unlink = { directory, name in
      unlinked.withLock { $0 += 1 }
      let noted = (try? record.unfinished(withUnconfirmed: false)) ?? []
      #expect(
        noted.compactMap(\.change.message).contains {
          $0.isDeletion && $0.before?.key == FileName(name).key
        })
      return unlink(directory, name)
    }
    let session = try session(calls)
    try await session.perform(.trash, on: [id("0.a"), id("1.a")])
    try await session.perform(.delete, on: [id("0.a")])
    #expect(unlinked.withLock { $0 } == 1)
    #expect(try record.unfinished(withUnconfirmed: true).isEmpty)
    #expect(mail.names(".Trash").count == 1 && mail.names() == ["2.a:2,"])
  }

  @Test func whatTheDiskDoesNotConfirmIsToldAndLookedAtAgain() async throws {
    mail.add("1.a:2,", subject: "one")
    var calls = RenameCalls()
    calls.sync = { _ in EIO }
    let outcome = try await session(calls).perform(.archive, on: [id("1.a")])
    #expect(outcome.problem == .unconfirmed)
    #expect(try journal().unfinished(withUnconfirmed: true).count == 1)
    #expect(try await session().recover().isEmpty)
    #expect(try journal().unfinished(withUnconfirmed: true).isEmpty)
    #expect(mail.names(".Archive").count == 1)
    #expect(try await session().undo()?.changes.count == 1)
  }
}
