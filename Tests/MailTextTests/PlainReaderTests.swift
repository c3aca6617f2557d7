import SeededRandom
import Testing

@testable import MailText

@Suite struct PlainReaderTests {
  /// Lines of a writer who wraps at 60.
  private static let wrapped = """
    Lorem ipsum dolor sit amet, consetetur sadipscing elitr, sed
    diam nonumy eirmod tempor invidunt ut labore et dolore magna
    aliquyam erat, sed diam voluptua. At vero eos et accusam et
    justo duo dolores.
    """
  private static let joined = wrapped.replacing("\n", with: " ")

  @Test func wrappedLinesAreOneParagraph() {
    #expect(Shown.plain(Self.wrapped).text == Self.joined)
    #expect(
      Shown.plain("\(Self.wrapped)\n\n\(Self.wrapped)\n").text
        == "\(Self.joined)\n\n\(Self.joined)\n")
    let quoted = "> " + Self.wrapped.replacing("\n", with: "\n> ")
    #expect(Shown.plain("He wrote:\n\(quoted)\nYes.").text == "He wrote:\n\(Self.joined)\nYes.")
    #expect(Shown.plain("He wrote:\n\(quoted)\nYes.").marks == ["quotation: \(Self.joined)\n"])
    let wide = Array(repeating: String(repeating: "漢字", count: 18), count: 3)
    #expect(Shown.plain(wide.joined(separator: "\n")).text == wide.joined())
  }

  @Test(arguments: [
    "Jane Doe\nSome Street 12\n12345 Town", "Roses are red,\nviolets are blue,\nthat is\nall.",
    "- milk and bread and butter and cheese and wine and more of it\n- more",
    "1. milk and bread and butter and cheese and wine and more of\n2. more",
    "A long line that goes on and on and on for quite some while:\nhttps://example.org/a/very/long/address/that/does/not/fit/at/all",
    "This is a line that ends here for some reason of its own and\n  this one is set in",
    "From: a person of some long name <person.of.name@example.org>\nTo: another person of some name <another.person@example.org>",
  ])
  func whatWasNotWrappedStays(text: String) {
    #expect(Shown.plain(text).text == text)
    #expect(Shown.plain("\(Self.wrapped)\n\n\(text)").text == "\(Self.joined)\n\n\(text)")
  }

  @Test(arguments: [
    "a    b    c\nd    e    f", "Name\tPrice\nBread\t1", "| a | b |\n|---|---|\n| c | d |",
    "    let x = 1\n    print(x)", "\tmake test", "+--+\n|  |\n+--+\n/\\_/\\",
    "@@ -1,2 +1,2 @@\n-old\n+new\n same",
  ])
  func whatIsLaidOutStays(text: String) {
    let shown = Shown.plain("\(Self.wrapped)\n\n\(text)\n\n\(Self.wrapped)")
    #expect(shown.text == "\(Self.joined)\n\n\(text)\n\n\(Self.joined)")
    #expect(shown.marks == ["preformatted: \(text)\n"])
  }

  @Test func aPatchIsUntouched() {
    let patch = """
      \(Self.wrapped)

      Signed-off-by: A <a@example.org>
      ---
       file.c | 2 +-
       1 file changed, 1 insertion(+), 1 deletion(-)

      diff --git a/file.c b/file.c
      --- a/file.c
      +++ b/file.c
      @@ -1,3 +1,3 @@
      > int\tmain(void)

      -{
      +{ // http://example.org
      """
    let shown = Shown.plain("\(patch)\n-- \n2.39.2\n")
    #expect(shown.text == "\(patch)\n2.39.2\n")
    #expect(
      shown.marks.contains {
        $0.hasPrefix("preformatted: ---\n file.c") && $0.hasSuffix("example.org\n")
      })
    #expect(shown.marks.last == "signature: 2.39.2\n")
    #expect(Shown.plain(patch, isFlowed: true).text == patch)
  }

  @Test func quotationsAreMarked() {
    let shown = Shown.plain("a\n> b\n>> c\n> > d\n>\n>e\n\n> f")
    #expect(shown.text == "a\nb\nc\nd\n\ne\n\nf")
    #expect(shown.marks == ["quotation: b\nc\nd\n\ne\n", "quotation: c\nd\n", "quotation: f"])
    for deep in [String(repeating: ">", count: 40), String(repeating: "> ", count: 40)] {
      let shown = Shown.plain(deep + "a")
      #expect(shown.text == "a" && shown.marks == Array(repeating: "quotation: a", count: 8))
    }
    #expect(Shown.plain(">     a  b").text == "    a  b")
  }

  @Test func signaturesAreMarked() {
    let shown = Shown.plain("\(Self.wrapped)\n-- \nJane Doe\nTown\n> quoted\n")
    #expect(shown.text == "\(Self.joined)\nJane Doe\nTown\nquoted\n")
    #expect(shown.marks == ["signature: Jane Doe\nTown\n", "quotation: quoted\n"])
    #expect(Shown.plain("a\n--\nb").marks == ["signature: b"])
    #expect(Shown.plain("a\n-- \n" + String(repeating: "b\n", count: 100)).marks == [])
    #expect(Shown.plain("> a\n> -- \n> b").marks == ["quotation: a\nb", "signature: b"])
  }

  @Test func flowedTextFlows() {
    func shown(_ text: String, _ deletes: Bool = false) -> Shown {
      .plain(text, isFlowed: true, deletesSpace: deletes)
    }
    #expect(shown("a \nb \nc\nd").text == "a b c\nd")
    #expect(shown("a \nb \nc\nd", true).text == "abc\nd")
    #expect(shown(">a \n>b\nc \n\nd").text == "a b\nc \n\nd")
    #expect(shown(">> a \n>b \n").marks == ["quotation: a \nb \n", "quotation: a \n"])
    #expect(shown("a \n >b\n  c").text == "a >b\n c")
    #expect(shown("> > a \n>b").text == "> a b")
    #expect(shown("a \n-- \nb \nc").marks == ["signature: b \nc"])
    // Nothing in it flows.
    #expect(shown(Self.wrapped).text == Self.joined)
  }

  @Test(arguments: [
    ("see http://x.org/a.", "http://x.org/a"), ("(http://x.org/a(b))", "http://x.org/a(b)"),
    ("<http://x.org/a>", "http://x.org/a"), ("<http://x.org/\nabc/d>", "http://x.org/abc/d"),
    ("<URL:http://x.org/>", "http://x.org/"), ("\"http://x.org\"", "http://x.org"),
    ("www.x.org/y?z=1, and", "http://www.x.org/y?z=1"), ("HTTPS://X.org", "https://x.org"),
    ("a.b+c@x.org.", "mailto:a.b+c@x.org"),
    ("mailto:a@x.org?subject=b c", "mailto:a@x.org?subject=b"),
    ("*http://x.org*", "http://x.org"), ("“http://x.org”", "http://x.org"),
    ("http://münchen.de/ü", "http://xn--mnchen-3ya.de/%C3%BC"),
    ("http://x.org/日本", "http://x.org/"),
    ("[http://x.org]", "http://x.org"), ("http://[::1]:80/", "http://[::1]:80/"),
  ])
  func linksAreFound(text: String, target: String) {
    #expect(Shown.plain(text).links == [target])
  }

  @Test(arguments: [
    "xhttp://x.org", "http://", "javascript://x.org", "file:///etc", "www.", "www.x", "a@b",
    "@x.org", "a@1.2",
    "ftp://x.org", "http:/x.org", "a@@x.org", "...", "wwww.x.org", "xmpp:a", "http:// x.org",
  ])
  func whatIsNoLinkIsText(text: String) {
    #expect(Shown.plain(text).links == [] && Shown.plain(text).text == text)
  }

  @Test func hostileTextIsLinear() {
    for unit in [
      ">", "> ", "http://", "a@", "www.", "(", "<http://x.org/", "-- \n", "\n", "| |\n", ">\n>>\n",
      "a@a.aa,", "x  y\n", " ",
    ] {
      let text = String(repeating: unit, count: 400_000 / unit.utf8.count)
      for isFlowed in [false, true] {
        let shown = MarkedText.read(plain: text, isFlowed: isFlowed, within: .portion).text
        #expect(
          shown.marks.count <= MarkedText.Builder.maximumMarks && shown.text.utf8.count <= 256 << 10
        )
      }
    }
  }

  private static let pieces = [
    "word", " ", "\n", "\n", "> ", ">", ">>", "    ", "\t", "  ", "- ", "1. ", "-- \n", "--\n",
    "| ", "http://x.org/a", "<http://x.org/",
    "a@x.org", wrapped, "\n\n", "diff --git a b\n", "@@ -1 +1 @@\n", "é", "漢字",
    "a longer row of words that is put in one go ", "\u{202E}",
  ]

  @Test(arguments: 0..<300 as Range<UInt64>)
  func everyWordIsThereAndASmallerBudgetGivesTheBeginning(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let text = (0..<Int.random(in: 0..<80, using: &numbers)).map { number in
      (Self.pieces.randomElement(using: &numbers) ?? "") + (number % 3 == 0 ? "w\(number) " : "")
    }.joined()
    let isFlowed = Bool.random(using: &numbers)
    let all = MarkedText.read(plain: text, isFlowed: isFlowed, within: .portion).text
    func letters(_ text: String) -> [Unicode.Scalar] {
      text.unicodeScalars.filter {
        !$0.isSpace && $0 != ">" && $0 != "\u{202E}" && $0 != "-"
      }
    }
    #expect(letters(text) == letters(all.text))
    for _ in 0..<5 {
      let budget = TextBudget(
        bytes: Int.random(in: 0...all.text.utf8.count, using: &numbers),
        lines: Int.random(in: 0...40, using: &numbers))
      let (some, isCut) = MarkedText.read(plain: text, isFlowed: isFlowed, within: budget)
      #expect(all.text.utf8.starts(with: some.text.utf8))
      #expect(isCut || some == all)
      guard !isCut || some.text.hasSuffix("\n") else { continue }
      #expect(clipped(all, to: some.text.utf8.count) == clipped(some, to: some.text.utf8.count))
      #expect(some.links.elementsEqual(all.links.prefix(some.links.count)))
    }
  }
}
