import FileSystem
import Glibc
import MailModel
import MaildirStore
import Testing

@testable import Triage

@Suite struct TriageSessionTests {
  private func open(
    _ mail: SampleMaildir, allowsChanges: Bool = true
  ) throws -> (Maildir, TriageSession) {
    let store = try Maildir(path: mail.path)
    return (store, TriageSession(store: store, allowsChanges: allowsChanges))
  }

  private func id(_ key: String) -> MessageRef {
    MessageRef(folder: .inbox, key: ByteName(key))
  }

  @Test func lookOnlyChangesNothing() async throws {
    let mail = SampleMaildir()
    mail.add("1.a:2,", subject: "one")
    let (_, session) = try open(mail, allowsChanges: false)
    for command in Command.allCases {
      await #expect(throws: TriageError.lookOnly) {
        try await session.perform(command, on: [id("1.a")])
      }
    }
    await #expect(throws: TriageError.lookOnly) { try await session.undo() }
    #expect(mail.names() == ["1.a:2,"])
    #expect(TriageError.lookOnly.sentence.text.contains("Allow Changes"))
  }

  @Test func archivingIsToldAndUndoneWithItsFlags() async throws {
    let mail = SampleMaildir()
    mail.add("1.a,U=4:2,FS", subject: "Lunch?")
    let (store, session) = try open(mail)
    let outcome = try await session.perform(.archive, on: [id("1.a")])
    #expect(outcome.sentence(naming: \.subject) == Sentence("Archived “%1$s”", "Lunch?"))
    #expect(outcome.removesRow && outcome.message?.subject == "Lunch?")
    #expect(mail.names().isEmpty && mail.names(".Archive").count == 1)
    #expect(await session.canUndo)
    let undone = try #require(try await session.undo())
    #expect(undone.sentence(naming: \.subject) == Sentence("Undone: “%1$s”", "Lunch?"))
    #expect(undone.isUndo && undone.removesRow)
    #expect(mail.names(".Archive").isEmpty)
    #expect(mail.names().allSatisfy { $0.hasSuffix(":2,FS") && !$0.contains("U=") })
    #expect(try await store.messages(in: .inbox).map(\.subject) == ["Lunch?"])
    #expect(await !session.canUndo)
    #expect(try await session.undo() == nil)
  }

  @Test(arguments: [Command.archive, .trash])
  func whatIsFiledIsReadByTheSameStep(_ command: Command) async throws {
    let mail = SampleMaildir()
    mail.add("1.a:2,F", subject: "one")
    let (_, session) = try open(mail)
    session.filesAsRead = true
    let folder = command == .archive ? ".Archive" : ".Trash"
    try await session.perform(command, on: [id("1.a")])
    #expect(mail.names(folder).allSatisfy { $0.hasSuffix(":2,FS") })
    try await session.undo()
    #expect(mail.names().map { $0.suffix(4) } == [":2,F"])
    try await session.redo()
    #expect(mail.names(folder).map { $0.suffix(5) } == [":2,FS"])
    try await session.undo()
    session.filesAsRead = false
    let now = try await session.store.messages(in: .inbox).map(\.id)
    try await session.perform(command, on: now)
    #expect(mail.names(folder).map { $0.suffix(4) } == [":2,F"])
  }

  @Test func whatWasReadMeanwhileTakesNoRedoAway() async throws {
    let mail = SampleMaildir()
    mail.add("1.a:2,S", subject: "one")
    mail.add("2.b:2,S", subject: "two")
    let (_, session) = try open(mail)
    try await session.perform(.markUnread, on: [id("1.a"), id("2.b")])
    try await session.perform(.markRead, on: [id("1.a")], by: .reading)
    try await session.undo()
    try await session.redo()
    #expect(mail.names() == ["1.a:2,S", "2.b:2,"])
    #expect(await !session.canRedo)
    try await session.perform(.toggleStar, on: [id("2.b")])
    try await session.undo()
    try await session.undo()
    #expect(mail.names() == ["1.a:2,S", "2.b:2,S"])
    try await session.redo()
    #expect(mail.names() == ["1.a:2,S", "2.b:2,"])
    try await session.redo()
    #expect(mail.names() == ["1.a:2,S", "2.b:2,F"])
  }

  @Test func trashIsAFolderAndNoFlag() async throws {
    let mail = SampleMaildir()
    mail.add("1.a:2,S", subject: "one")
    let (_, session) = try open(mail)
    let outcome = try await session.perform(.trash, on: [id("1.a")])
    #expect(outcome.sentence(naming: \.subject) == Sentence("Moved to the trash: “%1$s”", "one"))
    #expect(mail.names(".Trash").allSatisfy { $0.hasSuffix(":2,S") })
    #expect(mail.names(".Trash").count == 1)
  }

  @Test(arguments: [
    (Command.toggleRead, "", "S", "Marked as read: “%1$s”"),
    (.toggleRead, "S", "", "Marked as unread: “%1$s”"),
    (.markRead, "F", "FS", "Marked as read: “%1$s”"),
    (.markUnread, "RS", "R", "Marked as unread: “%1$s”"),
    (.toggleStar, "S", "FS", "Starred “%1$s”"),
    (.toggleStar, "FS", "S", "Removed the star from “%1$s”"),
  ])
  func flagsChangeAndComeBack(
    command: Command, before: String, after: String, text: String
  ) async throws {
    let mail = SampleMaildir()
    mail.add("1.a,U=1:2,\(before)", subject: "one")
    let (_, session) = try open(mail)
    let outcome = try await session.perform(command, on: [id("1.a")])
    #expect(outcome.sentence(naming: \.subject) == Sentence(text, "one"))
    #expect(!outcome.removesRow)
    #expect(outcome.message?.flags.letters == after)
    #expect(mail.names() == ["1.a,U=1:2,\(after)"])
    try await session.undo()
    #expect(mail.names() == ["1.a,U=1:2,\(before)"])
  }

  @Test func whatIsAlreadySoIsNoStep() async throws {
    let mail = SampleMaildir()
    mail.add("1.a:2,S", subject: "one")
    let (_, session) = try open(mail)
    try await session.perform(.markRead, on: [id("1.a")])
    #expect(await !session.canUndo)
    #expect(mail.names() == ["1.a:2,S"])
  }

  @Test func stepsOverMovesFindTheirMessage() async throws {
    let mail = SampleMaildir()
    mail.add("1.a:2,", subject: "one")
    let (store, session) = try open(mail)
    try await session.perform(.toggleStar, on: [id("1.a")])
    try await session.perform(.markRead, on: [id("1.a")])
    let archived = try await session.perform(.archive, on: [id("1.a")])
    await #expect(throws: TriageError.notOffered(.archive)) {
      try await session.perform(.archive, on: [id("1.a")])
    }
    // A row that still has the old identity means the same message.
    try await session.perform(.trash, on: [id("1.a")])
    #expect(mail.names(".Archive").isEmpty && mail.names(".Trash").count == 1)
    #expect(archived.message?.id.folder.description == "Archive")
    for (folder, flags) in [(".Archive", "FS"), ("", "FS"), ("", "F"), ("", "")] {
      try await session.undo()
      #expect(mail.names(folder).map { $0.suffix(flags.count + 3) } == [":2,\(flags)"])
    }
    #expect(await !session.canUndo)
    #expect(try await store.messages(in: .inbox).map(\.subject) == ["one"])
  }

  @Test func otherProgramsMayRenameMeanwhile() async throws {
    let mail = SampleMaildir()
    mail.add("1.a:2,", subject: "one")
    let (_, session) = try open(mail)
    try await session.perform(.toggleStar, on: [id("1.a")])
    try await session.perform(.archive, on: [id("1.a")])
    let name = try #require(mail.names(".Archive").first)
    let base = try #require(name.split(separator: ":").first)
    rename("\(mail.path)/.Archive/cur/\(name)", "\(mail.path)/.Archive/cur/\(base),U=9:2,FRS")
    try await session.undo()
    #expect(mail.names().allSatisfy { $0.hasSuffix(":2,FRS") && !$0.contains(",U=") })
    // Only what the command did is undone, not what the other program did since.
    try await session.undo()
    #expect(mail.names().allSatisfy { $0.hasSuffix(":2,RS") })
    #expect(mail.names().count == 1)
  }

  @Test func aVanishedMessageIsToldAndForgotten() async throws {
    let mail = SampleMaildir()
    mail.add("1.a:2,", subject: "one")
    mail.add("2.b:2,", subject: "two")
    let (_, session) = try open(mail)
    try await session.perform(.toggleStar, on: [id("2.b")])
    try await session.perform(.archive, on: [id("1.a")])
    unlink("\(mail.path)/.Archive/cur/\(mail.names(".Archive")[0])")
    await #expect(throws: TriageError.store(.messageVanished)) { try await session.undo() }
    // The older step can still be undone.
    #expect(try await session.undo()?.command == .toggleStar)
    await #expect(throws: TriageError.store(.messageVanished)) {
      try await session.perform(.archive, on: [id("none")])
    }
  }

  @Test func aBatchIsOneStep() async throws {
    let mail = SampleMaildir()
    for number in 0..<5 { mail.add("\(number).a:2,", subject: "\(number)") }
    let (store, session) = try open(mail)
    let ids = (0..<5).map { id("\($0).a") } + [id("none")]
    let outcome = try await session.perform(.archive, on: ids)
    let told = outcome.sentence(naming: \.subject)
    #expect(told.plural == "Archived %1$s messages" && told.values == ["5"])
    #expect(outcome.message == nil)
    #expect(outcome.failures.map(\.error) == [.messageVanished])
    #expect(mail.names().isEmpty)
    try await session.undo()
    #expect(
      try await store.messages(in: .inbox).map(\.subject).sorted() == ["0", "1", "2", "3", "4"])
    #expect(await !session.canUndo)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func undoingEverythingRestoresEverything(seed: UInt64) async throws {
    var state = seed &+ 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    let mail = SampleMaildir(folders: [".Archive", ".Junk", ".Trash"])
    let flags = ["", "S", "F", "FS", "PRSa"]
    for number in 0..<5 { mail.add("\(number).a:2,\(flags[number])", subject: "\(number)") }
    let (store, session) = try open(mail)
    let commands = Command.allCases.filter { $0 != .delete }
    for _ in 0..<25 {
      let command = commands[random(commands.count)]
      let ids = (0..<1 + random(3)).map { _ in id("\(random(5)).a") }
      do {
        try await session.perform(command, on: ids)
      } catch {
        #expect(error == .notOffered(command))
      }
      if random(4) == 0 { try await session.undo() }
    }
    while await session.canUndo { try await session.undo() }
    let rows = try await store.messages(in: .inbox).sorted { $0.subject < $1.subject }
    #expect(rows.map(\.subject) == ["0", "1", "2", "3", "4"])
    #expect(rows.map(\.flags.letters) == flags)
    #expect([".Archive", ".Junk", ".Trash"].allSatisfy { mail.names($0).isEmpty })
  }
}
