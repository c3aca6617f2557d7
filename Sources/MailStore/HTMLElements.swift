/// What the reduction of HTML has to know about elements.
enum HTMLElements {
  static let void = names("area base br col embed hr img input link meta param source track wbr")

  /// Elements whose content is no text of the page.
  static let raw = names("script style title template textarea select svg math")

  static let blocks = names(
    """
    address article aside blockquote body center dd div dl dt fieldset figcaption figure footer \
    form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul
    """)

  static let cells = names("td th")

  /// Whether the attributes of a tag hide its content, as senders hide a preheader.
  static func isHidden(_ attributes: ArraySlice<UInt8>) -> Bool {
    guard !attributes.isEmpty else { return false }
    var squeezed: [UInt8] = []
    for byte in attributes.prefix(2_000) where byte > 0x20 {
      squeezed.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
    let text = String(decoding: squeezed, as: UTF8.self)
    if hidingStyles.contains(where: { text.contains($0) }) { return true }
    return attributes.split(whereSeparator: { $0 <= 0x20 || $0 == UInt8(ascii: ">") })
      .contains { $0.elementsEqual("hidden".utf8) }
  }

  private static let hidingStyles = [
    "display:none", "visibility:hidden", "mso-hide:all", "font-size:0;", "font-size:0px",
    "max-height:0;", "max-height:0px", "opacity:0;",
  ]

  private static func names(_ list: String) -> Set<[UInt8]> {
    Set(list.split(separator: " ").map { Array($0.utf8) })
  }
}
