import FileSystem
import Glibc
import MailModel
import SeededRandom
import TemporaryMailboxes
import Testing

@testable import MailText
@testable import MaildirStore

@Suite struct HostileEntryTests {
  @Test func whatIsNoFileHasARowAndIsLeftAlone() async throws {
    let mail = try TemporaryMaildir()
    let outside = try TemporaryMaildir()
    outside.add("secret", "Subject: secret\n\n")
    mail.add("1.mail:2,")
    let cur = mail.path + "/cur/"
    mkfifo(cur + "2.fifo:2,", 0o600)
    symlink(outside.path + "/cur/secret", cur + "3.link:2,S")
    symlink("/nowhere", cur + "4.dangling")
    symlink("5.loop", cur + "5.loop")
    mkdir(cur + "6.directory:2,S", 0o700)
    let socket = ["2.fifo", "3.link", "4.dangling", "5.loop", "6.directory"]
    let before = mail.files(withInodes: true)
    let store = try Maildir(path: mail.path)
    let rows = try await store.messages(in: .inbox)
    #expect(Set(rows.map(\.id.key.description)) == Set(socket + ["1.mail"]))
    for row in rows where row.id.key != ByteName("1.mail") {
      #expect(row.problem == .notARegularFile && !row.canChange)
      #expect(row.subject.isEmpty && row.preview.isEmpty && row.from.isEmpty)
      await #expect(throws: StoreError.notAMessage) { try await store.body(of: row.id) }
      await #expect(throws: StoreError.notAMessage) {
        try await store.setFlags(row.id, adding: .flagged)
      }
      await #expect(throws: StoreError.notAMessage) {
        try await store.move(row.id, to: FolderID(".Archive"))
      }
    }
    #expect(mail.files(withInodes: true) == before)
  }

  @Test func aFileThatBecomesALinkIsNotRenamed() async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    mail.add("1.a:2,")
    let store = try Maildir(path: mail.path)
    _ = try await store.messages(in: .inbox)
    unlink(mail.path + "/cur/1.a:2,")
    symlink("/etc/hostname", mail.path + "/cur/1.a:2,")
    await #expect(throws: StoreError.notAMessage) {
      try await store.setFlags(MessageRef("1.a"), adding: .seen)
    }
    await #expect(throws: StoreError.notAMessage) {
      try await store.move(MessageRef("1.a"), to: FolderID(".Archive"))
    }
    await #expect(throws: StoreError.notAMessage) { try await store.body(of: MessageRef("1.a")) }
    #expect(mail.files().contains("cur/1.a:2,"))
  }

  @Test(arguments: [
    ("no header", "just text", "", "just text", MessageProblem?.none),
    ("no blank line", "Subject: s", "s", "", nil),
    ("no blank line, several", "Subject: s\nFrom: a@b.org\n", "s", "", nil),
    ("empty", "", "", "", .empty),
    (
      "NULs", "Subj\0ect: x\nSubject: a\0b\n\n\0\0text\0", "",
      "Subj\u{FFFD}ect: x Subject: a\u{FFFD}b \u{FFFD}\u{FFFD}text\u{FFFD}", nil
    ),
    ("NUL in a value", "Subject: a\0b\n\nt\0", "a\u{FFFD}b", "t\u{FFFD}", nil),
    ("only a blank line", "\n", "", "", nil),
    (
      "unknown charset",
      "Subject: =?x-none?Q?a=FF?=\nContent-Type: text/plain; charset=x-none\n\nb",
      "a\u{FFFD}", "b", nil
    ),
    ("mailbox line", "From a@b\nSubject: s\n\nt", "s", "t", nil),
    ("starts with space", " x\nSubject: s\n\nt", "s", "t", nil),
    ("bare CR", "Subject: s\rX: y\r\rt", "s", "t", nil),
    ("unknown encoding", "Subject: s\nContent-Transfer-Encoding: x-none\n\nt", "s", "t", nil),
    ("broken type", "Subject: s\nContent-Type: ;;;\n\nt", "s", "t", nil),
  ])
  func brokenMessagesHaveARow(
    name: String, text: String, subject: String, preview: String, problem: MessageProblem?
  ) async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    mail.add("1.a", text)
    let store = try Maildir(path: mail.path)
    let row = try #require(try await store.messages(in: .inbox).first)
    #expect(row.subject == subject)
    #expect(row.preview == preview)
    #expect(row.problem == problem)
    #expect(row.size == text.utf8.count)
    _ = try await store.body(of: row.id)
    let moved = try await store.move(row.id, to: FolderID(".Archive"))
    #expect(try await store.messages(in: FolderID(".Archive")).map(\.id) == [moved])
  }

  @Test func anOversizedHeaderIsCut() async throws {
    let mail = try TemporaryMaildir()
    let filler = String(
      repeating: "X-Filler: \(String(repeating: "x", count: 90))\n", count: 12_000)
    mail.add("1.a", "Subject: first\n\(filler)From: late@x.org\n\nbody\n")
    mail.add(
      "2.a", "From: a@b.org\nSubject: \(String(repeating: "long ", count: 250_000))\n\nbody\n")
    let store = try Maildir(path: mail.path)
    let rows = try await store.messages(in: .inbox).sorted { $0.id.key < $1.id.key }
    #expect(rows.map(\.problem) == [.oversizedHeader, .oversizedHeader])
    #expect(rows[0].subject == "first" && rows[0].from.isEmpty)
    #expect(rows[1].subject.hasPrefix("long long") && rows[1].subject.count == 301)
    #expect(rows[1].from == "a@b.org")
    let body = try await store.body(of: rows[0].id)
    #expect(body.isCut && body.text.isEmpty)
  }

  @Test func aFileThatVanishesIsNoRowAndNoError() async throws {
    let mail = try TemporaryMaildir()
    for number in 0..<600 { mail.add("\(1_500_000_000 + number).a") }
    let store = try Maildir(path: mail.path)
    let path = mail.path
    // The oldest goes away while the newest are told about, before it was read.
    let rows = try await store.messages(in: .inbox) { _, _ in
      unlink(path + "/cur/1500000000.a")
    }
    #expect(rows.count == 599)
    unlink(path + "/cur/1500000001.a")
    let gone = MessageRef("1500000001.a")
    await #expect(throws: StoreError.messageVanished) { try await store.body(of: gone) }
    await #expect(throws: StoreError.messageVanished) {
      try await store.setFlags(gone, adding: .seen)
    }
    await #expect(throws: StoreError.messageVanished) {
      try await store.move(gone, to: FolderID(".Archive"))
    }
    #expect(try await store.messages(in: .inbox).count == 598)
  }

  @Test func aHugeMessageOpensAsItsBeginning() async throws {
    let mail = try TemporaryMaildir()
    mail.add("1.a", "Subject: huge\n\nbegin\n")
    // Sparse: nothing of it is on the disk.
    #expect(truncate(mail.path + "/cur/1.a", 3 << 30) == 0)
    let store = try Maildir(path: mail.path)
    let row = try #require(try await store.messages(in: .inbox).first)
    #expect(row.subject == "huge" && row.size == 3 << 30)
    let body = try await store.body(of: row.id)
    #expect(body.isCut && body.text.hasPrefix("begin\n\u{FFFD}"))
    #expect(body.headers == [.init(name: "Subject", value: "huge")])
  }

  @Test func aReadingThatIsCancelledEnds() async throws {
    let mail = try TemporaryMaildir()
    mail.add("1.a", "Subject: s\n\ntext")
    let store = try Maildir(path: mail.path)
    let row = try #require(try await store.messages(in: .inbox).first)
    let reading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.body(of: row.id)
    }
    await #expect(throws: StoreError.other(errno: ECANCELED, doing: .readMessage)) {
      try await reading.value
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func anUnreadableMessageHasARowAndMoves() async throws {
    let mail = try TemporaryMaildir()
    mail.add("1.a:2,S")
    chmod(mail.path + "/cur/1.a:2,S", 0)
    let store = try Maildir(path: mail.path)
    let row = try #require(try await store.messages(in: .inbox).first)
    #expect(row.problem == .unreadable && row.canChange)
    _ = try await store.move(row.id, to: FolderID(".Archive"))
    #expect(mail.files().contains { $0.hasPrefix(".Archive/cur/") })
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func generatedMailHasSafeRowsAndBodies(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    let mail = try TemporaryMaildir()
    let pieces: [[UInt8]] =
      [
        "Subject: ", "From: ", "Date: ", "Content-Type: ", "multipart/mixed; boundary=b", "\n",
        "\n\n",
        "--b\n", "--b--\n", "text/html", "; charset=", "utf-8", "iso-2022-jp", "x-none",
        "Content-Transfer-Encoding: ", "base64", "quoted-printable", "=?utf-8?Q?", "?=", "=C3=A9",
        "<a@b.org>", "<div style=display:none>", "</div>", "<script>", "message/rfc822", "\r",
        "\r\n ",
        "\t", "Mon, 1 Jan 2018", "\"", "(", ")", "\u{202E}", "text", "SGVsbG8=", "begin 644 x\n",
      ].map { Array($0.utf8) } + [[0x00], [0xFF], [0x1B, 0x24, 0x42], [0x80, 0x81]]
    for number in 0..<10 {
      let content = (0..<Int.random(in: 0...80, using: &numbers)).flatMap { _ in
        pieces.randomElement(using: &numbers) ?? []
      }
      mail.add(bytes: Array("\(number).a".utf8), content)
    }
    let store = try Maildir(path: mail.path)
    let rows = try await store.messages(in: .inbox)
    #expect(rows.count == 10)
    for row in rows {
      expectSafe(row)
      let body = try await store.body(of: row.id)
      #expect(
        !body.text.unicodeScalars.contains {
          $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
        })
    }
  }
}

/// What every row promises.
func expectSafe(_ row: Message, sourceLocation: SourceLocation = #_sourceLocation) {
  for text in [row.from, row.address, row.subject, row.preview] {
    #expect(
      !text.unicodeScalars.contains {
        $0.properties.generalCategory == .control || (0x202A...0x202E).contains($0.value)
          || (0x2066...0x2069).contains($0.value) || [0x200B, 0x2060, 0xFEFF].contains($0.value)
      }, sourceLocation: sourceLocation)
    #expect(text.count <= 301, sourceLocation: sourceLocation)
  }
  #expect(row.preview.unicodeScalars.count <= 200, sourceLocation: sourceLocation)
  #expect(row.date >= 0 && row.date <= MessageDate.now() + 86_401, sourceLocation: sourceLocation)
}
