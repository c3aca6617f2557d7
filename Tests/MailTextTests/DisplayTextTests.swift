import Testing

@testable import MailText

@Suite struct DisplayTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("a\tb", "a b"), ("a\nb\rc", "a\u{FFFD}b\u{FFFD}c"),
    ("a\0b\u{7F}c\u{85}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}"),
    ("evil\u{202E}txt.exe", "eviltxt.exe"), ("a\u{2066}b\u{2069}c\u{200F}d\u{61C}e", "abcde"),
    ("שלום", "שלום"), ("👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 1️⃣", "👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 1️⃣"), ("naïve", "naïve"),
    ("a\u{301}\u{302}\u{303}\u{304}b", "a\u{301}\u{302}b"), ("a\u{2028}b", "a b"),
    ("نمی‌خواهم", "نمی‌خواهم"), ("क्\u{200D}ष", "क्\u{200D}ष"),
    // What nobody sees pads, splits or hides a word; what shapes the character before it stays.
    ("pay\u{200B}pal", "paypal"), ("pay\u{200C}p\u{200D}al", "paypal"), ("\u{FEFF}a\u{AD}b", "ab"),
    ("a\u{2060}\u{2063}\u{180E}\u{34F}b\u{3164}\u{FFA0}", "ab"), ("a\u{2800}b", "a b"),
    ("\u{200D}\u{FE0F}a", "a"), ("ک\u{200C}\u{200C}\u{200D}ک", "ک\u{200C}ک"),
    ("❤\u{FE0F}\u{200D}🔥 葛\u{E0100}", "❤\u{FE0F}\u{200D}🔥 葛\u{E0100}"),
    ("🏴\u{E0067}\u{E007F} a\u{E0067}\u{E0001}", "🏴\u{E0067}\u{E007F} a"),
  ])
  func textIsMadeSafe(source: String, text: String) {
    #expect(DisplayText.safe(source) == text)
  }

  @Test func charactersAreCounted() {
    let long = DisplayText.safe(String(repeating: "é", count: 1_000))
    #expect(long.count == 301 && long.hasSuffix("é…"))
    #expect(DisplayText.safe(String(repeating: "x", count: 300)).count == 300)
    #expect(DisplayText.safe(String(repeating: "x", count: 301)).hasSuffix("x…"))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func textIsCutBetweenCharacters(seed: UInt64) {
    var state = seed &+ 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    let pieces = [
      "a", " ", "é", "\u{A0}", "–", "“", "e\u{301}", "я", "й\u{306}", "日", "か", "か\u{3099}", "ｶ",
      "ｶﾞ", "한", "ᄒ", "नि", "ไทย", "©", "©\u{FE0F}", "👩‍👩‍👧", "🇩🇪", "عرب", "\u{2C5}", "1️⃣",
    ]
    // Half of the texts hold only what comes first, so that both ways through are taken.
    let known = seed.isMultiple(of: 2) ? 6 : pieces.count
    let text = (0..<random(40)).map { _ in pieces[random(known)] }.joined()
    let limit = 1 + random(30)
    let expected = text.count > limit ? text.prefix(limit) + "…" : text
    #expect(
      DisplayText.safe(text, limit: limit).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test func oneCharacterCannotBeEndless() {
    let chain = String(repeating: "👩\u{200D}", count: 2_000)
    #expect(DisplayText.safe(chain).unicodeScalars.count <= 20)
    let invisible = "a" + String(repeating: "\u{200D}", count: 20_000) + "b"
    #expect(DisplayText.safe(invisible) == "ab")
    #expect(DisplayText.safe(String(repeating: "\u{200B}", count: 20_000)).isEmpty)
  }

  @Test func linesOfATextStay() {
    #expect(DisplayText.safeLines("a\tb\nc\u{202E}d\0\u{200F}") == "a\tb\ncd\u{FFFD}\u{200F}")
  }
}
