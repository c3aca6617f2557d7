import Panning

/// The least that could stand in the engine's place: the same call, the same search for a row, and
/// nothing but a clamp. Its call is kept from being merged into the caller, as the engine's is.
struct BareClamp: Engine {
  private var names: [RowHandle] = []
  private var offsets: [Double] = []
  private var tracked = -1
  private var x = 0.0
  private var start = 0.0
  private var width = 0.0

  @inline(never)
  private mutating func place(_ row: RowHandle) -> Int {
    for place in names.indices where names[place] == row { return place }
    names.append(row)
    offsets.append(0)
    return names.count - 1
  }

  @inline(never)
  mutating func take(
    _ input: PanInput, at time: Double, into changes: inout [PanChange]
  ) -> Bool {
    switch input {
    case .begin(let row, let geometry, _, let x, _):
      tracked = place(row)
      self.x = x
      start = offsets[tracked]
      width = geometry.trailing.width
    case .move(let x, _, _, _):
      guard tracked >= 0 else { break }
      show(min(max(start + x - self.x, -width), width), &changes)
    case .end:
      guard tracked >= 0 else { break }
      show(offsets[tracked] < -width / 2 ? -width : 0, &changes)
      tracked = -1
      return true
    default: break
    }
    return false
  }

  private mutating func show(_ offset: Double, _ changes: inout [PanChange]) {
    guard offset != offsets[tracked] else { return }
    offsets[tracked] = offset
    changes.append(.offset(names[tracked], offset))
  }
}
