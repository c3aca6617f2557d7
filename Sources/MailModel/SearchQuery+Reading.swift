internal import Glibc
internal import MailText

extension SearchQuery {
  /// How much of what is typed is read, in bytes.
  static let maximumLength = 4 << 10
  static let maximumClauses = 32
  private static let maximumWords = 32

  /// Reads what a person types: words, which may go on; words in quotes, which stand so; `from:`, `to:` and
  /// `subject:` before either; `is:unread`, `is:starred`, `is:snoozed`, `has:attachment`, `in:` and a folder,
  /// `before:` and `after:` (or `older:` and `newer:`) and a day, a month or a year (`2024-05-17`), a time since then (`3w`: days,
  /// weeks, months or years), `today`, `yesterday`, `last-week`, `last-month` or `last-year`; `larger:` and a size (`5M`); `-` before
  /// what must not be.
  ///
  /// Nothing is an error: what is no such condition is words, and one that says nothing yet is left out; what it says that is not
  /// understood is in ``misunderstood``.
  ///
  /// - Parameter now: What such times are counted from, in seconds since 1970: from its day alone; nil: now.
  public init(_ text: String, now: Int64? = nil) {
    let now = now ?? Int64(time(nil))
    var reader = QueryReader(text)
    var clauses: [Clause] = []
    var misunderstood: [String] = []
    while clauses.count < Self.maximumClauses, let item = reader.next() {
      guard let condition = Self.condition(item, now: now) else {
        if let name = item.name, !item.text.isEmpty {
          misunderstood.append(DisplayText.safe("\(name):\(item.text)"))
        }
        continue
      }
      let clause = Clause(condition: condition, isExcluded: item.isExcluded)
      if !clauses.contains(clause) { clauses.append(clause) }
    }
    self.clauses = clauses
    self.misunderstood = misunderstood
  }

  private static func condition(_ item: QueryReader.Item, now: Int64) -> Condition? {
    guard let name = item.name else { return phrase(item).map { .says($0, in: nil) } }
    let value = item.text.lowercased()
    switch name {
    case "from": return phrase(item).map { .says($0, in: .sender) }
    case "to": return phrase(item).map { .says($0, in: .recipients) }
    case "subject": return phrase(item).map { .says($0, in: .subject) }
    case "in": return phrase(item).map { .isIn($0) }
    case "is": return ["unread": .isUnread, "starred": .isStarred, "snoozed": .isSnoozed][value]
    case "has": return value == "attachment" || value == "attachments" ? .hasAttachment : nil
    case "before", "older": return start(of: value, now: now).map { .before($0) }
    case "after", "newer": return start(of: value, now: now).map { .after($0) }
    case "larger": return size(value).map { .larger($0) }
    default: return nil
    }
  }

  /// The days that a text has messages be after and before, as they are written; nil where it says none.
  public static func days(in text: String) -> (after: String?, before: String?) {
    var reader = QueryReader(text)
    var days: (after: String?, before: String?)
    while let item = reader.next() {
      guard let name = item.dayName, !item.text.isEmpty else { continue }
      if name == "after" { days.after = item.text } else { days.before = item.text }
    }
    return days
  }

  /// A text with such days in place of those that it has, and without them where they are nil; all else stays as it is written.
  public static func text(_ text: String, after: String?, before: String?) -> String {
    var reader = QueryReader(text)
    var words: [String] = []
    var start = reader.rest.startIndex
    while let item = reader.next() {
      let end = reader.rest.startIndex
      if item.dayName == nil {
        words.append(String(reader.text[start..<end].drop(while: \.isWhitespace)))
      }
      start = end
    }
    words += [after.map { "after:\($0)" }, before.map { "before:\($0)" }].compactMap { $0 }
    return words.joined(separator: " ")
  }

  static let names: Set<String> = [
    "from", "to", "subject", "in", "is", "has", "before", "after", "older", "newer", "larger",
  ]

  private static func phrase(_ item: QueryReader.Item) -> Phrase? {
    let words = SearchWords.first(maximumWords, in: item.text)
    guard let last = words.last else { return nil }
    // One letter begins too many words to be of use.
    return Phrase(
      words: words, spelling: SearchWords.spelled(maximumWords, in: item.text),
      isBegun: !item.isWhole && last.unicodeScalars.count > 1)
  }

  /// When a year, a month of it or a day of that begins, here, in seconds since 1970, or a day so long ago.
  private static func start(of text: String, now: Int64) -> Int64? {
    let steps = [
      "today": "0d", "yesterday": "1d", "last-week": "1w", "last-month": "1m", "last-year": "1y",
    ]
    let step = steps[text] ?? text
    let digits = step.prefix { ("0"..."9").contains($0) }
    if let number = Int32(digits), digits.utf8.count <= 4 {
      var (seconds, day) = (time_t(now), tm())
      guard localtime_r(&seconds, &day) != nil else { return nil }
      switch step[digits.endIndex...] {
      case "d": day.tm_mday -= number
      case "w": day.tm_mday -= 7 * number
      case "m": day.tm_mon -= number
      case "y": day.tm_year -= number
      default: return date(text)
      }
      (day.tm_hour, day.tm_min, day.tm_sec, day.tm_isdst) = (0, 0, 0, -1)
      return Int64(mktime(&day))
    }
    return date(text)
  }

  private static func date(_ text: String) -> Int64? {
    let parts = text.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
    let numbers = parts.map { $0.utf8.count <= 4 ? Int32($0) ?? -1 : -1 }
    guard (1...3).contains(numbers.count), parts[0].utf8.count == 4,
      (1970...9999).contains(numbers[0])
    else { return nil }
    var time = tm()
    time.tm_year = numbers[0] - 1900
    time.tm_mon = numbers.count > 1 ? numbers[1] - 1 : 0
    time.tm_mday = numbers.count > 2 ? numbers[2] : 1
    time.tm_isdst = -1
    let (month, day) = (time.tm_mon, time.tm_mday)
    let seconds = mktime(&time)
    return time.tm_mon == month && time.tm_mday == day ? Int64(seconds) : nil
  }

  /// A number of bytes, or of what a letter behind it says: K, M or G.
  private static func size(_ text: String) -> Int64? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units = ["": 0, "b": 0, "k": 10, "kb": 10, "m": 20, "mb": 20, "g": 30, "gb": 30]
    guard digits.utf8.count <= 9, let number = Int64(digits),
      let shift = units[String(text[digits.endIndex...])]
    else { return nil }
    return number << Int64(shift)
  }
}

/// Takes a query apart at its spaces and quotes.
private struct QueryReader {
  struct Item {
    var isExcluded = false
    /// What stands before a colon, where that is one of ``SearchQuery/names``.
    var name: String?
    var text = ""
    /// Whether it stands in quotes, with the second of them.
    var isWhole = false

    /// Which end of a time it gives, under one name; nil where it gives none, or excludes one.
    var dayName: String? {
      if isExcluded { return nil }
      return switch name {
      case "after", "newer": "after"
      case "before", "older": "before"
      default: nil
      }
    }
  }

  let text: String
  private(set) var rest: Substring.UnicodeScalarView

  init(_ text: String) {
    let beginning = text.utf8.prefix(SearchQuery.maximumLength)
    self.text = String(decoding: beginning, as: UTF8.self)
    rest = self.text[...].unicodeScalars
  }

  mutating func next() -> Item? {
    rest = rest.drop(while: Self.isSpace)
    guard let first = rest.first else { return nil }
    var item = Item()
    if first == "-" {
      item.isExcluded = true
      rest = rest.drop { $0 == "-" }
    }
    let name = rest.prefix { $0.properties.isAlphabetic && $0.isASCII }
    let lowered = String(name).lowercased()
    if SearchQuery.names.contains(lowered), rest[name.endIndex...].first == ":" {
      item.name = lowered
      rest = rest[name.endIndex...].dropFirst()
    }
    if let quote = rest.first, Self.isQuote(quote) {
      rest = rest.dropFirst()
      let quoted = rest.prefix { !Self.isQuote($0) }
      item.text = String(quoted)
      rest = rest[quoted.endIndex...]
      item.isWhole = !rest.isEmpty
      rest = rest.dropFirst()
    } else {
      let bare = rest.prefix { !Self.isSpace($0) && !Self.isQuote($0) }
      item.text = String(bare)
      rest = rest[bare.endIndex...]
    }
    return item
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isSpace || scalar.value < 0x20
  }

  private static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
    "\"\u{201C}\u{201D}\u{201E}\u{AB}\u{BB}".unicodeScalars.contains(scalar)
  }
}
