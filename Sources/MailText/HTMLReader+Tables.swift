extension HTMLReader {
  /// The table is none of data: what was kept of it goes where it belongs.
  func dissolveTable() {
    guard let kept = table else { return }
    table = nil
    for row in kept.rows {
      flow.breakLine()
      for cell in row {
        flow.breakLine()
        for run in cell.runs {
          for _ in 0..<run.lineEnds { flow.endLine() }
          show(run, run.style)
        }
        if cell.lineEnds > 0 { flow.breakLine() }
      }
    }
  }

  func endTable(goesOn: Bool) {
    guard let kept = table else { return }
    guard let columns = kept.columns else { return dissolveTable() }
    table = goesOn ? HTMLTable() : nil
    let around = style
    var lines = style
    lines.centering = nil
    open(.table(columns: columns.starts), in: &lines)
    flow.breakLine()
    for row in kept.rows where row.contains(where: { !$0.runs.isEmpty }) {
      show(row, columns.kept, lines)
      flow.breakLine()
    }
    setStyle(around)
  }

  private func show(_ row: [HTMLTable.Cell], _ columns: [Int], _ lines: HTMLFlow.Style) {
    var column = 0
    var shown = 0
    for cell in row {
      guard let place = columns.firstIndex(where: { $0 >= column && $0 < column + cell.span })
      else {
        column += cell.span
        continue
      }
      column += cell.span
      guard cell.width > 0 || cell.hasPicture else { continue }
      while shown < place {
        setStyle(lines)
        flow.tab(style)
        shown += 1
      }
      for run in cell.runs {
        var own = lines
        (own.letters, own.link) = (run.style.letters, run.style.link)
        setStyle(own)
        if run.lineEnds > 0 { flow.take(run.isBelowPicture ? " " : ",\u{20}", style) }
        show(run, style)
      }
    }
  }

  private func show(_ run: HTMLTable.Run, _ style: HTMLFlow.Style) {
    if let picture = run.picture { return flow.take(picture, style) }
    run.text.withUnsafeBufferPointer { flow.take($0, style) }
  }
}
