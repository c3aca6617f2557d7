import Foundation
import Glibc
import MailModel
import TemporaryMailboxes
import TestPrograms
import Testing

@testable import MailText
@testable import MailWriting

/// What is made of what was written, as others read it.
@Suite struct MakingTests {
  private static func folder() throws -> String { try TemporaryMaildir.makeDirectory() }

  private static func made(
    _ mail: OutgoingMail, date: Date = .now
  ) throws -> (made: MadeMail, bytes: [UInt8]) {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    let descriptor = fileno(file)
    let made = try mail.write(to: descriptor, date: date)
    let size = Int(lseek(descriptor, 0, SEEK_END))
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, size, 0))
    }
    return (made, bytes)
  }

  private static func mail(_ change: (inout OutgoingMail) -> Void = { _ in }) -> OutgoingMail {
    var mail = OutgoingMail(
      account: UUID(), from: .init(name: "Ada", address: "ada@example.org"),
      to: [.init(address: "b@example.com")], subject: "Hello", text: "Text\n")
    change(&mail)
    return mail
  }

  private static func text(_ change: (inout OutgoingMail) -> Void) throws -> String {
    String(decoding: try made(mail(change)).bytes, as: UTF8.self)
  }

  /// How many mails are made: ten thousand where all is to be tried.
  private static let count =
    ProcessInfo.processInfo.environment["DUNNOCK_WHOLE"] == nil ? 300 : 10_000

  /// What a mail is to be read as by others.
  private struct Expected: Encodable {
    let subject: String
    let from, to, cc: [[String]]
    let messageID, inReplyTo: String
    let references: [String]
    let text: [Paragraph]
    let attachments: [[String]]

    struct Paragraph: Encodable {
      let depth: Int
      let text: String

      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(depth)
        try list.encode(text)
      }
    }
  }

  /// The paragraphs of a text with their depths; of each the spaces at its end mean nothing.
  private static func paragraphs(_ text: String) -> [Expected.Paragraph] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      var (depth, rest) = (0, Substring(line).unicodeScalars)
      while rest.first == ">" {
        depth += 1
        rest.removeFirst()
        if rest.first == " " { rest.removeFirst() }
      }
      if String(rest) != "-- " { while rest.last == " " { rest.removeLast() } }
      return .init(depth: depth, text: String(rest))
    }
  }

  private static func spelled(_ parties: [OutgoingMail.Correspondent]) -> [[String]] {
    parties.map { [$0.name.oneLine, $0.address] }
  }

  @Test func eachMailIsReadAsItWasWritten() throws {
    let folder = try Self.folder()
    defer { TemporaryMaildir.remove(folder) }
    mkdir("\(folder)/mails", 0o700)
    var random = RandomMail(seed: 1, in: folder)
    for number in 0..<Self.count {
      let mail = try random.next()
      let (made, bytes) = try Self.made(mail)
      let body = try #require(BodyReader(message: bytes, isCancelled: { false }).read())
      #expect(
        body.addressing.subject == DisplayText.safe(mail.subject.oneLine, limit: 10_000),
        "\(number)")
      #expect(body.addressing.messageID == made.messageID)
      #expect(body.addressing.references == mail.references)
      #expect(body.addressing.from.map(\.address) == [mail.from.address])
      for (read, written) in [(body.addressing.to, mail.to), (body.addressing.cc, mail.cc)] {
        #expect(
          read.filter { !$0.address.isEmpty }.map { [$0.name, $0.address] }
            == written.map { [String(DisplayText.safe($0.name.oneLine).trimmed), $0.address] },
          "\(number)")
      }
      let paragraphs = Self.paragraphs(mail.text).map(\.text).joined()
      // What a mail that goes along says is shown below.
      let isAlone = random.messages.isEmpty
      let letters = Self.letters(body.text)
      #expect(letters.starts(with: Self.letters(paragraphs)), "\(number)")
      #expect(!isAlone || letters.count == Self.letters(paragraphs).count, "\(number)")
      #expect(body.attachments.count == mail.attachments.count, "\(number)")
      let reader = BodyReader(message: bytes, isCancelled: { false })
      var attached: [[String]] = []
      for (part, attachment) in zip(body.attachments, mail.attachments) {
        let data = try #require(FileManager.default.contents(atPath: attachment.path))
        #expect(try reader.bytes(ofPart: part.number) == [UInt8](data), "\(number)")
        let name = attachment.name.oneLine.replacing("/", with: "_")
        let type =
          ["image/png", "text/plain", "application/pdf"].contains(attachment.type)
          || random.messages.contains(attachment.path)
        attached.append([
          name.isEmpty ? "attachment" : name, type ? attachment.type : "application/octet-stream",
          Self.digest(attachment.path),
        ])
      }
      let expected = Expected(
        subject: mail.subject.oneLine, from: Self.spelled([mail.from]), to: Self.spelled(mail.to),
        cc: Self.spelled(mail.cc), messageID: "<\(made.messageID)>",
        inReplyTo: mail.inReplyTo.isEmpty ? "" : "<\(mail.inReplyTo)>",
        references: mail.references.map { "<\($0)>" }, text: Self.paragraphs(mail.text),
        attachments: attached)
      try Data(bytes).write(to: URL(filePath: "\(folder)/mails/\(number).eml"))
      try JSONEncoder().encode(expected).write(to: URL(filePath: "\(folder)/mails/\(number).json"))
    }
    let script = URL(filePath: #filePath).deletingLastPathComponent().path + "/alike.py"
    let (status, output, _) = try TestProgram.run("/usr/bin/python3", script, "\(folder)/mails")
    #expect(status == 0, "\(output.prefix(4_000))")
  }

  @Test func aDraftIsReadBackAsItWasWritten() throws {
    let folder = try Self.folder()
    defer { TemporaryMaildir.remove(folder) }
    var random = RandomMail(seed: 2, in: folder)
    for number in 0..<Self.count {
      var mail = try random.next()
      mail.bcc = [.init(name: "Mara", address: "mara@example.org")]
      mail.replyTo = [
        .init(name: "Grüße", address: "office@example.org"), .init(address: "no address"),
      ]
      let file = try #require(tmpfile())
      defer { fclose(file) }
      try mail.writeDraft(to: fileno(file))
      let size = Int(lseek(fileno(file), 0, SEEK_END))
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = max(0, pread(fileno(file), buffer.baseAddress, size, 0))
      }
      let body = try #require(
        BodyReader(message: bytes, isCancelled: { false }).read(as: .forEditing))
      #expect(body.addressing.bcc.map(\.address) == ["mara@example.org"])
      #expect(
        body.addressing.replyTo == [.init(name: "Grüße", address: "office@example.org")])
      var (written, read) = (Self.paragraphs(mail.text), Self.paragraphs(body.content.text))
      // Blank lines at the end are the same as none.
      while written.last?.text.isEmpty == true, written.last?.depth == 0 { written.removeLast() }
      while read.last?.text.isEmpty == true, read.last?.depth == 0 { read.removeLast() }
      #expect(
        written.map { "\($0.depth) \($0.text)" } == read.map { "\($0.depth) \($0.text)" },
        "\(number)")
    }
  }

  @Test func aMailThatIsSentSaysWhereAnswersGo() throws {
    let text = try Self.text {
      $0.replyTo = [.init(name: "Office", address: "office@example.net")]
    }
    #expect(text.contains("\nReply-To: Office <office@example.net>\n"))
    #expect(try !Self.text { $0.replyTo = [] }.contains("Reply-To"))
  }

  @Test func aDraftOfAnEarlierVersionIsRead() throws {
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(Self.mail()))
    let fields = try #require(json as? [String: Any])
    #expect(fields["replyTo"] == nil)
    let mail = try JSONDecoder().decode(
      OutgoingMail.self, from: JSONSerialization.data(withJSONObject: fields))
    #expect(mail.replyTo == nil && mail.subject == "Hello")
  }

  /// What is read of a text whatever becomes of its lines and marks.
  private static func letters(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.isEmoji }
  }

  private static func digest(_ path: String) -> String {
    ((try? TestProgram.run("/usr/bin/sha256sum", path))?.output).map { String($0.prefix(64)) } ?? ""
  }

  @Test func theDateHasTheZoneAndNothingNamesThisComputer() throws {
    let (made, bytes) = try Self.made(Self.mail(), date: Date(timeIntervalSince1970: 1_700_000_000))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(made.messageID.hasSuffix("@example.org"))
    #expect(
      text.firstMatch(of: /\nDate: (Tue|Wed), 1[45] Nov 2023 \d\d:\d\d:\d\d [+-]\d{4}\n/) != nil)
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, 255)
    let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    for word in [host, NSUserName(), NSHomeDirectory(), "User-Agent", "X-Mailer", "GMime"]
    where word.count > 3 {
      #expect(!text.lowercased().contains(word.lowercased()), "\(word)")
    }
  }

  @Test func linesAreShortAndSignaturesStandAlone() throws {
    let long = (0..<60).map { "word\($0)" }.joined(separator: " ")
    let text = FlowedText.encoded("\(long)\n> > \(long)\n-- \nAda\n From here\nFrom there\n> \n")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 78 })
    #expect(lines.contains("-- ") && lines.contains(" From there") && lines.contains("  From here"))
    #expect(lines.contains(">") && lines.contains { $0.hasPrefix(">> word") && $0.hasSuffix(" ") })
  }

  @Test func whatIsBlindIsOnNoWireAndInNoOthersCopy() throws {
    let mail = Self.mail { $0.bcc = [.init(name: "Grüße", address: "hidden@example.net")] }
    let (made, bytes) = try Self.made(mail)
    #expect(!String(decoding: bytes, as: UTF8.self).lowercased().contains("hidden"))
    #expect(made.recipients == ["b@example.com", "hidden@example.net"])
    #expect(
      made.blindField.hasPrefix("Bcc: =?") && made.blindField.hasSuffix("<hidden@example.net>\n"))
  }

  @Test func anAddressIsAsTheNetworkKnowsIt() throws {
    let mail = Self.mail {
      $0.to = ["a@straße.de", "b@مثال.إختبار", "B@Example.com"].map { .init(address: $0) }
      $0.cc = [.init(address: " b@example.com ")]
    }
    let made = try Self.made(mail).made
    // Not to strasse.de, which is another's.
    #expect(
      made.recipients == ["a@xn--strae-oqa.de", "b@xn--mgbh0fb.xn--kgbechtv", "B@Example.com"])
  }

  @Test(arguments: [
    "", "nobody", "a@b@c", "a@", "@b", "a b@example.org", "a@exa mple.org",
    "a@example.org\r\nRCPT TO:<x@y>",
    "a@example.org>", "<a@example.org", "ü@example.org", "a@-.org\u{1F4A9}",
  ])
  func noMailGoesToWhatIsNoAddress(address: String) throws {
    for change in [
      { (mail: inout OutgoingMail) in mail.to = [.init(address: address)] },
      { (mail: inout OutgoingMail) in mail.from.address = address },
      { (mail: inout OutgoingMail) in mail.bcc = [.init(address: address)] },
    ] {
      let mail = Self.mail(change)
      #expect(throws: WritingProblem.address(DisplayText.safe(address, limit: 200))) {
        try mail.check()
      }
      #expect(throws: WritingProblem.self) { try Self.made(mail) }
    }
  }

  @Test func whatCannotBeMadeSaysWhy() throws {
    let folder = try Self.folder()
    defer { TemporaryMaildir.remove(folder) }
    #expect(throws: WritingProblem.noRecipient) { try Self.mail { $0.to = [] }.check() }
    let path = "\(folder)/file"
    try Data([1, 2, 3]).write(to: URL(filePath: path))
    func attached(_ path: String, _ size: Int64) -> OutgoingMail {
      Self.mail {
        $0.attachments = [.init(path: path, name: "a\u{202E}b", type: "image/png", size: size)]
      }
    }
    try attached(path, 3).check()
    for (path, size, problem) in [
      (path, Int64(4), WritingProblem.changed(DisplayText.safe("a\u{202E}b"))),
      (path + "x", 3, .missing(DisplayText.safe("a\u{202E}b"))),
      (folder, 0, .missing(DisplayText.safe("a\u{202E}b"))),
      (path, 100_000_001, .tooLarge),
    ] {
      #expect(throws: problem) { try attached(path, size).check() }
      #expect(throws: problem) { try Self.made(attached(path, size)) }
      #expect(!problem.sentence.text.isEmpty)
    }
  }

  @Test func aMessageThatIsAttachedStaysOne() throws {
    let folder = try Self.folder()
    defer { TemporaryMaildir.remove(folder) }
    let path = "\(folder)/mail.eml"
    let enclosed = "From: a@example.org\nSubject: Enclosed\n\nFrom here\n"
    try enclosed.write(toFile: path, atomically: false, encoding: .utf8)
    let (_, bytes) = try Self.made(
      Self.mail {
        $0.attachments = [
          .init(
            path: path, name: "mail.eml", type: "message/rfc822", size: Int64(enclosed.utf8.count))
        ]
      })
    let body = try #require(BodyReader(message: bytes, isCancelled: { false }).read())
    #expect(body.attachments.map(\.isMessage) == [true])
  }

  @Test(arguments: ["", "V", "Not a field\n\nText\n", ": \n", "From a@example.org\nTo: b\n\n"])
  func whatIsNoMessageIsAttachedAsItIs(content: String) throws {
    let folder = try Self.folder()
    defer { TemporaryMaildir.remove(folder) }
    let path = "\(folder)/mail.eml"
    try content.write(toFile: path, atomically: false, encoding: .utf8)
    let (_, bytes) = try Self.made(
      Self.mail {
        $0.attachments = [
          .init(
            path: path, name: "mail.eml", type: "message/rfc822", size: Int64(content.utf8.count))
        ]
      })
    let reader = BodyReader(message: bytes, isCancelled: { false })
    let part = try #require(reader.read()?.attachments.first)
    #expect(try reader.bytes(ofPart: part.number) == Array(content.utf8))
  }
}
