import FileSystem
import Glibc
import MailModel
import MailText
import Synchronization
import TemporaryMailboxes
import TestWaiting
import Testing

@testable import MaildirStore

@Suite(.againstHanging) struct MaildirScanTests {
  private func message(_ date: String, _ more: String = "") -> String {
    "From: Ann <ann@x.org>\nSubject: s\nDate: \(date) 12:00:00 +0000\n\(more)\nbody\n"
  }

  @Test func rowsAreDecodedAndNewestFirst() async throws {
    let mail = try TemporaryMaildir()
    mail.add("300.old:2,S", message("Mon, 01 Jan 2018"))
    mail.add("100.new,U=7", message("Wed, 03 Jan 2018"), in: "new")
    mail.add("200.mid,U=3:2,FS", message("Tue, 02 Jan 2018"))
    let store = try Maildir(path: mail.path)
    let rows = try await store.messages(in: .inbox)
    #expect(rows.map(\.id.key.description) == ["100.new", "200.mid", "300.old"])
    #expect(rows.map(\.flags.letters) == ["", "FS", "S"])
    #expect(
      rows[0]
        == Message(
          id: MessageRef("100.new"), flags: [], from: "Ann", address: "ann@x.org", subject: "s",
          date: 1_514_980_800, received: 1_500_000_000, preview: "body", size: 77,
          modified: 1_500_000_000_000_000_000))
    #expect(rows[0].isUnread && !rows[0].isStarred && rows[1].isStarred)
  }

  @Test func listingChangesNothing() async throws {
    let mail = try TemporaryMaildir(folders: [".Sub"])
    for number in 0..<5 { mail.add("\(number).a", in: "new") }
    mail.add("5.a:2,S", folder: ".Sub")
    mail.add(".uidvalidity", "1\n2", in: "cur")
    mail.add("dovecot.index", "x", in: ".")
    let before = mail.files(withInodes: true)
    let store = try Maildir(path: mail.path)
    for folder in try await store.folders() {
      for message in try await store.messages(in: folder) {
        _ = try await store.body(of: message.id)
      }
    }
    _ = try await store.place(forFolder: "Archive", near: .inbox)
    _ = await store.isWritable
    #expect(mail.files(withInodes: true) == before)
  }

  @Test func whatOthersDoIsSeen() async throws {
    let mail = try TemporaryMaildir()
    mail.add("1.a", in: "new")
    mail.add("2.b:2,S")
    let store = try Maildir(path: mail.path)
    #expect(try await store.messages(in: .inbox).count == 2)
    rename(mail.path + "/new/1.a", mail.path + "/cur/1.a,U=1:2,F")
    unlink(mail.path + "/cur/2.b:2,S")
    mail.add("3.c", in: "new")
    let rows = try await store.messages(in: .inbox)
    #expect(rows.map(\.id.key.description) == ["3.c", "1.a"])
    #expect(rows.map(\.flags.letters) == ["", "F"])
    #expect(try await store.message(MessageRef("1.a")).flags == .flagged)
    await #expect(throws: StoreError.messageVanished) { try await store.message(MessageRef("2.b")) }
  }

  @Test func unchangedMessagesAreNotReadAgain() async throws {
    let mail = try TemporaryMaildir()
    mail.add("1.a", message("Mon, 01 Jan 2018"))
    let read = Mutex(0)
    let store = try Maildir(path: mail.path)
    for _ in 0..<3 {
      _ = try await store.messages(in: .inbox) { batch, _ in read.withLock { $0 += batch.count } }
    }
    rename(mail.path + "/cur/1.a", mail.path + "/cur/1.a:2,S")
    let rows = try await store.messages(in: .inbox) { batch, _ in
      read.withLock { $0 += batch.count }
    }
    #expect(rows.map(\.flags) == [.seen])
    #expect(read.withLock { $0 } == 1)
  }

  @Test func aMessageStillBeingWrittenIsReadAgain() async throws {
    let mail = try TemporaryMaildir()
    // A time in the future stands for one that has just passed, whenever the test looks.
    let justNow = Int(MessageDate.now()) + 3_600
    mail.add("1.a", "Subj", at: justNow)
    let store = try Maildir(path: mail.path)
    #expect(try await store.messages(in: .inbox).map(\.subject) == [""])
    mail.add("1.a", "Subject: now\n\n", at: justNow)
    let rows = try await store.messages(in: .inbox)
    #expect(rows.map(\.subject) == ["now"])
    #expect(rows.map(\.problem) == [nil])
  }

  @Test func batchesComeNewestFirstAndHoldEveryMessageOnce() async throws {
    let mail = try TemporaryMaildir()
    for number in 0..<700 { mail.add("\(1_500_000_000 + number).a") }
    let store = try Maildir(path: mail.path)
    let batches = Mutex<[[Message]]>([])
    let rows = try await store.messages(in: .inbox) { batch, _ in
      batches.withLock { $0.append(batch) }
    }
    let seen = batches.withLock { $0 }
    #expect(rows.count == 700)
    #expect(seen.flatMap { $0.map(\.id) }.count == 700)
    #expect(Set(seen.flatMap { $0.map(\.id) }) == Set(rows.map(\.id)))
    let newest = (0..<50).map { ByteName("\(1_500_000_699 - $0).a") }
    #expect(seen.contains { $0.map(\.id.key) == newest })
  }

  @Test func namesNeedNotBeText() async throws {
    let mail = try TemporaryMaildir()
    let names: [[UInt8]] = [
      [0xFF, 0xFE], Array("-rf".utf8), Array("%s%n".utf8), Array("a\nb".utf8), Array(" ".utf8),
      Array("日本".utf8), [0x31, 0x2E, 0xC3, 0x28], [UInt8](repeating: 0x78, count: 255),
    ]
    for name in names { mail.add(bytes: name, Array("Subject: s\n\n".utf8)) }
    let store = try Maildir(path: mail.path)
    let rows = try await store.messages(in: .inbox)
    #expect(Set(rows.map(\.id.key)) == Set(names.map { ByteName($0) }))
    #expect(rows.allSatisfy { $0.subject == "s" })
    for name in names where name.count < 200 {
      let id = MessageRef(folder: .inbox, key: ByteName(name))
      #expect(try await store.setFlags(id, adding: .seen).id == id)
      #expect(try await store.message(id).flags == .seen)
    }
  }

  @Test func anEmptyMailboxIsEmpty() async throws {
    let mail = try TemporaryMaildir()
    #expect(try await Maildir(path: mail.path).messages(in: .inbox).isEmpty)
  }

  @Test func changesAreToldAndTheDirectoryIsTheTruth() async throws {
    let mail = try TemporaryMaildir(folders: [".Sub"])
    let store = try Maildir(path: mail.path)
    // Listening begins before the change, so the wake-up cannot be missed.
    var changes = store.changes().makeAsyncIterator()
    mail.add("1.a", in: "new")
    await changes.next()
    #expect(try await store.messages(in: .inbox).count == 1)
    var late = store.changes().makeAsyncIterator()
    rename(mail.path + "/new/1.a", mail.path + "/.Sub/cur/1.a:2,S")
    await late.next()
    #expect(try await store.messages(in: .inbox).isEmpty)
    #expect(try await store.messages(in: FolderID(".Sub")).count == 1)
    // A folder that is new is watched as soon as its making was told.
    var folders = store.changes().makeAsyncIterator()
    mail.addFolder(".New")
    await folders.next()
    mail.add("2.a", in: "new", folder: ".New")
    await folders.next()
    #expect(try await store.folders().contains(FolderID(".New")))
    #expect(try await store.messages(in: FolderID(".New")).count == 1)
  }

  @Test func aLongFolderShowsSomeRowsBeforeItIsListed() async throws {
    let mail = try TemporaryMaildir()
    let count = 450
    for number in 0..<count {
      mail.add("\(1_500_000_000 + number).a", "Subject: \(number)\n\n")
      // The first rows need not be the only ones of their key.
      mail.add("\(1_500_000_000 + number).a:2,S", "Subject: seen\n\n")
    }
    let batches = Mutex<[(ids: [MessageRef], total: Int)]>([])
    let store = try Maildir(path: mail.path, glanced: 600)
    let rows = try await store.messages(in: .inbox) { batch, total in
      batches.withLock { $0.append((batch.map(\.id), total)) }
    }
    let seen = batches.withLock { $0 }
    #expect(seen[0].ids.count == 50 && seen[0].total == 600 && seen[1].total == 2 * count)
    // Every message once, those first rows too.
    let ids = seen.flatMap(\.ids)
    #expect(ids.count == 2 * count && Set(ids) == Set(rows.map(\.id)) && rows.count == 2 * count)
    #expect(rows.count { $0.subject == "seen" && $0.flags == .seen } == count)
    let others = rows.filter { $0.flags == [] }.map(\.subject)
    #expect(others.count == count && Set(others) == Set((0..<count).map(String.init)))
  }
}
