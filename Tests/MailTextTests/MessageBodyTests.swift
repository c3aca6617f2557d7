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

      <b>HTML</b>
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

  @Test func aMessageWithoutHeaderIsItsText() throws {
    #expect(try body("just text\n").text == "just text\n")
    #expect(try body("").text == "")
    #expect(try body("From x\nSubject: s\n\nbody").text == "body")
  }
}
