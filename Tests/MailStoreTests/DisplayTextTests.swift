import Testing

@testable import MailStore

@Suite struct DisplayTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("a\tb", "a b"), ("a\nb\rc", "a\u{FFFD}b\u{FFFD}c"),
    ("a\0b\u{7F}c\u{85}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}"),
    ("evil\u{202E}txt.exe", "eviltxt.exe"), ("a\u{2066}b\u{2069}c\u{200F}d\u{61C}e", "abcde"),
    ("שלום", "שלום"), ("👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 1️⃣", "👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 1️⃣"), ("naïve", "naïve"),
    ("a\u{301}\u{302}\u{303}\u{304}b", "a\u{301}\u{302}b"), ("a\u{2028}b", "a b"),
    ("نمی‌خواهم", "نمی‌خواهم"),
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

  @Test func oneCharacterCannotBeEndless() {
    let chain = String(repeating: "👩\u{200D}", count: 2_000)
    #expect(DisplayText.safe(chain).unicodeScalars.count <= 20)
    let invisible = "a" + String(repeating: "\u{200D}", count: 20_000) + "b"
    #expect(DisplayText.safe(invisible).unicodeScalars.count <= 20)
    let spaces = String(repeating: "\u{200B}", count: 20_000)
    #expect(DisplayText.safe(spaces).unicodeScalars.count <= 301)
  }

  @Test func linesOfATextStay() {
    #expect(DisplayText.safeLines("a\tb\nc\u{202E}d\0\u{200F}") == "a\tb\ncd\u{FFFD}\u{200F}")
  }
}
