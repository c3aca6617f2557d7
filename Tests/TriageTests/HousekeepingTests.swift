import Glibc
import MaildirStore
import SeededRandom
import Testing

@testable import Triage

@Suite struct HousekeepingTests {
  /// What isync, Dovecot, Courier, notmuch, mu and file systems keep beside the mail.
  private static let files = [
    ".uidvalidity", ".isyncuidmap.db", ".mbsyncstate", ".mbsyncstate.new", ".mbsyncstate.journal",
    ".mbsyncstate.lock", "dovecot-uidlist", "dovecot-uidlist.lock", "dovecot-uidvalidity",
    "dovecot-uidvalidity.5f1b2c3d", "dovecot-keywords", "dovecot-acl", "dovecot-acl-list",
    "dovecot.index", "dovecot.index.log", "dovecot.index.log.2", "dovecot.index.cache",
    "dovecot.list.index", "dovecot.list.index.log", "dovecot.mailbox.log", "dovecot.sieve",
    "courierimapuiddb", "courierimapsubscribed", "courierimapacl", "courierimaphieracl/hier",
    "courierimapkeywords/:list", "courierimapkeywords/1500.a", "maildirsize", "maildirfolder",
    "maildirfilter", "shared-maildirs", "subscriptions", ".notmuch/xapian/flintlock",
    ".notmuch/hooks/pre-new", ".noindex", ".noupdate", ".mu-ignore", ".nfs0000000000000001",
    "tmp/1500.foreign", "tmp/.nfs2", "cur/.nfs3", "new/.hidden",
  ]

  private static let folders = ["", "/.Archive", "/.Trash", "/.Lists.gtk", "/.Courier"]

  private struct State: Equatable {
    var bytes: [UInt8] = []
    var numbers: [Int] = []
  }

  private func state(_ path: String) -> State {
    var status = stat()
    guard lstat(path, &status) == 0, let file = fopen(path, "r") else { return State() }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 12)
    let count = fread(&bytes, 1, bytes.count, file)
    return State(
      bytes: Array(bytes[..<count]),
      numbers: [
        Int(status.st_ino), Int(status.st_mode), Int(status.st_nlink), status.st_mtim.tv_sec,
        status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
      ])
  }

  private func write(_ path: String, _ text: String) {
    var end = path.startIndex
    while let slash = path[path.index(after: end)...].firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o700)
      end = slash
    }
    guard let file = fopen(path, "w") else { return }
    fputs(text, file)
    fclose(file)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func otherProgramsFilesAreNeverTouched(seed: UInt64) async throws {
    let mail = SampleMaildir()
    for folder in Self.folders {
      for part in ["cur", "new", "tmp"] { write("\(mail.path)\(folder)/\(part)/.keep", "") }
    }
    for number in 0..<40 { mail.add("15\(number).a,U=\(number):2,", subject: "s\(number)") }
    let paths = Self.folders.flatMap { folder in
      Self.files.map { "\(mail.path)\(folder)/\($0)" }
    }
    for path in paths { write(path, "kept by another program: \(path)\n") }
    let before = paths.map { state($0) }
    #expect(before.allSatisfy { !$0.bytes.isEmpty })

    var numbers = SeededNumbers(seed: seed)
    let store = try Maildir(path: mail.path)
    let session = TriageSession(store: store, allowsChanges: true)
    let commands: [Command] = [.archive, .trash, .toggleRead, .toggleStar, .markRead, .markUnread]
    var moves = 0
    for _ in 0..<250 {
      if numbers.next() % 3 == 0 {
        _ = try? await session.undo()
        continue
      }
      let folders = try await store.folders()
      let folder = folders[Int(numbers.next() % UInt64(folders.count))]
      let messages = try await store.messages(in: folder)
      guard !messages.isEmpty else { continue }
      let message = messages[Int(numbers.next() % UInt64(messages.count))]
      let command = commands[Int(numbers.next() % UInt64(commands.count))]
      if let outcome = try? await session.perform(command, on: [message.id]), outcome.removesRow {
        moves += 1
      }
    }
    #expect(moves > 10)
    for (path, before) in zip(paths, before) { #expect(state(path) == before, "\(path)") }
    var count = 0
    for folder in try await store.folders() { count += try await store.messages(in: folder).count }
    #expect(count == 40)
  }
}
