import FileSystem
import Foundation
import Glibc
import MailModel
import MaildirStore
import Testing
import TriageJournal

@testable import Triage

/// Sessions that end and begin again over one mailbox and one journal.
@Suite struct JournalledSessionTests {
  private final class Place {
    let mail = SampleMaildir()
    let record = SampleMaildir()

    func open() throws -> TriageSession {
      let store = try Maildir(path: mail.path)
      let (journal, problem) = try Journal.open(in: record.path, of: store.identity)
      #expect(problem == nil)
      return TriageSession(store: store, journal: journal, allowsChanges: true)
    }
  }

  private func id(_ key: String) -> MessageRef { MessageRef(folder: .inbox, key: ByteName(key)) }

  private func bases(_ names: [String]) -> [String] {
    names.map { String($0.prefix { $0 != ":" }) }
  }

  @Test func undoAndRedoSurviveARestartAndOtherPrograms() async throws {
    let place = Place()
    place.mail.add("1.a,U=3:2,S", subject: "one")
    try await place.open().perform(.toggleStar, on: [id("1.a")])
    try await place.open().perform(.archive, on: [id("1.a")])
    let name = try #require(place.mail.names(".Archive").first)
    rename(
      "\(place.mail.path)/.Archive/cur/\(name)",
      "\(place.mail.path)/.Archive/cur/\(bases([name])[0]),U=9:2,FRS")
    let undone = try #require(try await place.open().undo())
    #expect(undone.command == .archive && undone.isUndo && undone.removesRow)
    #expect(place.mail.names().map { $0.suffix(6) } == [":2,FRS"])
    #expect(!place.mail.names()[0].contains("U="))
    #expect(try await place.open().undo()?.command == .toggleStar)
    #expect(place.mail.names().map { $0.suffix(5) } == [":2,RS"])
    #expect(try await place.open().undo() == nil)
    let redone = try #require(try await place.open().redo())
    #expect(redone.command == .toggleStar && !redone.isUndo)
    #expect(redone.sentence(naming: \.subject) == Sentence("Redone: “%1$s”", "one"))
    #expect(try await place.open().redo()?.command == .archive)
    #expect(try await place.open().redo() == nil)
    #expect(place.mail.names().isEmpty)
    #expect(place.mail.names(".Archive").map { $0.suffix(6) } == [":2,FRS"])
  }

  @Test func aRecordThatNamesAPlaceOutsideMovesNothingThere() async throws {
    let place = Place()
    place.mail.add("1.a:2,S", subject: "one")
    let victim = SampleMaildir()
    let name = victim.path.split(separator: "/").last ?? ""
    let store = try Maildir(path: place.mail.path)
    let (journal, _) = try Journal.open(in: place.record.path, of: store.identity)
    let outside = MessageRef(folder: FolderID(path: ByteName("../\(name)")), key: ByteName("2.b"))
    let change = Change.message(MessageChange(before: outside, after: id("1.a")))
    let noted = try journal.note([(.newStep(of: "archive"), [.init(change: change)])])[0]
    try journal.finish(noted.map { ($0, .made($0.change, isDurable: true)) })
    let session = TriageSession(store: store, journal: journal, allowsChanges: true)
    let path = try #require(
      FileManager.default.contentsOfDirectory(atPath: place.record.path).first {
        $0.hasSuffix(".sqlite")
      })
    await #expect(throws: TriageError.journal(.tampered("\(place.record.path)/\(path)"))) {
      try await session.undo()
    }
    #expect(place.mail.names() == ["1.a:2,S"])
    #expect(victim.names() == [])
    // What else is done is done as ever.
    try await session.perform(.archive, on: [id("1.a")])
    #expect(place.mail.names(".Archive").count == 1)
  }

  @Test func aCommandEndsRedo() async throws {
    let place = Place()
    place.mail.add("1.a:2,", subject: "one")
    let session = try place.open()
    try await session.perform(.toggleStar, on: [id("1.a")])
    #expect(await session.canUndo)
    #expect(await !session.canRedo)
    try await session.undo()
    #expect(await !session.canUndo)
    #expect(await session.canRedo)
    try await session.perform(.markRead, on: [id("1.a")])
    #expect(await !session.canRedo)
    #expect(try await session.redo() == nil)
  }

  /// The program ends between the note and the rename, or between the rename and the second note.
  @Test(arguments: [false, true]) func whatACrashInterruptsIsFinished(isMade: Bool) async throws {
    let place = Place()
    for number in 0..<3 { place.mail.add("\(number).a:2,S", subject: "\(number)") }
    do {
      let store = try Maildir(path: place.mail.path)
      let (journal, _) = try Journal.open(in: place.record.path, of: store.identity)
      let archive = FolderID(path: ByteName(".Archive"))
      var plans = [
        try #require(try await store.plan(.move(to: archive), of: id("0.a"))),
        try #require(try await store.plan(.flags(adding: .flagged, removing: []), of: id("1.a"))),
      ]
      if !isMade {
        plans.append(try #require(try await store.plan(.move(to: archive), of: id("2.a"))))
      }
      _ = try journal.note([
        (.newStep(of: "archive"), plans.map { Journal.Intent(change: .message($0)) })
      ])
      if isMade { _ = await store.carryOut(plans.map { .message($0) }) }
      // Meanwhile another program takes the last one away.
      if !isMade { unlink("\(place.mail.path)/cur/2.a:2,S") }
    }
    let session = try place.open()
    let lost = try await session.recover()
    #expect(lost.map(\.key.description) == (isMade ? [] : ["2.a"]))
    #expect(place.mail.names(".Archive").count == 1)
    #expect(place.mail.names().contains("1.a:2,FS"))
    #expect(try await session.recover() == [])
    // What was finished can be undone.
    let undone = try #require(try await session.undo())
    #expect(undone.changes.count == 2 && undone.failures.isEmpty)
    #expect(place.mail.names(".Archive").isEmpty)
    #expect(place.mail.names().contains("1.a:2,S"))
    #expect(try await session.undo() == nil)
  }

  /// As version 0.1.0 left it, which made folders as it moved mail.
  @Test func aMoveIntoAFolderThatIsNotThereIsNotMade() async throws {
    let place = Place()
    place.mail.add("1.a:2,S", subject: "one")
    let store = try Maildir(path: place.mail.path)
    let (journal, _) = try Journal.open(in: place.record.path, of: store.identity)
    let archive = FolderID(path: ByteName(".Archive"))
    let plan = try #require(try await store.plan(.move(to: archive), of: id("1.a")))
    _ = try journal.note([(.newStep(of: "archive"), [.init(change: .message(plan))])])
    for part in ["/cur", "/new", "/tmp", ""] { rmdir("\(place.mail.path)/.Archive\(part)") }
    let session = try place.open()
    #expect(try await session.recover().isEmpty)
    #expect(try journal.unfinished(withUnconfirmed: true).isEmpty)
    #expect(place.mail.names() == ["1.a:2,S"])
    #expect(try await session.undo() == nil)
  }

  @Test func lookingOnlyFinishesNothing() async throws {
    let place = Place()
    place.mail.add("1.a:2,", subject: "one")
    let store = try Maildir(path: place.mail.path)
    let (journal, _) = try Journal.open(in: place.record.path, of: store.identity)
    let plan = try #require(
      try await store.plan(.flags(adding: .seen, removing: []), of: id("1.a")))
    _ = try journal.note([(.newStep(of: "read"), [.init(change: .message(plan))])])
    let session = TriageSession(store: store, journal: journal, allowsChanges: false)
    await #expect(throws: TriageError.lookOnly) { try await session.recover() }
    #expect(place.mail.names() == ["1.a:2,"])
    session.allowsChanges = true
    #expect(try await session.recover().isEmpty)
    #expect(place.mail.names() == ["1.a:2,S"])
  }

  @Test func severalSessionsShareWhatWasDone() async throws {
    let place = Place()
    for number in 0..<40 { place.mail.add("\(number).a:2,", subject: "\(number)") }
    let sessions = try (0..<4).map { _ in try place.open() }
    await withTaskGroup(of: Void.self) { group in
      for (index, session) in sessions.enumerated() {
        group.addTask {
          for number in 0..<10 {
            // Two sessions want each message.
            let key = "\((index / 2) * 20 + number * 2 + index % 2).a"
            _ = try? await session.perform(.archive, on: [self.id(key)])
            _ = try? await session.perform(.toggleStar, on: [self.id("\(number).a")])
            if number % 3 == 0 { _ = try? await session.undo() }
          }
        }
      }
    }
    #expect(place.mail.names().count + place.mail.names(".Archive").count == 40)
    while try await sessions[0].undo() != nil {}
    #expect(place.mail.names().count == 40 && place.mail.names(".Archive").isEmpty)
    #expect(place.mail.names().allSatisfy { $0.hasSuffix(":2,") })
    while try await sessions[1].redo() != nil {}
    #expect(place.mail.names().count + place.mail.names(".Archive").count == 40)
  }

  @Test func flagsComeBackAsTheyWereWritten() async throws {
    let place = Place()
    for name in ["1.a:2,SSFa!", "2.a", "3.a:1,exp", "4.a:2,:2,S", "5.a!2,S"] {
      place.mail.add(name, subject: name)
    }
    let before = place.mail.names()
    let session = try place.open()
    let ids = ["1.a", "2.a", "3.a", "4.a", "5.a"].map(id)
    try await session.perform(.toggleStar, on: ids)
    try await session.perform(.markUnread, on: ids)
    #expect(Set(place.mail.names()).isDisjoint(with: before))
    try await session.undo()
    try await session.undo()
    #expect(place.mail.names() == before)
    // Over a move the base name is fresh and the rest as it was.
    try await session.perform(.archive, on: ids)
    try await session.undo()
    let infos = { (names: [String]) in names.map { $0.drop { !":!".contains($0) } }.sorted() }
    #expect(infos(place.mail.names()) == infos(before))
    #expect(Set(bases(place.mail.names())).isDisjoint(with: ids.map(\.key.description)))
  }

  @Test func aThousandMovesAreOneStep() async throws {
    let place = Place()
    for number in 0..<1_000 { place.mail.add("\(number).a:2,", subject: "\(number)") }
    let session = try place.open()
    let ids = try await session.store.messages(in: .inbox).map(\.id)
    #expect(try await session.perform(.archive, on: ids).changes.count == 1_000)
    #expect(place.mail.names().isEmpty && place.mail.names(".Archive").count == 1_000)
    #expect(try await place.open().undo()?.changes.count == 1_000)
    #expect(place.mail.names().count == 1_000)
  }

  @Test func withoutARecordMailIsSortedAllTheSame() async throws {
    let place = Place()
    place.mail.add("1.a:2,", subject: "one")
    let store = try Maildir(path: place.mail.path)
    let (journal, problem) = try Journal.open(in: place.mail.path + "/cur/1.a:2,", of: "x")
    #expect(problem != nil)
    let session = TriageSession(store: store, journal: journal, allowsChanges: true)
    try await session.perform(.archive, on: [id("1.a")])
    #expect(place.mail.names(".Archive").count == 1)
    try await session.undo()
    #expect(place.mail.names().count == 1)
  }
}
