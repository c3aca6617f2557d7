import FileSystem
import Foundation
import MailModel
import Synchronization
import Testing

@testable import MaildirStore
@testable import Triage
@testable import TriageJournal

/// The record of changes is taken away, or another put in its place, while a session goes on.
@Suite struct TakenRecordTests {
  private let mail = SampleMaildir()
  private let ground = SampleMaildir()
  private var folder: String { ground.path + "/records" }
  private var path: String { "\(folder)/\(JournalFile.name(of: mail.path)).sqlite" }

  init() {
    for number in 0..<5 { mail.add("\(number).a:2,", subject: "\(number)") }
  }

  private func id(_ key: String) -> MessageRef { MessageRef(folder: .inbox, key: ByteName(key)) }

  private func journal(in folder: String? = nil) throws -> Journal {
    let (journal, problem) = try Journal.open(in: folder ?? self.folder, of: mail.path)
    #expect(problem == nil)
    return journal
  }

  private func session(
    _ calls: RenameCalls = RenameCalls(), _ journal: Journal? = nil
  ) throws -> TriageSession {
    TriageSession(
      store: try Maildir(path: mail.path, calls: calls), journal: try journal ?? self.journal(),
      allowsChanges: true)
  }

  enum Loss: CaseIterable {
    case fileRemoved, allRemoved, folderRemoved, folderMoved, garbage, longGarbage, empty

    func strike(_ path: String, in folder: String) throws {
      let files = FileManager.default
      func replace(by content: Data) throws {
        try content.write(to: URL(filePath: path + ".new"))
        #expect(rename(path + ".new", path) == 0)
      }
      switch self {
      case .fileRemoved: try files.removeItem(atPath: path)
      case .allRemoved:
        for name in try files.contentsOfDirectory(atPath: folder) {
          try files.removeItem(atPath: "\(folder)/\(name)")
        }
      case .folderRemoved: try files.removeItem(atPath: folder)
      case .folderMoved: try files.moveItem(atPath: folder, toPath: folder + ".away")
      case .garbage: try replace(by: Data("garbage".utf8))
      case .longGarbage: try replace(by: Data(repeating: 0xA5, count: 100_000))
      case .empty: try replace(by: Data())
      }
    }
  }

  @Test(arguments: Loss.allCases) func anotherIsBegunAndNoMailIsLost(loss: Loss) async throws {
    let session = try session()
    try await session.perform(.archive, on: [id("0.a")])
    try await session.perform(.toggleStar, on: [id("1.a")])
    try await session.undo()
    try loss.strike(path, in: folder)
    let outcome = try await session.perform(.trash, on: [id("2.a")])
    #expect(outcome.problem == .begunAnew && outcome.changes.count == 1)
    #expect(try await session.perform(.markRead, on: [id("3.a")]).problem == nil)
    // The next run finds what was done since, and this one goes on beside it.
    let next = try self.session()
    #expect(try await next.recover().isEmpty)
    #expect(try await next.undo()?.command == .markRead)
    #expect(try await session.undo()?.command == .trash)
    #expect(try await next.undo() == nil)
    #expect(mail.names().count == 4 && mail.names(".Archive").count == 1)
    for command in [Command.trash, .markRead] {
      #expect(try await session.redo()?.command == command)
    }
    #expect(try await session.redo() == nil)
  }

  @Test(arguments: Loss.allCases) func undoAndRedoFindItGoneToo(loss: Loss) async throws {
    let session = try session()
    try await session.perform(.archive, on: [id("0.a")])
    try loss.strike(path, in: folder)
    await #expect(throws: TriageError.journal(.begunAnew)) { try await session.undo() }
    #expect(try await session.undo() == nil)
    try await session.perform(.toggleStar, on: [id("1.a")])
    try await session.undo()
    try Loss.fileRemoved.strike(path, in: folder)
    await #expect(throws: TriageError.journal(.begunAnew)) { try await session.redo() }
    #expect(mail.names(".Archive").count == 1 && mail.names().count == 4)
  }

  /// Between the note of a change and the change, and between the change and the second note.
  @Test(arguments: Loss.allCases, [false, true])
  func inTheMiddleOfAStep(loss: Loss, isMade: Bool) async throws {
    let hasStruck = Mutex(false)
    let (path, folder) = (path, folder)
    let strike = { @Sendable in
      let isFirst = hasStruck.withLock { struck in
        defer { struck = true }
        return !struck
      }
      if isFirst { #expect(throws: Never.self) { try loss.strike(path, in: folder) } }
    }
    var calls = RenameCalls()
    let noReplace = calls.noReplace
    calls.noReplace = { from, name, to, newName in
      if !isMade { strike() }
      defer { if isMade { strike() } }
      return noReplace(from, name, to, newName)
    }
    let session = try session(calls)
    let ids = (0..<3).map { id("\($0).a") }
    #expect(try await session.perform(.archive, on: ids).problem == nil)
    #expect(mail.names(".Archive").count == 3)
    #expect(try await session.perform(.toggleStar, on: [id("4.a")]).problem == .begunAnew)
    let next = try self.session()
    #expect(try await next.recover().isEmpty)
    #expect(try await next.undo()?.command == .toggleStar)
    #expect(try await next.undo() == nil)
    #expect(mail.names().count == 2 && mail.names(".Archive").count == 3)
  }

  @Test(arguments: Loss.allCases) func severalSessionsGoOnWithOne(loss: Loss) async throws {
    let sessions = [try session(), try session(), try session()]
    for number in 0..<3 { try await sessions[number].perform(.archive, on: [id("\(number).a")]) }
    try loss.strike(path, in: folder)
    #expect(try await sessions[1].perform(.toggleStar, on: [id("3.a")]).problem == .begunAnew)
    // The others go on with what the first has begun.
    #expect(try await sessions[2].perform(.toggleStar, on: [id("4.a")]).problem == .begunAnew)
    let undone = try #require(try await sessions[0].undo())
    #expect(undone.problem == .begunAnew && undone.changes.map(\.after.subject) == ["4"])
    #expect(try await sessions[1].undo()?.changes.map(\.after.subject) == ["3"])
    #expect(try await sessions[2].undo() == nil)
    #expect(mail.names().count == 2 && mail.names(".Archive").count == 3)
  }

  @Test func anotherRecordInItsPlaceIsGoneOnWithAndTold() async throws {
    let elsewhere = ground.path + "/elsewhere"
    try await session(RenameCalls(), journal(in: elsewhere)).perform(.archive, on: [id("0.a")])
    let session = try session()
    try await session.perform(.toggleStar, on: [id("1.a")])
    try FileManager.default.moveItem(atPath: folder, toPath: folder + ".away")
    try FileManager.default.moveItem(atPath: elsewhere, toPath: folder)
    #expect(try await session.perform(.toggleStar, on: [id("2.a")]).problem == .begunAnew)
    let next = try self.session()
    #expect(try await next.undo()?.changes.map(\.after.subject) == ["2"])
    #expect(try await next.undo()?.changes.map(\.after.subject) == ["0"])
    #expect(try await next.undo() == nil)
  }

  @Test func withoutAPlaceForItMailIsSortedAllTheSame() async throws {
    let session = try session()
    try await session.perform(.archive, on: [id("0.a")])
    try FileManager.default.removeItem(atPath: folder)
    try Data().write(to: URL(filePath: folder))
    guard case .unusable? = try await session.perform(.archive, on: [id("1.a")]).problem else {
      Issue.record("nothing was told")
      return
    }
    #expect(mail.names(".Archive").count == 2)
    for number in [1, 0] {
      #expect(try await session.undo()?.changes.map(\.after.subject) == ["\(number)"])
    }
    #expect(try await session.undo() == nil)
  }

  @Test func aRecordKnowsWhetherItIsInPlace() throws {
    let journal = try journal()
    #expect(journal.isInPlace)
    try Loss.allRemoved.strike(path, in: folder)
    #expect(!journal.isInPlace)
    let (next, problem) = try journal.replacement()
    #expect(problem == .begunAnew && next.isInPlace && !journal.isInPlace)
    #expect(try next.lastStep() == nil)
  }
}
