import PanEngine

/// What must hold of every change of the engine, whatever the input.
struct Invariants {
  private let rows: PanRows
  private var offsets: [Int: Double] = [:]
  private var sides: [Int: PanSide] = [:]
  private var due: [Int: PanEvent] = [:]

  init(rows: PanRows) { self.rows = rows }

  /// What the change breaks, nil if nothing.
  mutating func violation(by change: PanChange<Int>) -> String? {
    switch change {
    case .offset(let row, let offset):
      guard offset.isFinite else { return "offset of row \(row) is not finite" }
      let former = offsets[row] ?? 0
      offsets[row] = offset == 0 ? nil : offset
      if former * offset < 0 { return "row \(row) went across 0 in one step" }
    case .event(let event, let row, let side):
      switch event {
      case .willOpen:
        sides[row] = side
        due[row] = .didOpen
        if rows == .one, sides.count > 1 { return "rows \(sides.keys.sorted()) are open" }
      case .willClose:
        guard sides.removeValue(forKey: row) == side else {
          return "row \(row) closes a side that is not open"
        }
        due[row] = .didClose
      case .didOpen, .didClose:
        guard due.removeValue(forKey: row) == event else {
          return "\(event) of row \(row) without its will"
        }
      case .armed, .disarmed, .committed: break
      }
    }
    return nil
  }
}
