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

  @Test func leavesOutPicturesThatAreNotThere() throws {
    let mail = html(
      """
      <img src="https://a.org/b.png?x=1&amp;y=2" srcset="https://a.org/b@2.png 2x"> \
      <img alt="not > there" src=//a.org/c.png><td background="http://a.org/d.png">
      """)
    let loaded: Set = ["https://a.org/b.png?x=1&y=2"]
    let page = try #require(SentPage(of: Array(mail.utf8), loaded: loaded)).html
    #expect(
      page.contains("<img src=\"dunnock-remote:https://a.org/b.png?x=1&amp;y=2\" dunnock-srcset="))
    #expect(page.contains("<td dunnock-background=\"http://a.org/d.png\">"))
    let none = try #require(self.page(mail)).html
    #expect(none.contains("<img dunnock-src=\"https://a.org/b.png?x=1&amp;y=2\""))
    #expect(
      SentPage.remotePicture(at: "dunnock-remote:https://a.org/b.png?x=1&y=2") == loaded.first)
  }

  @Test func showsPicturesOfTheMailByTheirLocation() throws {
    let mail = """
      Content-Type: multipart/related; boundary=b

      --b
      Content-Type: text/html
      Content-Location: http://a.org/page/index.html

      <img src="one.png"><img src='http://a.org/two.png'><img src="three.png"><img src=http://a.org/four.png>
      --b
      Content-Type: image/png
      Content-Location: http://a.org/page/one.png

      --b
      Content-Type: image/png
      Content-ID: <two@x>
      Content-Location: http://a.org/
        two.png

      --b
      Content-Type: image/png
      Content-Location: three.png

      --b--
      """
    let shown = try #require(page(mail)).html
    #expect(shown.contains("<img src=\"cid:http%3a%2f%2fa.org%2fpage%2fone.png\">"))
    #expect(
      SentPage.contentID(of: "cid:http%3a%2f%2fa.org%2fpage%2fone.png")
        == "http://a.org/page/one.png")
    #expect(shown.contains("<img src='cid:two@x'><img src=\"cid:three.png\">"))
    // What is no part is of the internet.
    #expect(shown.contains("<img dunnock-src=http://a.org/four.png>"))
    let body = try #require(EnclosedMessage(Array(mail.utf8)).body())
    let names = body.content.marks.compactMap { mark -> String? in
      if case .picture(let name, _, _, _) = mark.kind { name } else { nil }
    }
    #expect(names == ["http://a.org/page/one.png", "two@x", "three.png"])
    #expect(body.attachments.map(\.contentID) == names)
    #expect(body.attachments.map(\.isShown) == [true, true, true])
  }

  @Test(arguments: [
    ("<p>Plain <b>words</b> <a href=x>here</a><hr>", false), ("<table border=1><td>1", false),
    ("<p style='margin:0;border:1px solid #ccc'>", false), ("<p style='color:inherit'>", false),
    ("<span style='mso-fareast-language:EN-US; color : windowtext'>", false),
    ("<p bgcolor=''>", false),
    (
      "<style>@media (prefers-color-scheme:dark){p{margin:0}} :root{color-scheme:light dark}</style>",
      false
    ),
    ("<style>a:hover{margin:0}</style>color:red", false), ("<!-- <p style='color:red'> -->", false),
    ("<body bgcolor=white>", true), ("<BODY BACKGROUND='cid:a'>", true), ("<font color=red>", true),
    ("<body text=black>", true), ("<p style=\"margin:0;color:#333\">", true),
    ("<p style='background:url(cid:a)'>", true),
    ("<td style='BACKGROUND-COLOR : white !important'>", true),
    ("<style><!-- p.x {margin:0; color:#0563C1} --></style>", true),
    ("<style>.a{padding:0}\n.b { background-color: #fff }</style>", true),
  ])
  func knowsWhetherAnythingHasAColor(_ source: String, _ hasColors: Bool) {
    #expect(SentPage.hasColors(source) == hasColors)
  }

  @Test(arguments: [
    ("<img src=\"https://a.org/b.png\">", "<img src=\"dunnock-remote:https://a.org/b.png\">"),
    ("<IMG SRC = HTTP://a.org>", "<IMG SRC = dunnock-remote:HTTP://a.org>"),
    ("<td background='//a.org/b'>", "<td background='dunnock-remote:https://a.org/b'>"),
    ("<img src=cid:a><a href=http://a.org>", "<img src=cid:a><a href=http://a.org>"),
    ("src=http://a.org <p data-src=http://a.org>", "src=http://a.org <p data-src=http://a.org>"),
    ("<img src", "<img src"), ("<", "<"), ("<img src=", "<img src="),
    ("<!-- <img src=http://a> ", "<!-- <img src=http://a> "),
    ("<img src=http://me@a.org/>", "<img dunnock-src=http://me@a.org/>"),
    ("<img/src=http://a.org/b alt=x/>", "<img/src=dunnock-remote:http://a.org/b alt=x/>"),
  ])
  func asksForPicturesFromTheInternetByAnotherScheme(_ source: String, _ shown: String) {
    #expect(SentPage.withPictures(source) { _ in true } == shown)
  }

  @Test(arguments: [
    ("<table width=\"600\">", 600), ("<td style='width: 640px'>", 640), ("<p>none", 0),
    ("<table width=\"100%\">", 0), ("<table style=\"max-width:600px\" width=600>", 0),
    ("<!--[if mso]><table width=\"700\"><![endif]--><table width=500>", 500),
    ("<td style='padding:8px 16px'><table width=640><td>", 672),
    ("<td style=padding:9px></td><table width=500>", 500),
    ("<table cellpadding=20><td><table width=600>", 640),
    ("<body style='padding-left:4px'><p width=300>", 304),
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
