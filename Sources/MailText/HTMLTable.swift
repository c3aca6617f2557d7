/// A table of which it is not known yet whether it shows data or only places things on the page.
struct HTMLTable {
  /// A run of text within a cell.
  struct Run {
    var text: [UInt8]
    let style: HTMLFlow.Style
    /// How many lines end before it.
    var lineEnds = 0
    /// Whether these part it from a picture alone.
    var isBelowPicture = false
    /// What the text is said of.
    var picture: MarkedText.RemotePicture?
  }

  struct Cell {
    var runs: [Run] = []
    /// How many columns it takes.
    let span: Int
    /// How wide its text is, in characters of usual width.
    var width = 0
    /// How many lines ended behind its text.
    var lineEnds = 0
  }

  /// How much is waited for: beyond it the rows so far are a table of their own.
  private static let maximumRows = 200
  private static let maximumCells = 4_000
  /// A table fits a page of this width, and each of its cells is a few words; in characters.
  private static let maximumWidth = 75
  private static let maximumCellWidth = 45
  private static let maximumColumns = 12
  private static let maximumAmountWidth = 20
  /// How many lines a cell of data has.
  private static let maximumLines = 3

  private(set) var rows: [[Cell]] = []
  private var cells = 0

  /// Whether it has a heading of a column or of a row.
  var hasHeading = false

  /// Whether the next row begins another.
  var isFull: Bool { rows.count >= Self.maximumRows || cells >= Self.maximumCells }

  mutating func beginRow() { if rows.last?.isEmpty != true { rows.append([]) } }

  /// False when a cell takes too many columns.
  mutating func beginCell(span: Int) -> Bool {
    if rows.isEmpty { rows.append([]) }
    rows[rows.count - 1].append(Cell(span: span))
    cells += 1
    return span <= Self.maximumColumns && rows[rows.count - 1].count <= Self.maximumColumns
  }

  /// Whether nothing stands yet in the row.
  var isInEmptyRow: Bool { rows.last?.allSatisfy { $0.width == 0 } == true }

  /// A line ends within a cell, or a block begins or ends, which may be set off from others.
  mutating func breakLine(_ lines: Int, isBlock: Bool) {
    guard let row = rows.indices.last, let cell = rows[row].indices.last,
      rows[row][cell].width > 0 || rows[row][cell].hasPicture
    else { return }
    let before = rows[row][cell].lineEnds
    rows[row][cell].lineEnds = isBlock ? max(before, lines) : before + lines
  }

  /// False when the text shows that the table is none of data.
  mutating func take(_ text: UnsafeBufferPointer<UInt8>, _ style: HTMLFlow.Style) -> Bool {
    guard let row = rows.indices.last, let cell = rows[row].indices.last else {
      return text.allSatisfy { $0 <= 0x20 }
    }
    let hasText = text.contains { $0 > 0x20 } && !text.elementsEqual("\u{A0}".utf8)
    if hasText, rows[row][cell].lineEnds > 0 {
      guard rows[row][cell].lines < Self.maximumLines else { return false }
      endLine(row, cell, style)
    }
    if let last = rows[row][cell].runs.indices.last,
      rows[row][cell].runs[last].style.version == style.version,
      rows[row][cell].runs[last].picture == nil
    {
      rows[row][cell].runs[last].text += text
    } else {
      rows[row][cell].runs.append(Run(text: Array(text), style: style))
    }
    if hasText || rows[row][cell].width > 0 { rows[row][cell].width += Self.width(text) }
    return rows[row][cell].width <= 4 * Self.maximumCellWidth && rows[row][cell].runs.count < 50
  }

  /// False when a picture shows that the table is none of data.
  mutating func take(_ picture: MarkedText.RemotePicture, _ style: HTMLFlow.Style) -> Bool {
    guard let row = rows.indices.last, let cell = rows[row].indices.last else { return false }
    let says = !picture.description.isEmpty
    if rows[row][cell].lineEnds > 0 {
      guard !says || rows[row][cell].lines < Self.maximumLines else { return false }
      endLine(row, cell, style)
    }
    let text = Array((says ? " \(picture.description) " : "").utf8)
    rows[row][cell].runs.append(Run(text: text, style: style, picture: picture))
    text.withUnsafeBufferPointer { rows[row][cell].width += Self.width($0) }
    return rows[row][cell].width <= 4 * Self.maximumCellWidth && rows[row][cell].runs.count < 50
  }

  private mutating func endLine(_ row: Int, _ cell: Int, _ style: HTMLFlow.Style) {
    let there = rows[row][cell]
    rows[row][cell].runs.append(
      Run(
        text: [], style: style, lineEnds: min(there.lineEnds, 2), isBelowPicture: there.width == 0))
    rows[row][cell].lineEnds = 0
  }

  /// The columns that say something, and where each but the first of them begins; nil when the table is none
  /// of data.
  var columns: (kept: [Int], starts: [Int])? {
    var widths: [Int: Int] = [:]
    var filled = 0
    for row in rows {
      var column = 0
      var own = 0
      for cell in row {
        let width = cell.textWidth
        if width > 0 {
          own += 1
          guard width <= Self.maximumCellWidth else { return nil }
          widths[column] = max(widths[column] ?? 0, cell.span == 1 ? width : 1)
        }
        column += cell.span
      }
      if own > 0 { filled += 1 }
    }
    var kept = widths.keys.sorted()
    guard kept.count >= 2, kept.count <= Self.maximumColumns else { return nil }
    // A row with more than one cell must not be the only one.
    let wide = rows.filter { $0.count { $0.textWidth > 0 } >= 2 }
    // Lines within cells are of addresses that stand side by side as well.
    guard
      hasHeading || rows.allSatisfy({ $0.allSatisfy { $0.lines == 1 } })
        || wide.count(where: Self.endsInAmount) >= 2
    else { return nil }
    guard wide.count >= 2 || wide.count == 1 && Self.endsInAmount(wide[0]) else { return nil }
    guard widths.values.reduce(0, { $0 + $1 + 2 }) - 2 <= Self.maximumWidth else { return nil }
    // Pictures have columns of their own where there is room.
    for column in pictured where widths[column] == nil && widths.count < Self.maximumColumns {
      widths[column] = Self.pictureWidth
    }
    kept = widths.keys.sorted()
    var starts: [Int] = []
    var start = 0
    for column in kept {
      if column != kept[0] { starts.append(start) }
      start += (widths[column] ?? 0) + 2
    }
    return (kept, starts)
  }

  /// The columns in which pictures are.
  private var pictured: [Int] {
    var columns: Set<Int> = []
    for row in rows {
      var column = 0
      for cell in row {
        if cell.hasPicture { columns.insert(column) }
        column += cell.span
      }
    }
    return columns.sorted()
  }

  /// In characters of usual width.
  private static let pictureWidth = 8

  /// Whether a row tells how much something is: of receipts, each line may be a table of its own.
  private static func endsInAmount(_ row: [Cell]) -> Bool {
    let filled = row.filter { $0.textWidth > 0 }
    guard let first = filled.first, let last = filled.last else { return false }
    func letters(_ cell: Cell) -> Int {
      cell.runs.reduce(0) { $0 + $1.text.count { (0x61...0x7A).contains($0 | 0x20) || $0 >= 0xC3 } }
    }
    // A currency has three.
    return letters(first) > 0 && letters(last) <= 3 && last.textWidth <= Self.maximumAmountWidth
      && last.runs.contains { $0.text.contains { (0x30...0x39).contains($0) } }
  }

  private static func width(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    // A letter of three bytes is most likely a wide one.
    text.reduce(0) { $1 < 0x80 ? $0 + 1 : $1 >= 0xE3 ? $0 + 2 : $1 >= 0xC0 ? $0 + 1 : $0 }
  }
}

extension HTMLTable.Cell {
  fileprivate var lines: Int { 1 + runs.count { $0.lineEnds > 0 && !$0.isBelowPicture } }

  var hasPicture: Bool { runs.contains { $0.picture != nil } }

  /// How wide its text is with its white space as it is shown.
  fileprivate var textWidth: Int {
    var width = 0
    var hasSpace = false
    for run in runs {
      if run.lineEnds > 0, !run.isBelowPicture { width += 1 }
      for (index, byte) in run.text.enumerated() {
        if byte <= 0x20 || run.text[index...].starts(with: "\u{A0}".utf8) {
          hasSpace = true
        } else if byte < 0x80 || byte >= 0xC0 {
          if hasSpace, width > 0 { width += 1 }
          hasSpace = false
          width += byte >= 0xE3 ? 2 : 1
        }
      }
    }
    return width
  }
}
