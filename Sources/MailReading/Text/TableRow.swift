/// How a row of a table is laid out: by the columns of the table and by which of them it fills.
nonisolated struct TableRow: Hashable, Sendable {
  /// How wide each column's text is, in hundredths of a character of usual width.
  var widths: [Int] = []
  /// The columns that have text, the first of them as the lowest bit.
  var filled: UInt32 = 0

  /// The columns that a line fills whose cells are parted by tabs.
  static func filled(_ line: ArraySlice<UInt8>) -> UInt32 {
    var (filled, column): (UInt32, UInt32) = (0, 0)
    for byte in line where column < mostColumns {
      if byte == UInt8(ascii: "\t") {
        column += 1
      } else if byte > 0x20 {
        filled |= 1 << column
      }
    }
    return filled
  }

  /// Where each column but the first begins, px.
  ///
  /// An empty column begins just before the next that is filled, for a cell before it may go on through it.
  func places(within room: Double, character: Double) -> [Double] {
    guard widths.count > 1 else { return [] }
    // Drawn, a text may be a hair wider than measured alone, and would go on in the next line.
    let room = room - 0.5 * character
    let widths = widths.map { Double($0) / 100 * character }
    let sum = widths.reduce(0, +)
    let gaps = Double(widths.count - 1)
    let gap = max(0.8 * character, min(2 * character, (room - sum) / gaps))
    // The last gives no room, for the same reason.
    let (last, others) = (widths[widths.count - 1], sum - widths[widths.count - 1])
    let scale = min(1, max(0.1, (room - gap * gaps - last) / max(1, others)))
    var places: [Double] = []
    var place = 0.0
    for width in widths.dropLast() {
      place += width * scale + gap
      places.append(place)
    }
    for column in places.indices.dropLast().reversed() where !isFilled(column + 1) {
      // Less than a blank would be passed over.
      places[column] = places[column + 1] - 0.5 * character
    }
    return places
  }

  private func isFilled(_ column: Int) -> Bool {
    column < Self.mostColumns && filled & 1 << UInt32(column) != 0
  }

  static let mostColumns = 32
}
