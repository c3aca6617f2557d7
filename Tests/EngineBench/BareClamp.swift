import Panning

/// The least that could stand in the engine's place: the same calls, the same search for a row, and
/// nothing but a clamp. Its calls are kept from being merged into the caller, as the engine's are.
struct BareClamp: Engine {
  private var names: [Int] = []
  private var offsets: [Double] = []
  private var tracked = -1
  private var x = 0.0
  private var start = 0.0
  private var width = 0.0

  @inline(never)
  private mutating func place(_ row: Int) -> Int {
    for place in names.indices where names[place] == row { return place }
    names.append(row)
    offsets.append(0)
    return names.count - 1
  }

  @inline(never)
  mutating func begin(
    _ row: Int, _ geometry: PanGeometry, device: PanDevice, x: Double, y: Double, at time: Double,
    into changes: inout [PanChange<Int>]
  ) {
    tracked = place(row)
    self.x = x
    start = offsets[tracked]
    width = geometry.trailing.width
  }

  @inline(never)
  mutating func move(
    x: Double, y: Double, velocity: Double?, crossVelocity: Double?, at time: Double,
    into changes: inout [PanChange<Int>]
  ) {
    guard tracked >= 0 else { return }
    let offset = min(max(start + x - self.x, -width), width)
    guard offset != offsets[tracked] else { return }
    offsets[tracked] = offset
    changes.append(.offset(names[tracked], offset))
  }

  @inline(never)
  mutating func end(
    velocity: Double?, at time: Double, into changes: inout [PanChange<Int>]
  ) -> Bool {
    guard tracked >= 0 else { return false }
    let offset = offsets[tracked] < -width / 2 ? -width : 0
    offsets[tracked] = offset
    changes.append(.offset(names[tracked], offset))
    tracked = -1
    return true
  }

  @inline(never)
  mutating func advance(to time: Double, into changes: inout [PanChange<Int>]) {}
}
