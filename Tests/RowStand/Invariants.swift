import Panning

/// What must hold of every change of the engine, whatever the input; rows are known by their items here.
struct Invariants {
  private let style: PanStyle
  private var width = Double.infinity
  private var offsets: [Int: Double] = [:]
  private var sides: [Int: PanSide] = [:]
  private var due: [Int: (event: PanEvent, side: PanSide)] = [:]
  private var armed: [Int: PanSide] = [:]
  private var committed: Set<Int> = []

  init(style: PanStyle) { self.style = style }

  /// The rows' width by now; until the next rest a front may still stand where a wider row had it.
  mutating func rowIsAtMost(_ width: Double) {
    self.width = self.width.isFinite ? max(self.width, width) : width
  }

  mutating func rowIsExactly(_ width: Double) { self.width = width }

  /// A row left the model; one of the same number that comes later is another.
  mutating func removed(_ row: Int) { committed.remove(row) }

  /// What the change breaks, nil if nothing.
  mutating func violation(by change: PanChange) -> String? {
    switch change {
    case .offset(let handle, let offset):
      let row = handle.number
      let former = offsets[row] ?? 0
      offsets[row] = offset == 0 ? nil : offset
      // It came back from its fly-out.
      if offset == 0 { committed.remove(row) }
      guard offset.isFinite else { return "offset of row \(row) is not finite" }
      if abs(offset) > width { return "row \(row) is at \(offset), out of its \(width) px" }
      if former == offset { return "row \(row) was at \(offset) already" }
      return nil
    case .event(let event, let row, let side):
      return style.reporting == .changes ? violation(by: event, row.number, side) : nil
    }
  }

  private mutating func violation(by event: PanEvent, _ row: Int, _ side: PanSide) -> String? {
    switch event {
    case .willOpen:
      if let open = sides.updateValue(side, forKey: row) {
        return "row \(row) opens to \(side) and was open to \(open)"
      }
      due[row] = (.didOpen, side)
      if !style.opensSeveral, sides.count > 1 { return "rows \(sides.keys.sorted()) are open" }
    case .willClose:
      due[row] = (.didClose, side)
      guard sides.removeValue(forKey: row) == side else {
        return "row \(row) closes \(side), which is not open"
      }
    case .didOpen, .didClose:
      guard let will = due.removeValue(forKey: row), will == (event, side) else {
        return "\(event) of row \(row) without its will"
      }
      let offset = offsets[row] ?? 0
      // A row whose action takes it out of the list has closed when its front has flown out.
      let isClosed = offset == 0 || abs(offset) == width
      guard event == .didClose ? isClosed : offset * side.sign > 0 else {
        return "\(event) of row \(row), \(side), at \(offset)"
      }
    case .armed:
      guard armed.updateValue(side, forKey: row) == nil else { return "row \(row) armed twice" }
    case .disarmed:
      guard armed.removeValue(forKey: row) == side else { return "row \(row) was not armed" }
    case .committed:
      guard armed.removeValue(forKey: row) == side else { return "row \(row) ran unarmed" }
      guard committed.insert(row).inserted else { return "row \(row) ran twice" }
    }
    return nil
  }

  /// What is not as it must be when nothing is pressed and nothing moves, nil if all is.
  ///
  /// - Parameter trayWidth: The width of the open tray of a row, nil if it cannot be told.
  func violationAtRest(trayWidth: (Int) -> Double?) -> String? {
    if let (row, will) = due.first { return "row \(row) rests before its \(will.event)" }
    if let row = armed.keys.first { return "row \(row) rests armed" }
    guard style.reporting == .changes else { return nil }
    for (row, offset) in offsets where sides[row] == nil && !committed.contains(row) {
      return "row \(row) is closed and rests at \(offset)"
    }
    for (row, side) in sides {
      let offset = (offsets[row] ?? 0) * side.sign
      guard offset > 0 else { return "row \(row), open to \(side), rests at \(offset)" }
      if !style.release.stays, let width = trayWidth(row), abs(offset - width) > 0.5 {
        return "row \(row), open to \(side), rests at \(offset) of \(width)"
      }
    }
    return nil
  }
}
