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
      ("https://xpaypal.com", "paypal.com", "paypal.com"),
      ("https://paypal.com.evil.ru", "paypal.com", "paypal.com"),
      ("https://paypal.com@evil.ru", "a", "paypal.com"),
      ("https://www.аррӏе.com/a", "www.аррӏе.com", "www.аррӏе.com"),
      ("https://xn--80ak6aa92e.com", "click here", "аррӏе.com"),
      ("https://evil.ru", "пример.рф", "пример.рф"), ("https://bücher.de", "bücher.de", nil),
      ("https://x.org", "Version 2.0", nil), ("https://x.org", "README.md", nil),
      ("https://x.org", "e.g. this", nil),
      ("https://x.org", "a@y.org", nil), ("mailto:a@x.org", "A@X.org", nil),
      ("mailto:a@x.org", "b@y.org", "b@y.org"),
      ("mailto:a@x.org", "write us", nil), ("https://x.org", "\u{202E}moc.lapyap", nil),
    ] as [(String, String, String?)])
  func whatATextPretendsIsKnown(href: String, text: String, pretended: String?) {
    #expect(Link(href: href, text: text)?.pretended == pretended)
  }

  @Test func aShownTargetIsShort() throws {
    let link = try #require(Link(href: "http://x.org/" + String(repeating: "a", count: 5_000)))
    #expect(link.target.utf8.count == 5_013 && link.shown.count == 301)
  }
}
