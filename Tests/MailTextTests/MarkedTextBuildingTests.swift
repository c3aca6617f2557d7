import Testing

@testable import MailText

@Suite struct MarkedTextBuildingTests {
  private func shown(_ text: String) -> String { shown(text, within: .portion).0 }

  private func shown(_ text: String, within budget: TextBudget) -> (String, Bool) {
    let (text, isCut) = MarkedText.plain(text, within: budget)
    return (text.text, isCut)
  }

  @Test(arguments: ["x", ">x", "\u{5D0}a", "é", "👩", "\u{200E}", "ー", "\u{A0}"])
  func aStretchWithoutAPlaceToBreakIsEnded(unit: String) {
    let text = "x" + String(repeating: unit, count: 9_001)
    let shown = shown(text)
    #expect(shown.unicodeScalars.filter { $0 != "\n" }.elementsEqual(text.unicodeScalars))
    for line in shown.split(separator: "\n") { #expect(line.unicodeScalars.count <= 2_000) }
  }

  @Test func aParagraphOfWordsIsEndedAtASpace() {
    let words = Array(repeating: "word", count: 10_000)
    let shown = shown(words.joined(separator: " "))
    let lines = shown.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 7)
    for line in lines { #expect(line.utf8.count <= 8_005 && !line.hasSuffix(" ")) }
    #expect(shown.split { $0 == " " || $0 == "\n" }.elementsEqual(words.map { $0[...] }))
    for text in ["word ", "漢"].map({ String(repeating: $0, count: 1_500) }) {
      #expect(self.shown(text) == text)
    }
  }

  @Test func noCharacterIsDivided() {
    let family = "👩\u{200D}👩\u{200D}👧"
    let text = String(repeating: family, count: 1_000)
    for line in shown(text).split(separator: "\n") {
      #expect(line.allSatisfy { String($0) == family })
    }
    for bytes in 0..<100 {
      let (cut, isCut) = shown(text, within: TextBudget(bytes: bytes, lines: 1))
      #expect(isCut && cut.allSatisfy { String($0) == family })
      #expect(cut.utf8.count == bytes / family.utf8.count * family.utf8.count)
    }
  }

  @Test func aTextIsCutBehindALine() {
    let text = "one\ntwo\nthree\n"
    #expect(shown(text, within: TextBudget(bytes: 10, lines: 9)) == ("one\ntwo\n", true))
    #expect(shown(text, within: TextBudget(bytes: 99, lines: 1)) == ("one\n", true))
    #expect(shown(text, within: TextBudget(bytes: 14, lines: 3)) == (text, false))
    #expect(shown(text, within: TextBudget(bytes: 2, lines: 9)) == ("on", true))
    #expect(shown(text, within: TextBudget(bytes: 0, lines: 0)) == ("", true))
    #expect(shown("", within: TextBudget(bytes: 0, lines: 0)) == ("", false))
  }

  @Test func budgetsAreCounted() {
    let used = TextBudget(of: "one\ntwo")
    #expect(used == TextBudget(bytes: 7, lines: 1))
    #expect(used + used == TextBudget(bytes: 14, lines: 2))
    #expect(TextBudget.portion - used == TextBudget(bytes: (256 << 10) - 7, lines: 9_999))
    #expect(used - .portion == TextBudget(bytes: 0, lines: 0))
  }
}
