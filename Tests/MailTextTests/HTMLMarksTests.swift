import SeededRandom
import Testing

@testable import MailText

@Suite struct HTMLMarksTests {
  @Test(arguments: [
    ("a <b>b</b> <i>c</i><u>d</u>", ["bold: b", "italic: c", "underlined: d"]),
    (
      "<del>a</del><s>b</s><code>c</code><small>d</small>",
      ["struck: ab", "monospace: c", "small: d"]
    ),
    ("x<sup>2</sup>", ["small: 2"]),
    ("<b>a <b>b</b> c</b>", ["bold: a b c"]),
    ("<b style='font-weight: normal'>a</b>", []),
    ("<span style='font-weight:700;font-style:italic'>a</span>", ["bold: a", "italic: a"]),
    ("<b>a<br>b</b>", ["bold: a", "bold: b"]),
    ("<b>a<i>b</b>c</i>", ["bold: ab", "italic: b"]),
    ("<h2>a</h2>b", ["heading(2): a\n"]),
    ("<center>a</center>b<p align=center>c", ["centered: a\n", "centered: c"]),
    ("<div style='text-align:center'>a<p style='text-align:left'>b</div>", ["centered: a\n"]),
    ("<pre>\n a\n\n\nb </pre>c", ["preformatted:  a\n\n\nb \n"]),
    ("a<hr>b", ["rule: —\n"]),
    (
      "a<blockquote>b<blockquote>c</blockquote>d</blockquote>e",
      ["quotation: b\nc\nd\n", "quotation: c\n"]
    ),
    ("<blockquote style='margin:0 0 0 40px;border:none;padding:0px'>a</blockquote>", []),
    ("<blockquote type=cite style='border:none'>a</blockquote>", ["quotation: a"]),
    (
      "a<div style='border:none;border-left:solid blue 1.5pt;padding:0 0 0 4pt'>b</div>",
      ["quotation: b"]
    ),
    ("a<div class=\"gmail_signature\">b</div>", ["signature: b"]),
    ("<ul><li>a<li>b</ul>", ["item(depth: 1): •\ta\n", "item(depth: 1): •\tb"]),
    (
      "<ul><li>a<ul><li>b</ul></ul>",
      ["item(depth: 1): •\ta\n•\tb", "item(depth: 2): •\tb"]
    ),
    (
      "<ol start=4><li>a<li value=9>b<li>c</ol>",
      ["item(depth: 1): 4.\ta\n", "item(depth: 1): 9.\tb\n", "item(depth: 1): 10.\tc"]
    ),
    ("<ol type=a start=27><li>a</ol>", ["item(depth: 1): aa.\ta"]),
    (
      "<ol type=I start=4 reversed><li>a<li>b</ol>",
      ["item(depth: 1): IV.\ta\n", "item(depth: 1): III.\tb"]
    ),
    (
      "<img src='CID:a%40b' alt=' A  cat '>",
      ["picture(contentID: \"a@b\", description: \" A  cat \", width: nil, height: nil): \u{FFFC}"]
    ),
    ("<a href='https://x.org'>a<br>b</a>", ["link https://x.org: a", "link https://x.org: b"]),
    (
      "<a href='https://x.org'>a</a> <a href='https://x.org'>b</a>",
      ["link https://x.org: a", "link https://x.org: b"]
    ),
    ("<a href='javascript:x()'>a</a> <a name=b>c</a> <a href='/d'>e</a>", []),
    ("<base href='https://x.org/a/'><a href='../b'>c</a>", ["link https://x.org/b: c"]),
    ("<base href='javascript:/'><a href='b'>c</a>", []),
    (
      "see www.x.org, <i>a@x.org</i>",
      ["link http://www.x.org: www.x.org", "italic: a@x.org", "link mailto:a@x.org: a@x.org"]
    ),
    ("<a href='https://x.org'>www.y.org</a>", ["link https://x.org: www.y.org"]),
  ])
  func elementsAreMarked(html: String, marks: [String]) {
    #expect(Shown.html(html).marks == marks)
  }

  @Test(arguments: [
    ("<div>a</div><div><br></div><div>b</div>", "a\n\nb"), ("a<br><br><br><br>b", "a\n\nb"),
    ("<q>a</q>", "“a”"), ("<dl><dt>a<dd>b</dl>c", "a\nb\n\nc"), ("a<wbr>b", "ab"),
    ("<img alt='A cat' src=x>b", "A cat b"), ("a<img alt='cat.jpg' src=x>b", "ab"),
    ("a<img alt='Cat' width=1 height=1>b", "ab"), ("a<img alt=' '>b", "ab"),
    ("<noscript>a</noscript><object>b</object>", "ab"),
    ("a<iframe>b</iframe><template>c</template><textarea>d</textarea>", "a d"),
    ("a<!--[if mso]><p>no</p><![endif]-->b<![if !mso]>c<![endif]>d", "abcd"),
    ("<a>&nbsp;&zwnj;&#847;&nbsp;&#8199;&#65279;</a>text", "text"),
    ("שלום &rlm;a", "שלום a"),
    ("<p style='white-space:pre-wrap'>a\n  b</p>", "a\n  b"),
    ("a</body></html>b", "a\n\nb"), ("<li>a", "•\ta"),
  ])
  func textIsSet(html: String, expected: String) {
    #expect(Shown.html(html).text == expected)
  }

  @Test(arguments: [
    "display:none", "DISPLAY : NONE !important", "visibility:hidden", "mso-hide:all", "font-size:0",
    "font-size:0px;color:red", "font-size:1px;line-height:1px", "max-height:0;overflow:hidden",
    "height:0;overflow:hidden", "width:0;height:0", "opacity:0", "font-family:'a;b';display:none",
  ])
  func whatAStyleHidesStaysOut(style: String) {
    let shown = Shown.html("a<div style=\"\(style)\">no<p>no</div>b").text
    #expect(shown.replacing("\n", with: "") == "ab")
    #expect(Shown.html("<b style=\"\(style)\">all</b>").text == "all")
  }

  @Test(arguments: [
    "display:block", "font-size:14px", "font-size:1em", "opacity:0.9", "height:0",
    "max-height:100px",
    "width:0", "font-size:100%", "content:'display:none'",
  ])
  func whatAStyleShowsStays(style: String) {
    #expect(Shown.html("a<b style=\"\(style)\">yes</b>b").text == "ayesb")
  }

  @Test func lettersOfAnySizeWithinSmallOnesAreSeen() {
    #expect(
      Shown.html("<td style='font-size:0'>no<div style='font-size:13px'>yes</div>no</td>").text
        == "yes")
  }

  @Test func rulesOfThePageHide() {
    let sheet = """
      <style>/* .x {display:none} */ p{color:red} .a, td.b { display: none } #c{visibility:hidden}
      @media screen and (max-width:9px) { .y {display:none} .z{display:block} } .d .e{display:none}
      .f{display:none} .f{display:block}</style>
      """
    func text(_ page: String) -> String { Shown.html(sheet + page).text }
    #expect(text("1<b class='q a'>no</b>2") == "12")
    #expect(text("1<b id=c>no</b>2") == "12")
    #expect(text("1<b class=b>yes</b>2") == "1yes2")
    #expect(text("1<table><tr><td class=b>no</table>2") == "1\n2")
    for name in ["x", "y", "z", "d", "e", "f"] {
      #expect(text("1<b class=\(name)>yes</b>2") == "1yes2")
    }
    #expect(text("1<b class=a style='display:inline'>yes</b>2") == "1yes2")
  }

  @Test func shortCellsAreATable() {
    let table = Shown.html(
      """
      <table><tr><th>Item<th>Price<tr><td>Bread</td><td></td><td><p>1,00&nbsp;€</p></td></tr>
      <tr><td><a href="http://x.org">Milk</a><td> <td>2</table>end
      """)
    #expect(table.text == "Item\tPrice\nBread\t\t1,00 €\nMilk\t\t2\nend")
    #expect(
      table.marks.first == "table(columns: [7, 14]): Item\tPrice\nBread\t\t1,00 €\nMilk\t\t2\n")
    #expect(table.links == ["http://x.org"])
  }

  @Test func linesWithinACellOfDataAreOne() {
    let head = "<tr><th>Item<th>Price</tr>"
    let rows = "<tr><td>Saw<br>Art. 5<td>£38</tr><tr><td><p>Glue<p>500 g<td>£21</tr>"
    #expect(
      Shown.html("<table>\(head)\(rows)</table>").text
        == "Item\tPrice\nSaw, Art. 5\t£38\nGlue, 500 g\t£21")
    #expect(Shown.html("<table>\(rows)</table>").text == "Saw, Art. 5\t£38\nGlue, 500 g\t£21")
    // Two addresses beside each other, with the lines that they have.
    let places = "<table><tr><td>Ann<br>A Street<br><br>Town<td>Ben<br>B Street</tr></table>"
    #expect(Shown.html(places).text == "Ann\nA Street\n\nTown\nBen\nB Street")
  }

  @Test func aRowEndsWithItsLastCell() {
    let table = Shown.html(
      """
      <table><tr><td>Bread<td>1<td>2<tr><td>Milk<td>3<td><tr><td colspan=2>All<td>4
      <tr><td colspan=3>Thanks</table>
      """)
    #expect(table.text == "Bread\t1\t2\nMilk\t3\nAll\t\t4\nThanks")
  }

  @Test func whatSomethingCostsStandsBesideIt() {
    let receipt = Shown.html(
      """
      <table><tr><td><table><tr><td>Tea, loose<td></td><td align=right>$14.00</table>
      <tr><td><table><tr><td>Honey<td>8,00 EUR<tr><td colspan=2><hr><tr><td><b>Total</b><td>22</table>
      </table><table><tr><td>Home<td>Shop</table>
      """)
    #expect(receipt.text == "Tea, loose\t$14.00\nHoney\t8,00 EUR\nTotal\t22\nHome\nShop")
    // A line that parts what is no row of a table stays.
    #expect(Shown.html("<table><tr><td>a<hr>b</table>").text == "a\n—\nb")
  }

  @Test func picturesOfTheInternetAreCounted() {
    func count(_ html: String) -> Int {
      MarkedText.read(html: html, within: .portion).text.picturesLeftOut
    }
    #expect(count("<img src=https://x.org/a.png><img src='HTTP://x.org/b' alt='A dog'>") == 2)
    #expect(count("<img src=//x.org/a.png width=600>") == 1)
    for none in [
      "<img src=https://x.org/t.gif width=1 height=1>",
      "<img src=https://x.org/t width=600 height=4>",
      "<img src=https://x.org/t style='width:1px;height:1px'>", "<img src=cid:a>", "<img>",
      "<div style='display:none'><img src=https://x.org/a.png></div>", "<img src=data:image/png,x>",
      "<img src=https://x.org/t style='display:none'>",
    ] { #expect(count(none) == 0, "\(none)") }
    #expect(count("<img src=https://x.org/a style='width:100%;max-width:2em'>") == 1)
  }

  @Test(arguments: [
    "<table><tr><td>a<p>b<td>c<tr><td>d<td>e</table>",
    "<table><tr><td>a<td>b</table>", "<table><tr><td>a<tr><td>b</table>",
    "<table><tr><td>a<td>b<tr><td>\(String(repeating: "long ", count: 20))<td>c</table>",
    "<table><tr><td>a<td><ul><li>b</ul><tr><td>c<td>d</table>",
    "<table><tr><td>a<td><table><tr><td>b</table><tr><td>c<td>d</table>",
    "<table><tr><td>a<br>b<td>c<tr><td>d<td>e</table>",
  ])
  func whatPlacesThingsIsFlattened(html: String) {
    let shown = Shown.html(html)
    #expect(!shown.marks.contains { $0.hasPrefix("table") })
    #expect(!shown.text.replacing("•\t", with: "").contains("\t"))
    for letter in ["a", "b"] {
      #expect(shown.text.split(separator: "\n").contains { $0.hasSuffix(letter) })
    }
  }

  @Test func aLongTableIsSeveral() {
    let html = "<table>" + String(repeating: "<tr><td>a<td>b", count: 1_000) + "</table>"
    let shown = Shown.html(html)
    #expect(shown.text == Array(repeating: "a\tb", count: 1_000).joined(separator: "\n"))
    #expect(shown.marks.count == 5)
  }

  @Test func whatIsTooDeepIsText() {
    for open in [
      "<div>", "<b>", "<blockquote>", "<ul><li>", "<table><tr><td>", "<a href=http://x.org>",
      "<font>",
    ] {
      let html = (0..<3_000).map { "\(open)w\($0) " }.joined()
      let words = Shown.html(html).text.split(whereSeparator: \.isWhitespace).filter { $0 != "•" }
      #expect(words == (0..<3_000).map { "w\($0)" }, "\(open)")
    }
  }

  @Test func aTagOfManyAttributesEndsWithThem() {
    let attributes = (0..<100_000).map { "a\($0)='>' " }.joined()
    #expect(Shown.html("before <p \(attributes)>behind <b>x</b>").text.hasPrefix("before"))
    #expect(Shown.html("before <p \(attributes)>behind <b>x</b>").text.hasSuffix("behind x"))
    // Those of one tag are no others'.
    let tags = String(repeating: "<p a b c d='e f g'>x", count: 1_000)
    #expect(Shown.html(tags).text == Array(repeating: "x", count: 1_000).joined(separator: "\n\n"))
  }

  @Test func cancellingEndsIt() {
    var looked = 0
    let text = MarkedText.read(html: String(repeating: "<p>x", count: 100_000), within: .portion) {
      looked += 1
      return looked > 3
    }
    #expect(looked < 10 && text.text.text.utf8.count < 10_000)
  }

  private static let pieces = [
    "<b>", "</b>", "<i>", "</i>", "<p>", "</p>", "<div>", "</div>", "<blockquote>", "</blockquote>",
    "<ul>", "<li>",
    "</ul>", "<table>", "<tr>", "<td>", "</table>", "<pre>", "</pre>", "<br>", "<hr>", "<h1>",
    "</h1>", "\n", " ",
    "<a href='http://x.org/y'>", "<a href='mailto:a@x.org'>", "</a>", "<center>", "</center>",
    "&nbsp;", "<th>",
    "<img src=cid:x>", "&amp;", "<span style='font-size:0'>", "</span>", "<div hidden>", "<q>",
    "http://z.org/",
    "<blockquote style='display:none'>", "<!-- no -->", "<![if x]>", "<textarea>", "日本", "é",
    "a\u{301}",
  ]

  private static func page(_ numbers: inout SeededNumbers, _ words: Bool) -> String {
    (0..<Int.random(in: 0..<120, using: &numbers)).map { number in
      let piece = pieces.randomElement(using: &numbers) ?? ""
      if !words { return piece }
      let isHiding = piece.contains("hidden") || piece.contains("none") || piece.contains("size:0")
      return (isHiding ? "" : piece) + " word\(number) "
    }.joined()
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func aSmallerBudgetGivesTheBeginning(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let page = Self.page(&numbers, Bool.random(using: &numbers))
    let all = MarkedText.read(html: page, within: .portion).text
    for _ in 0..<6 {
      let budget = TextBudget(
        bytes: Int.random(in: 0...all.text.utf8.count, using: &numbers),
        lines: Int.random(in: 0...40, using: &numbers))
      let (some, isCut) = MarkedText.read(html: page, within: budget)
      #expect(all.text.utf8.starts(with: some.text.utf8))
      #expect(isCut || some == all)
      // An address within a line that is cut is none yet.
      guard !isCut || some.text.hasSuffix("\n") else { continue }
      #expect(clipped(all, to: some.text.utf8.count) == clipped(some, to: some.text.utf8.count))
      // What one names may be cut.
      #expect(all.links.map(\.target).starts(with: some.links.map(\.target)))
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func everyWordIsThere(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let page = Self.page(&numbers, true)
    let shown = Shown.html(page).text
    var rest = shown[...]
    for number in page.matches(of: #/word(\d+)/#).map(\.output.1) {
      let found = rest.firstRange(of: "word\(number)")
      #expect(found != nil, "word\(number) of \(page)")
      if let found { rest = rest[found.upperBound...] }
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func marksAreOfWholeLinesAndInOrder(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let text = MarkedText.read(html: Self.page(&numbers, false), within: .portion).text
    let bytes = Array(text.text.utf8)
    var last = (0, Int.max)
    for mark in text.marks {
      let key = (mark.range.lowerBound, -mark.range.upperBound)
      #expect(last.0 < key.0 || (last.0 == key.0 && (last.1 <= key.1 || last.1 == Int.max)))
      last = key
      #expect(!mark.range.isEmpty && mark.range.upperBound <= bytes.count)
      switch mark.kind {
      case .heading, .preformatted, .signature, .quotation, .item, .table, .centered, .rule,
        .enclosure:
        #expect(mark.range.lowerBound == 0 || bytes[mark.range.lowerBound - 1] == 0x0A)
        #expect(mark.range.upperBound == bytes.count || bytes[mark.range.upperBound - 1] == 0x0A)
      case .link(let link): #expect(text.links.indices.contains(link))
      default: break
      }
    }
  }
}
