import FileSystem
import MailModel
import MaildirStore
import Testing

@testable import Triage

@Suite struct MailboxListingTests {
  @Test func oneObjectALineNewestFirst() async throws {
    let mail = SampleMaildir(folders: [".Entw&APw-rfe"])
    mail.add("1.old,U=3:2,SF", subject: "quote \" and \\ back")
    mail.add(
      [0x32, 0x2E, 0xFF, 0x25, 0x34, 0x31, 0x3A, 0x32, 0x2C],
      subject: "=?utf-8?Q?gr=C3=BCn_=F0=9F=90=A6?=",
      date: "Tue, 02 Jan 2018 13:00:00 +0100")
    let store = try Maildir(path: mail.path)
    _ = try await store.move(
      MessageRef(folder: .inbox, key: ByteName("1.old")),
      to: FolderID(path: ByteName(".Entw&APw-rfe")))
    let key = try await store.messages(in: FolderID(path: ByteName(".Entw&APw-rfe")))[0].id.key
    var lines: [String] = []
    try await MailboxListing.write(store) { lines.append($0) }
    #expect(
      lines == [
        #"{"folder": "Inbox", "key": "2.%FF%2541", "flags": "", "from": "Ann", "#
          + #""address": "ann@x.org", "subject": "grün 🐦", "date": "2018-01-02T12:00:00Z", "#
          + #""preview": "body", "size": 110}"#,
        #"{"folder": "Entwürfe", "key": "\#(key)", "flags": "FS", "from": "Ann", "#
          + #""address": "ann@x.org", "subject": "quote \" and \\ back", "#
          + #""date": "2018-01-01T12:00:00Z", "preview": "body", "size": 94}"#,
      ])
  }

  @Test func itGoesByDateWheneverMailCame() async throws {
    let mail = SampleMaildir(folders: [])
    mail.add(Array("1400000000.late".utf8), subject: "old", date: "Mon, 01 Jan 2018 12:00:00 +0000")
    mail.add(
      Array("1300000000.early".utf8), subject: "new", date: "Tue, 02 Jan 2018 12:00:00 +0000")
    let store = try Maildir(path: mail.path)
    #expect(try await store.messages(in: .inbox).map(\.subject) == ["old", "new"])
    var lines: [String] = []
    try await MailboxListing.write(store) { lines.append($0) }
    #expect(lines.map { $0.contains(#""subject": "new""#) } == [true, false])
  }

  @Test func everyControlCharacterIsEscaped() {
    #expect(
      MailboxListing.quoted("a\"\\\n\r\t\u{1}\u{1F}\u{7F}é/")
        == #""a\"\\\n\r\t\u0001\u001f\u007fé/""#)
  }

  @Test(arguments: [
    (0 as Int64, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    (951_868_799, "2000-02-29T23:59:59Z"), (951_868_800, "2000-03-01T00:00:00Z"),
    (1_514_764_799, "2017-12-31T23:59:59Z"), (1_514_764_800, "2018-01-01T00:00:00Z"),
    (4_107_542_400, "2100-03-01T00:00:00Z"), (4_102_444_799, "2099-12-31T23:59:59Z"),
    (253_402_300_799, "9999-12-31T23:59:59Z"),
  ])
  func datesAreWritten(seconds: Int64, text: String) {
    #expect(RFC3339.text(seconds) == text)
  }
}
