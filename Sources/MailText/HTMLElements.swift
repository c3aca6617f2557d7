/// What the reduction of HTML has to know about elements.
struct HTMLElements: OptionSet {
  let rawValue: UInt8

  /// Has no content and no end tag.
  static let void = HTMLElements(rawValue: 1)
  /// Its content is no text of the page.
  static let raw = HTMLElements(rawValue: 2)
  static let block = HTMLElements(rawValue: 4)
  static let cell = HTMLElements(rawValue: 8)

  /// What an element is, by its name in lower case.
  static func kind(_ name: String) -> HTMLElements { kinds[name] ?? [] }

  private static let kinds: [String: HTMLElements] = {
    let lists: [(HTMLElements, String)] = [
      (.void, "area base br col embed hr img input link meta param source track wbr"),
      (.raw, "script style title template textarea select svg math"),
      (
        .block,
        """
        address article aside blockquote body center dd div dl dt fieldset figcaption figure \
        footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul
        """
      ),
      (.cell, "td th"),
    ]
    var kinds: [String: HTMLElements] = [:]
    for (kind, names) in lists {
      for name in names.split(separator: " ") { kinds[String(name), default: []].insert(kind) }
    }
    return kinds
  }()

  /// Whether the attributes of a tag hide its content, as senders hide a preheader.
  static func isHidden(_ attributes: ArraySlice<UInt8>) -> Bool {
    guard attributes.count > 6 else { return false }
    var squeezed: [UInt8] = []
    for byte in attributes.prefix(2_000) where byte > 0x20 {
      squeezed.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
    for index in squeezed.indices {
      for style in hidingStyles where squeezed[index] == style[0] {
        if squeezed[index...].starts(with: style) { return true }
      }
    }
    return attributes.split(whereSeparator: { $0 <= 0x20 || $0 == UInt8(ascii: ">") })
      .contains { $0.elementsEqual("hidden".utf8) }
  }

  private static let hidingStyles = [
    "display:none", "visibility:hidden", "mso-hide:all", "font-size:0;", "font-size:0px",
    "max-height:0;", "max-height:0px", "opacity:0;",
  ].map { Array($0.utf8) }
}
