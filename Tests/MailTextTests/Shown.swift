@testable import MailText

/// A marked text as one that can be compared: each mark as its name and the text that it marks.
struct Shown: Equatable {
  let text: String
  let marks: [String]
  let links: [String]

  init(_ text: MarkedText) {
    self.text = text.text
    let bytes = Array(text.text.utf8)
    marks = text.marks.map { mark in
      let kind =
        switch mark.kind {
        case .link(let number): "link \(text.links[number].target)"
        default: "\(mark.kind)"
        }
      return "\(kind): \(String(decoding: bytes[mark.range], as: UTF8.self))"
    }
    links = text.links.map(\.target)
  }

  static func html(_ html: String) -> Shown {
    Shown(MarkedText.read(html: html, within: .portion).text)
  }

  static func plain(_ text: String, isFlowed: Bool = false, deletesSpace: Bool = false) -> Shown {
    Shown(
      MarkedText.read(
        plain: text, isFlowed: isFlowed, deletesSpace: deletesSpace, within: .portion
      ).text)
  }
}

/// What a smaller budget leaves of a text's marks, by what they mark.
func clipped(_ text: MarkedText, to count: Int) -> [String] {
  text.marks.filter { $0.range.lowerBound < count }.map { mark in
    let kind =
      switch mark.kind {
      // What a text names is known only where its link ends.
      case .link(let number): "link \(text.links[number].target)"
      default: "\(mark.kind)"
      }
    return "\(mark.range.lowerBound)..<\(min(mark.range.upperBound, count)) \(kind)"
  }.sorted()
}
