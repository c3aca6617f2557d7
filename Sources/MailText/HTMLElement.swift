/// What the reader of a page does with an element.
struct HTMLElement {
  enum Role {
    case inline, block, paragraph
    case heading(Int)
    case preformatted, quotation
    case list(isOrdered: Bool)
    case item, term, definition
    case table, row, cell, headingCell, caption, lineEnd, line, link, picture, quoted, center, base,
      option
    /// Its content is no text of the page.
    case sheet, raw
  }

  let name: String
  let role: Role
  let letters: HTMLFlow.Letters

  /// By its name in lower case.
  static func named(_ name: UnsafePointer<UInt8>) -> HTMLElement {
    let name = String(cString: name)
    return elements[name] ?? HTMLElement(name: name, role: .inline, letters: [])
  }

  private static let elements: [String: HTMLElement] = {
    var elements: [String: HTMLElement] = [:]
    func add(_ names: String, _ role: Role, _ letters: HTMLFlow.Letters = []) {
      for name in names.split(separator: " ").map(String.init) {
        elements[name] = HTMLElement(name: name, role: role, letters: letters)
      }
    }
    add(
      """
      address article aside body details dialog div fieldset figcaption figure footer form header html legend \
      main nav section summary center optgroup
      """, .block)
    add("p dl", .paragraph)
    for level in 1...6 { add("h\(level)", .heading(level)) }
    add("pre listing xmp plaintext", .preformatted)
    add("blockquote", .quotation)
    add("ul menu dir", .list(isOrdered: false))
    add("ol", .list(isOrdered: true))
    add("li", .item)
    add("dt", .term)
    add("dd", .definition)
    add("table", .table)
    add("tr", .row)
    add("td", .cell)
    add("th", .headingCell)
    add("caption", .caption)
    add("br", .lineEnd)
    add("hr", .line)
    add("a", .link)
    add("img", .picture)
    add("q", .quoted)
    add("center", .center)
    add("base", .base)
    add("option select textarea button", .option)
    add("style", .sheet)
    add("script title template iframe noembed noframes audio video canvas xml datalist", .raw)
    add("b strong", .inline, .bold)
    add("i em cite dfn var", .inline, .italic)
    add("u ins", .inline, .underlined)
    add("s strike del", .inline, .struck)
    add("code tt kbd samp", .inline, .monospace)
    add("small sup sub", .inline, .small)
    return elements
  }()
}
