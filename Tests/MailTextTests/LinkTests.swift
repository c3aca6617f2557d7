import Testing

@testable import MailText

@Suite struct LinkTests {
  private typealias Link = MarkedText.Link

  @Test(arguments: [
    ("http://x.org", "http://x.org"), (" \n\u{1}https://x.org/a b\u{20}", "https://x.org/a%20b"),
    ("HtTpS://X.ORG/A", "https://x.org/A"), ("ht\ntp://x\t.org", "http://x.org"),
    ("http://x.org?a=\"<>", "http://x.org/?a=%22%3C%3E"),
    ("http://x.org/ä%C3%A4", "http://x.org/%C3%A4%C3%A4"),
    ("http://bücher.example/", "http://xn--bcher-kva.example/"),
    ("http://x%2Eorg/", "http://x.org/"),
    ("http://a:b@x.org:81/", "http://a:b@x.org:81/"),
    ("http://x.org\\@y.org/", "http://x.org/@y.org/"),
    ("mailto:a@x.org?subject=ä", "mailto:a@x.org?subject=%C3%A4"), ("mailto:", "mailto:"),
    ("tel:+49 (30) 1", "tel:+49(30)1"),
  ])
  func aTargetIsASCII(href: String, target: String) {
    #expect(Link(href: href)?.target == target)
    #expect(Link(href: target)?.target == target)
  }

  @Test(arguments: [
    "javascript:alert(1)", "java\nscript:x", " JavaScript:x", "\u{1}javascript:x",
    "data:text/html,x", "vbscript:x",
    "file:///etc/passwd", "ftp://x.org", "cid:a", "about:blank", "/a", "a.html", "//x.org", "#a",
    "?a", "", " ",
    "http:", "http://", "http:x.org", "http:///x", "http://@", "http://x.org:port",
    "http://x\u{0}y", "http://a b/",
    "https://x.org/\u{7F}", "http://[x]/", "http://...", "tel:", "tel:<b>", "xhttp://x.org",
    "mail to:a", "x-tel:1",
    "http://x.org/" + String(repeating: "a", count: 9_000),
  ])
  func whatIsNotOpenedIsNoLink(href: String) {
    #expect(Link(href: href) == nil)
  }

  @Test(
    arguments: [
      ("a", "https://x.org/b/c", "https://x.org/b/a"),
      ("//y.org/a", "https://x.org/b/c", "https://y.org/a"),
      ("?a", "https://x.org/b", "https://x.org/b?a"),
      ("http://y.org", "https://x.org", "http://y.org"),
      ("a", "javascript:x", nil), ("a", "/b", nil), ("a", "mailto:a@x.org", nil),
      ("javascript:x", "https://x.org", nil),
      ("", "https://x.org", nil),
    ] as [(String, String, String?)])
  func aBaseOnlyResolves(href: String, base: String, target: String?) {
    #expect(Link(href: href, base: base)?.target == target)
  }

  @Test(arguments: [
    ("http://bücher.de", "http://bücher.de"), ("http://xn--bcher-kva.de/", "http://bücher.de/"),
    ("http://президент.рф", "http://президент.рф"), ("http://москва.com", "http://москва.com"),
    ("http://例え.jp", "http://例え.jp"), ("http://bücher日本.jp", "http://bücher日本.jp"),
    ("http://한국abc.kr", "http://한국abc.kr"), ("http://xn--nxasmq6b.gr", "http://βόλοσ.gr"),
    // Cyrillic letters that look like Latin ones; scripts that are not written together; digits of two kinds.
    ("http://аррӏе.com", "http://xn--80ak6aa92e.com"),
    ("http://pаypal.com", "http://xn--pypal-4ve.com"),
    ("http://сс.рф", "http://сс.рф"), ("http://οο.com", "http://xn--0xaa.com"),
    ("http://paypal.com@evil.ru/", "http://evil.ru/"), ("http://xn--a/", "http://xn--a/"),
    ("mailto:a@x.org?subject=b%20c%0Ad", "mailto:a@x.org?subject=b c\u{FFFD}d"),
  ])
  func aTargetIsShownSoThatNobodyTakesItForAnother(href: String, shown: String) {
    #expect(Link(href: href)?.shown == shown)
  }

  @Test(
    arguments: [
      ("https://x.org", "click here", nil), ("https://x.org", "x.org", nil),
      ("https://www.x.org", "http://X.org/a", nil),
      ("https://click.x.org", "www.x.org", nil), ("https://x.org", "mail.x.org", nil),
      ("https://evil.ru", "https://www.paypal.com/login", "www.paypal.com"),
      ("https://evil.ru", "paypal.com", "paypal.com"),
      ("https://evil.ru", "Log in at paypal.com now.", "paypal.com"),
      ("https://evil.ru", "m.sparkasse.de", "m.sparkasse.de"), ("https://x.org", "i.d.R. so", nil),
      ("https://xpaypal.com", "paypal.com", "paypal.com"),
      ("https://paypal.com.evil.ru", "paypal.com", "paypal.com"),
      ("https://paypal.com@evil.ru", "a", "paypal.com"),
      ("https://www.аррӏе.com/a", "www.аррӏе.com", "www.аррӏе.com"),
      ("https://xn--80ak6aa92e.com", "click here", "аррӏе.com"),
      ("https://evil.ru", "пример.рф", "пример.рф"), ("https://bücher.de", "bücher.de", nil),
      ("https://x.org", "Version 2.0", nil), ("https://x.org", "README.md", nil),
      ("https://x.org", "e.g. this", nil),
      ("https://x.org", "a@y.org", "a@y.org"), ("https://x.org", "a@mail.x.org", nil),
      ("mailto:a@x.org", "A@X.org", nil), ("mailto:aa@x.org", "a@x.org", "a@x.org"),
      ("mailto:a@x.org", "b@y.org", "b@y.org"),
      ("mailto:a@x.org", "write us", nil), ("https://x.org", "\u{202E}moc.lapyap", nil),
    ] as [(String, String, String?)])
  func whatATextPretendsIsKnown(href: String, text: String, pretended: String?) {
    #expect(Link(href: href, text: text)?.pretended == pretended)
  }

  /// What is shown as the name of a bank, however it is written, over a link to somebody else.
  @Test(arguments: [
    // What nobody sees.
    "bank.com&#x200E;", "&#x200E;bank.com", "bank.com&#x202A;", "&#x202B;bank.com&#x202C;",
    "bank&#x202D;.com",
    "bank.com&#x202E;", "&#x2066;bank.com&#x2069;", "&#x2067;bank.com", "&#x2068;bank.com",
    "bank.com&#x61C;",
    "bank.com&#xE0041;", "ba&#x180E;nk.com", "bank.&#x2061;com", "ba&#x206A;nk.com",
    "bank&#x1D173;.com",
    "bank.c&#xFFF9;om", "ba&#xAD;nk.com", "ba&#x200B;nk.com", "bank.c&#x2060;om", "bank&#x34F;.com",
    "bank.com&#xFE0F;", "ba&#xFEFF;nk.com", "b&#x3164;ank.com", "bank.com&#xE0101;",
    "ht&#x200D;tps://bank.com",
    String(repeating: "&#x200B;", count: 301) + "bank.com",
    String(repeating: "&#x2060;", count: 301) + "bank.com",
    // What looks alike.
    "h&#x442;&#x442;&#x440;s://bank.com", "һttрѕ://bank.com/login", "ＨＴＴＰＳ：／／ｂａｎｋ．ｃｏｍ", "bаnk.com",
    "bank.соm",
    "BANK.СОМ", "bank.cоm", "𝐛𝐚𝐧𝐤.𝐜𝐨𝐦", "ⓑⓐⓝⓚ.ⓒⓞⓜ", "bank․com", "bank。com", "bank．com", "bank｡com",
    "bank܂com",
    "bank.com∕login", "bank.com⁄login", "https:⁄⁄bank.com", "https∶//bank.com", "bank.c0m",
    "bank.corn",
    "ｗｗｗ.bank.com", "bank.ⅽoⅿ", "bank.coṃ",
    // How it is written.
    "https:\\\\bank.com", "https:/bank.com", "https:bank.com", "http:\\bank.com/a",
    "Login:bank.com",
    "*bank.com*", "→bank.com", "bank.com™", "«bank.com»", "=bank.com", "‘bank.com’", "bank.com…",
    "bank.com...log in",
    "https://bank.com@evil.net/", "https://bank.com:443/", "bank.com:443", "ftp://bank.com",
    "@bank.com",
    "help@bank.com", "help＠bank.com", "mailto:help@bank.com", "help@bаnk.com",
    "192.0.2.1", "http://192.0.2.1/", "Open 192.0.2.1/login", "http://3221225985/",
    "https://0xC0000201",
    String(repeating: "word ", count: 40) + "bank.com",
    String(repeating: "word ", count: 4_000) + "bank.com",
    "evil.net, that is bank.com", "evil.net bank.com", "mail.evil.net/bank.com or www.bank.com",
    "<b>bank</b>.com", "ba<i>n</i>k<u>.com</u>", "bank<span></span>.com",
    "<img src=\"x.png\" alt=\"bank.com\">",
    "com&#x200F;.&#x200F;paypal", "paypaI.com", "b&#97;nk.com", "b<!-- -->ank.com",
    "<span style=\"display:none\">evil.net</span>bank.com", "банк.рф", "bänk.com",
  ])
  func whatPretendsIsKnownHoweverItIsWritten(text: String) throws {
    let link = try #require(Self.link(text))
    #expect(link.pretended != nil)
    #expect(link.target == "https://evil.net/")
  }

  /// The name of the bank is what the person is told, so that it can be compared.
  @Test(arguments: [
    ("bаnk.com&#x200E;", "bank.com"), ("bank。com", "bank.com"), ("help＠bank.com", "help@bank.com"),
    ("HTTPS:\\\\BANK.COM", "bank.com"), ("http://192.0.2.1/", "192.0.2.1"),
    ("paypaI.com", "paypal.com"),
    ("bänk.com", "bänk.com"), ("bank.c0m", "bank.c0m"),
    ("com&#x200F;.&#x200F;paypal", "paypal.com"),
  ])
  func whatPretendsIsNamedAsItLooks(text: String, pretended: String) {
    #expect(Self.link(text)?.pretended == pretended)
  }

  /// Where one link ends and the next begins within a word, or the link is a part of it.
  @Test func aWordOfTwoLinksIsOneName() throws {
    let page = """
      <a href="https://evil.net/">bank</a><a href="https://evil.net/1">.com</a> and
      https://bank<a href="https://evil.net/2">.com/login</a> and <a href="https://evil.net/3">Home</a>.
      """
    let links = MarkedText.read(html: page, within: .portion).text.links
    #expect(links.map(\.pretended) == ["bank.com", "bank.com", "bank.com", nil])
  }

  /// As newsletters, shops and lists write them.
  @Test(arguments: [
    "evil.net", "EVIL.net", "www.evil.net", "https://www.evil.net/a?b=https://bank.com/",
    "shop.evil.net", "Evil.Net®",
    "http://evil.net:8080/", "Unsubscribe", "Click here.", "help@evil.net", "„evil.net“",
    "ｅｖｉｌ.net",
    "evil.net…", "evil.net.", "(evil.net)", "evil.net/README.md", "Version 2.0", "Python 3.11.2",
    "v1.2.3.4",
    "Chrome 109.0.5414.119", "12.03.2026", "10:30", "README.md", "main.rs", "e.g. this",
    "z.B. dies", "i.e.",
    "U.S.A.", "Mr. Smith", "Inc.", "$ 1.299,00", "1.299.000", "a/b", "and/or", "Q&amp;A: more",
    "AT&amp;T",
    "Read more...", "Mehr…", "これは。次です", "详情请点击这里。谢谢", "١٢٣٠٤٥", "Привет, мир", "café", "naïve",
    "日本語",
    "C&#xAD;C", "@alice", "#swift", "50 %", "Node.js", "St. Gallen", "Dr.", "evil&#x200B;.net",
    "Order no. 12.345", "evil.net&#xAD;", "<img src=\"x.png\" alt=\"Logo\">", "Wi-Fi 6", "I", "AI",
    "OpenAI",
  ])
  func whatIsHonestIsNotAskedAbout(text: String) {
    #expect(Self.link(text)?.pretended == nil)
  }

  private static func link(_ text: String) -> Link? {
    MarkedText.read(html: "<p><a href=\"https://evil.net/\">\(text)</a></p>", within: .portion).text
      .links.first
  }

  @Test func aShownTargetIsShort() throws {
    let link = try #require(Link(href: "http://x.org/" + String(repeating: "a", count: 5_000)))
    #expect(link.target.utf8.count == 5_013 && link.shown.count == 301)
  }
}
