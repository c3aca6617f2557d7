import Testing

@testable import MailText

@Suite struct SentPageTests {
  private func page(_ mail: String) -> SentPage? { SentPage(of: Array(mail.utf8)) }

  private func html(_ source: String) -> String {
    "Content-Type: text/html; charset=utf-8\n\n" + source
  }

  @Test func isInUnicodeWhateverItCameIn() throws {
    var mail = Array("Content-Type: text/html; charset=iso-8859-1\n\n<p>Gr".utf8)
    mail += [0xFC, 0xDF]
    mail += Array("e</p>".utf8)
    #expect(try #require(SentPage(of: mail)).html == "<p>Grüße</p>")
  }

  @Test func isThePageBesideAPlainTextThatSaysAsMuch() throws {
    let mail = """
      Content-Type: multipart/alternative; boundary=b

      --b
      Content-Type: text/plain

      The same words.
      --b
      Content-Type: text/html

      <p>The same words.</p>
      --b--
      """
    #expect(try #require(page(mail)).html.contains("<p>The same words.</p>"))
    let body = try #require(EnclosedMessage(Array(mail.utf8)).body())
    #expect(body.hasPage)
    #expect(!body.isFromHTML)
  }

  @Test func holdsPlainTextsAsTheyAreAndNoEnclosedMail() throws {
    let mail = """
      Content-Type: multipart/mixed; boundary=b

      --b
      Content-Type: text/html

      <p>Page</p>
      --b
      Content-Type: text/plain

      1 < 2 & <b>
      --b
      Content-Type: message/rfc822

      Content-Type: text/html

      <p>Inner</p>
      --b--
      """
    let shown = try #require(page(mail)).html
    #expect(shown.contains("1 &lt; 2 &amp; &lt;b>"))
    #expect(!shown.contains("Inner"))
  }

  @Test func isNoneOfPlainText() {
    #expect(page("Content-Type: text/plain\n\nwords") == nil)
    #expect(page("Content-Type: multipart/mixed; boundary=b\n\n") == nil)
  }

  @Test(arguments: [
    ("<img src=\"https://a.org/b.png\">", "<img src=\"dunnock-remote:https://a.org/b.png\">"),
    ("<IMG SRC = HTTP://a.org>", "<IMG SRC = dunnock-remote:HTTP://a.org>"),
    ("<td background='//a.org/b'>", "<td background='dunnock-remote:https://a.org/b'>"),
    ("<img src=cid:a><a href=http://a.org>", "<img src=cid:a><a href=http://a.org>"),
    ("src=http://a.org <p data-src=http://a.org>", "src=http://a.org <p data-src=http://a.org>"),
    ("<img src", "<img src"), ("<", "<"), ("<img src=", "<img src="),
    ("<!-- <img src=http://a> ", "<!-- <img src=http://a> "),
  ])
  func asksForPicturesFromTheInternetByAnotherScheme(_ source: String, _ shown: String) {
    #expect(SentPage.withRemotePictures(source) == shown)
  }

  @Test(arguments: [
    ("<table width=\"600\">", 600), ("<td style='width: 640px'>", 640), ("<p>none", 0),
    ("<table width=\"100%\">", 0), ("<table style=\"max-width:600px\" width=600>", 0),
    ("<!--[if mso]><table width=\"700\"><![endif]--><table width=500>", 500),
    ("<table width=99999>", 0), ("<table width=", 0), ("<p>width=600", 0),
    ("<style>@media (max-width:600px){table{width:100% !important}}</style><table width=600>", 0),
  ])
  func isAsWideAsItSays(_ source: String, _ width: Int) {
    #expect(SentPage.fixedWidth(of: source) == width)
  }

  @Test func judgesALinkByTheWorstOfItsTexts() throws {
    let sent = try #require(
      page(
        html(
          """
          <a href="https://evil.org/">here</a> <a href="https://evil.org/">https://bank.org/</a>
          <a href="https://good.org/">good</a>
          """)))
    #expect(sent.link(to: "https://evil.org/")?.pretended == "bank.org")
    #expect(sent.link(to: "https://good.org/") != nil)
    #expect(sent.link(to: "https://good.org/")?.pretended == nil)
    #expect(
      sent.link(to: "https://good.org/", labelled: "https://bank.org")?.pretended == "bank.org")
    #expect(sent.link(to: "javascript:alert(1)") == nil)
    #expect(sent.link(to: "file:///etc/passwd") == nil)
  }
}
