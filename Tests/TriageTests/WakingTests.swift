import FileSystem
import Glibc
import MailModel
import MaildirStore
import Testing
import TriageJournal

@testable import Triage

/// What was put off comes back when its time has come, by whatever clock.
@Suite struct WakingTests {
  private let mail = SampleMaildir(folders: [".Archive", ".Trash", ".Junk", ".Snoozed", ".Lists"])
  private let snoozed = FolderID(path: ByteName(".Snoozed"))
  private let lists = FolderID(path: ByteName(".Lists"))
  private let noon: Int64 = 1_800_000_000

  private func open(_ journal: Journal? = nil) throws -> TriageSession {
    TriageSession(store: try Maildir(path: mail.path), journal: journal, allowsChanges: true)
  }

  private func id(_ key: String, in folder: String = "") -> MessageRef {
    MessageRef(folder: FolderID(path: ByteName(folder)), key: ByteName(key))
  }

  /// The one message of a folder.
  private func only(_ folder: FolderID, of session: TriageSession) async throws -> Message {
    let all = try await session.store.messages(in: folder)
    #expect(all.count == 1)
    return try #require(all.first)
  }

  @Test func itComesBackUnreadOnTopAndAlone() async throws {
    mail.add("1.a:2,FS", subject: "one")
    mail.add("2.b:2,S", subject: "two")
    mail.add("3.c:2,S", subject: "three")
    let session = try open()
    try await session.perform(.snooze(until: noon), on: [id("1.a")])
    try await session.perform(.snooze(until: noon + 60), on: [id("2.b")])
    #expect(await session.wake(at: noon - 1) == (noon, false))
    #expect(mail.names(".Snoozed").count == 2)
    #expect(await session.wake(at: noon + 5) == (noon + 60, true))
    let rows = try await session.store.messages(in: .inbox)
    #expect(rows.map(\.subject) == ["one", "three"])
    #expect(rows[0].flags.letters == "F" && rows[0].woken == noon + 5 && rows[0].waking == nil)
    #expect(rows[0].arrival == noon + 5)
    // So another program sees it too.
    #expect(try await only(snoozed, of: try open()).subject == "two")
    #expect(try await open().store.messages(in: .inbox)[0].woken == noon + 5)
    // However late.
    #expect(await session.wake(at: noon + 1_000_000) == (nil, true))
    #expect(await session.wake(at: noon + 1_000_000) == (nil, false))
    #expect(try await session.store.messages(in: .inbox).map(\.subject) == ["two", "one", "three"])
  }

  @Test func whatIsPutOffIsNotedSoThatTheRecordKnowsIt() {
    #expect(Command.snooze(until: noon).journalled.hasPrefix(#"{"snooze""#))
  }

  @Test func aClockThatIsSetBackMakesItWait() async throws {
    mail.add("1.a:2,S", subject: "one")
    mail.add("2.b:2,S", subject: "two")
    let session = try open()
    try await session.perform(.snooze(until: noon), on: [id("1.a")])
    try await session.perform(.snooze(until: noon + 60), on: [id("2.b")])
    #expect(await session.wake(at: noon) == (noon + 60, true))
    #expect(await session.wake(at: noon - 86_400) == (noon + 60, false))
    #expect(await session.wake(at: noon + 60) == (nil, true))
    // What is back does not go again, whatever the clock says.
    #expect(await session.wake(at: 0) == (nil, false))
    #expect(mail.names(".Snoozed").isEmpty && mail.names().count == 2)
  }

  @Test func itGoesWhereItCameFrom() async throws {
    mail.add("1.a:2,S", subject: "one", in: ".Lists")
    let session = try open()
    try await session.perform(.snooze(until: noon), on: [id("1.a", in: ".Lists")])
    // Another time, and the way to elsewhere and back, change nothing about that.
    let waiting = try await only(snoozed, of: session).id
    try await session.perform(.snooze(until: noon + 9), on: [waiting])
    #expect(try await only(snoozed, of: session).waking == noon + 9)
    try await session.perform(.archive, on: [try await only(snoozed, of: session).id])
    try await session.undo()
    #expect(try await only(snoozed, of: session).waking == noon + 9)
    _ = await session.wake(at: noon + 10)
    #expect(mail.names(".Lists").count == 1 && mail.names(".Snoozed").isEmpty)
    #expect(mail.names().isEmpty && mail.names(".Archive").isEmpty)
  }

  @Test func withoutARecordOrWithoutThatFolderItGoesToTheInbox() async throws {
    mail.add("1.a:2,S", subject: "one", in: ".Lists")
    mail.add("2.b:2,S", subject: "two", in: ".Lists")
    let journal = try Journal()
    try await open().perform(.snooze(until: noon), on: [id("1.a", in: ".Lists")])
    let session = try open(journal)
    try await session.perform(.snooze(until: noon), on: [id("2.b", in: ".Lists")])
    for part in ["/cur", "/new", "/tmp", ""] { rmdir("\(mail.path)/.Lists\(part)") }
    #expect(await session.wake(at: noon) == (nil, true))
    #expect(mail.names().count == 2 && mail.names(".Snoozed").isEmpty)
  }

  @Test func itIsNoStepOfThePersons() async throws {
    mail.add("1.a:2,S", subject: "one")
    mail.add("2.b:2,", subject: "two")
    let session = try open()
    try await session.perform(.toggleStar, on: [id("2.b")])
    try await session.perform(.snooze(until: noon), on: [id("1.a")])
    _ = await session.wake(at: noon)
    // The way back leads past it, and does not put it off again.
    await #expect(throws: TriageError.store(.movedOn)) { try await session.undo() }
    #expect(try await session.undo()?.command == .toggleStar)
    #expect(try await session.undo() == nil)
    #expect(mail.names(".Snoozed").isEmpty && mail.names().count == 2)
  }

  @Test func whatAnotherProgramTookOutIsPutOffNoMore() async throws {
    mail.add("1500000000.a:2,S", subject: "one")
    let session = try open()
    try await session.perform(.snooze(until: noon), on: [id("1500000000.a")])
    let name = try #require(mail.names(".Snoozed").first)
    #expect(rename("\(mail.path)/.Snoozed/cur/\(name)", "\(mail.path)/cur/\(name)") == 0)
    #expect(await session.wake(at: noon - 1) == (nil, false))
    // Its name still says a time, which means nothing there: it stands where it stood.
    let there = try await only(.inbox, of: session)
    #expect(there.arrival == 1_500_000_000 && there.woken == nil)
    #expect(await session.wake(at: noon + 1) == (nil, false))
    #expect(mail.names() == [name])
    // Put off again by the person it is as any other.
    try await session.perform(.snooze(until: noon + 60), on: [there.id])
    #expect(await session.wake(at: noon + 60) == (nil, true))
  }

  @Test func severalProgramsBringItBackOnce() async throws {
    for number in 0..<20 { mail.add("\(number).a:2,S", subject: "\(number)") }
    let sessions = try (0..<4).map { _ in try open() }
    try await sessions[0].perform(.snooze(until: noon), on: (0..<20).map { id("\($0).a") })
    await withTaskGroup(of: Void.self) { group in
      for session in sessions { group.addTask { [noon] in _ = await session.wake(at: noon) } }
    }
    #expect(mail.names().count == 20 && mail.names(".Snoozed").isEmpty)
    let rows = try await open().store.messages(in: .inbox)
    #expect(Set(rows.map(\.subject)).count == 20 && rows.allSatisfy { $0.woken == noon })
  }

  @Test func severalProgramsPutItOffOnce() async throws {
    for number in 0..<20 { mail.add("\(number).a:2,S", subject: "\(number)") }
    let sessions = try (0..<4).map { _ in try open() }
    await withTaskGroup(of: Void.self) { group in
      for (place, session) in sessions.enumerated() {
        group.addTask { [noon] in
          for number in 0..<20 {
            _ = try? await session.perform(
              .snooze(until: noon + Int64(place)),
              on: [MessageRef(folder: .inbox, key: ByteName("\(number).a"))])
            if number % 3 == 0 { _ = await session.wake(at: noon + 1) }
          }
        }
      }
    }
    let session = try open()
    let all = try await session.store.messages(in: .inbox) + session.store.messages(in: snoozed)
    #expect(Set(all.map(\.subject)).count == 20 && all.count == 20)
    #expect(await session.wake(at: noon + 9).next == nil)
    #expect(mail.names().count == 20 && mail.names(".Snoozed").isEmpty)
  }

  @Test func withoutPermissionItWaits() async throws {
    mail.add("1.R0123456789abcdefW\(noon).h:2,S", subject: "one", in: ".Snoozed")
    let session = try open()
    session.permission = .nothing
    #expect(await session.wake(at: noon) == (nil, false))
    session.permission = .accounts([])
    #expect(await session.wake(at: noon) == (nil, false))
    #expect(mail.names(".Snoozed").count == 1)
    session.permission = .everything
    #expect(await session.wake(at: noon) == (nil, true))
    #expect(mail.names().count == 1)
  }

  @Test func whatSaysNoTimeStays() async throws {
    mail.add("1.a:2,S", subject: "one", in: ".Snoozed")
    mail.add("2.R0123456789abcdefB5.h:2,S", subject: "two", in: ".Snoozed")
    #expect(await (try open()).wake(at: noon) == (nil, false))
    #expect(mail.names(".Snoozed").count == 2)
  }

  @Test func aTimeIsNeededAndAPlace() async throws {
    mail.add("1.a:2,S", subject: "one")
    mail.add("2.b:2,S", subject: "two", in: ".Junk")
    mail.add("3.c:2,S", subject: "three", in: ".Trash")
    let session = try open()
    for (command, id) in [
      (Command.snooze, id("1.a")), (.snooze(until: noon), id("2.b", in: ".Junk")),
      (.snooze(until: noon), id("3.c", in: ".Trash")), (.wake(at: noon), id("1.a")),
    ] {
      await #expect(throws: TriageError.notOffered(command)) {
        try await session.perform(command, on: [id])
      }
    }
    #expect(mail.names(".Snoozed").isEmpty)
    try await session.perform(.snooze(until: noon), on: [id("1.a")])
    let waiting = try await only(snoozed, of: session)
    #expect(Command.moveToInbox.entry.isOffered(for: waiting, in: session))
    #expect(Command.archive.entry.isOffered(for: waiting, in: session))
    try await session.perform(.moveToInbox, on: [waiting.id])
    let back = try await only(.inbox, of: session)
    #expect(back.woken == nil && back.waking == nil && !back.isUnread)
  }
}
