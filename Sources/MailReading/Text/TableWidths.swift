import CDunnockGtk
import GtkBridge
import MailText

/// How wide the columns of a text's tables are, by the font in which it is set.
final class TableWidths {
  private struct Cell {
    let range: Range<Int>
    /// How many columns it can go on through, since those behind it are empty.
    let span: Int
    let characters: Int
    /// How wide the pictures in it are, px.
    var pictures = 0.0
  }

  private let layOut: (String) -> OpaquePointer?
  private var known: [Int: [Int]] = [:]
  private var measured = 0

  /// - Parameter layOut: Gives a PangoLayout of a text, which is taken over.
  init(_ layOut: @escaping (String) -> OpaquePointer?) { self.layOut = layOut }

  convenience init(for view: Widget) {
    self.init { gtk_widget_create_pango_layout(view, $0) }
  }

  func clear() { (known, measured) = ([:], 0) }

  /// How wide each column of a table is, in hundredths of a character of usual width.
  ///
  /// - Parameters:
  ///   - number: Tells the table from others.
  ///   - bold: What of the text is bold, in its order.
  ///   - pictures: Where pictures stand in the text, in bytes, and how wide they are, px.
  func widths(
    of number: Int, _ mark: MarkedText.Mark, in bytes: [UInt8], bold: [Range<Int>],
    pictures: [(place: Int, width: Double)] = []
  ) -> [Int] {
    guard case .table(let columns) = mark.kind else { return [] }
    if let there = known[number] { return there }
    let character = character
    func width(of cell: Cell) -> Int { self.width(of: cell, bytes, bold, character) }
    let count = min(columns.count + 1, TableRow.mostColumns)
    var single: [[Cell]] = Array(repeating: [], count: count)
    var wide: [(column: Int, cell: Cell)] = []
    for row in bytes[mark.range].split(separator: UInt8(ascii: "\n")) {
      for (column, cell) in Self.cells(of: row, pictures) where column < count {
        if cell.span == 1 { single[column].append(cell) } else { wide.append((column, cell)) }
      }
    }
    var widths = single.map { cells in
      // One of fewer characters is seldom wider than these.
      cells.sorted { $0.characters > $1.characters }.prefix(Self.candidates)
        .map(width(of:)).max() ?? 0
    }
    wide.sort { $0.cell.characters > $1.cell.characters }
    for (column, cell) in wide.prefix(Self.candidates) where column + cell.span <= count {
      let columns = column..<column + cell.span
      let missing =
        width(of: cell) - widths[columns].reduce(0, +) - 150 * (cell.span - 1)
      // The first would be too wide for its own.
      if missing > 0 { widths[columns.upperBound - 1] += missing }
    }
    known[number] = widths
    return widths
  }

  /// The cells that have text, and their columns. The last of a row takes one: nothing stands behind it.
  private static func cells(
    of row: ArraySlice<UInt8>, _ pictures: [(place: Int, width: Double)]
  ) -> [(column: Int, cell: Cell)] {
    let parts = row.split(
      separator: UInt8(ascii: "\t"), maxSplits: TableRow.mostColumns,
      omittingEmptySubsequences: false)
    let filled = parts.indices.filter { parts[$0].contains { $0 > 0x20 } }
    return filled.enumerated().map { number, column in
      var part = parts[column]
      while part.last.map({ $0 <= 0x20 }) == true { part.removeLast() }
      let next = number + 1 < filled.count ? filled[number + 1] : column + 1
      let range = part.startIndex..<part.endIndex
      let pictured = pictures.reduce(0) { range.contains($1.place) ? $0 + $1.width : $0 }
      let letters = part.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xE3 ? 2 : 1) }
      return (
        column,
        Cell(
          range: range, span: next - column, characters: letters + Int(pictured) / 8,
          pictures: pictured)
      )
    }
  }

  /// In hundredths of a character of usual width.
  private func width(
    of cell: Cell, _ bytes: [UInt8], _ bold: [Range<Int>], _ character: Int
  ) -> Int {
    let pictures = Int(cell.pictures * Double(PANGO_SCALE) * 100) / character
    measured += 1
    guard measured <= Self.mostMeasured, cell.range.count <= Self.longest,
      let layout = layOut(String(decoding: bytes[cell.range], as: UTF8.self))
    else { return 100 * min(cell.characters, Self.widest) }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    if bold.contains(where: { $0.overlaps(cell.range) }), let attributes = pango_attr_list_new() {
      pango_attr_list_insert(attributes, pango_attr_weight_new(PANGO_WEIGHT_BOLD))
      pango_layout_set_attributes(layout, attributes)
      pango_attr_list_unref(attributes)
    }
    var width: Int32 = 0
    pango_layout_get_size(layout, &width, nil)
    return min(100 * Self.widest, Int(width) * 100 / character + 1 + pictures)
  }

  /// How wide a character is as a rule, in units of Pango.
  var character: Int {
    guard let layout = layOut("") else { return 8 * Int(PANGO_SCALE) }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    let context = pango_layout_get_context(layout)
    let font =
      pango_layout_get_font_description(layout) ?? pango_context_get_font_description(context)
    guard let metrics = pango_context_get_metrics(context, font, nil) else {
      return 8 * Int(PANGO_SCALE)
    }
    defer { pango_font_metrics_unref(metrics) }
    return max(1, Int(pango_font_metrics_get_approximate_char_width(metrics)))
  }

  /// Of each column, the cells of the most characters.
  private static let candidates = 4
  /// In all tables of a text: what takes a few frames.
  private static let mostMeasured = 2_000
  /// In bytes, and in characters.
  private static let longest = 500
  private static let widest = 100
}
