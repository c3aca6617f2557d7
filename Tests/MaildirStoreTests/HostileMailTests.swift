import Glibc
import MailModel
import MailText
import TemporaryMailboxes
import Testing

@testable import MaildirStore

/// Mail made to harm whoever reads it. Each kind, and what has to hold for it:
///
/// 1. encoded words: ``encodedWords()``, `EncodedWordsTests`
/// 2. characters that turn the direction: ``directions()``
/// 3. look-alikes, addresses as names, several senders: ``forgedSenders()``, `SenderTests`
/// 4. piles of marks, of joiners and of what nobody sees: ``piles()``
/// 5. markup of Pango: ``markup()``; the app never parses a text as markup
/// 6. a header of 50 MB, 200,000 fields, 100,000 addresses: ``largeHeaders()``
/// 7. NUL, bare CR, no blank line, nothing, a blank first, a line of mbox, eight bits:
///    `HostileEntryTests.brokenMessagesHaveARow`
/// 8. nesting: ``nesting()``
/// 9. 100,000 attachments: ``attachments()``
/// 10. a message larger than memory: `HostileEntryTests.aHugeMessageOpensAsItsBeginning`
/// 11. names of attachments: ``attachmentNames()``
/// 12. HTML that fetches, runs or hides: ``html()``, `HTMLTextTests`
/// 13. dates: ``dates()``, `MessageDateTests`
/// 14. bombs for threads: ``threads()``
/// 15. what is no file, or has no decent name: `HostileEntryTests`, `MaildirScanTests.namesNeedNotBeText`,
///     ``numberedTwice()``; missing parts, folders that are files or links: `MaildirOpenTests`, `MoveTests`
/// 16. a disk that is full, read-only or gone: `FlagChangeTests.aRefusalIsTold`,
///     `MaildirOpenTests.aMailboxThatGoesAwaySaysSo`
///
/// Sizes are a twentieth unless the variable `DUNNOCK_LARGE_MAIL` is set.
@Suite struct HostileMailTests {
  private static let scale = getenv("DUNNOCK_LARGE_MAIL") == nil ? 20 : 1

  /// A mailbox of such mail, every row and body of which is checked to be safe.
  private struct Mailbox {
    /// Removed when let go.
    let mail = try? TemporaryMaildir()
    let store: Maildir
    let rows: [Message]

    init(_ messages: [String]) async throws {
      let mail = try #require(mail)
      for (number, message) in messages.enumerated() {
        mail.add("\(1_000_000 + number).a", message)
      }
      store = try Maildir(path: mail.path)
      rows = try await store.messages(in: .inbox).sorted { $0.id.key < $1.id.key }
      try #require(rows.count == messages.count)
      for row in rows {
        expectSafe(row)
        expectSafe(try await store.body(of: row.id))
      }
    }

    func body(_ number: Int) async throws -> MessageBody {
      try await store.body(of: rows[number].id)
    }
  }

  @Test func encodedWords() async throws {
    let many = String(repeating: "=?utf-8?Q?w=C3=B6rd?=\n ", count: 2_500)
    let mailbox = try await Mailbox([
      "Subject: \(many)x\n\n",
      "Subject: =?utf-8?Q?nl=0AFrom:_x=00=1B[0m=E2=80=AE?=\n\n",
      "Subject: =?utf-7?Q?+ADw-script+AD4-?=\nContent-Type: text/html; charset=utf-7\n\n+ADw-b+AD4-bold+AAA-",
      "From: =?utf-8?Q?=22=0D=0ASubject:_x?= <a@x.org>\n\n",
      "Subject: \(String(repeating: "=?utf-8?Q?", count: 5_000))\n\n",
    ])
    #expect(
      mailbox.rows[0].subject.hasPrefix("wördwördwörd") && mailbox.rows[0].subject.count == 301)
    #expect(mailbox.rows[1].subject == "nl\u{FFFD}From: x\u{FFFD}\u{FFFD}[0m")
    #expect(
      mailbox.rows[2].subject == "<script>" && mailbox.rows[2].preview == "bold")
    #expect(
      mailbox.rows[3].from == "\"\u{FFFD}\u{FFFD}Subject: x" && mailbox.rows[3].subject.isEmpty)
  }

  @Test func directions() async throws {
    let turns =
      "\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}\u{200E}\u{200F}"
    let mailbox = try await Mailbox([
      "From: A\(turns)B <c\(turns)@x.org>\nSubject: D\(turns)E\n\nF\(turns)G",
      "Content-Type: application/pdf; name=\"inv\(turns)fdp.exe\"\n\nx",
    ])
    #expect(mailbox.rows[0].from == "AB" && mailbox.rows[0].address == "c@x.org")
    #expect(mailbox.rows[0].subject == "DE" && mailbox.rows[0].preview == "FG")
    #expect(try await mailbox.body(1).attachments.map(\.name) == ["invfdp.exe"])
  }

  @Test func forgedSenders() async throws {
    let mailbox = try await Mailbox([
      "From: \"ceo@bank.example\" <x@evil.example>\n\n",
      "From: a@x.org\nFrom: b@x.org\nSender: c@x.org\n\n",
      "From: P\u{430}ypal <x@p\u{430}ypal.example>\n\n",
    ])
    #expect(mailbox.rows.map(\.hasDoubtfulName) == [true, true, true])
    #expect(mailbox.rows[0].address == "x@evil.example")
    #expect(try await mailbox.body(1).headers.first?.value == "a@x.org, b@x.org")
    #expect(mailbox.rows[2].address.hasPrefix("x@xn--"))
  }

  @Test func piles() async throws {
    let mailbox = try await Mailbox([
      "Subject: Z\(String(repeating: "\u{301}\u{302}\u{489}", count: 500))a\n\n",
      "Subject: a\(String(repeating: "\u{200B}\u{200D}\u{2060}", count: 400))b\n\n",
      "Subject: \(String(repeating: "👩\u{200D}", count: 2_000))\n\n",
      "From: \(String(repeating: "\u{200B}\u{3164}", count: 50)) <a@x.org>\n\n",
      "Subject: \(String(repeating: "\u{FDFD}", count: 5_000))\n\n",
    ])
    #expect(mailbox.rows[0].subject == "Z\u{301}\u{302}a" && mailbox.rows[1].subject == "ab")
    #expect(mailbox.rows[2].subject.unicodeScalars.count <= 20 && mailbox.rows[3].from == "a@x.org")
    #expect(mailbox.rows[4].subject.count == 301)
  }

  @Test func markup() async throws {
    let mailbox = try await Mailbox([
      "From: \"<b>A</b> & co\" <a@x.org>\nSubject: <span size='huge'>%s&lt;</span>\n\n</span>&amp;"
    ])
    #expect(mailbox.rows[0].from == "<b>A</b> & co" && mailbox.rows[0].preview == "</span>&amp;")
    #expect(mailbox.rows[0].subject == "<span size='huge'>%s&lt;</span>")
  }

  @Test func largeHeaders() async throws {
    let many = (0..<max(7_000, 100_000 / Self.scale)).map { "n\($0)@x.org" }
    let mailbox = try await Mailbox([
      "Subject: early\nX: \(String(repeating: "x", count: (50 << 20) / Self.scale))\nFrom: late@x.org\n\nbody",
      "Subject: early\n\(String(repeating: "X: y\n", count: 400_000 / Self.scale))\nbody",
      "Subject: early\nTo: \(many.joined(separator: ",\n "))\n\nbody",
      "Subject: early\nFrom: \(many.prefix(5_000).joined(separator: ", "))\n\nbody",
    ])
    #expect(mailbox.rows.allSatisfy { $0.subject == "early" })
    let cut = MessageProblem.oversizedHeader
    #expect(mailbox.rows.map(\.problem) == [cut, cut, cut, nil])
    #expect(mailbox.rows.map(\.preview) == ["", "", "", "body"])
    #expect(mailbox.rows[3].from == "n0@x.org, n1@x.org, n2@x.org, n3@x.org")
    let to = try await mailbox.body(2).headers.first { $0.name == "To" }
    #expect(to?.value.split(separator: ",").count == 200)
  }

  @Test func nesting() async throws {
    func nested(_ levels: Int) -> String {
      (0..<levels).map { "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n" }.joined()
        + "Content-Type: text/plain\n\ndeep\n"
    }
    let inside = String(
      repeating: "Content-Type: message/rfc822\n\nSubject: inner\n", count: 20_000 / Self.scale)
    let mailbox = try await Mailbox([
      "Subject: s\n" + nested(60), "Subject: s\n" + nested(70),
      "Subject: s\n" + nested(100_000 / Self.scale),
      "Subject: s\n" + inside + "\ninnermost",
    ])
    #expect(mailbox.rows.map(\.preview).prefix(3) == ["deep", "", ""])
    let body = try await mailbox.body(0)
    #expect(body.text == "deep\n" || body.text == "deep")
  }

  @Test func attachments() async throws {
    let part = "--b\nContent-Type: image/png\n\nx\n"
    let mailbox = try await Mailbox([
      "Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\ntext\n"
        + String(repeating: part, count: 100_000 / Self.scale) + "--b--\n"
    ])
    let body = try await mailbox.body(0)
    // The text is one of the thousand parts.
    #expect(body.attachments.count == 100 && body.moreAttachments == 899)
    #expect(body.moreParts == 100_000 / Self.scale - 999)
    #expect(mailbox.rows[0].preview == "text" && body.text == "text")
  }

  @Test(arguments: [
    ("name=\"../../etc/passwd\"", "passwd"), ("name=\"C:\\\\a\\\\b.exe\"", "b.exe"),
    // GMime puts a question mark for the NUL.
    ("name=\"=?utf-8?Q?..=2F..=2Fx=00y?=\"", "x?y"),
    ("name*=utf-8''..%2F..%2Fa%00b%0Ac", "a"),
    ("name=\"a\u{202E}b\u{200B}c.desktop\"", "abc.desktop"),
    ("name=\"/\"", ""), ("name=\"\"", ""), ("x=y", ""),
  ])
  func attachmentNames(parameter: String, name: String) async throws {
    let mailbox = try await Mailbox(["Content-Type: application/x-a; \(parameter)\n\nx"])
    #expect(try await mailbox.body(0).attachments.map(\.name) == [name])
  }

  @Test func longAttachmentNames() async throws {
    let long = String(repeating: "n", count: 5_000)
    let mailbox = try await Mailbox([
      "Content-Type: application/x-a; name=\"\(long).exe\"\n\nx",
      "Content-Type: application/x-a; \(String(repeating: "\u{45C}", count: 35))=y; name=n\n\nx",
    ])
    #expect(try await mailbox.body(0).attachments.map(\.name.count) == [301])
    #expect(try await mailbox.body(1).attachments.count == 1)
  }

  @Test func html() async throws {
    let page = """
      <base href="http://x.example/"><meta http-equiv=refresh content="0;url=http://x.example/">
      <link rel=stylesheet href=http://x.example/c.css><style>@import "http://x.example/"</style>
      <div style="display:none">preheader</div><span style="font-size:0px">tiny</span>
      <img src=http://x.example/i.png srcset="http://x.example/i2.png 2x" alt="image" onerror=f()>
      <video poster=http://x.example/p.png></video><svg><script>f()</script>svg</svg>
      <form action=http://x.example/><input value=in><button>Send</button></form>
      <script>document.write("written")</script><a href="http://evil.example/">http://bank.example/</a>
      """
    let head = "Subject: s\nContent-Type: text/html\n\n"
    let mailbox = try await Mailbox([
      head + page,
      head + String(repeating: "<div>", count: 1_000_000 / Self.scale) + "inside",
      head + "<p>begins" + String(repeating: "<a href=\"\n", count: 100_000 / Self.scale),
    ])
    #expect(mailbox.rows[0].preview == "svg Send http://bank.example/")
    let body = try await mailbox.body(0)
    #expect(!body.text.contains("x.example") && !body.text.contains("evil.example"))
    #expect(mailbox.rows[2].preview == "begins")
  }

  @Test(arguments: [
    "1 Jan 99999 00:00:00 +0000", "Mon, 1 Jan 1601 00:00:00 +0000", "1 Jan 2018 25:61:61 +9999",
    "٣١ يناير ٢٠١٨", "", "Fri, 31 Feb 2018", "-1", "9223372036854775807",
    "1 Jan 2018 00:00:00 -9999999",
  ])
  func dates(date: String) async throws {
    let mailbox = try await Mailbox(["Date: \(date)\n\n", "Received: x; \(date)\nDate:\n\n"])
    // What GMime makes a date of at all is one of mail's time, or else the file's.
    for row in mailbox.rows { #expect((1_400_000_000...1_600_000_000).contains(row.date)) }
  }

  @Test func threads() async throws {
    let references = (0..<(100_000 / Self.scale)).map { "<\($0)@x.org>" }.joined(separator: "\n ")
    let mailbox = try await Mailbox(
      ["Subject: many\nReferences: \(references)\n\n"]
        + Array(
          repeating: "Message-ID: <1@x.org>\nIn-Reply-To: <1@x.org>\nReferences: <1@x.org>\n\n",
          count: 1_000 / Self.scale))
    #expect(mailbox.rows.count == 1 + 1_000 / Self.scale && mailbox.rows[0].subject == "many")
  }

  @Test func numberedTwice() async throws {
    let mail = try TemporaryMaildir()
    mail.add("1.a,U=5:2,")
    mail.add("1.b,U=5:2,S")
    mail.add("2.c,U=99999999999999999999:2,")
    let rows = try await Maildir(path: mail.path).messages(in: .inbox)
    #expect(Set(rows.map(\.id.key.description)) == ["1.a", "1.b", "2.c"])
  }
}

/// What every opened message promises.
func expectSafe(_ body: MessageBody, sourceLocation: SourceLocation = #_sourceLocation) {
  let lines = body.headers.map(\.value) + body.attachments.flatMap { [$0.name, $0.type] }
  for text in lines + [body.text] {
    #expect(
      !text.unicodeScalars.contains {
        ($0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t")
          || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
      }, sourceLocation: sourceLocation)
  }
  #expect(!lines.contains { $0.contains("\n") }, sourceLocation: sourceLocation)
  let used = TextBudget(of: body.text)
  #expect(used.bytes <= TextBudget.portion.bytes, sourceLocation: sourceLocation)
  #expect(used.lines <= TextBudget.portion.lines, sourceLocation: sourceLocation)
  #expect(body.attachments.count <= 100, sourceLocation: sourceLocation)
}
