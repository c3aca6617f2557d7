import Glibc
import Testing

@testable import MailText

@Suite struct MessageBodyTests {
  private func body(_ text: String) throws -> MessageBody {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    fwrite(text, 1, text.utf8.count, file)
    fflush(file)
    return try #require(BodyReader(descriptor: fileno(file), size: text.utf8.count).read())
  }

  @Test func headersAndTextAreShown() throws {
    let body = try body(
      """
      From: =?utf-8?Q?J=C3=B6rg?= <j@x.org>
      To: a@x.org, "B, C" <b@x.org>,\n undisclosed:;
      Cc:
      Subject: =?utf-8?Q?gr=C3=BCn?=
      Date: Mon, 01 Jan 2018 12:00:00 +0100

      Line one
        line two\u{202E}
      """.replacing("\n", with: "\r\n"))
    #expect(
      body.headers.map { "\($0.name): \($0.value)" } == [
        "From: Jörg <j@x.org>", "To: a@x.org, B, C <b@x.org>, undisclosed",
        "Date: Mon, 01 Jan 2018 12:00:00 +0100", "Subject: grün",
      ])
    #expect(body.text == "Line one\n  line two")
    #expect(!body.isFromHTML && !body.isCut && body.attachments.isEmpty)
  }

  @Test func partsAreSorted() throws {
    let body = try body(
      """
      Subject: s
      MIME-Version: 1.0
      Content-Type: multipart/mixed; boundary=m

      --m
      Content-Type: multipart/alternative; boundary=a

      --a
      Content-Type: text/plain; charset=iso-8859-1
      Content-Transfer-Encoding: quoted-printable

      gr=FCn
      --a
      Content-Type: text/html

      <b>grün</b>
      --a--
      --m
      Content-Type: image/png; name="../../etc/pa\u{202E}ss.png"
      Content-Disposition: attachment
      Content-Transfer-Encoding: base64

      AAAA
      --m
      Content-Type: application/pdf; name="=?utf-8?Q?=C3=BCber.pdf?="

      x
      --m--
      """)
    #expect(body.text == "grün")
    #expect(body.attachments.map(\.name) == ["pass.png", "über.pdf"])
    #expect(body.attachments.map(\.type) == ["image/png", "application/pdf"])
  }

  @Test func htmlAloneIsReduced() throws {
    let body = try body(
      "Content-Type: text/html; charset=utf-8\n\n<p>a<p>b<script>x</script>")
    #expect(body.text == "a\n\nb")
    #expect(body.isFromHTML)
  }

  @Test func aLongTextIsCut() throws {
    let body = try body(
      "Subject: s\n\n" + String(repeating: "a line of text\n", count: 60_000))
    #expect(body.hasMoreText && !body.isCut)
    #expect(body.text == String(repeating: "a line of text\n", count: 10_000))
  }

  @Test func manyAttachmentsAreCounted() throws {
    var text = "Content-Type: multipart/mixed; boundary=b\n\n"
    for number in 0..<150 {
      text += "--b\nContent-Type: image/png; name=\(number).png\n\nx\n"
    }
    let body = try body(text + "--b--\n")
    #expect(body.attachments.count == 100 && body.moreAttachments == 50)
  }

  @Test func aMessageInsideIsShownBelow() throws {
    let body = try body(
      """
      Content-Type: multipart/mixed; boundary=b

      --b

      see below
      --b
      Content-Type: message/rfc822

      Subject: inner

      inside
      --b--
      """)
    #expect(body.text.contains("see below") && body.text.contains("inside"))
    #expect(body.attachments.map(\.type) == ["message/rfc822"])
  }

  /// As an old Mac wrote them: what is read, listed beside and searched.
  @Test func linesMayEndInReturns() throws {
    let long = String(repeating: "A line of the text.\n", count: 7_000)
    let mail = """
      Subject: s
      MIME-Version: 1.0
      Content-Type: multipart/mixed; boundary=m

      --m
      Content-Type: multipart/alternative; boundary=a

      --a
      Content-Type: text/plain; charset=utf-8
      Content-Transfer-Encoding: quoted-printable

      gr=C3=BCn is the fir=
      st line
      --a--
      --m
      Content-Type: application/pdf; name=a.pdf
      Content-Transfer-Encoding: base64

      AQID
      BAUG
      --m
      Content-Type: text/plain

      \(long)
      --m--

      """
    let returned = Array(mail.replacing("\n", with: "\r").utf8)
    let reader = BodyReader(message: returned, isCancelled: { false })
    let body = try #require(reader.read())
    #expect(try body == self.body(mail))
    #expect(
      body.text.hasPrefix("grün is the first line\n") && body.attachments.map(\.name) == ["a.pdf"])
    #expect(try reader.bytes(ofPart: body.attachments.first?.number) == [1, 2, 3, 4, 5, 6])
    #expect(try reader.bytes(ofPart: nil) == returned)
    #expect(reader.searchedText()?.text.hasPrefix("grün is the first line\n") == true)
    let header = HeaderBlock(returned, isWhole: true)
    #expect(
      Preview(returned, header: header, isWhole: true).text.hasPrefix("grün is the first line"))
    let single = Array(
      "Subject: s\rContent-Transfer-Encoding: quoted-printable\r\rone=\rtwo\rthree\r".utf8)
    #expect(
      Preview(single, header: HeaderBlock(single, isWhole: true), isWhole: true).text
        == "onetwo three")
    #expect(try self.body(String(decoding: single, as: UTF8.self)).text == "onetwo\nthree\n")
  }

  @Test func oneBadLineOfAHeaderLosesNoParts() throws {
    let parts = """
      Content-Type: multipart/mixed; boundary=b

      --b
      Content-Type: text/html

      <b>The text</b>
      --b--
      """
    for header in [
      "From: a@x.org\nSubject: a long\nsubject\n",
      "\u{FEFF}From: a@x.org\nSubject: a long subject\n",
      "\nFrom: a@x.org\nSubject: a long subject\n",
      "From a@x.org\n>From b@x.org\nFrom: a@x.org\nSubject: a long subject\n",
    ] {
      let body = try body(header + parts)
      #expect(body.text == "The text", "\(header)")
      #expect(
        body.addressing.subject == "a long subject"
          && body.addressing.from.first?.address == "a@x.org")
      let bytes = Array((header + parts).utf8)
      #expect(
        Preview(bytes, header: HeaderBlock(bytes, isWhole: true), isWhole: true).text == "The text")
    }
  }

  @Test func aMessageWithoutHeaderIsItsText() throws {
    #expect(try body("just text\n").text == "just text\n")
    #expect(try body("").text == "")
    #expect(try body("From x\nSubject: s\n\nbody").text == "body")
  }
}
