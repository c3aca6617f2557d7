import MailModel
import Testing

/// The days in what is looked for, written for who chooses them.
@Suite struct QueryDayTests {
  @Test(
    arguments: [
      ("", "1w", nil, "after:1w"),
      ("lunch", "1w", nil, "lunch after:1w"),
      ("lunch after:1w", nil, nil, "lunch"),
      (
        "after:1w  \"two words\" newer:2w", "today", "2024-05-17",
        "\"two words\" after:today before:2024-05-17"
      ),
      ("-after:2020 from:ann older:3m", nil, nil, "-after:2020 from:ann"),
      ("BEFORE:2020-01 x", "2019", nil, "x after:2019"),
      ("after:", "1w", nil, "after:1w"),
      ("subject:after:1w", "1y", nil, "subject:after:1w after:1y"),
      ("„Grüße aus“ 🦆", "1w", nil, "„Grüße aus“ 🦆 after:1w"),
      ("a\"b", nil, nil, "a \"b"),
    ] as [(String, String?, String?, String)])
  func theyTakeThePlaceOfOthers(text: String, after: String?, before: String?, result: String) {
    let written = SearchQuery.text(text, after: after, before: before)
    #expect(written == result)
    #expect(SearchQuery(written).misunderstood.isEmpty)
    let days = SearchQuery.days(in: written)
    #expect(days.after == after && days.before == before)
    #expect(SearchQuery.text(written, after: after, before: before) == result)
  }

  @Test func whatIsTooLongIsCutAtNoCharacter() {
    let text = String(repeating: "ü", count: 5_000)
    #expect(SearchQuery.text(text, after: "1w", before: nil).hasSuffix(" after:1w"))
  }
}
