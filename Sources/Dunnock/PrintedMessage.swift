import CGtk
import GtkBridge
import MailText

/// A message laid out on pages: who wrote what to whom and when, the text with what its parts are, and the names of what came with it.
final class PrintedMessage {
  /// What names it in the queue of a printer.
  let title: String

  /// The lines of a paragraph that stand on a page.
  struct Piece: Equatable {
    let paragraph: Int
    let lines: Range<Int>
    /// From the top of the page, points.
    let top: Double
    let height: Double
  }

  /// What stands on each page, as far as it has been laid out.
  private(set) var pages: [[Piece]] = []

  /// What the text has of a page, points.
  var pageHeight: Double { area.height }

  private let paragraphs: [PrintedText.Paragraph]
  private var next = 0
  private var y = 0.0
  private var area = (width: 0.0, height: 0.0)

  init(_ shown: ShownMessage, _ body: MessageBody) {
    title = shown.subject
    var all = [
      PrintedText.Paragraph(text: shown.subject, style: .heading(1)),
      PrintedText.Paragraph(text: ""),
    ]
    let people = body.addressing
    let lines = [
      (
        tr("From"),
        people.from.isEmpty
          ? [shown.sender, shown.address].filter { !$0.isEmpty }.joined(separator: ", ")
          : people.from.map(\.inFull).joined(separator: ", ")
      ),
      (tr("To"), people.to.map(\.inFull).joined(separator: ", ")),
      (tr("Copy to"), people.cc.map(\.inFull).joined(separator: ", ")),
      (tr("Sent"), shown.date),
    ]
    for (title, text) in lines where !text.isEmpty {
      all.append(.init(text: title + ": " + text, marks: [.init(0..<title.utf8.count + 1, .bold)]))
    }
    all.append(.init(text: "", style: .rule))
    all += PrintedText(body.content).paragraphs
    let attachments = body.attachments.filter { !$0.isShown }
    if !attachments.isEmpty {
      all.append(.init(text: "", style: .rule))
      all += attachments.map { .init(text: "• \($0.title) (\($0.facts))", style: .small) }
    }
    paragraphs = all
  }

  /// Forgets all pages, for paper of another size.
  ///
  /// - Parameters: Of a page within its margins, points.
  func begin(width: Double, height: Double) {
    area = (width, height - Self.footer)
    pages = []
    next = 0
    y = 0
  }

  /// Lays out some more of the text.
  ///
  /// - Returns: Whether that was the last of it.
  func layOut(_ makeLayout: () -> OpaquePointer?) -> Bool {
    if pages.isEmpty { pages.append([]) }
    for _ in 0..<Self.portion where next < paragraphs.count {
      place(next, makeLayout)
      next += 1
    }
    return next == paragraphs.count
  }

  private func place(_ number: Int, _ makeLayout: () -> OpaquePointer?) {
    guard let layout = laidOut(number, makeLayout()) else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    y += spaceAbove(paragraphs[number])
    var first = 0
    var height = 0.0
    let heights = lineHeights(of: layout)
    for (line, lineHeight) in heights.enumerated() {
      if y + height + lineHeight > area.height, !(y == 0 && height == 0) {
        keep(number, first..<line, height)
        pages.append([])
        (y, height, first) = (0, 0, line)
      }
      height += lineHeight
    }
    keep(number, first..<heights.count, height)
    y += height
  }

  private func keep(_ number: Int, _ lines: Range<Int>, _ height: Double) {
    guard !lines.isEmpty else { return }
    pages[pages.count - 1].append(Piece(paragraph: number, lines: lines, top: y, height: height))
  }

  /// Draws a page.
  func draw(_ page: Int, on cairo: OpaquePointer, _ makeLayout: () -> OpaquePointer?) {
    guard pages.indices.contains(page) else { return }
    cairo_set_source_rgb(cairo, 0, 0, 0)
    for piece in pages[page] { draw(piece, on: cairo, makeLayout) }
    drawFooter(
      tr("%1$s of %2$s").filling(String(page + 1), String(pages.count)), on: cairo, makeLayout())
  }

  private func draw(_ piece: Piece, on cairo: OpaquePointer, _ makeLayout: () -> OpaquePointer?) {
    let paragraph = paragraphs[piece.paragraph]
    guard let layout = laidOut(piece.paragraph, makeLayout()) else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    cairo_set_line_width(cairo, 1)
    if paragraph.style == .rule {
      cairo_set_source_rgb(cairo, 0.6, 0.6, 0.6)
      cairo_move_to(cairo, 0, piece.top + piece.height / 2)
      cairo_line_to(cairo, area.width, piece.top + piece.height / 2)
      cairo_stroke(cairo)
      return cairo_set_source_rgb(cairo, 0, 0, 0)
    }
    let isRightToLeft = pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_RTL
    cairo_set_source_rgb(cairo, 0.6, 0.6, 0.6)
    for level in 0..<paragraph.quotation {
      let x = Double(level) * Self.step + 1
      let place = isRightToLeft ? area.width - x : x
      cairo_move_to(cairo, place, piece.top)
      cairo_line_to(cairo, place, piece.top + piece.height)
    }
    cairo_stroke(cairo)
    let grey = paragraph.style == .small ? 0.35 : 0
    cairo_set_source_rgb(cairo, grey, grey, grey)
    let left = isRightToLeft ? 0 : indent(of: paragraph)
    guard let iterator = pango_layout_get_iter(layout) else { return }
    defer { pango_layout_iter_free(iterator) }
    var line = 0
    var top: Double?
    repeat {
      defer { line += 1 }
      guard piece.lines.contains(line) else { continue }
      var extents = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &extents)
      let start = top ?? Double(extents.y) / Self.scale
      top = start
      let baseline = Double(pango_layout_iter_get_baseline(iterator)) / Self.scale
      cairo_move_to(cairo, left + Double(extents.x) / Self.scale, piece.top + baseline - start)
      pango_cairo_show_layout_line(cairo, pango_layout_iter_get_line_readonly(iterator))
    } while pango_layout_iter_next_line(iterator) != 0
    cairo_set_source_rgb(cairo, 0, 0, 0)
  }

  private func drawFooter(_ text: String, on cairo: OpaquePointer, _ layout: OpaquePointer?) {
    guard let layout else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    Self.setFont("Sans 8", of: layout)
    pango_layout_set_text(layout, text, -1)
    var (width, height): (Int32, Int32) = (0, 0)
    pango_layout_get_size(layout, &width, &height)
    cairo_set_source_rgb(cairo, 0.35, 0.35, 0.35)
    cairo_move_to(
      cairo, (area.width - Double(width) / Self.scale) / 2,
      area.height + Self.footer - Double(height) / Self.scale)
    pango_cairo_show_layout(cairo, layout)
  }

  /// A paragraph as it is broken into lines; takes the layout over.
  private func laidOut(_ number: Int, _ layout: OpaquePointer?) -> OpaquePointer? {
    guard let layout else { return nil }
    let paragraph = paragraphs[number]
    switch paragraph.style {
    case .heading(let level):
      Self.setFont("Sans Bold \([16, 14, 12, 11, 10, 10][min(max(level, 1), 6) - 1])", of: layout)
    case .preformatted: Self.setFont("Monospace 9", of: layout)
    case .small: Self.setFont("Sans 9", of: layout)
    case .text, .rule: Self.setFont("Sans 10", of: layout)
    }
    pango_layout_set_text(layout, paragraph.text, -1)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    pango_layout_set_width(
      layout, Int32(max(area.width - indent(of: paragraph), area.width / 4) * Self.scale))
    if paragraph.isCentered { pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER) }
    if paragraph.depth > 0, paragraph.text.contains("\t") {
      pango_layout_set_indent(layout, Int32(-Self.step * Self.scale))
      Self.setTabs([Self.step], of: layout)
    }
    if !paragraph.columns.isEmpty {
      Self.setTabs(paragraph.columns.map { Double($0) * Self.characterWidth }, of: layout)
    }
    let attributes = pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    for mark in paragraph.marks {
      guard let attribute = Self.attribute(for: mark.kind) else { continue }
      attribute.pointee.start_index = guint(mark.range.lowerBound)
      attribute.pointee.end_index = guint(mark.range.upperBound)
      pango_attr_list_insert(attributes, attribute)
    }
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    return layout
  }

  private static func attribute(for kind: MarkedText.Kind) -> UnsafeMutablePointer<PangoAttribute>?
  {
    switch kind {
    case .bold: pango_attr_weight_new(PANGO_WEIGHT_BOLD)
    case .italic: pango_attr_style_new(PANGO_STYLE_ITALIC)
    case .underlined, .link: pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)
    case .struck: pango_attr_strikethrough_new(1)
    case .monospace: pango_attr_family_new("Monospace")
    case .small: pango_attr_scale_new(0.85)
    default: nil
    }
  }

  private func lineHeights(of layout: OpaquePointer) -> [Double] {
    guard let iterator = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(iterator) }
    var heights: [Double] = []
    repeat {
      var extents = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &extents)
      heights.append(Double(extents.height) / Self.scale)
    } while pango_layout_iter_next_line(iterator) != 0
    return heights
  }

  private func indent(of paragraph: PrintedText.Paragraph) -> Double {
    // The mark of an item hangs in the last step.
    let hanging = paragraph.text.contains("\t") ? 1 : 0
    return Double(paragraph.quotation + max(0, paragraph.depth - hanging)) * Self.step
      + (paragraph.quotation > 0 ? 2 : 0)
  }

  private func spaceAbove(_ paragraph: PrintedText.Paragraph) -> Double {
    guard y > 0, case .heading = paragraph.style else { return 0 }
    return 6
  }

  private static func setFont(_ name: String, of layout: OpaquePointer) {
    let font = pango_font_description_from_string(name)
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)
  }

  private static func setTabs(_ places: [Double], of layout: OpaquePointer) {
    let tabs = pango_tab_array_new(Int32(places.count), 0)
    for (number, place) in places.enumerated() {
      pango_tab_array_set_tab(tabs, Int32(number), PANGO_TAB_LEFT, Int32(place * scale))
    }
    pango_layout_set_tabs(layout, tabs)
    pango_tab_array_free(tabs)
  }

  private static let scale = Double(PANGO_SCALE)
  /// How far a quotation or a list is set in, points.
  private static let step = 16.0
  /// Of the usual font, points.
  private static let characterWidth = 5.5
  /// Room for the number of the page, points.
  private static let footer = 24.0
  /// How many paragraphs are laid out at once.
  private static let portion = 200
}
