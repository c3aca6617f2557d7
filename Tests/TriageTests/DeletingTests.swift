import FileSystem
import Foundation
import MailModel
import MaildirStore
import Testing
import TriageJournal

@testable import Triage

/// Deleting for ever, and mail that goes back to the inbox.
@Suite struct DeletingTests {
  private let mail = SampleMaildir()
  private let trash = FolderID(path: ByteName(".Trash"))

  private func open(_ journal: Journal? = nil) throws -> (Maildir, TriageSession) {
    let store = try Maildir(path: mail.path)
    return (store, TriageSession(store: store, journal: journal, allowsChanges: true))
  }

  private func ids(in folder: FolderID, of store: Maildir) async throws -> [MessageRef] {
    try await store.messages(in: folder).map(\.id)
  }

  @Test func onlyWhatIsInTheTrashIsDeleted() async throws {
    mail.add("1.a:2,S", subject: "one")
    let (store, session) = try open()
    await #expect(throws: TriageError.store(.notInTrash)) {
      try await session.perform(.delete, on: try await self.ids(in: .inbox, of: store))
    }
    #expect(mail.names() == ["1.a:2,S"])
    try await session.perform(.trash, on: try await ids(in: .inbox, of: store))
    let outcome = try await session.perform(.delete, on: try await ids(in: trash, of: store))
    #expect(outcome.sentence(naming: \.subject) == Sentence("Permanently deleted “%1$s”", "one"))
    #expect(outcome.removesRow && outcome.deleted.count == 1 && outcome.changes.isEmpty)
    #expect(mail.names(".Trash").isEmpty && mail.names().isEmpty)
  }

  @Test func deletingIsNoStepAndThoseBeforeItStay() async throws {
    for number in 0..<4 { mail.add("\(number).a:2,", subject: "\(number)") }
    let (store, session) = try open()
    let all = try await store.messages(in: .inbox).sorted { $0.subject < $1.subject }.map(\.id)
    try await session.perform(.archive, on: [all[0]])
    try await session.perform(.trash, on: [all[1]])
    try await session.perform(.trash, on: [all[2], all[3]])
    let trashed = try await store.messages(in: trash)
    let gone = trashed.filter { ["1", "2"].contains($0.subject) }
    let outcome = try await session.perform(.delete, on: gone.map(\.id))
    #expect(
      outcome.sentence(naming: \.subject)
        == Sentence(
          Command.delete.entry.wording.toSeveral, count: 2))

    // Of the last step one message is left, of the one before it none.
    let first = try #require(try await session.undo())
    #expect(first.changes.map(\.after.subject) == ["3"] && first.failures.isEmpty)
    let second = try #require(try await session.undo())
    #expect(second.command == .archive && second.changes.map(\.after.subject) == ["0"])
    #expect(try await session.undo() == nil)
    #expect(
      try await store.messages(in: .inbox).map(\.subject).sorted() == ["0", "3"])
    let redone = try #require(try await session.redo())
    #expect(redone.command == .archive)
  }

  @Test func stepsBeforeThatWhichBroughtItToTheTrashArePassedOverToo() async throws {
    mail.add("1.a:2,", subject: "one")
    mail.add("2.a:2,", subject: "two")
    let (store, session) = try open()
    let archive = FolderID(path: ByteName(".Archive"))
    let two = try #require(try await store.messages(in: .inbox).first { $0.subject == "two" })
    try await session.perform(.toggleStar, on: [two.id])
    try await session.perform(
      .archive, on: try await ids(in: .inbox, of: store).filter { $0 != two.id })
    try await session.perform(.trash, on: try await ids(in: archive, of: store))
    try await session.perform(.delete, on: try await ids(in: trash, of: store))
    #expect(try await session.undo()?.command == .toggleStar)
  }

  @Test func whatAnotherProgramTookFromTheTrashIsTold() async throws {
    mail.add("1.a:2,", subject: "one")
    mail.add("2.a:2,", subject: "two")
    let (store, session) = try open()
    try await session.perform(.trash, on: try await ids(in: .inbox, of: store))
    let all = try await store.messages(in: trash)
    let name = try #require(mail.names(".Trash").first)
    try FileManager.default.removeItem(atPath: mail.path + "/.Trash/cur/" + name)
    let outcome = try await session.perform(.delete, on: all.map(\.id))
    #expect(outcome.deleted.count == 1 && outcome.failures.map(\.error) == [.messageVanished])
    #expect(mail.names(".Trash").isEmpty)
    await #expect(throws: TriageError.store(.messageVanished)) {
      try await session.perform(.delete, on: all.map(\.id))
    }
  }

  @Test func mailGoesBackToTheInboxAndUndoBringsItBack() async throws {
    mail.add("1.a:2,FS", subject: "one")
    let (store, session) = try open()
    await #expect(throws: TriageError.notOffered(.moveToInbox)) {
      try await session.perform(.moveToInbox, on: try await self.ids(in: .inbox, of: store))
    }
    for (command, name) in [(Command.archive, ".Archive"), (.trash, ".Trash")] {
      let folder = FolderID(path: ByteName(name))
      try await session.perform(command, on: try await ids(in: .inbox, of: store))
      let outcome = try await session.perform(
        .moveToInbox, on: try await ids(in: folder, of: store))
      #expect(outcome.sentence(naming: \.subject) == Sentence("Moved to the inbox: “%1$s”", "one"))
      #expect(mail.names().count == 1 && mail.names(name).isEmpty)
      #expect(mail.names().allSatisfy { $0.hasSuffix(":2,FS") })
      try await session.undo()
      #expect(mail.names(name).count == 1 && mail.names().isEmpty)
      try await session.undo()
    }
  }
}
