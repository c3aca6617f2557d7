import MailText

nonisolated extension MarkedText {
  /// The text with a blank between each cell of a table and the tab behind it.
  ///
  /// A tab alone may be of no width: Pango takes the next of the stops that are set, be it a hair away.
  var withGapsInTables: MarkedText {
    let tables = marks.compactMap { mark in
      if case .table = mark.kind { mark.range } else { nil }
    }
    guard !tables.isEmpty else { return self }
    let bytes = Array(text.utf8)
    var edits: [Edit] = []
    var start = 1
    for table in tables {
      let range = max(start, table.lowerBound)..<max(start, min(table.upperBound, bytes.count))
      for index in range where bytes[index] == UInt8(ascii: "\t") && bytes[index - 1] > 0x20 {
        edits.append(Edit(index..<index, " "))
      }
      start = range.upperBound
    }
    return edits.isEmpty ? self : edited(by: edits)
  }
}
