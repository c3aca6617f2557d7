import SeededRandom
import Testing

@testable import MailText

/// A page becomes text, for a row as for reading.
@Suite struct HTMLTextTests {
  private func text(_ html: String, limit: Int = 10_000) -> String {
    HTMLReader.read(html, within: TextBudget(bytes: limit, lines: limit)).text.text
  }

  @Test(
    arguments: [
      ("<p>Hello <b>there</b></p>", "Hello there"),
      ("a<br>b<br/>c", "a\nb\nc"),
      ("<p>one</p><p>two</p>", "one\n\ntwo"),
      ("<div>one</div><div>two</div>", "one\ntwo"),
      ("  a \n\t b  ", "a b"),
      ("<pre>a\nb</pre>", "a\nb"),
      ("a<b>b</b>c", "abc"),
      (
        "<html><head><title>no</title><style>p { color: red }</style></head><body>yes</body>", "yes"
      ),
      ("a<script>if (1 < 2) document.write('<p>no</p>')</script>b", "ab"),
      ("a<!-- <p>no</p> -- > -->b", "ab"),
      ("a<!DOCTYPE html><?xml no?>b", "ab"),
      ("a<![if mso]>b<![endif]>c", "abc"),
      ("<div style=\"display: none\">pre<div>header</div></div>shown", "shown"),
      ("<span STYLE='Display:None;font-size:1px'>no</span>yes", "yes"),
      ("<div hidden>no</div>yes", "yes"),
      ("<img style='display:none'>yes", "yes"),
      ("<a title='a > b' href=\"x\">link</a>", "link"),
      ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
      ("<3 you", "<3 you"),
      (
        "&lt;b&gt; &amp;amp; &copy; &euro; &#8364; &#x20AC; &#128; &apos;&quot;",
        "<b> &amp; © € € € € '\""
      ),
      ("a&nbsp;&nbsp;b", "a b"),
      ("a&zwnj;b&#8203;c&shy;d", "a\u{200C}bcd"),
      ("no end <b", "no end"),
      ("no end </", "no end"),
      ("no end </b", "no end"),
      ("no end <a title=\"x", "no end"),
      ("", ""),
    ])
  func htmlBecomesText(page: (html: String, text: String)) {
    #expect(text(page.html) == page.text)
  }

  @Test(arguments: [
    ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a\nb\nc"),
    ("&#10;a&#9;b&#10;", "a b"),
    ("AT&T &unknown; &", "AT&T &unknown; &"),
    ("no end <", "no end <"),
    ("<", "<"),
    ("\u{2066} a \u{202E} b", "a b"),
  ])
  func forReading(html: String, expected: String) {
    #expect(text(html) == expected)
  }

  @Test func aPageHiddenAsAWholeIsShown() {
    #expect(text("<div style='display:none'>everything") == "everything")
  }

  @Test func depthAndLengthAreNoProblem() {
    let deep =
      String(repeating: "<div>", count: 100_000) + "text"
      + String(repeating: "</div>", count: 100_000)
    #expect(text(deep) == "text")
    let wide = text(String(repeating: "日本 ", count: 100), limit: 100)
    #expect((90...100).contains(wide.utf8.count) && !wide.contains("\u{FFFD}"))
    let long = text(String(repeating: "word ", count: 100_000), limit: 1_000)
    #expect((990...1_000).contains(long.utf8.count))
    #expect(text(String(repeating: "<a ", count: 100_000)) == "")
    #expect(text(String(repeating: "<!--", count: 100_000)) == "")
    #expect(text("x" + String(repeating: "&#", count: 50_000)).hasPrefix("x"))
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func anyMarkupIsReduced(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let pieces = [
      "<", ">", "</", "div", "script", "style", "p", " ", "\"", "'", "=", "&", "amp;", "&#", "x41;",
      "<!--", "-->", "text", "é", "display:none", "\n", "<br>", "🐦", "<li>",
      "<table><tr><td>", "<td>",
    ]
    let html = (0..<Int.random(in: 0...60, using: &numbers)).map { _ in
      pieces.randomElement(using: &numbers) ?? ""
    }.joined()
    let reduced = text(html, limit: 500)
    #expect(reduced.utf8.count <= 500)
    #expect(!reduced.hasPrefix(" ") && !reduced.hasPrefix("\n"))
  }
}
