import FileSystem
import Foundation
import GRDB
import MailModel
import SeededRandom
import Synchronization
import TemporaryMailboxes
import Testing

@testable import MailIndex
@testable import MailText
@testable import MaildirStore

/// What the index keeps for those who look through all messages.
@Suite struct IndexColumnTests {
  private final class Stand {
    let mail: TemporaryMaildir
    let indexFolder: String

    init(folders: [String] = [".Archive"]) throws {
      mail = try TemporaryMaildir(folders: folders)
      indexFolder = try TemporaryMaildir.makeDirectory()
    }

    deinit { TemporaryMaildir.remove(indexFolder) }

    /// Lets the directories look as if they had not changed for long.
    func rest() {
      for folder in ["", "/.Archive", "/.Lists"] {
        for part in ["/cur", "/new", ""] {
          let time = timespec(tv_sec: 1_500_000_000, tv_nsec: 0)
          utimensat(AT_FDCWD, "\(mail.path)\(folder)\(part)", [time, time], 0)
        }
      }
    }

    func store() throws -> Maildir { try Maildir(path: mail.path, indexFolder: indexFolder) }

    /// What stands in the file of the index, for any program with SQLite.
    func rows(_ sql: String) throws -> [Row] {
      let name = try #require(
        FileManager.default.contentsOfDirectory(atPath: indexFolder).first {
          $0.hasSuffix(".sqlite")
        })
      return try DatabaseQueue(path: "\(indexFolder)/\(name)").read {
        try Row.fetchAll($0, sql: sql)
      }
    }
  }

  private static let mail = """
    From: =?utf-8?Q?Zo=C3=AB?= <zoe@x.org>
    To: Ann <ann@x.org>,
     bob@x.org
    Cc: "Carl, C." <carl@x.org>
    Subject: The plan
    Date: Mon, 1 Jan 2018 12:00:00 +0000
    Message-ID: <3@x.org>
    In-Reply-To: <2@x.org>
    References: <1@x.org> <2@x.org>
    List-Id: The Planners <Planners.X.org>
    Content-Type: multipart/mixed; boundary=b

    --b

    Hello.
    --b
    Content-Type: application/pdf
    Content-Disposition: attachment; filename=a.pdf

    x
    --b--

    """

  @Test func everyColumnIsWhatTheMailSays() async throws {
    let stand = try Stand()
    stand.mail.add("1500000000.a:2,S", Self.mail)
    let store = try stand.store()
    _ = try await store.messages(in: .inbox)
    await store.settle()
    let row = try #require(
      try stand.rows("SELECT * FROM message JOIN detail ON detail.message = message.id").first)
    #expect(row["key"] == Data("1500000000.a".utf8))
    #expect(row["sender"] == "Zoë" && row["address"] == "zoe@x.org")
    #expect(row["subject"] == "The plan" && row["date"] == 1_514_808_000)
    // Earlier than its date, as its name and its file say.
    #expect(row["arrival"] == 1_500_000_000)
    #expect(row["size"] == Self.mail.utf8.count)
    #expect(row["recipients"] == "Ann\tann@x.org\n\tbob@x.org\nCarl, C.\tcarl@x.org")
    #expect(row["messageID"] == "3@x.org" && row["listID"] == "planners.x.org")
    #expect(row["attachment"] == 1 && row["preview"] == "Hello.")
    #expect(
      Set(try stand.rows("SELECT hash FROM reference").map { $0["hash"] as Int64 })
        == Set(["1@x.org", "2@x.org", "3@x.org"].map { MessageDetails.hash(of: $0.utf8) }))
  }

  @Test(arguments: [
    ("", false), ("Content-Type: text/html\n", false),
    ("Content-Type: multipart/alternative; boundary=b\n", false),
    ("Content-Type: multipart/mixed; boundary=c\n", true),
    ("Content-Type: application/pdf\n", true),
  ])
  func anAttachmentIsWhatIsNeitherTextNorItsPictures(type: String, has: Bool) {
    let body = """

      --b
      Content-Type: image/png
      Content-ID: <a>

      x
      --b
      Content-Type: application/pgp-signature; name=signature.asc

      x
      --b--
      --c
      Content-Type: image/png

      x
      --c--

      """
    let bytes = Array(("Subject: s\n" + type + body).utf8)
    let header = HeaderBlock(bytes, isWhole: true)
    #expect(Preview(bytes, header: header, isWhole: true).hasAttachment == has)
    let cut = Preview(bytes, header: header, isWhole: false).hasAttachment
    #expect(cut == has || (cut == nil && type.contains("alternative")))
  }

  /// What hangs on a message by its number, a text or a conversation, must not be lost by archiving it.
  @Test func itsNumberStaysOverMovesAndTheirUndo() async throws {
    let stand = try Stand()
    for number in 0..<20 { stand.mail.add("\(1_500_000_000 + number).a:2,S", Self.mail) }
    let store = try stand.store()
    _ = try await store.messages(in: .inbox)
    await store.settle()
    func numbers() throws -> [Int64] {
      try stand.rows(
        "SELECT id FROM message JOIN detail ON detail.message = id WHERE preview = 'Hello.'"
      ).map { $0["id"] }.sorted()
    }
    let before = try numbers()
    #expect(before.count == 20)
    var moved: [MessageRef] = []
    for message in try await store.messages(in: .inbox) {
      let archived = try await store.move(message.id, to: FolderID(".Archive"))
      moved.append(try await store.move(archived, to: .inbox))
      moved.append(try await store.move(moved.removeLast(), to: FolderID(".Archive")))
    }
    _ = try await store.messages(in: .inbox)
    await store.settle()
    #expect(try numbers() == before)
    #expect(
      Set(try stand.rows("SELECT key FROM message").map { $0["key"] as Data })
        == Set(moved.map { Data($0.key.bytes) }))
    // The next start takes it for what it is.
    let next = try stand.store()
    #expect(try await next.messages(in: FolderID(".Archive")).count == 20)
    #expect(try await next.messages(in: .inbox).isEmpty)
    await next.settle()
    #expect(try numbers() == before)
  }

  @Test func aMessageMovedBeforeItWasKeptIsKept() async throws {
    let stand = try Stand()
    stand.mail.add("1500000000.a:2,S", Self.mail)
    let store = try stand.store()
    try await store.move(
      MessageRef(folder: .inbox, key: ByteName("1500000000.a")), to: FolderID(".Archive"))
    _ = try await store.messages(in: FolderID(".Archive"))
    await store.settle()
    let rows = try stand.rows(
      "SELECT path, messageID FROM detail JOIN message ON message.id = message JOIN folder ON folder.id = folder"
    )
    #expect(rows.map { $0["path"] as Data } == [Data(".Archive".utf8)])
    #expect(rows.map { $0["messageID"] as String } == ["3@x.org"])
  }

  /// A list of ten thousand asks no more questions than one of ten.
  @Test(arguments: [10, 600]) func aListingTakesAFewStatements(count: Int) async throws {
    let stand = try Stand()
    for number in 0..<count { stand.mail.add("\(1_500_000_000 + number).a:2,S", Self.mail) }
    let first = try stand.store()
    _ = try await first.messagesWithPreviews(in: .inbox)
    await first.settle()
    let statements = Mutex<[String]>([])
    let note: @Sendable (String) -> Void = { text in statements.withLock { $0.append(text) } }
    try await Index.$onStatement.withValue(note) {
      let store = try stand.store()
      let messages = try await store.messagesWithPreviews(in: .inbox)
      #expect(messages.count == count && messages.allSatisfy(\.hasPreview))
      await store.settle()
    }
    let run = statements.withLock { $0.filter { $0.hasPrefix("SELECT") } }
    #expect((1...12).contains(run.count), "\(run)")
  }

  /// A clock that was wrong by years must not have a mail read at each start.
  @Test func whatSaysThatItIsYetToBeWrittenIsKept() async throws {
    let stand = try Stand()
    stand.mail.add("1500000000.a:2,S", Self.mail, at: Int(MessageDate.now()) + 1_000_000)
    stand.mail.add("1500000001.a:2,S", Self.mail, at: Int(MessageDate.now()) + 3_600)
    let store = try stand.store()
    _ = try await store.messages(in: .inbox)
    await store.settle()
    #expect(
      try stand.rows("SELECT key FROM message").map { $0["key"] as Data }
        == [Data("1500000000.a".utf8)])
  }

  // MARK: Folders that nobody has opened

  private static let folders = ["", ".Archive", ".Lists"]

  private func filled() throws -> Stand {
    let stand = try Stand(folders: [".Archive", ".Lists"])
    for (place, folder) in Self.folders.enumerated() {
      for number in 0..<100 {
        stand.mail.add(
          "\(1_500_000_000 + 1_000 * place + number).a:2,S", Self.mail, folder: folder)
      }
    }
    return stand
  }

  private static let kept = """
    SELECT path, count(*) AS count FROM message JOIN detail ON detail.message = message.id
    JOIN folder ON folder.id = folder WHERE preview = 'Hello.' AND attachment = 1 GROUP BY path
    """

  @Test func foldersThatNobodyOpenedAreKnownAndTakeNoMemory() async throws {
    let stand = try filled()
    let store = try stand.store()
    _ = try await store.messages(in: FolderID(".Lists"))
    await store.readAhead()
    await store.settle()
    #expect(try stand.rows(Self.kept).map { $0["count"] as Int } == [100, 100, 100])
    #expect(await store.known.keys.map(\.self) == [FolderID(".Lists")])
  }

  @Test func whatIsKnownIsNotReadAgain() async throws {
    let stand = try filled()
    stand.rest()
    let store = try stand.store()
    await store.readAhead()
    let accesses = Mutex<[Directory.Access]>([])
    let note: @Sendable (Directory.Access) -> Void = { one in accesses.withLock { $0.append(one) } }
    await Directory.$onAccess.withValue(note) { await store.readAhead() }
    #expect(!accesses.withLock { $0 }.contains(.listed))
    // A start that opens one of them reads nothing either.
    stand.mail.add("1500001001.a:2,S", "Subject: read again\n\n", folder: ".Archive")
    stand.rest()
    let messages = try await stand.store().messages(in: FolderID(".Archive"))
    #expect(messages.count == 100 && messages.allSatisfy { $0.subject == "The plan" })
  }

  @Test func whatChangedIsReadAndWhatWentIsForgotten() async throws {
    let stand = try filled()
    let store = try stand.store()
    await store.readAhead()
    let archive = "\(stand.mail.path)/.Archive/cur/"
    unlink(archive + "1500001001.a:2,S")
    rename(archive + "1500001002.a:2,S", archive + "1500001002.a,U=7:2,FS")
    stand.mail.add("1600000000.b", Self.mail, in: "new", folder: ".Archive")
    await store.readAhead()
    await store.settle()
    let known = try await stand.store().messages(in: FolderID(".Archive"))
    let truth = try await Maildir(path: stand.mail.path).messages(in: FolderID(".Archive"))
    #expect(known.map(\.id) == truth.map(\.id) && known.map(\.flags) == truth.map(\.flags))
    let flags = try stand.rows("SELECT flags FROM message WHERE key = x'\(hex("1500001002.a"))'")
    #expect(flags.contains { $0["flags"] == Int64(MessageFlags([.flagged, .seen]).rawValue) })
  }

  private func hex(_ text: String) -> String {
    text.utf8.map { String($0, radix: 16) }.joined()
  }

  /// Who opens it is asked, as without an index.
  @Test func aFolderThatIsEmptyAllAtOnceIsLeftAsItWasKnown() async throws {
    let stand = try filled()
    let store = try stand.store()
    await store.readAhead()
    rename("\(stand.mail.path)/.Archive/cur", "\(stand.mail.path)/away")
    mkdir("\(stand.mail.path)/.Archive/cur", 0o700)
    await store.readAhead()
    await store.settle()
    await #expect(throws: StoreError.folderEmptied("\(stand.mail.path)/.Archive")) {
      try await stand.store().messages(in: FolderID(".Archive"))
    }
  }

  /// Whatever is done meanwhile, the index shows what is there.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func readingAheadAndWorkingDoNotMix(seed: UInt64) async throws {
    let stand = try filled()
    var numbers = SeededNumbers(seed: seed)
    let store = try stand.store()
    let reading = Task { for _ in 0..<3 { await store.readAhead() } }
    for _ in 0..<40 {
      let folder = FolderID(try #require(Self.folders.randomElement(using: &numbers)))
      let other = FolderID(try #require(Self.folders.randomElement(using: &numbers)))
      guard let one = try await store.messages(in: folder).randomElement(using: &numbers) else {
        continue
      }
      if folder == other {
        try await store.setFlags(one.id, adding: .flagged, removing: .seen)
      } else {
        try await store.move(one.id, to: other)
      }
    }
    await reading.value
    await store.settle()
    for folder in Self.folders.map(FolderID.init) {
      let known = try await stand.store().messages(in: folder)
      let truth = try await Maildir(path: stand.mail.path).messages(in: folder)
      #expect(known.map(\.id) == truth.map(\.id) && known.map(\.flags) == truth.map(\.flags))
    }
  }
}
