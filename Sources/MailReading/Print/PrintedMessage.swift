import CDunnockGtk
import GtkBridge
import MailText
import Texts

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

  let paragraphs: [PrintedText.Paragraph]
  private let content: MarkedText
  private let pictures: [String: BoundedPicture]
  /// How wide the columns of the tables are that have been laid out, by their marks.
  private var widths: [Int: [Int]] = [:]
  private var next = 0
  private var y = 0.0
  private var area = (width: 0.0, height: 0.0)

  /// - Parameter pictures: Those of the text, by their names.
  init(
    _ shown: ShownMessage, _ body: MessageBody, _ pictures: [String: BoundedPicture] = [:]
  ) {
    self.pictures = pictures
    let text = PrintedText(body.content, pictures: Set(pictures.keys))
    content = text.content
    title = shown.subject
    var all = [
      PrintedText.Paragraph(text: shown.subject.inDirectionOfWords, look: .init(heading: 1)),
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
      (tr("Cc"), people.cc.map(\.inFull).joined(separator: ", ")),
      // Without a date that can be, it is known when the message came and not when it was sent.
      people.date == 0
        ? (tr("Date"), shown.arrival.isEmpty ? shown.date : shown.arrival)
        : (tr("Sent"), ShortDate.full(Int(people.date))),
    ]
    for (title, text) in lines where !text.isEmpty {
      all.append(.init(text: title + ": " + text, marks: [.init(0..<title.utf8.count + 1, .bold)]))
    }
    let links = text.targets.enumerated().map { "[\($0 + 1)] \($1)" }
    let attachments = body.attachments.filter { !$0.isShown }.map {
      "• \($0.title) (\($0.facts))"
    }
    all += [.rule] + text.paragraphs
    for notes in [links, attachments] where !notes.isEmpty {
      all += [.rule] + notes.map { .note($0) }
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
    if paragraph.look.isRule {
      cairo_set_source_rgb(cairo, 0.6, 0.6, 0.6)
      cairo_move_to(cairo, 0, piece.top + piece.height / 2)
      cairo_line_to(cairo, area.width, piece.top + piece.height / 2)
      cairo_stroke(cairo)
      return cairo_set_source_rgb(cairo, 0, 0, 0)
    }
    let isRightToLeft = pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_RTL
    cairo_set_source_rgb(cairo, 0.6, 0.6, 0.6)
    for level in 0..<paragraph.look.quotations {
      let x = Double(level) * Self.step + 1
      let place = isRightToLeft ? area.width - x : x
      cairo_move_to(cairo, place, piece.top)
      cairo_line_to(cairo, place, piece.top + piece.height)
    }
    cairo_stroke(cairo)
    let grey = paragraph.look.isSignature ? 0.35 : 0
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
      let shown = pango_layout_iter_get_line_readonly(iterator)
      pango_cairo_show_layout_line(cairo, shown)
      guard let shown, !pictures.isEmpty else { continue }
      let first = Int(shown.pointee.start_index)
      for mark in paragraph.marks
      where (first..<first + Int(shown.pointee.length)).contains(mark.range.lowerBound) {
        guard let picture = mark.kind.pictureName.flatMap({ pictures[$0] }) else { continue }
        var place = PangoRectangle()
        pango_layout_index_to_pos(layout, Int32(mark.range.lowerBound), &place)
        let size = size(of: picture, as: mark.kind, in: paragraph)
        picture.draw(
          on: cairo, x: left + Double(min(place.x, place.x + place.width)) / Self.scale,
          y: piece.top + baseline - start - size.height, width: size.width, height: size.height)
      }
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
}

/// The laying out of paragraphs.
extension PrintedMessage {
  /// A paragraph as it is broken into lines; takes the layout over.
  func laidOut(_ number: Int, _ layout: OpaquePointer?) -> OpaquePointer? {
    guard let layout else { return nil }
    let paragraph = paragraphs[number]
    Self.setFont(Self.font(of: paragraph.look), of: layout)
    pango_layout_set_text(layout, paragraph.text, -1)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    pango_layout_set_width(
      layout, Int32(room(for: paragraph) * Self.scale))
    if paragraph.look.isCentered { pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER) }
    if hangs(paragraph) {
      pango_layout_set_indent(layout, Int32(-Self.step * Self.scale))
      Self.setTabs([Self.step], of: layout)
    }
    if let table = paragraph.table { setTabs(ofTable: table, paragraph, layout) }
    let attributes = pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    for mark in paragraph.marks {
      guard let attribute = attribute(for: mark.kind, in: paragraph) else { continue }
      attribute.pointee.start_index = guint(mark.range.lowerBound)
      attribute.pointee.end_index = guint(mark.range.upperBound)
      pango_attr_list_insert(attributes, attribute)
    }
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    return layout
  }

  private func attribute(
    for kind: MarkedText.Kind, in paragraph: PrintedText.Paragraph
  ) -> UnsafeMutablePointer<PangoAttribute>? {
    switch kind {
    case .picture, .remotePicture:
      guard let picture = kind.pictureName.flatMap({ pictures[$0] }) else { return nil }
      let size = size(of: picture, as: kind, in: paragraph)
      var room = PangoRectangle(
        x: 0, y: Int32(-size.height * Self.scale), width: Int32(size.width * Self.scale),
        height: Int32(size.height * Self.scale))
      return pango_attr_shape_new(&room, &room)
    case .bold: return pango_attr_weight_new(PANGO_WEIGHT_BOLD)
    case .italic: return pango_attr_style_new(PANGO_STYLE_ITALIC)
    case .underlined, .link: return pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)
    case .struck: return pango_attr_strikethrough_new(1)
    case .monospace: return pango_attr_family_new("Monospace")
    case .small: return pango_attr_scale_new(0.85)
    default: return nil
    }
  }

  /// How large a picture is on the paper, points: as on a screen, and no larger than there is room.
  private func size(
    of picture: BoundedPicture, as kind: MarkedText.Kind, in paragraph: PrintedText.Paragraph
  ) -> (width: Double, height: Double) {
    let (width, height) = PictureBox.size(
      of: picture.size, as: kind, isInTable: paragraph.table != nil)
    let scale = min(
      Self.pointsOfPixel, room(for: paragraph) / width, area.height * 0.9 / height)
    return (width * scale, height * scale)
  }

  /// How wide the lines of a paragraph may be, points.
  private func room(for paragraph: PrintedText.Paragraph) -> Double {
    max(area.width - indent(of: paragraph), area.width / 4)
  }

  /// Has the columns of a table stand where they do on a screen, by the font of a layout.
  private func setTabs(
    ofTable number: Int, _ paragraph: PrintedText.Paragraph, _ layout: OpaquePointer
  ) {
    let measured = TableWidths { text in
      let copy = pango_layout_copy(layout)
      pango_layout_set_width(copy, -1)
      pango_layout_set_text(copy, text, -1)
      return copy
    }
    let mark = content.marks[number]
    if widths[number] == nil {
      let bold = content.marks.filter { $0.kind == .bold && $0.range.overlaps(mark.range) }
      widths[number] = measured.widths(
        of: number, mark, in: Array(content.text.utf8), bold: bold.map(\.range),
        pictures: content.marks.filter { mark.range.contains($0.range.lowerBound) }.compactMap {
          guard let name = $0.kind.pictureName, let picture = pictures[name] else { return nil }
          return ($0.range.lowerBound, size(of: picture, as: $0.kind, in: paragraph).width)
        })
    }
    let row = TableRow(
      widths: widths[number] ?? [], filled: paragraph.look.row?.filled ?? 0)
    Self.setTabs(
      row.places(
        within: room(for: paragraph), character: Double(measured.character) / Self.scale),
      of: layout)
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

  /// Whether it begins with the mark of an item, which hangs in the last step.
  private func hangs(_ paragraph: PrintedText.Paragraph) -> Bool {
    paragraph.look.item > 0 && paragraph.table == nil && paragraph.text.contains("\t")
  }

  private func indent(of paragraph: PrintedText.Paragraph) -> Double {
    let look = paragraph.look
    return Double(look.quotations + look.item - (hangs(paragraph) ? 1 : 0)) * Self.step
      + (look.quotations > 0 ? 2 : 0)
  }

  private func spaceAbove(_ paragraph: PrintedText.Paragraph) -> Double {
    y > 0 && paragraph.look.heading > 0 ? 6 : 0
  }

  private static func font(of look: Paragraph) -> String {
    if look.heading > 0 { return "Sans Bold \([16, 14, 12, 11, 10, 10][look.heading - 1])" }
    return look.isPreformatted ? "Monospace 9" : look.isSignature ? "Sans 9" : "Sans 10"
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
  /// A pixel of a screen is 1/96 of an inch, a point 1/72.
  private static let pointsOfPixel = 0.75
  /// Room for the number of the page, points.
  private static let footer = 24.0
  /// How many paragraphs are laid out at once.
  private static let portion = 200
}
