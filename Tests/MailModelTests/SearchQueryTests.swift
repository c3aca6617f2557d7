import Foundation
import MailText
import SeededRandom
import Testing

@testable import MailModel

@Suite struct SearchQueryTests {
  private static func phrase(_ words: String..., isBegun: Bool = true) -> SearchQuery.Phrase {
    SearchQuery.Phrase(words: words, isBegun: isBegun)
  }

  private static func says(
    _ words: String..., isBegun: Bool = true, in place: SearchQuery.Place? = nil
  ) -> SearchQuery.Condition {
    .says(SearchQuery.Phrase(words: words, isBegun: isBegun), in: place)
  }

  @Test(arguments: [
    ("Café plan", [says("cafe"), says("plan")]),
    ("a ab", [says("a", isBegun: false), says("ab")]),
    ("\"the Plan\" x", [says("the", "plan", isBegun: false), says("x", isBegun: false)]),
    ("\"the pla", [says("the", "pla")]),
    ("“the plan”", [says("the", "plan", isBegun: false)]),
    (
      "from:Ann to:\"Bob B\" Subject:re",
      [
        says("ann", in: .sender), says("bob", "b", isBegun: false, in: .recipients),
        says("re", in: .subject),
      ]
    ),
    ("ann@x.org", [says("ann", "x", "org")]),
    ("日本語", [says("日", "本", "語", isBegun: false)]),
    (
      "is:unread is:STARRED is:snoozed has:attachment",
      [
        .isUnread, .isStarred, .isSnoozed, .hasAttachment,
      ]
    ),
    ("in:archive", [.isIn(phrase("archive"))]),
    ("larger:5M larger:1kb larger:7", [.larger(5 << 20), .larger(1_024), .larger(7)]),
    // Words, since it is no condition.
    ("http://x.org re:plan", [says("http", "x", "org"), says("re", "plan")]),
    // What says nothing yet.
    (
      "is:un from: larger:x before:20 before:2024-13 after:2023-02-30 has: in:\"\" - -- \"\" !?", []
    ),
    ("", []), (" \u{0}\n ", []),
    ("plan plan", [says("plan")]),
  ]) func isReadAsItIsMeant(text: String, conditions: [SearchQuery.Condition]) {
    let query = SearchQuery(text)
    #expect(query.clauses.map(\.condition) == conditions)
    #expect(query.clauses.allSatisfy { !$0.isExcluded } && query.isEmpty == conditions.isEmpty)
  }

  @Test func aMinusExcludes() {
    let query = SearchQuery("-plan -from:ann -is:unread e-mail -\"a b\"")
    #expect(query.clauses.map(\.isExcluded) == [true, true, true, false, true])
    #expect(query.clauses[3].condition == Self.says("e", "mail"))
  }

  @Test(arguments: [
    ("2024", 2024, 1, 1), ("2024-05", 2024, 5, 1), ("2024-05-17", 2024, 5, 17),
    ("2024/5/7", 2024, 5, 7), ("2024.05.17", 2024, 5, 17),
  ]) func aDayBeginsHere(text: String, year: Int, month: Int, day: Int) throws {
    let calendar = Calendar(identifier: .gregorian)
    let start = try #require(
      calendar.date(from: DateComponents(year: year, month: month, day: day)))
    let seconds = Int64(start.timeIntervalSince1970)
    #expect(
      SearchQuery("before:\(text) after:\(text)").clauses.map(\.condition)
        == [.before(seconds), .after(seconds)])
  }

  @Test(arguments: [
    ("today", 0, 0, 0), ("yesterday", 0, 0, 1), ("0d", 0, 0, 0), ("21D", 0, 0, 21),
    ("3w", 0, 0, 21),
    ("last-week", 0, 0, 7), ("2m", 0, 2, 0), ("Last-Month", 0, 1, 0), ("1y", 1, 0, 0),
    ("last-year", 1, 0, 0),
  ]) func aDayIsSoLongAgo(text: String, years: Int, months: Int, days: Int) throws {
    let calendar = Calendar(identifier: .gregorian)
    // The day after summer time has ended in most of Europe, late in the evening.
    let now = try #require(
      calendar.date(from: DateComponents(year: 2026, month: 10, day: 26, hour: 23, minute: 59)))
    let day = calendar.date(
      byAdding: DateComponents(year: -years, month: -months, day: -days), to: now)
    let start = calendar.startOfDay(for: try #require(day))
    let seconds = Int64(start.timeIntervalSince1970)
    let query = SearchQuery(
      "older:\(text) newer:\(text) before:\(text)", now: Int64(now.timeIntervalSince1970))
    #expect(query.clauses.map(\.condition) == [.before(seconds), .after(seconds)])
    #expect(query.misunderstood.isEmpty)
  }

  @Test func whatIsNotUnderstoodIsTold() {
    let query = SearchQuery(
      "plan larger:much from: is:blue before:3q after:-1d older:99999d is:unread")
    #expect(
      query.misunderstood == [
        "larger:much", "is:blue", "before:3q", "after:-1d", "older:99999d",
      ])
    #expect(query.clauses.count == 2)
    #expect(SearchQuery("larger:a\u{202E}b").misunderstood == ["larger:ab"])
    #expect(SearchQuery("re:plan http://x.org plan is:").misunderstood.isEmpty)
  }

  /// Bounded, whatever is typed or pasted.
  @Test(arguments: [
    String(repeating: "from:", count: 200_000), String(repeating: "\"", count: 1 << 20),
    String(repeating: "-", count: 1 << 20), String(repeating: "\u{0}", count: 1 << 20),
    String(repeating: "ab ", count: 350_000), String(repeating: "日", count: 350_000),
    String(repeating: "a\u{301}", count: 350_000),
    (0..<100_000).map { "w\($0)" }.joined(separator: " "),
    (0..<100_000).map { "w\($0)" }.joined(separator: "-"),
  ]) func aLongQueryIsCut(text: String) {
    let query = SearchQuery(text)
    #expect(query.clauses.count <= SearchQuery.maximumClauses)
    for clause in query.clauses {
      if case .says(let phrase, _) = clause.condition {
        #expect((1...32).contains(phrase.words.count))
        #expect(phrase.words.allSatisfy { $0.utf8.count <= SearchWords.maximumLength })
      }
    }
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>) func noQueryIsAnError(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let parts = [
      "from:", "is:", "in:", "before:", "larger:", "\"", "-", " ", "a", "plan", "2024-01-01", "9",
      "M",
      "\u{0}", "日", "é", "*", "(", ")", "AND", "NOT", "NEAR", ":", "^", "'", "\u{E000}", "\u{202E}",
    ]
    for _ in 0..<200 {
      let count = Int.random(in: 0...12, using: &numbers)
      let text = (0..<count).map { _ in parts.randomElement(using: &numbers) ?? "" }.joined()
      let query = SearchQuery(text)
      #expect(query == SearchQuery(text) && query.isEmpty == query.clauses.isEmpty)
      for range in query.marks(in: text, from: .text) { #expect(!text[range].isEmpty) }
      _ = query.excerpt(of: text)
    }
  }

  @Test func theFoundWordsAreMarked() {
    func marked(_ query: String, _ text: String, _ place: SearchQuery.Place) -> [String] {
      SearchQuery(query).marks(in: text, from: place).map { String(text[$0]) }
    }
    #expect(marked("caf plan", "Our Café plans, café", .subject) == ["Café", "plans", "café"])
    #expect(marked("\"our café\" caf", "Our Café", .subject) == ["Our Café"])
    #expect(marked("from:ann -plan", "Ann’s plan", .sender) == ["Ann"])
    #expect(marked("from:ann", "Ann’s plan", .subject) == [])
    #expect(marked("本語", "日本語です", .text) == ["本語"])
  }

  @Test func anExcerptShowsTheFirstFoundWord() {
    let text = String(repeating: "filler words ", count: 100) + "\nthe\n\nneedle is here"
    let excerpt = SearchQuery("needl").excerpt(of: text)
    #expect(excerpt == "…filler words the needle is here")
    #expect(SearchQuery("needl").excerpt(of: "A needle.") == "A needle.")
    #expect(SearchQuery("hay").excerpt(of: text) == nil && SearchQuery("").excerpt(of: text) == nil)
    let long = SearchQuery("x").excerpt(of: "x " + String(repeating: "y", count: 10_000)) ?? ""
    #expect((100...250).contains(long.count))
  }
}
