/// A sentence for people that is yet to be translated.
///
/// The translator sees the English in one piece, so the values stand apart from it until it is
/// shown.
public struct Sentence: Hashable, Sendable {
  /// The English, with `%1$s`, `%2$s`, … where the values go: the key of its translation.
  public let text: String
  /// The English for other numbers than one; nil when the sentence counts nothing.
  public let plural: String?
  /// What the sentence counts.
  public let count: Int
  /// Already safe to show.
  public private(set) var values: [String]
  /// The indexes of the values that are names of folders on a server.
  package private(set) var folders: Set<Int> = []

  /// Both texts are marked by ``msgid(_:)`` or ``msgids(_:_:)`` where they are written.
  public init(_ text: String, _ values: String...) {
    self.text = text
    plural = nil
    count = 1
    self.values = values
  }

  /// A sentence whose first value is the number that it counts.
  public init(_ texts: (one: String, other: String), count: Int) {
    self.init(texts, count: count, saying: String(count))
  }

  /// The same with the number in words of the caller's own.
  public init(_ texts: (one: String, other: String), count: Int, saying number: String) {
    text = texts.one
    plural = texts.other
    self.count = count
    values = [number]
  }

  /// The same with one more value behind the others; with nil as it is.
  package func with(_ value: String?) -> Sentence {
    var sentence = self
    if let value { sentence.values.append(value) }
    return sentence
  }

  /// Returns the sentence with the name of a folder on a server as its last value. The inbox in the name is translated with the sentence.
  package func with(folder name: String) -> Sentence {
    var sentence = with(name)
    sentence.folders.insert(values.count)
    return sentence
  }
}

/// Marks a literal for translators; the translation is looked up where the text is shown.
package func msgid(_ text: String) -> String { text }

/// Marks the two literals of a text that depends on a number.
package func msgids(_ one: String, _ other: String) -> (one: String, other: String) { (one, other) }
