import FileSystem
import Glibc
import MailModel
import MaildirStore
import StoreInMemory
import Testing
import TriageJournal

@testable import Triage

/// Which folders commands need, and where they may change anything.
@Suite struct TermsTests {
  private let archive = FolderID(path: ByteName(".Archive"))
  private let done = FolderID(path: ByteName(".Done"))

  private func id(_ key: String, in folder: String = "") -> MessageRef {
    MessageRef(folder: FolderID(path: ByteName(folder)), key: ByteName(key))
  }

  private func session(_ mail: SampleMaildir) throws -> TriageSession {
    TriageSession(store: try Maildir(path: mail.path), allowsChanges: true)
  }

  @Test(arguments: [
    (Command.archive, Role.archive), (.trash, .trash), (.snooze(until: 1), .snoozed),
  ])
  func nothingIsCreatedThatNobodyAskedFor(command: Command, role: Role) async throws {
    let mail = SampleMaildir(folders: [])
    mail.add("1.a:2,", subject: "one")
    let session = try session(mail)
    await #expect(throws: TriageError.store(.noFolder(role, near: .inbox))) {
      try await session.perform(command, on: [id("1.a")])
    }
    #expect(mail.names() == ["1.a:2,"])
    #expect(try await session.folders() == [.inbox])
    #expect(await !session.canUndo)
    let place = try await session.store.place(forFolder: role.folderName, near: .inbox)
    try await session.create(place)
    #expect(session.roles.folder(role, for: .inbox) == place)
    try await session.perform(command, on: [id("1.a")])
    #expect(mail.names().isEmpty && mail.names(place.path.description).count == 1)
    // The folder stays, and creating it is no step.
    try await session.undo()
    #expect(try await session.undo() == nil)
    #expect(try await session.folders() == [.inbox, place])
  }

  @Test func theChosenFolderCountsUntilItVanishes() async throws {
    let mail = SampleMaildir(folders: [".Archive", ".Done"])
    for number in 0..<3 { mail.add("\(number).a:2,", subject: "\(number)") }
    let session = try session(mail)
    session.chosenRoles = [.inbox: [.archive: done]]
    try await session.perform(.archive, on: [id("0.a")])
    #expect(mail.names(".Done").count == 1 && mail.names(".Archive").isEmpty)
    #expect(Command.archive.adapted(to: done, session.roles) == .moveToInbox)
    try await session.perform(
      .moveToInbox, on: try await session.store.messages(in: done).map(\.id))
    for part in ["/cur", "/new", "/tmp", ""] { rmdir("\(mail.path)/.Done\(part)") }
    await #expect(throws: TriageError.store(.noFolder(.archive, near: .inbox))) {
      try await session.perform(.archive, on: [id("1.a")])
    }
    #expect(mail.names().count == 3 && mail.names(".Archive").isEmpty)
  }

  @Test func aMoveGoesWhereItIsTold() async throws {
    let mail = SampleMaildir(folders: [".Lists.gtk"])
    mail.add("1.a:2,ST", subject: "one")
    let session = try session(mail)
    let lists = FolderID(path: ByteName(".Lists.gtk"))
    let outcome = try await session.perform(.move(to: lists), on: [id("1.a")])
    #expect(
      outcome.sentence(naming: \.subject) == Sentence("Moved “%1$s” to “%2$s”", "one", "Lists/gtk"))
    #expect(outcome.removesRow && mail.names(".Lists.gtk").count == 1)
    #expect(try await session.undo()?.command == .move(to: lists))
    #expect(mail.names().map { $0.suffix(4) } == [":2,S"])
    let gone = FolderID(path: ByteName(".Gone"))
    let now = try await session.store.messages(in: .inbox)[0].id
    await #expect(throws: TriageError.store(.noSuchFolder(mail.path + "/.Gone"))) {
      try await session.perform(.move(to: gone), on: [now])
    }
    #expect(mail.names().count == 1)
  }

  @Test func whatIsPutOffKeepsItsTime() async throws {
    let mail = SampleMaildir(folders: [".Snoozed"])
    mail.add("1.a:2,S", subject: "one")
    let session = try session(mail)
    let outcome = try await session.perform(.snooze(until: 1_900_000_000), on: [id("1.a")])
    #expect(outcome.message?.waking == 1_900_000_000)
    #expect(mail.names(".Snoozed").allSatisfy { $0.contains("W1900000000.") })
    #expect(
      outcome.sentence(naming: \.subject)
        == Sentence("Snoozed until %2$s: “%1$s”", "one", "1900000000"))
    #expect(try await session.undo()?.command == .snooze(until: 1_900_000_000))
    #expect(mail.names().allSatisfy { !$0.contains("W1900000000") } && mail.names().count == 1)
  }

  @Test func aMarkForDeletionIsTakenOffAndNotPutBack() async throws {
    let mail = SampleMaildir()
    mail.add("1.a:2,T", subject: "one")
    mail.add("2.b:2,", subject: "two")
    let session = try session(mail)
    try await session.perform(.toggleStar, on: [id("2.b")])
    let outcome = try await session.perform(.keep, on: [id("1.a")])
    #expect(
      outcome.sentence(naming: \.subject)
        == Sentence("No longer marked for deletion: “%1$s”", "one"))
    #expect(outcome.step == nil, "there is nothing to take back")
    #expect(mail.names() == ["1.a:2,", "2.b:2,F"])
    #expect(try await session.undo()?.command == .toggleStar)
    #expect(try await session.undo() == nil)
    #expect(mail.names() == ["1.a:2,", "2.b:2,"])
  }

  // MARK: Accounts

  private func accounts() throws -> (SampleMaildir, TriageSession) {
    let mail = SampleMaildir(folders: [])
    for part in ["cur", "new", "tmp"] { rmdir("\(mail.path)/\(part)") }
    for account in ["home", "work"] {
      mkdir("\(mail.path)/\(account)", 0o700)
      for folder in ["INBOX", "Archive", "Trash"] { mail.add(folder: "\(account)/\(folder)") }
    }
    return (mail, try session(mail))
  }

  @Test func eachAccountIsAllowedOnItsOwn() async throws {
    let (mail, session) = try accounts()
    let (home, work) = (id("1.a", in: "home/INBOX"), id("2.b", in: "work/INBOX"))
    mail.add("1.a:2,", subject: "home", in: "home/INBOX")
    mail.add("2.b:2,", subject: "work", in: "work/INBOX")
    try await session.folders()
    session.permission = .accounts([home.folder])
    #expect(session.allowsChanges(in: FolderID(path: ByteName("home/Archive"))))
    #expect(!session.allowsChanges(in: work.folder))
    let message = try await session.store.message(work)
    #expect(!Command.archive.entry.isOffered(for: message, in: session))
    try await session.perform(.archive, on: [home])
    #expect(mail.names("home/Archive").count == 1)
    for command in [Command.archive, .toggleStar, .markRead, .move(to: home.folder)] {
      await #expect(throws: TriageError.lookOnly) { try await session.perform(command, on: [work]) }
    }
    #expect(mail.names("work/INBOX") == ["2.b:2,"])
    // Nor is anything brought there, or taken back there.
    let archived = try await session.store.messages(
      in: FolderID(path: ByteName("home/Archive")))[0].id
    await #expect(throws: TriageError.lookOnly) {
      try await session.perform(.move(to: work.folder), on: [archived])
    }
    await #expect(throws: TriageError.lookOnly) {
      try await session.create(FolderID(path: ByteName("work/New")))
    }
    session.permission = .accounts([work.folder])
    await #expect(throws: TriageError.lookOnly) { try await session.undo() }
    #expect(mail.names("home/Archive").count == 1)
    session.permission = .everything
    #expect(try await session.undo()?.changes.count == 1)
    let both = try await session.perform(
      .archive, on: [work] + session.store.messages(in: home.folder).map(\.id))
    #expect(both.changes.count == 2)
    #expect(mail.names("home/Archive").count == 1 && mail.names("work/Archive").count == 1)
  }

  @Test func whatMayNotBeChangedIsNotFinishedEither() async throws {
    let (mail, _) = try accounts()
    let record = SampleMaildir()
    mail.add("1.a:2,", subject: "home", in: "home/INBOX")
    mail.add("2.b:2,", subject: "work", in: "work/INBOX")
    let store = try Maildir(path: mail.path)
    let (journal, _) = try Journal.open(in: record.path, of: store.identity)
    for (folder, key) in [("home/INBOX", "1.a"), ("work/INBOX", "2.b")] {
      let plan = try #require(
        try await store.plan(.flags(adding: .seen, removing: []), of: id(key, in: folder)))
      _ = try journal.note([(.newStep(of: "read"), [.init(change: .message(plan))])])
    }
    let session = TriageSession(store: store, journal: journal, allowsChanges: false)
    try await session.folders()
    session.permission = .accounts([FolderID(path: ByteName("home/INBOX"))])
    #expect(try await session.recover().isEmpty)
    #expect(mail.names("home/INBOX") == ["1.a:2,S"] && mail.names("work/INBOX") == ["2.b:2,"])
    session.permission = .everything
    #expect(try await session.recover().isEmpty)
    #expect(mail.names("work/INBOX") == ["2.b:2,S"])
  }

  // MARK: Creating

  @Test func aCreatedMessageGoesToTheTrashWhenThatIsUndone() async throws {
    let mail = SampleMaildir(folders: [".Drafts", ".Trash"])
    let session = try session(mail)
    let drafts = FolderID(path: ByteName(".Drafts"))
    let outcome = try await session.create(
      Array("Subject: Draft\n\ntext\n".utf8), in: drafts, flags: [.draft, .seen])
    #expect(outcome.sentence(naming: \.subject) == Sentence("Saved “%1$s”", "Draft"))
    #expect(mail.names(".Drafts").count == 1 && outcome.step != nil)
    #expect(try await session.undo()?.changes.count == 1)
    #expect(mail.names(".Drafts").isEmpty && mail.names(".Trash").count == 1)
    #expect(try await session.redo()?.changes.count == 1)
    #expect(mail.names(".Drafts").map { $0.suffix(5) } == [":2,DS"])
    for part in ["/cur", "/new", "/tmp", ""] { rmdir("\(mail.path)/.Trash\(part)") }
    await #expect(throws: TriageError.store(.noSuchFolder(mail.path + "/.Trash"))) {
      try await session.undo()
    }
    let another = try await session.create(Array("Subject: s\n\nt\n".utf8), in: drafts)
    await #expect(throws: TriageError.store(.noFolder(.trash, near: drafts))) {
      try await session.undo(step: try #require(another.step))
    }
    #expect(mail.names(".Drafts").count == 2)
    session.allowsChanges = false
    await #expect(throws: TriageError.lookOnly) { try await session.create([], in: drafts) }
  }

  /// What a session asks of a store is no more than this one knows.
  @Test func aStoreOfAnotherKindServesAsWell() async throws {
    let folders = ["", "Archive", "Trash", "Snoozed"].map { FolderID(path: ByteName($0)) }
    let store = MemoryStore(folders: folders)
    for number in 0..<6 {
      await store.deliver(
        Message(
          id: id("\(number)"), flags: [], from: "", address: "", subject: "\(number)", date: 0,
          preview: "", size: 1))
    }
    let session = TriageSession(store: store, allowsChanges: true)
    let commands: [Command] = [
      .archive, .trash, .snooze(until: 1_900_000_000), .toggleStar, .markRead,
      .move(to: folders[1]),
    ]
    for (number, command) in commands.enumerated() {
      try await session.perform(command, on: [id("\(number)")])
    }
    try await session.create(Array("text".utf8), in: .inbox)
    #expect(try await store.messages(in: folders[1]).count == 2)
    #expect(try await store.messages(in: folders[3]).map(\.waking) == [1_900_000_000])
    let trashed = try await store.messages(in: folders[2]).map(\.id)
    try await session.perform(.delete, on: trashed)
    while try await session.undo() != nil {}
    let back = try await store.messages(in: .inbox)
    #expect(back.map(\.subject).sorted() == ["0", "2", "3", "4", "5"])
    #expect(back.allSatisfy { $0.flags == [] && $0.waking == nil })
    #expect(try await store.messages(in: folders[2]).count == 1)
    while try await session.redo() != nil {}
    #expect(try await store.messages(in: folders[3]).map(\.waking) == [1_900_000_000])
  }
}
