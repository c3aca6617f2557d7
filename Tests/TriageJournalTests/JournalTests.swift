import FileSystem
import Foundation
import GRDB
import Glibc
import MailModel
import MailText
import TemporaryMailboxes
import Testing

@testable import TriageJournal

/// A folder of a test's own, removed with it.
final class TemporaryFolder {
  let path: String
  init() throws { path = try TemporaryMaildir.makeDirectory() }
  deinit { TemporaryMaildir.remove(path) }
}

@Suite struct JournalTests {
  private func move(_ key: String, _ new: String) -> Change {
    .message(
      MessageChange(
        before: MessageRef(key), flagsBefore: .seen,
        after: MessageRef(new, in: FolderID("Archive")), flagsAfter: .seen))
  }

  private func open(_ folder: TemporaryFolder, _ identity: String = "/mail") throws -> Journal {
    let (journal, problem) = try Journal.open(in: folder.path + "/deep/er", of: identity)
    #expect(problem == nil)
    return journal
  }

  /// Notes changes of one command; `step` is nil for a new one.
  private func note(
    _ intents: [Journal.Intent], in journal: Journal, step: Int64? = nil
  ) throws -> [Journal.Entry] {
    try journal.note([(step.map { .step($0) } ?? .newStep(of: "archive"), intents)])[0]
  }

  /// The number of a step that is begun.
  private func begin(_ journal: Journal) throws -> Int64? {
    try note([.init(change: move("1", "2"))], in: journal).first?.step
  }

  private func made(_ entries: [Journal.Entry]) -> [(Journal.Entry, Journal.Ending)] {
    entries.map { ($0, .made($0.change, isDurable: true)) }
  }

  @Test func whatIsNotedIsReadByTheNextProgram() throws {
    let folder = try TemporaryFolder()
    let changes: [Change] = [
      .folder(FolderID("a/b")),
      .message(
        MessageChange(
          before: MessageRef(
            folder: FolderID(path: ByteName([0xFF])), key: ByteName([0x80, 0x0A])),
          after: MessageRef("new", in: FolderID("a/b")), flagsAfter: MessageFlags("FSaz"),
          token: [0, 0xFF, 0])),
      .message(MessageChange(before: nil, after: MessageRef("created"), flagsAfter: .draft)),
      .message(MessageChange(before: MessageRef("deleted"), flagsBefore: .seen, after: nil)),
    ]
    do {
      let journal = try open(folder)
      let entries = try note(changes.map { .init(change: $0) }, in: journal)
      try journal.finish(made(entries))
    }
    let step = try #require(try open(folder).lastStep())
    #expect(step.command == "archive" && step.origin == .person)
    #expect(step.entries.map(\.change) == changes)
  }

  @Test func everyTransactionIsSynced() throws {
    let folder = try TemporaryFolder()
    let journal = try open(folder)
    // 2 is FULL.
    #expect(try journal.database.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
    #expect(
      try journal.database.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "persist"
    )
  }

  /// What is mapped of a file that has no room on the disk ends the program when it is written.
  @Test(arguments: [false, true]) func noFileOfItIsMapped(hasLog: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/deep/er/" + JournalFile.name(of: "/mail") + ".sqlite"
    _ = try begin(open(folder))
    if hasLog {
      try DatabaseQueue(path: path).writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA journal_mode = WAL")
      }
    }
    let journal = try open(folder)
    _ = try begin(journal)
    let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    #expect(!maps.contains(folder.path))
    #expect(access(path + "-shm", F_OK) != 0)
    withExtendedLifetime(journal) {}
  }

  @Test func undoAndRedoFollowWhatWasDone() throws {
    let journal = try Journal()
    func perform(_ name: String) throws {
      let intent = Journal.Intent(change: move(name, name + "x"))
      try journal.finish(made(journal.note([(.newStep(of: name), [intent])])[0]))
    }
    func revert(_ step: Journal.Step) throws {
      let intents = step.entries.map {
        Journal.Intent(change: move("\($0.number)", "\($0.number)y"), reverting: $0)
      }
      try journal.finish(made(note(intents, in: journal, step: step.number)))
    }
    func last() throws -> String? { try journal.lastStep()?.command }
    func next() throws -> String? { try journal.nextStep()?.command }
    #expect(try last() == nil && next() == nil)
    for name in ["a", "b", "c"] { try perform(name) }
    #expect(try last() == "c" && next() == nil)
    for (undone, expected) in [("c", "b"), ("b", "a")] {
      #expect(try last() == undone)
      try revert(try #require(try journal.lastStep()))
      #expect(try last() == expected && next() == undone)
    }
    try revert(try #require(try journal.nextStep()))
    #expect(try last() == "b" && next() == "c")
    try revert(try #require(try journal.nextStep()))
    #expect(try last() == "c" && next() == nil)
    try revert(try #require(try journal.lastStep()))
    // A new command takes the place of what was undone.
    try perform("d")
    #expect(try last() == "d" && next() == nil)
    try revert(try #require(try journal.lastStep()))
    #expect(try last() == "b" && next() == "d")
  }

  @Test func anInterruptedChangeIsFound() throws {
    let folder = try TemporaryFolder()
    let noted = try note(
      [.init(change: move("1", "2")), .init(change: move("3", "4"))], in: try open(folder))
    let journal = try open(folder)
    #expect(try journal.lastStep() == nil)
    let found = try journal.unfinished(withUnconfirmed: false)
    #expect(found.map(\.number) == noted.map(\.number) && found.allSatisfy(\.isInterrupted))
    try journal.finish([(found[0], .made(found[0].change, isDurable: false)), (found[1], .void)])
    #expect(try journal.unfinished(withUnconfirmed: false).isEmpty)
    #expect(try journal.unfinished(withUnconfirmed: true).map(\.number) == [found[0].number])
    #expect(try journal.lastStep()?.entries.map(\.number) == [found[0].number])
  }

  @Test func aMessageIsFollowedOverItsMoves() throws {
    let journal = try Journal()
    var entries: [Journal.Entry] = []
    for (key, new) in [("a", "b"), ("c", "d")] {
      entries += try note([.init(change: move(key, new))], in: journal)
    }
    let back = Change.message(
      MessageChange(before: MessageRef("b", in: FolderID("Archive")), after: MessageRef("a")))
    #expect(try journal.successor(of: MessageRef("a")).id == MessageRef("a"))
    try journal.finish(made(entries))
    #expect(
      try journal.successor(of: MessageRef("a")).id == MessageRef("b", in: FolderID("Archive")))
    // A store that gives old names again does not send the search in circles.
    let undo = try note(
      [.init(change: back, reverting: entries[0])], in: journal, step: entries[0].step)
    try journal.finish(made(undo))
    #expect(try journal.successor(of: MessageRef("a")).id == MessageRef("a"))
    #expect(
      try journal.successor(of: MessageRef("b", in: FolderID("Archive")), since: entries[0]).id
        == MessageRef("a"))
  }

  @Test func eachStoreHasItsOwn() throws {
    let folder = try TemporaryFolder()
    #expect(try begin(open(folder, "/a/mail")) == 1)
    #expect(try begin(open(folder, "/b/mail")) == 1)
    #expect(try begin(open(folder, "/a/mail")) == 2)
    let names = [
      "/a/mail", "/b/mail", "/c/\u{1F4E7} mail", "/", "/d/" + String(repeating: "x", count: 300),
    ]
    .map(JournalFile.name)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.utf8.count < 100 && name.allSatisfy { $0.isASCII && $0 != "/" && $0 != "." })
    }
  }

  @Test(arguments: [
    "not a database at all, and longer than the hundred bytes of a header, as said", "",
  ])
  func aDamagedRecordIsSetAside(content: String) throws {
    let folder = try TemporaryFolder()
    _ = try begin(open(folder))
    let file = folder.path + "/deep/er/" + JournalFile.name(of: "/mail") + ".sqlite"
    if content.isEmpty {
      // A page in the middle.
      let descriptor = Glibc.open(file, O_WRONLY)
      #expect(pwrite(descriptor, [UInt8](repeating: 0xA5, count: 4096), 4096, 4096) == 4096)
      close(descriptor)
    } else {
      let descriptor = Glibc.open(file, O_WRONLY | O_TRUNC)
      #expect(write(descriptor, content, content.utf8.count) == content.utf8.count)
      close(descriptor)
    }
    let (journal, problem) = try Journal.open(in: folder.path + "/deep/er", of: "/mail")
    guard case .setAside(let path)? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(access(path, F_OK) == 0)
    #expect(try begin(journal) == 1)
    #expect(try begin(open(folder)) == 2)
  }

  @Test func aNewerRecordIsLeftAlone() throws {
    let folder = try TemporaryFolder()
    let old = try open(folder)
    try old.database.write {
      try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('later')")
    }
    let (journal, problem) = try Journal.open(in: folder.path + "/deep/er", of: "/mail")
    #expect(problem == .unusable("it was written by a newer version"))
    #expect(try begin(journal) == 1)
    #expect(try old.lastStep() == nil)
  }

  @Test func aFolderThatCannotBeMadeIsTold() throws {
    let folder = try TemporaryFolder()
    close(Glibc.open(folder.path + "/file", O_CREAT | O_WRONLY, 0o600))
    let (journal, problem) = try Journal.open(in: folder.path + "/file/x", of: "/mail")
    guard case .unusable? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(try begin(journal) == 1)
  }

  @Test func oneProgramAtATime() throws {
    let folder = try TemporaryFolder()
    let (first, second) = (try open(folder), try open(folder))
    let lock = try #require(try first.lock())
    #expect(try second.lock() == nil)
    #expect(try first.lock() == nil)
    lock.release()
    #expect(try second.lock() != nil)
  }

  @Test func whoWaitsForARecordHoldsUpNoOtherTask() async throws {
    let folder = try TemporaryFolder()
    let first = try open(folder)
    let lock = try #require(try first.lock())
    let path = "\(folder.path)/deep/er"
    let waiting = (0..<2 * sysconf(Int32(_SC_NPROCESSORS_ONLN))).map { _ in
      Task.detached { try await Journal.openOnOwnThread(in: path, of: "/mail").problem }
    }
    // Begins behind them, and ends only where a thread is left.
    await Task.detached(priority: .background) {}.value
    lock.release()
    for task in waiting { #expect(try await task.value == nil) }
  }

  @Test func whatIsOldIsForgotten() throws {
    let folder = try TemporaryFolder()
    let journal = try open(folder)
    let entries = try note([.init(change: move("1", "2"))], in: journal)
    try journal.finish(made(entries))
    _ = try note([.init(change: move("3", "4"))], in: journal, step: entries[0].step)
    try journal.database.write { try $0.execute(sql: "UPDATE step SET time = time - 31 * 86400") }
    let next = try open(folder)
    #expect(try next.lastStep() == nil)
    #expect(try next.unfinished(withUnconfirmed: true).map(\.change) == [move("3", "4")])
  }

  @Test func whereWhatIsPutOffComesFromIsKnownForAsLongAsItWaits() throws {
    let folder = try TemporaryFolder()
    let journal = try open(folder)
    let (projects, snoozed) = (FolderID("Projects"), FolderID("Snoozed"))
    func perform(_ command: String, _ before: MessageRef, _ after: MessageRef) throws {
      let change = Change.message(MessageChange(before: before, after: after))
      let noted = try journal.note([(.newStep(of: command), [.init(change: change)])])[0]
      try journal.finish(made(noted))
    }
    let snooze = #"{"snooze":{"until":1800000000}}"#
    for key in ["waits", "twice", "moved"] {
      try perform(snooze, MessageRef(key, in: projects), MessageRef(key + "1", in: snoozed))
    }
    // Put off once more, and taken out.
    try perform(snooze, MessageRef("twice1", in: snoozed), MessageRef("twice2", in: snoozed))
    try perform("move", MessageRef("moved1", in: snoozed), MessageRef("moved2", in: projects))
    try journal.database.write { try $0.execute(sql: "UPDATE step SET time = time - 36 * 86400") }
    let next = try open(folder)
    for key in ["waits1", "twice2"] {
      #expect(try next.origin(of: MessageRef(key, in: snoozed))?.folder == projects)
    }
    #expect(try next.origin(of: MessageRef("moved1", in: snoozed)) == nil)
    // Nothing else is left of that time.
    #expect(try next.canUndo() == false)
  }

  @Test func whatAServerHasInItsOldPlaceIsKnownForAsLongAsItHas() throws {
    let folder = try TemporaryFolder()
    let journal = try open(folder)
    let (inbox, archive) = (FolderID("Work/INBOX"), FolderID("Work/Archive"))
    #expect(try journal.departed(below: FolderID("Work")).isEmpty)
    func perform(_ before: MessageRef, _ after: MessageRef?, isMade: Bool = true) throws {
      let change = Change.message(MessageChange(before: before, after: after, token: [7]))
      let noted = try journal.note([(.newStep(of: "move"), [.init(change: change)])])[0]
      if isMade { try journal.finish(made(noted)) }
    }
    for key in ["owed", "due", "done"] {
      try perform(MessageRef(key, in: inbox), MessageRef(key + "1", in: archive))
    }
    try perform(MessageRef("deleted", in: inbox), nil)
    // On its way it went through a folder that no server has.
    try perform(MessageRef("owed1", in: archive), MessageRef("owed2", in: FolderID("Local")))
    try perform(MessageRef("owed2", in: FolderID("Local")), MessageRef("owed3", in: archive))
    try perform(MessageRef("other", in: FolderID("Works/INBOX")), MessageRef("other1", in: archive))
    try perform(MessageRef("flags", in: inbox), MessageRef("flags", in: inbox))
    try perform(MessageRef("begun", in: inbox), nil, isMade: false)
    let departed = try journal.departed(below: FolderID("Work"))
    #expect(
      departed.map(\.message.key)
        == ["owed", "due", "done", "deleted", "owed1", "begun"].map { ByteName($0) })
    #expect(departed.map(\.isMade) == [true, true, true, true, true, false])
    #expect(departed.allSatisfy { $0.removal == .open && $0.token == [7] })
    try journal.note(.due, of: [departed[1].number])
    try journal.note(.done, of: [departed[2].number, departed[4].number])
    try journal.database.write { try $0.execute(sql: "UPDATE step SET time = time - 36 * 86400") }
    let next = try open(folder)
    let kept = try next.departed(below: FolderID("Work"))
    #expect(kept.map(\.message.key) == ["owed", "due", "deleted", "begun"].map { ByteName($0) })
    #expect(kept.map(\.removal) == [.open, .due, .open, .open])
    let owed = MessageRef("owed", in: inbox)
    #expect(try next.departures(of: [owed]) == [owed: MessageRef("owed3", in: archive)])
    // None of it can be taken back any more.
    #expect(try next.canUndo() == false)
    try next.note(.done, of: kept.map(\.number))
    #expect(try open(folder).departures(of: [owed]).isEmpty)
  }

  @Test(arguments: ["../../victim", "/victim", "a/../../victim", ".."])
  func whatLeadsOutOfTheStoreIsRefused(path: String) throws {
    let journal = try Journal()
    let (out, key) = (MessageRef("1", in: FolderID(path)), MessageRef("2"))
    let changes = [
      MessageChange(before: out, after: key), MessageChange(before: MessageRef("3"), after: out),
    ]
    for change in changes {
      try journal.finish(made(try note([.init(change: .message(change))], in: journal)))
    }
    #expect(throws: JournalProblem.tampered("")) { try journal.lastStep() }
    #expect(throws: JournalProblem.tampered("")) { try journal.origin(of: key) }
    #expect(throws: JournalProblem.tampered("")) { try journal.successor(of: MessageRef("3")) }
    #expect(throws: JournalProblem.tampered("")) { try journal.departures(of: [MessageRef("3")]) }
  }

  @Test func everyProblemIsOneSentence() {
    for problem in [
      JournalProblem.unusable("a\nb"), .setAside("/x"), .begunAnew, .unconfirmed,
      .tampered("/x"),
    ] {
      #expect(
        problem.sentence.text.hasSuffix(".")
          && !problem.sentence.values.contains { $0.contains("\n") })
    }
  }

  @Test func whatTheProgramDoesIsNoPartOfThePersonsWayBack() throws {
    let journal = try Journal()
    func perform(_ name: String, by origin: Journal.Origin) throws -> Int64 {
      let noted = try journal.note([
        (.newStep(of: name, by: origin), [.init(change: move(name, name + "x"))])
      ])[0]
      try journal.finish(made(noted))
      return try #require(noted.first).step
    }
    func undo(_ step: Int64) throws {
      let entries = try #require(try journal.step(step)).entries.filter { !$0.isUndo }
      let intents = entries.map { Journal.Intent(change: move("\(step)", "y"), reverting: $0) }
      try journal.finish(made(note(intents, in: journal, step: step)))
    }
    let mine = try perform("mine", by: .person)
    for origin in [Journal.Origin.waking, .synchronising, .reading] {
      let its = try perform("its", by: origin)
      #expect(try journal.lastStep()?.command == "mine" && journal.step(its)?.origin == origin)
    }
    try undo(mine)
    #expect(try journal.lastStep() == nil)
    let last = try perform("its", by: .reading)
    #expect(try journal.nextStep()?.command == "mine", "what can be redone is not discarded")
    try undo(last)
    #expect(try journal.nextStep()?.command == "mine", "nor is the program's step redone")
    _ = try perform("another", by: .person)
    #expect(try journal.nextStep() == nil)
  }

  @Test func whatWasUndoneLastIsRedoneFirstWhateverTheOrder() throws {
    let journal = try Journal()
    var steps: [Int64] = []
    for name in ["a", "b", "c"] {
      let noted = try journal.note([(.newStep(of: name), [.init(change: move(name, name + "x"))])])
      try journal.finish(made(noted[0]))
      steps.append(noted[0][0].step)
    }
    func revert(_ step: Int64) throws {
      let entries = try #require(try journal.step(step)).entries
      let intents = entries.map {
        Journal.Intent(change: move("\($0.number)", "\($0.number)y"), reverting: $0)
      }
      try journal.finish(made(note(intents, in: journal, step: step)))
    }
    func names() throws -> [String?] {
      [try journal.lastStep()?.command, try journal.nextStep()?.command]
    }
    try revert(steps[1])
    #expect(try names() == ["c", "b"])
    try revert(steps[2])
    #expect(try names() == ["a", "c"])
    try revert(steps[2])
    #expect(try names() == ["c", "b"])
    try revert(steps[1])
    #expect(try names() == ["c", nil])
    #expect(try journal.lastStep(except: [steps[2]])?.command == "b")
  }

  /// As version 0.1.0 left it: words for commands, and the ends of file names for flags.
  @Test func aRecordOfVersion1IsReadAndGoneOnWith() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/deep/er/" + JournalFile.name(of: "/mail") + ".sqlite"
    _ = try open(folder)
    for suffix in JournalFile.suffixes { unlink(path + suffix) }
    do {
      let database = try DatabaseQueue(path: path)
      try database.write { db in
        try db.execute(
          sql: """
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('1');
            CREATE TABLE store (identity TEXT NOT NULL);
            INSERT INTO store VALUES ('/mail');
            CREATE TABLE step (
              number INTEGER PRIMARY KEY AUTOINCREMENT, command TEXT NOT NULL, time INTEGER NOT NULL,
              isDiscarded INTEGER NOT NULL DEFAULT 0);
            CREATE TABLE change (
              number INTEGER PRIMARY KEY AUTOINCREMENT, step INTEGER NOT NULL REFERENCES step,
              isUndo INTEGER NOT NULL, reverts INTEGER,
              folderBefore BLOB NOT NULL, keyBefore BLOB NOT NULL, infoBefore BLOB NOT NULL,
              folderAfter BLOB, keyAfter BLOB, infoAfter BLOB NOT NULL, state INTEGER NOT NULL);
            CREATE INDEX changeByStep ON change (step);
            CREATE INDEX changeInForce ON change (step) WHERE state IN (1, 2);
            CREATE INDEX changeUnfinished ON change (number) WHERE state IN (0, 2);
            CREATE INDEX changeByMessage ON change (keyBefore, folderBefore);
            """)
        for (command, state) in [("star", 1), ("archive", 1), ("delete", 1), ("trash", 0)] {
          try db.execute(
            sql: "INSERT INTO step (command, time) VALUES (?, ?)",
            arguments: [command, MessageDate.now()])
          let isMove = ["archive", "trash"].contains(command)
          try db.execute(
            sql: """
              INSERT INTO change (step, isUndo, folderBefore, keyBefore, infoBefore, folderAfter,
                keyAfter, infoAfter, state)
              VALUES (?, 0, x'', CAST(? AS BLOB), CAST(? AS BLOB), CAST(? AS BLOB),
                CAST(? AS BLOB), CAST(? AS BLOB), ?)
              """,
            arguments: [
              db.lastInsertedRowID, "1.a-\(command.count)", ":2,S",
              command == "delete" ? nil : isMove ? ".Archive" : "",
              command == "delete" ? nil : isMove ? "2.b" : "1.a-4",
              command == "delete" ? "" : isMove ? ":2,S" : ":2,SSF", state,
            ])
        }
      }
    }
    let journal = try open(folder)
    let last = try #require(try journal.lastStep())
    #expect(last.command == "archive" && last.origin == .person && last.number == 2)
    let move = try #require(last.entries.first?.change.message)
    #expect(move.after == MessageRef("2.b", in: FolderID(".Archive")) && move.flagsAfter == .seen)
    let star = try #require(try journal.lastStep(except: [2])?.entries.first?.change.message)
    #expect(star.before == star.after && star.added == .flagged)
    // The flags can still come back byte for byte: a Maildir finds both names in the token.
    #expect(star.token == Array("1.a-4:2,S\u{0}1.a-4:2,SSF".utf8))
    #expect(try journal.hasDeleted(MessageRef("1.a-6")))
    let open = try journal.unfinished(withUnconfirmed: false)
    #expect(open.map(\.number) == [4] && open[0].change.after?.key == ByteName("2.b"))
    #expect(try begin(journal) == 5)
  }

  @Test func itIsItsOwnersAlone() throws {
    let folder = try TemporaryFolder()
    _ = try begin(open(folder))
    let file = folder.path + "/deep/er/" + JournalFile.name(of: "/mail") + ".sqlite"
    chmod(file, 0o644)
    let journal = try open(folder)
    for suffix in ["", "-journal", ".lock"] {
      var status = stat()
      #expect(stat(file + suffix, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(suffix)")
    }
    withExtendedLifetime(journal) {}
  }
}
