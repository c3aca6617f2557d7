import SeededRandom
import Testing

@testable import MailText

@Suite struct SearchWordsTests {
  @Test(arguments: [
    ("Hello, World! 3rd.", ["hello", "world", "3rd"]),
    ("Café CAFÉ cafe\u{301}", ["cafe", "cafe", "cafe"]),
    ("Straße Łódź Ærø Ångström", ["strasse", "lodz", "aero", "angstrom"]),
    ("ΟΔΥΣΣΕΎΣ οδυσσεύς", ["οδυσσευσ", "οδυσσευσ"]),
    ("İstanbul ısı", ["istanbul", "isi"]),
    ("ann@x.org don’t", ["ann", "x", "org", "don", "t"]),
    ("日本語のtext", ["日", "本", "語", "の", "text"]),
    ("ﾊﾟｿｺﾝ パソコン", ["ハ\u{309A}", "ソ", "コ", "ン", "ハ\u{309A}", "ソ", "コ", "ン"]),
    ("ＡＢＣ１２", ["abc12"]),
    ("학교 \u{1112}\u{1161}\u{11A8}\u{1100}\u{116D} 하ㅋ", ["학", "교", "학", "교", "하", "\u{110F}"]),
    ("ภาษา", ["ภ", "า", "ษ", "า"]),
    ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
    ("שָׁלוֹם سَلَام", ["שלום", "سلام"]),
    ("co\u{AD}op zero\u{200B}width", ["coop", "zerowidth"]),
    ("a\u{0}b -- !?\u{FFFD}", ["a", "b"]),
    ("", []), ("\u{301}", []),
  ]) func wordsAreFolded(text: String, words: [String]) {
    #expect(SearchWords.first(100, in: text) == words)
    // Scalar by scalar: to Swift equal texts may differ in them.
    #expect(
      SearchWords.joined(text).unicodeScalars.elementsEqual(
        words.map { $0 + " " }.joined().unicodeScalars))
  }

  @Test(arguments: [
    ("Müller sagt", ["mueller", "sagt"]), ("mu\u{308}de Ärzte", ["muede", "aerzte"]),
    ("Smørrebrød på Åland", ["smoerrebroed", "paa", "aaland"]), ("Mueller Noël", nil), ("", nil),
  ]) func whoHasNoSuchKeySpellsItSo(text: String, spelled: [String]?) {
    #expect(SearchWords.spelled(100, in: text) == spelled)
  }

  @Test func spellingsStandBehindAllWords() {
    #expect(
      SearchWords.joinedWithSpellings("Über Bäume hier")
        == "uber baume hier \u{E001} ueber \u{E001} baeume ")
    #expect(SearchWords.joinedWithSpellings("blue") == "blue ")
    let long = String(repeating: "ü", count: 100_000)
    #expect(SearchWords.joinedWithSpellings(long).utf8.count < 300)
  }

  @Test func aWordIsWhereItStands() {
    let text = "«Größe», 日本 x"
    var found: [String] = []
    SearchWords.forEach(in: text) { _, range in
      found.append(String(decoding: Array(text.utf8)[range], as: UTF8.self))
      return true
    }
    #expect(found == ["Größe", "日", "本", "x"])
  }

  @Test func aLongWordIsCutAndALimitKept() {
    let long = String(repeating: "ä", count: 100_000)
    #expect(SearchWords.first(9, in: long).map(\.utf8.count) == [SearchWords.maximumLength])
    #expect(SearchWords.joined("one two three", limit: 8) == "one two ")
    #expect(SearchWords.first(2, in: "a b c") == ["a", "b"])
    #expect(SearchWords.first(0, in: "a").isEmpty)
  }

  /// Whatever comes: within the text, in its order, and folded for good.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func anyTextHasWords(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    var text = ""
    for _ in 0..<500 {
      let limit: UInt32 = [0x80, 0x600, 0x3200, 0x11_0000].randomElement(using: &numbers) ?? 0x80
      if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &numbers)) {
        text.unicodeScalars.append(scalar)
      }
    }
    var end = 0
    SearchWords.forEach(in: text) { word, range in
      #expect(range.lowerBound <= range.upperBound && range.upperBound <= text.utf8.count)
      #expect(range.upperBound >= end && !word.isEmpty && word.count <= SearchWords.maximumLength)
      end = range.upperBound
      return true
    }
    let words = SearchWords.joined(text)
    #expect(
      words.utf8.allSatisfy {
        $0 >= 0x80 || $0 == 0x20 || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0)
      })
    #expect(SearchWords.joined(words) == words)
  }
}
