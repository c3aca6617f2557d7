import Glibc
import Testing

@testable import MailText

@Suite struct MimePartsTests {
  /// A part of several, each of which is its fields, an empty line and its text.
  private func parts(_ type: String, _ parts: [String], boundary: String = "b") -> String {
    let begun = parts.map { "--\(boundary)\n\($0)\n" }.joined()
    return "Content-Type: multipart/\(type); boundary=\(boundary)\n\n\(begun)--\(boundary)--\n"
  }

  private func plain(_ text: String) -> String { "Content-Type: text/plain\n\n\(text)" }
  private func html(_ text: String) -> String { "Content-Type: text/html\n\n\(text)" }
  private let picture =
    "Content-Type: image/png; name=a.png\nContent-ID: <p@x>\nContent-Transfer-Encoding: base64\n\nAAAA"

  @Test func ofAlternativesTheOneIsShownThatSaysMore() throws {
    let words = String(repeating: "page ", count: 200)
    func shown(_ text: String, _ page: String) throws -> MessageBody {
      try read(parts("alternative", [plain(text), html(page)]))
    }
    for stub in [
      "", "  \n", "View this email in your browser: https://x.org/a",
      "https://x.org/only/an/address",
      "Bitte im Browser öffnen:\nhttps://x.org", "see [cid:p@x]", "[image: logo]\nhello",
      "This message is in HTML format.", "Thank you. Total EUR 66.17",
    ] {
      let body = try shown(stub, "<p>\(words)</p>")
      #expect(body.text == words.dropLast(), "\(stub)")
      #expect(body.attachments.isEmpty, "\(stub)")
    }
    // A few words are enough.
    for (text, page) in [
      ("View in your browser", "<p>Yes.</p>"),
      ("Please use an HTML capable mail program.", "<p>Your code is <b>482913</b></p>"),
      ("Hi", "<p>Hi</p><ul><li>Milk<li>Eggs<li>Bread</ul>"),
      ("Your invoice", "<p>Your invoice</p><table><tr><td>Total<td>99 EUR</table>"),
      (
        "View this email in your browser: https://x.net/v",
        "<h1>Sale</h1><p>Boots for 5 EUR until Friday.</p>"
      ),
      ("你好\n", "<p>你好，吃了吗</p>"),
      (
        "A letter of some words, and its end.\n",
        "<p>A letter of some words, and its end.</p><p>Gate B42</p>"
      ),
    ] {
      #expect(try shown(text, page).isFromHTML, "\(text)")
    }
    // A text that says as much is nicer to read.
    for (text, page) in [
      (
        "Dear Bob,\n\nsee <https://x.org/a> soon.\n",
        "<p>Dear Bob,</p><p>see <a href=\"https://x.org/a\">this</a> soon.</p>"
      ),
      (
        "See www.x.org, or ask a@x.org.",
        "<p>See <a href=\"http://x.org/\">x.org</a>, or ask <a href=\"mailto:a@x.org\">me</a>.</p>"
      ),
      (
        "THE OFFER\n\n* one don't\n* two élan 中文\n字\n",
        "<h1>The offer</h1><ol><li>One don’t</li><li>Two ÉLAN 中文字</li></ol>"
      ),
      ("Call +49 30 1.", "<p>Call <a href=\"tel:+49301\">+49 30 1</a>.</p>"),
    ] {
      let body = try shown(text, page)
      #expect(!body.isFromHTML && body.attachments.isEmpty, "\(text)")
    }
    // A link that is only in the page.
    let order = try shown(
      "Your order is on its way.",
      "<p>Your <a href=\"https://x.org/t?1\">order</a> is on its way.</p>")
    #expect(order.isFromHTML && order.content.links.map(\.target) == ["https://x.org/t?1"])
    #expect(order.attachments.isEmpty)
  }

  @Test func whatIsNotShownOfAlternativesIsListed() throws {
    let words = String(repeating: "word ", count: 400)
    // A page that is only there to say that the text is meant, but shows a picture.
    let page = parts(
      "related", [html("<p>See the text. <img src=\"cid:p@x\"></p>"), picture], boundary: "r")
    let text = try read(parts("alternative", [plain(words), page]))
    #expect(text.text.hasPrefix("word word") && !text.isFromHTML)
    #expect(text.attachments.map(\.type) == ["text/html", "image/png"])
    #expect(text.attachments.allSatisfy { !$0.isShown })
    // A text that says something else than the page, which has links.
    let other = try read(
      parts(
        "alternative",
        [plain(words), html("<p>\(words.prefix(1_000)) <a href=\"https://x.org/\">More</a></p>")]))
    #expect(other.isFromHTML && other.attachments.map(\.type) == ["text/plain"])
  }

  @Test func theOtherAlternativeCanBeChosen() throws {
    let page = html("<p>The table:</p><table><tr><td>Total<td>99 EUR</table>")
    let mail = parts("alternative", [plain("The table is in the page."), page])
    #expect(try read(mail).choices == .plainText && read(mail).isFromHTML)
    let chosen = try read(mail, as: .plainText)
    #expect(chosen.text == "The table is in the page." && chosen.choices == .plainText)
    #expect(chosen.attachments.isEmpty)
    // There is no choice between a page and nothing.
    let stub = parts("alternative", [plain(" \n"), page])
    #expect(
      try read(
        parts(
          "mixed", [mail.replacing("=b", with: "=b2").replacing("--b", with: "--b2"), stub],
          boundary: "m")
      )
      .choices == .plainText)
    #expect(try read(stub, as: .plainText).isFromHTML && read(stub).choices == [])
  }

  @Test func linesAreLeftAsTheyAreWritten() throws {
    let line = "A line of a letter that was broken where the next word had no room in"
    let mail = plain("\(line)\nits width of some seventy.\n")
    #expect(try read(mail).text.split(separator: "\n").count == 1)
    #expect(try read(mail).choices == .asWritten)
    let written = try read(mail, as: .asWritten)
    #expect(written.text == "\(line)\nits width of some seventy.\n")
    #expect(written.choices == .asWritten)
    #expect(try read(plain("One.\nTwo.\n")).choices == [])
    let flowed = "Content-Type: text/plain; format=flowed\n\nOne \ntwo.\n"
    #expect(try read(flowed).text == "One two.\n")
    #expect(try read(flowed, as: .asWritten).text.split(separator: "\n").count == 2)
  }

  /// As Apple Mail sends photographs, and as others do.
  @Test func thePictureOfAnAlternativeIsShown() throws {
    let page = html("<p>Our garden: <img src=\"cid:p@x\"></p>")
    let own = plain("Our garden: \u{FFFC}")
    for mail in [
      parts("alternative", [own, parts("related", [page, picture], boundary: "r")]),
      parts("related", [parts("alternative", [own, page], boundary: "a"), picture]),
      parts(
        "alternative", [own, parts("mixed", [page, picture, html("<p>Bye.</p>")], boundary: "m")]),
    ] {
      let body = try read(mail)
      #expect(body.isFromHTML)
      #expect(
        body.content.marks.contains { $0.kind == .picture(contentID: "p@x", description: "") })
      #expect(
        body.attachments.map(\.contentID) == ["p@x"] && body.attachments.allSatisfy(\.isShown))
    }
  }

  @Test func allTextsOfAMixedMailAreShownInTheirOrder() throws {
    let body = try read(
      parts("mixed", [plain("one"), html("<p>two</p>"), plain("three"), html("<b>four</b>")]))
    #expect(body.text == "one\n\ntwo\n\nthree\n\nfour")
    #expect(body.isFromHTML && body.attachments.isEmpty)
  }

  @Test func aTextThatIsAttachedIsAnAttachment() throws {
    let file = "Content-Type: text/html\nContent-Disposition: attachment; filename=a.html\n\n<p>x"
    let body = try read(parts("mixed", [plain("one"), file]))
    #expect(body.text == "one")
    #expect(
      body.attachments.map(\.name) == ["a.html"] && body.attachments.map(\.isShown) == [false])
    let named = "Content-Type: text/x-patch; name=a.patch\n\n+x"
    let shown = try read(parts("mixed", [plain("one"), named]))
    #expect(shown.text == "one\n\n+x" && shown.attachments.map(\.isShown) == [true])
  }

  @Test func partsOfAPageAreFoundByWhatItCallsThem() throws {
    let inner = parts("related", [html("<p>page</p>"), picture], boundary: "r")
    let alone = try read(inner)
    #expect(alone.attachments.map(\.contentID) == ["p@x"])
    #expect(alone.attachments.map(\.number) == [1])
    let reversed =
      "Content-Type: multipart/related; boundary=r; start=\"<s@x>\"\n\n--r\n\(picture)\n"
      + "--r\nContent-ID: <s@x>\n\(html("<p>page</p>"))\n--r--\n"
    #expect(try read(reversed).text == "page")
    // Those of a page that gives way to the plain text are listed.
    let body = try read(parts("alternative", [plain("page"), inner]))
    #expect(!body.isFromHTML && body.attachments.map(\.type) == ["image/png"])
  }

  @Test func whatProgramsAloneReadIsNotListed() throws {
    let signature = "Content-Type: application/pgp-signature; name=s.asc\n\nx"
    let signed = try read(parts("signed", [plain("text"), signature]))
    #expect(signed.text == "text" && signed.attachments.isEmpty)
    #expect(signed.protection == .signed(.openPGP))
    let version = "Content-Type: application/pgp-encrypted\n\nVersion: 1"
    let data = "Content-Type: application/octet-stream; name=e.asc\n\nx"
    let encrypted = try read(parts("encrypted", [version, data]))
    #expect(encrypted.protection == .encrypted(.openPGP))
    #expect(encrypted.attachments.map(\.name) == ["e.asc"])
    let enveloped = "Content-Type: application/pkcs7-mime; smime-type=enveloped-data\n\nx"
    #expect(try read(enveloped).protection == .encrypted(.smime))
  }

  @Test func aMailWithinIsMarkedListedAndReadAlone() throws {
    let inner =
      "Subject: =?utf-8?q?gr=C3=BCn?=\nFrom: a@x.org\n"
      + parts(
        "mixed",
        [
          plain("inside"), "Content-Type: application/pdf; name=i.pdf\n\nx",
        ], boundary: "i")
    let mail = parts(
      "mixed",
      [
        plain("outside"), "Content-Type: message/rfc822\n\n\(inner)", plain("below"),
      ])
    let message = EnclosedMessage(Array(mail.utf8))
    let body = try #require(message.body())
    #expect(body.text == "outside\n\ngrün\na@x.org\n\ninside\n\nbelow")
    let mark = try #require(body.content.marks.first)
    #expect(mark.kind == .enclosure(title: "grün"))
    #expect(
      String(decoding: Array(body.text.utf8)[mark.range], as: UTF8.self)
        == "grün\na@x.org\n\ninside\n")
    #expect(body.attachments.map(\.name) == ["grün", "i.pdf"])
    #expect(body.attachments[0].isMessage && body.attachments[0].safeFileName == "grün.eml")
    let alone = EnclosedMessage(try message.bytes(ofPart: body.attachments[0].number))
    #expect(alone.addressing.subject == "grün" && alone.body()?.text == "inside")
    #expect(abs(body.attachments[0].size - (try alone.bytes(ofPart: nil).count)) < 200)
    #expect(alone.body()?.attachments.map(\.name) == ["i.pdf"])
  }

  @Test func eachMailWithinIsHeadedByWhoWroteItWhenAndWhat() throws {
    func mail(_ name: String, _ day: Int, _ content: String) -> String {
      """
      From: =?utf-8?q?\(name)_=C3=9F?= <\(name)@x.org>
      Date: \(day) May 2024 12:00:00 +0000
      Subject: about \(name)
      \(content)
      """
    }
    let inner = mail("ben", 2, "\nthe inner text")
    let outer = mail(
      "ada", 1, parts("mixed", [plain("the outer"), "Content-Type: message/rfc822\n\n\(inner)"]))
    let body = try read(
      parts("mixed", [plain("hello"), "Content-Type: message/rfc822\n\n\(outer)"], boundary: "o"))
    var clock = tm()
    var day = time_t(1_714_564_800)
    localtime_r(&day, &clock)
    let hour =
      "\(clock.tm_hour < 10 ? "0" : "")\(clock.tm_hour):\(clock.tm_min < 10 ? "0" : "")\(clock.tm_min)"
    #expect(
      body.text == """
        hello

        about ada
        ada ß <ada@x.org> · 2024-05-0\(clock.tm_mday) \(hour)

        the outer

        about ben
        ben ß <ben@x.org> · 2024-05-0\(clock.tm_mday + 1) \(hour)

        the inner text

        """)
    let kinds = body.content.marks.map(\.kind)
    #expect(
      kinds == [
        .enclosure(title: "about ada"), .heading(3), .enclosure(title: "about ben"), .heading(3),
      ])
    // A smaller budget has the beginning of it.
    for bytes in stride(from: 1, to: body.text.utf8.count, by: 7) {
      let less = try read(
        parts(
          "mixed", [plain("hello"), "Content-Type: message/rfc822\n\n\(outer)"], boundary: "o"),
        within: TextBudget(bytes: bytes, lines: 100))
      #expect(body.text.hasPrefix(less.text) && less.text.utf8.count <= bytes)
    }
  }

  @Test func aMailEncodedWithinIsReadAsWell() throws {
    let mail =
      "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
      + "U3ViamVjdDogaW5uZXIKCmluc2lkZQo=\n"
    let message = EnclosedMessage(Array(mail.utf8))
    let attachment = try #require(message.body()?.attachments.first)
    #expect(attachment.name == "inner" && attachment.isMessage)
    #expect(
      EnclosedMessage(try message.bytes(ofPart: attachment.number)).body()?.text == "inside\n")
  }

  @Test func mailsWithinMailsEndSomewhere() throws {
    var mail = plain("deepest")
    for level in 0..<100 { mail = "Subject: \(level)\nContent-Type: message/rfc822\n\n" + mail }
    let body = try read(mail)
    #expect(body.text.isEmpty && body.attachments.count == 5)
  }

  @Test func theBytesOfAPartAreThoseOfItsFile() throws {
    let zeros = String(repeating: String(repeating: "A", count: 76) + "\n", count: 3_000)
    let mail = parts(
      "mixed",
      [
        plain("text"), "Content-Type: a/b\nContent-Transfer-Encoding: base64\n\n\(zeros)",
        "Content-Type: a/b\nContent-Transfer-Encoding: quoted-printable\n\n=C3=BC=\nx",
      ])
    let message = EnclosedMessage(Array(mail.utf8))
    let body = try #require(message.body())
    #expect(body.attachments.map(\.number) == [1, 2])
    #expect(abs(body.attachments[0].size - 57 * 3_000) < 1_000 && body.attachments[1].size == 3)
    #expect(try message.bytes(ofPart: 0) == Array("text".utf8))
    #expect(try message.bytes(ofPart: 1) == [UInt8](repeating: 0, count: 57 * 3_000))
    #expect(try message.bytes(ofPart: 2) == Array("üx".utf8))
    #expect(try message.bytes(ofPart: nil) == Array(mail.utf8))
    for number in [-1, 3, Int.max] {
      #expect(throws: PartError.noSuchPart) { try message.bytes(ofPart: number) }
    }
    #expect(throws: PartError.notRead) { try message.bytes(ofPart: 1) { true } }
  }

  @Test func aPartThatGoesOnBehindWhatIsOpenedIsRefused() throws {
    let size = MessageBody.maximumSize
    var mail = Array(
      ("Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: a/b\n\nwhole\n"
        + "--b\nContent-Type: a/b\n\n").utf8)
    mail += [UInt8](repeating: 0x78, count: size)
    let message = EnclosedMessage(mail)
    #expect(try message.bytes(ofPart: 0) == Array("whole".utf8))
    #expect(throws: PartError.tooLarge) { try message.bytes(ofPart: 1) }
    let reader = BodyReader(message: mail) { false }
    #expect(throws: PartError.tooLarge) { try reader.bytes(ofPart: nil) }
  }

  @Test func aLongHeaderHidesNoBody() throws {
    let field = "X-Long: " + String(repeating: "word ", count: 40) + "\n"
    let head = "Subject: s\n" + String(repeating: field, count: 1_000)
    #expect(head.utf8.count > HeaderBlock.maximumLength)
    let body = try read(head + parts("mixed", [plain("one"), picture]))
    #expect(body.text == "one" && body.addressing.subject == "s" && !body.isCut)
    #expect(body.attachments.map(\.name) == ["a.png"])
    #expect(try read(head + "\nplain").text == "plain")
    let endless = try read("Subject: s\nX: " + String(repeating: "x", count: 2 << 20))
    #expect(endless.text.isEmpty && endless.isCut && endless.addressing.subject == "s")
  }

  @Test func allFieldsAreShownSafely() {
    let mail = "Subject: =?utf-8?q?=E2=80=AEx?=\nX-A: 1\nReceived: a\n b\nX-A: 2\n\nbody: no"
    #expect(
      MessageBody.Header.all(ofMessage: Array(mail.utf8)).map { "\($0.name)=\($0.value)" }
        == ["Subject=x", "X-A=1", "Received=a b", "X-A=2"])
    let many = Array(String(repeating: "a: b\n", count: 5_000).utf8)
    #expect(MessageBody.Header.all(ofMessage: many).count == 500)
  }
}
