import FileSystem
import Foundation
import MailModel
import MaildirStore
import SeededRandom
import Testing
import TriageJournal

@testable import Triage

/// Steps that are undone by themselves, and steps that the program began.
@Suite struct OutOfOrderTests {
  private let mail = SampleMaildir()
  private let archive = FolderID(path: ByteName(".Archive"))
  private let session: TriageSession

  init() throws {
    for number in 0..<4 { mail.add("\(number).a:2,", subject: "\(number)") }
    session = TriageSession(store: try Maildir(path: mail.path), allowsChanges: true)
  }

  private func id(_ key: String) -> MessageRef { MessageRef(folder: .inbox, key: ByteName(key)) }

  private func perform(
    _ command: Command, _ key: String, by origin: Journal.Origin = .person
  ) async throws -> Int64 {
    try #require(try await session.perform(command, on: [id(key)], by: origin).step)
  }

  @Test func aStepIsTakenBackByItselfAndRedoneFirst() async throws {
    let first = try await perform(.archive, "0.a")
    let second = try await perform(.toggleStar, "1.a")
    _ = try await perform(.trash, "2.a")
    #expect(try await session.undo(step: first)?.command == .archive)
    #expect(mail.names(".Archive").isEmpty)
    #expect(try await session.undo(step: first) == nil, "it is undone already")
    // The person's way back goes on with the last that is in force.
    #expect(try await session.undo()?.command == .trash)
    // What was undone last is redone first.
    #expect(try await session.redo()?.command == .trash)
    #expect(try await session.redo()?.command == .archive)
    #expect(try await session.redo() == nil)
    #expect(mail.names(".Archive").count == 1 && mail.names(".Trash").count == 1)
    #expect(try await session.undo(step: second)?.command == .toggleStar)
    try await session.perform(.markRead, on: [id("3.a")])
    #expect(try await session.redo() == nil, "a new command ends that")
  }

  @Test func onlyWhatTheStepChangedIsTakenBack() async throws {
    let starred = try await perform(.toggleStar, "0.a")
    _ = try await perform(.markRead, "0.a")
    _ = try await perform(.archive, "0.a")
    #expect(try await session.undo(step: starred)?.changes.count == 1)
    #expect(mail.names(".Archive").map { $0.suffix(4) } == [":2,S"])
    #expect(try await session.undo()?.command == .archive)
    #expect(try await session.undo()?.command == .markRead)
    #expect(mail.names().allSatisfy { $0.hasSuffix(":2,") })
    #expect(try await session.undo() == nil)
    for command in [Command.markRead, .archive, .toggleStar] {
      #expect(try await session.redo()?.command == command)
    }
    #expect(mail.names(".Archive").map { $0.suffix(5) } == [":2,FS"])
  }

  @Test func whatWasMovedOnStaysAndIsSaid() async throws {
    let archived = try await perform(.archive, "0.a")
    let trashed = try await perform(.trash, "0.a")
    await #expect(throws: TriageError.store(.movedOn)) { try await session.undo(step: archived) }
    #expect(mail.names(".Trash").count == 1)
    // In their order both can still be taken back.
    #expect(try await session.undo()?.step == nil)
    #expect(mail.names(".Archive").count == 1)
    #expect(try await session.undo(step: trashed) == nil)
    #expect(try await session.undo(step: archived)?.changes.count == 1)
    #expect(mail.names().count == 4)
  }

  @Test func whatWasMovedOnAndIsBackInItsFolderStaysToo() async throws {
    let archived = try await perform(.archive, "0.a")
    let first = try await session.store.messages(in: archive)[0].id
    try await session.perform(.moveToInbox, on: [first])
    let others = (1...3).map { id("\($0).a") }
    let back = try #require(
      try await session.store.messages(in: .inbox).map(\.id).first { !others.contains($0) })
    try await session.perform(.archive, on: [back])
    await #expect(throws: TriageError.store(.movedOn)) { try await session.undo(step: archived) }
    #expect(mail.names(".Archive").count == 1)
    // In their order all three can be taken back, and done again.
    for count in [0, 1, 0] {
      try await session.undo()
      #expect(mail.names(".Archive").count == count)
    }
    for count in [1, 0, 1] {
      try await session.redo()
      #expect(mail.names(".Archive").count == count)
    }
  }

  @Test func theWayBackLeadsPastWhatTheProgramMovedOn() async throws {
    _ = try await perform(.toggleStar, "1.a")
    _ = try await perform(.archive, "0.a")
    let there = try await session.store.messages(in: archive)[0].id
    let woken = try await session.perform(.moveToInbox, on: [there], by: .waking)
    #expect(woken.step != nil)
    await #expect(throws: TriageError.store(.movedOn)) { try await session.undo() }
    #expect(mail.names().count == 4, "it stays where the program has put it")
    #expect(try await session.undo()?.command == .toggleStar)
    #expect(try await session.undo() == nil)
    #expect(try await session.undo(step: try #require(woken.step))?.changes.count == 1)
    #expect(mail.names(".Archive").count == 1)
  }

  @Test func whatWasMovedOnAndThenTakenOutIsGone() async throws {
    _ = try await perform(.toggleStar, "1.a")
    let archived = try await perform(.archive, "0.a")
    let there = try await session.store.messages(in: archive)[0].id
    try await session.perform(.moveToInbox, on: [there], by: .waking)
    let known = ["1.a", "2.a", "3.a"]
    let name = try #require(mail.names().first { name in !known.contains { name.hasPrefix($0) } })
    try FileManager.default.removeItem(atPath: "\(mail.path)/cur/\(name)")
    await #expect(throws: TriageError.store(.messageVanished)) {
      try await session.undo(step: archived)
    }
    #expect(try await session.undo()?.command == .toggleStar, "it does not stand in the way")
  }

  @Test func theProgramsStepsAreNoPartOfThePersons() async throws {
    let archived = try await perform(.archive, "0.a")
    try await session.undo()
    let read = try await perform(.markRead, "1.a", by: .reading)
    #expect(await session.canRedo, "what can be redone is not discarded")
    #expect(await !session.canUndo)
    #expect(try await session.redo()?.command == .archive)
    #expect(try await session.undo(step: read)?.command == .markRead)
    #expect(mail.names().allSatisfy { $0.hasSuffix(":2,") })
    #expect(try await session.redo() == nil, "nor is it redone")
    #expect(try await session.undo()?.command == .archive)
    #expect(try await session.undo(step: archived) == nil)
  }

  @Test func flagsThatTheProgramSetLaterHinderNothing() async throws {
    _ = try await perform(.archive, "0.a")
    let there = try await session.store.messages(in: archive)[0].id
    _ = try await session.perform(.markRead, on: [there], by: .reading)
    #expect(try await session.undo()?.command == .archive)
    #expect(mail.names().count { $0.hasSuffix(":2,S") } == 1 && mail.names().count == 4)
  }

  @Test func aStepThatIsForgottenIsNone() async throws {
    #expect(try await session.undo(step: 17) == nil)
  }

  /// Steps of version 0.1.0, whose journal knew words and the ends of file names.
  @Test func stepsOfVersion1AreTakenBack() async throws {
    let record = SampleMaildir()
    let (journal, _) = try Journal.open(in: record.path, of: mail.path)
    for (word, command, key) in [("star", Command.toggleStar, "1.a"), ("archive", .archive, "0.a")]
    {
      let plan = try #require(
        try await session.store.plan(
          command == .archive ? .move(to: archive) : .flags(adding: .flagged, removing: []),
          of: id(key)))
      let noted = try journal.note([(.newStep(of: word), [.init(change: .message(plan))])])[0]
      let made = try await session.store.carryOut([.message(plan)]).results[0].get()
      try journal.finish([(noted[0], .made(made.change, isDurable: true))])
    }
    let next = TriageSession(
      store: try Maildir(path: mail.path), journal: journal, allowsChanges: true)
    #expect(try await next.undo()?.command == .archive)
    #expect(try await next.undo()?.command == .toggleStar)
    #expect(try await next.undo() == nil)
    #expect(mail.names().count == 4 && mail.names().allSatisfy { $0.hasSuffix(":2,") })
  }

  /// Undone and redone in any order, all ends as it began.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func whateverTheOrderAllComesBack(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    var steps: [Int64] = []
    let commands: [Command] = [
      .archive, .trash, .toggleRead, .toggleStar, .markRead, .markUnread, .moveToInbox,
    ]
    for _ in 0..<60 {
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: _ = try? await session.undo()
      case 1: _ = try? await session.redo()
      case 2:
        if let step = steps.randomElement(using: &numbers) {
          do {
            _ = try await session.undo(step: step)
          } catch {
            #expect(error == .store(.movedOn))
          }
        }
      default:
        let command = commands.randomElement(using: &numbers) ?? .archive
        let key = "\(Int.random(in: 0..<4, using: &numbers)).a"
        let origin: Journal.Origin =
          Int.random(in: 0..<4, using: &numbers) == 0 ? .reading : .person
        do {
          if let step = try await session.perform(command, on: [id(key)], by: origin).step {
            steps.append(step)
          }
        } catch {
          #expect(error == .notOffered(command))
        }
      }
      #expect(
        mail.names().count + mail.names(".Archive").count + mail.names(".Trash").count == 4)
    }
    // One by one from the last; what a later step had moved on comes once that is taken back.
    for step in steps.reversed() { _ = try? await session.undo(step: step) }
    for step in steps.reversed() { _ = try? await session.undo(step: step) }
    #expect(mail.names().count + mail.names(".Archive").count + mail.names(".Trash").count == 4)
    let subjects = try await session.store.messages(in: .inbox).map(\.subject)
    #expect(Set(subjects).count == subjects.count)
  }
}
