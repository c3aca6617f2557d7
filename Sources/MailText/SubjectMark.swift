/// What a subject begins with that says that the mail answers another, or passes it on.
public enum SubjectMark: Sendable {
  case reply, forward

  /// A subject with one such mark in front, in place of those that other programs put there in other languages. What mailing lists put
  /// there in brackets stays.
  ///
  /// - Parameter subject: One line.
  public func subject(of subject: String) -> String {
    var tags: [Substring] = []
    var rest = Self.trimmed(subject[...])
    let marks = self == .forward ? Self.forwardMarks : Self.replyMarks
    for _ in 0..<Self.mostMarks {
      if let end = Self.end(ofMark: marks, in: rest) {
        rest = Self.trimmed(rest[end...])
        continue
      }
      // Behind tags there may be a mark that is to go.
      let tagged = rest
      var tagEnd = rest.startIndex
      while let end = Self.end(ofTagIn: rest) {
        tagEnd = end
        rest = Self.trimmed(rest[end...])
      }
      guard tagEnd > tagged.startIndex, Self.end(ofMark: marks, in: rest) != nil else {
        rest = tagged
        break
      }
      tags.append(tagged[..<tagEnd])
    }
    let mark = self == .forward ? "Fwd:" : "Re:"
    return ([mark[...]] + tags + [rest]).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// A subject without the marks and the names of lists in front of it; all of one that is nothing else.
  package static func words(of subject: String) -> Substring {
    var rest = trimmed(subject[...])
    for _ in 0..<mostMarks {
      guard
        let end = end(ofMark: replyMarks, in: rest) ?? end(ofMark: forwardMarks, in: rest)
          ?? end(ofTagIn: rest)
      else { break }
      rest = trimmed(rest[end...])
    }
    return rest.isEmpty ? subject[...] : rest
  }

  /// What programs put in front of the subject of an answer, in capitals: English, German, Dutch, the languages
  /// of Scandinavia, Finnish, Portuguese, Italian, Polish, Turkish, Czech, Greek, Hungarian, Hebrew, Arabic, Indonesian, Vietnamese,
  /// Chinese, Japanese and Korean. Those of one letter are left alone: they may be words.
  private static let replyMarks: Set<String> = [
    "RE", "AW", "ANTW", "SV", "VS", "RES", "RIF", "ODP", "YNT", "ΑΠ", "ΣΧΕΤ", "НА", "VÁ", "השב",
    "رد", "BLS", "TRẢ LỜI", "回复", "回覆", "答复", "返信", "답장",
  ]
  /// The same for what is passed on.
  private static let forwardMarks: Set<String> = [
    "FWD", "FW", "WG", "TR", "VS", "VB", "VL", "RV", "ENC", "PD", "İLT", "ILT", "DOORST", "ΠΡΘ",
    "TOVÁBBÍTÁS", "הועבר", "إعادة توجيه", "TRS", "CHUYỂN TIẾP", "转发", "轉寄", "轉發", "転送", "전달",
  ]
  /// Those that are words too, as programs write them alone.
  private static let wordLikeMarks: Set<String> = ["VS", "TR"]
  private static let mostMarks = 100
  /// In characters; what is longer is no mark and no tag.
  private static let longestTag = 80

  /// Where a mark ends, its colon included: one that counts answers, as `Re[2]:` and `Re (3):`, is one too.
  private static func end(ofMark marks: Set<String>, in text: Substring) -> Substring.Index? {
    let head = text.prefix(longestTag)
    guard let colon = head.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return nil }
    // With a space between two words, but not behind the last.
    var name = head[..<colon].prefix { $0.isLetter || $0 == " " }
    while name.last == " " { name.removeLast() }
    let count = head[name.endIndex..<colon].drop { $0 == " " || $0 == "\u{A0}" }
    let isCount = count.allSatisfy { $0.isNumber || "[]()^* ".contains($0) }
    let mark = name.uppercased()
    guard isCount, marks.contains(mark), !wordLikeMarks.contains(mark) || name == mark else {
      return nil
    }
    return text.index(after: colon)
  }

  private static func end(ofTagIn text: Substring) -> Substring.Index? {
    guard text.first == "[" else { return nil }
    return text.prefix(longestTag).firstIndex(of: "]").map { text.index(after: $0) }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
