import FileSystem
import Glibc
import MailModel
import SeededRandom
import StoreInMemory
import Synchronization
import TestWaiting
import Testing
import TriageJournal

@testable import MaildirStore
@testable import Triage

/// Commands to many messages at once: done portion by portion, and one step.
@Suite(.againstHanging) struct SeveralAtOnceTests {
  private let mail = SampleMaildir()
  private let record = SampleMaildir()

  private func session(
    portion: Int, _ calls: RenameCalls = RenameCalls()
  ) throws -> TriageSession {
    let store = try Maildir(path: mail.path, calls: calls)
    let (journal, problem) = try Journal.open(in: record.path, of: store.identity)
    #expect(problem == nil)
    return TriageSession(store: store, journal: journal, allowsChanges: true, portion: portion)
  }

  private func ids(_ numbers: Range<Int>) -> [MessageRef] {
    numbers.map { MessageRef(folder: .inbox, key: ByteName("\($0).a")) }
  }

  private func fill(_ count: Int) {
    for number in 0..<count { mail.add("\(number).a:2,", subject: "\(number)") }
  }

  @Test func manyAreOneStepAndOneUndo() async throws {
    fill(25)
    let syncs = Mutex(0)
    var calls = RenameCalls()
    let sync = calls.sync
    calls.sync = { descriptor in
      syncs.withLock { $0 += 1 }
      return sync(descriptor)
    }
    let heard = Mutex<[Int]>([])
    let outcome = try await session(portion: 10, calls).perform(.archive, on: ids(0..<25)) {
      done, total in
      #expect(total == 25)
      heard.withLock { $0.append(done) }
      return true
    }
    #expect(heard.withLock { $0 } == [10, 20])
    // One for each directory and portion.
    #expect(syncs.withLock { $0 } == 6)
    #expect(outcome.changes.count == 25 && outcome.failures.isEmpty && outcome.left == 0)
    #expect(
      outcome.sentence(naming: \.subject)
        == Sentence(("Archived %1$s message", "Archived %1$s messages"), count: 25))
    #expect(mail.names().isEmpty && mail.names(".Archive").count == 25)
    // After a restart too.
    let undone = try #require(try await session(portion: 10).undo())
    #expect(undone.changes.count == 25 && undone.isUndo)
    #expect(mail.names().count == 25)
    #expect(try await session(portion: 10).undo() == nil)
    #expect(try await session(portion: 10).redo()?.changes.count == 25)
    #expect(mail.names(".Archive").count == 25)
    let step = try #require(outcome.step)
    #expect(try await session(portion: 10).undo(step: step)?.changes.count == 25)
    #expect(mail.names().count == 25)
  }

  @Test func whatWasDoneWhenItWasEndedIsTheStep() async throws {
    fill(25)
    let outcome = try await session(portion: 10).perform(.archive, on: ids(0..<25)) { done, _ in
      done < 20
    }
    #expect(outcome.changes.count == 20 && outcome.left == 5 && outcome.failures.isEmpty)
    #expect(
      outcome.sentence(naming: \.subject, counting: { "\($0) of \($1)" }).values == ["20 of 25"])
    #expect(mail.names().count == 5 && mail.names(".Archive").count == 20)
    // The way back can be ended too, and gone on with.
    let undone = try #require(try await session(portion: 10).undo { _, _ in false })
    #expect(undone.changes.count == 10 && undone.left == 10)
    #expect(mail.names().count == 15)
    #expect(try await session(portion: 10).undo()?.changes.count == 10)
    #expect(mail.names().count == 25)
    #expect(try await session(portion: 10).undo() == nil)
    #expect(try await session(portion: 10).redo()?.changes.count == 20)
    #expect(mail.names().count == 5)
  }

  @Test func whatAnotherProgramTookOutIsLeftOutAndCounted() async throws {
    fill(25)
    // One before it is looked for, and one that was there at the beginning.
    unlink("\(mail.path)/cur/3.a:2,")
    let path = mail.path
    let outcome = try await session(portion: 10).perform(.archive, on: ids(0..<25)) { done, _ in
      unlink("\(path)/cur/24.a:2,")
      return true
    }
    #expect(outcome.changes.count == 23)
    #expect(outcome.failures.map(\.error) == [.messageVanished, .messageVanished])
    #expect(outcome.refusals.isEmpty)
    let sentence = outcome.sentence(naming: \.subject, counting: { "\($0) of \($1)" })
    #expect(sentence.count == 25 && sentence.values == ["23 of 25"])
    #expect(try await session(portion: 10).undo()?.changes.count == 23)
    #expect(mail.names().count == 23)
  }

  @Test func whatComesBehindManyIsDoneAfterAllOfThem() async throws {
    fill(25)
    let session = try session(portion: 10)
    let lock = try #require(
      try Journal.open(in: record.path, of: session.store.identity).journal.lock())
    let (all, one) = (ids(0..<25), ids(24..<25))
    let many = Task { try await session.perform(.toggleStar, on: all) }
    try await until("the first to have its turn") { await session.isTaken }
    let last = Task { try await session.perform(.archive, on: one) }
    try await until("one to wait") { await !session.waiting.isEmpty }
    lock.release()
    #expect(try await many.value.changes.count == 25)
    #expect(try await last.value.message?.flags == .flagged)
    #expect(try await session.undo()?.changes.count == 1)
    #expect(try await session.undo()?.changes.count == 25)
    #expect(mail.names().allSatisfy { $0.hasSuffix(":2,") } && mail.names().count == 25)
  }

  @Test func manyThatAreDeletedForEverAreNoStep() async throws {
    for number in 0..<25 { mail.add("\(number).a:2,", subject: "\(number)", in: ".Trash") }
    let trash = FolderID(path: ByteName(".Trash"))
    let session = try session(portion: 10)
    let all = try await session.store.messages(in: trash)
    let outcome = try await session.perform(.delete, on: all.map(\.id))
    #expect(outcome.deleted.count == 25 && outcome.step == nil)
    #expect(mail.names(".Trash").isEmpty)
    #expect(try await session.undo() == nil)
  }

  @Test func aGroupIsAskedAsOne() async throws {
    func message(_ key: String, _ flags: MessageFlags) -> Message {
      Message(
        id: MessageRef(folder: .inbox, key: ByteName(key)), flags: flags, from: "", address: "",
        subject: "", date: 0, preview: nil, size: 0)
    }
    let mixed = MessageGroup([message("1", [.seen, .flagged]), message("2", .flagged)])
    let all = MessageGroup([message("1", [.seen, .flagged]), message("3", [.seen, .flagged])])
    let star = Command.toggleStar.entry
    let read = Command.toggleRead.entry
    #expect(
      star.title(for: mixed) == "Unstar" && star.resolved(for: mixed).command == .mark(.unstarred))
    #expect(
      read.title(for: mixed) == "Mark as Read" && read.resolved(for: mixed).command == .markRead)
    #expect(
      read.title(for: all) == "Mark as Unread" && read.resolved(for: all).command == .markUnread)
    let session = TriageSession(
      store: MemoryStore(folders: [.inbox, FolderID(path: ByteName("Archive"))]),
      allowsChanges: true)
    try await session.folders()
    #expect(Command.markRead.entry.isOffered(for: mixed, in: session))
    #expect(!Command.markRead.entry.isOffered(for: all, in: session))
    #expect(Command.markUnread.entry.isOffered(for: mixed, in: session))
    #expect(Command.archive.entry.isOffered(for: mixed, in: session))
    #expect(!Command.archive.entry.isOffered(for: MessageGroup([]), in: session))
  }

  @Test func aRowIsStarredIfOneOfItsMessagesIs() {
    func message(_ key: String, _ flags: MessageFlags) -> Message {
      Message(
        id: MessageRef(folder: .inbox, key: ByteName(key)), flags: flags, from: "", address: "",
        subject: "", date: 0, preview: nil, size: 0,
        conversation: ConversationID(key == "3" ? 2 : 1))
    }
    var rows = ConversationRows()
    rows.show([message("1", .seen), message("2", .flagged), message("3", .seen)])
    let (star, read) = (Command.toggleStar.entry, Command.toggleRead.entry)
    let row = MessageGroup(rows: [rows.rows[0]])
    #expect(row.count == 2 && star.resolved(for: row).command == .mark(.unstarred))
    #expect(star.title(for: row) == "Unstar" && read.resolved(for: row).command == .markRead)
    let both = MessageGroup(rows: rows.rows)
    #expect(both.count == 3 && star.resolved(for: both).command == .mark(.starred))
    // Struck twice before its row shows it, the star of one is to be gone again.
    #expect(star.resolved(for: MessageGroup(rows: [rows.rows[1]])).command == .toggleStar)
    #expect(MessageGroup(rows: []).count == 0 && !MessageGroup(rows: []).common.isStarred)
  }

  /// In whatever portions, commands and their undoing end alike, in a store that knows no disk.
  @Test(arguments: 0..<12 as Range<UInt64>)
  func portionsChangeNothing(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    var sessions: [TriageSession] = []
    for portion in [1_000, Int.random(in: 1...7, using: &numbers)] {
      let store = MemoryStore(
        folders: [.inbox, FolderID(path: ByteName("Archive")), FolderID(path: ByteName("Trash"))])
      for number in 0..<20 {
        await store.deliver(
          Message(
            id: MessageRef(folder: .inbox, key: ByteName("\(number)")),
            flags: MessageFlags(["", "S", "FS"][number % 3]), from: "", address: "",
            subject: "\(number)", date: Int64(number), preview: nil, size: 0))
      }
      sessions.append(
        TriageSession(store: store, journal: nil, allowsChanges: true, portion: portion))
    }
    for _ in 0..<20 {
      let choice = Int.random(in: 0..<6, using: &numbers)
      let commands: [Command] = [.archive, .trash, .toggleRead, .mark(.starred), .markUnread]
      let command = commands[Int.random(in: 0..<5, using: &numbers)]
      let subjects = (0..<20).shuffled(using: &numbers)
        .prefix(Int.random(in: 0...20, using: &numbers)).map(String.init)
      var told: [String] = []
      for session in sessions {
        let outcome: Outcome?
        switch choice {
        case 0, 1: outcome = try await session.undo()
        case 2: outcome = try await session.redo()
        default:
          let messages = try await session.store.messages(in: .inbox)
          let ids = messages.filter { subjects.contains($0.subject) }.map(\.id)
          outcome = try? await session.perform(command, on: ids)
        }
        told.append(
          "\(outcome?.changes.map(\.after.subject).sorted() ?? []) \(outcome?.failures.count ?? 0)")
      }
      #expect(told[0] == told[1])
      #expect(try await everything(in: sessions[0]) == everything(in: sessions[1]))
    }
  }

  /// A disk that refuses now and then, programs that take mail out, an end at any place and restarts: what is
  /// told is what is on the disk, nothing is lost, and the way back leads to where it began.
  @Test(arguments: 0..<12 as Range<UInt64>)
  func whatIsToldIsSo(seed: UInt64) async throws {
    let numbers = Mutex(SeededNumbers(seed: seed))
    let random = { @Sendable (range: Range<Int>) in
      numbers.withLock { Int.random(in: range, using: &$0) }
    }
    let count = 30
    fill(count)
    let refuses = Mutex(false)
    var calls = RenameCalls()
    let noReplace = calls.noReplace
    calls.noReplace = { from, name, to, newName in
      refuses.withLock { $0 } && random(0..<8) == 0 ? EIO : noReplace(from, name, to, newName)
    }
    let taken = Mutex<Set<String>>([])
    let path = mail.path
    let progress: TriageSession.Progress = { _, _ in
      let number = random(0..<60)
      if unlink("\(path)/cur/\(number).a:2,") == 0 {
        taken.withLock { _ = $0.insert("\(number)") }
      }
      return random(0..<5) > 0
    }
    refuses.withLock { $0 = true }
    let asked = numbers.withLock { ids(0..<count).shuffled(using: &$0) }
    let outcome = try await session(portion: random(1..<12), calls).perform(
      .archive, on: asked, progress: progress)
    refuses.withLock { $0 = false }
    #expect(outcome.changes.count + outcome.failures.count + outcome.left == count)
    #expect(mail.names(".Archive").count == outcome.changes.count)
    #expect(
      mail.names().count == count - outcome.changes.count - taken.withLock { $0.count })
    for _ in 0..<40 {
      let undone = try? await session(portion: random(1..<12), calls).undo(progress: progress)
      if undone == nil { break }
    }
    #expect(mail.names(".Archive").isEmpty)
    let subjects = try await session(portion: 10).store.messages(in: .inbox).map(\.subject)
    #expect(Set(subjects) == Set((0..<count).map(String.init)).subtracting(taken.withLock { $0 }))
  }

  private func everything(in session: TriageSession) async throws -> [String] {
    var all: [String] = []
    for folder in try await session.store.folders() {
      all += try await session.store.messages(in: folder)
        .map { "\(folder) \($0.subject) \($0.flags.letters)" }
    }
    return all.sorted()
  }
}
