import SeededRandom
import Testing

@testable import MailText

/// A page becomes text in two ways, which agree in most of it.
@Suite struct HTMLTextTests {
  enum Way: CaseIterable {
    /// For the list, from the bytes alone; and for reading.
    case preview, reader

    func text(_ html: String, limit: Int = 10_000) -> String {
      switch self {
      case .preview: HTMLText.text(html, limit: limit)
      case .reader:
        HTMLReader.read(html, within: TextBudget(bytes: limit, lines: limit)).text.text
      }
    }

    /// How far beyond the limit its text may go.
    var slack: Int { self == .preview ? 20 : 0 }
  }

  @Test(
    arguments: Way.allCases,
    [
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
  func htmlBecomesText(way: Way, page: (html: String, text: String)) {
    #expect(way.text(page.html) == page.text)
  }

  @Test(arguments: [
    ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
    ("&#xC;a&#12;b&#10;", "a b"),
    ("AT&T &unknown; &# &#x; &", "AT&T &unknown; &# &#x; &"),
    ("&#0;&#xD800;&#x110000;&#99999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("no end <", "no end"),
    ("<", ""),
    ("no end <!", "no end"),
    ("<p title=\"never closed>text</p>", "text"),
  ])
  func forTheList(html: String, expected: String) {
    #expect(Way.preview.text(html) == expected)
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
    #expect(Way.reader.text(html) == expected)
  }

  @Test(arguments: Way.allCases) func aPageHiddenAsAWholeIsShown(way: Way) {
    #expect(way.text("<div style='display:none'>everything") == "everything")
  }

  @Test(arguments: Way.allCases) func depthAndLengthAreNoProblem(way: Way) {
    let deep =
      String(repeating: "<div>", count: 100_000) + "text"
      + String(repeating: "</div>", count: 100_000)
    #expect(way.text(deep) == "text")
    let wide = way.text(String(repeating: "日本 ", count: 100), limit: 100)
    #expect((90...100 + way.slack).contains(wide.utf8.count) && !wide.contains("\u{FFFD}"))
    let long = way.text(String(repeating: "word ", count: 100_000), limit: 1_000)
    #expect((990...1_000 + way.slack).contains(long.utf8.count))
    #expect(way.text(String(repeating: "<a ", count: 100_000)) == "")
    #expect(way.text(String(repeating: "<!--", count: 100_000)) == "")
    #expect(way.text("x" + String(repeating: "&#", count: 50_000)).hasPrefix("x"))
  }

  @Test(arguments: Way.allCases, 0..<300 as Range<UInt64>)
  func anyMarkupIsReduced(way: Way, seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let pieces = [
      "<", ">", "</", "div", "script", "style", "p", " ", "\"", "'", "=", "&", "amp;", "&#", "x41;",
      "<!--", "-->", "text", "é", "display:none", "\n", "<br>", "🐦", "<li>",
      "<table><tr><td>", "<td>",
    ]
    let html = (0..<Int.random(in: 0...60, using: &numbers)).map { _ in
      pieces.randomElement(using: &numbers) ?? ""
    }.joined()
    let reduced = way.text(html, limit: 500)
    #expect(reduced.utf8.count <= 500 + way.slack)
    #expect(!reduced.hasPrefix(" ") && !reduced.hasPrefix("\n"))
  }
}
