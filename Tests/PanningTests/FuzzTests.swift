import Testing

@testable import Panning

/// Numbers that break sums, products and comparisons.
private let wild: [Double] = [
  0, -0.0, 1, -1, 0.5, 7, 40, 100, 399, 1e-308, .leastNonzeroMagnitude, 1e9, -1e9, 1e18, 1e308,
  -1e308, .infinity, -.infinity, .nan, .signalingNaN, .greatestFiniteMagnitude,
]

@Suite("Input that makes no sense")
struct FuzzTests {
  /// Bytes as inputs with wild numbers.
  struct Bytes: InputParts {
    let bytes: [UInt8]
    let rows: Int
    private var place = 0

    init(_ bytes: [UInt8], rows: Int) {
      self.bytes = bytes
      self.rows = rows
    }

    /// Gestures more often than all else.
    static let kinds = InputKind.allCases + [.begin, .move, .move, .move, .move]

    mutating func next() -> (input: PanInput, time: Double)? {
      guard place < bytes.count else { return nil }
      let kind = Self.kinds[byte() % Self.kinds.count]
      return (kind.input(of: &self), coordinate())
    }

    private mutating func byte() -> Int {
      defer { place += 1 }
      return place < bytes.count ? Int(bytes[place]) : 0
    }

    private mutating func tray() -> PanTray {
      PanTray(
        width: coordinate(), outermost: coordinate(), innermost: coordinate(), fullSwipe: truth())
    }

    mutating func row() -> RowHandle { RowHandle((byte() * 256 + byte()) % rows) }

    mutating func geometry() -> PanGeometry {
      byte() < 100
        ? Script.sizes[byte() % Script.sizes.count]
        : PanGeometry(
          width: coordinate(), leading: tray(), trailing: tray(), pixel: coordinate())
    }

    mutating func side() -> PanSide { truth() ? .leading : .trailing }

    mutating func device() -> PanDevice { PanDevice.allCases[byte() % 4] }

    mutating func coordinate() -> Double {
      let choice = byte()
      return choice < 128 ? wild[choice % wild.count] : Double(byte()) - 128
    }

    mutating func velocity() -> Double? { truth() ? nil : coordinate() }

    mutating func truth() -> Bool { byte() > 127 }
  }

  func feed(_ bytes: [UInt8], _ style: PanStyle, rows: Int) -> PanEngine {
    var engine = PanEngine(style: style)
    var changes: PanEngine.Changes = []
    var source = Bytes(bytes, rows: rows)
    while let (input, time) = source.next() {
      engine.take(input, at: time, into: &changes)
      for case .offset(_, let offset) in changes where !offset.isFinite {
        Issue.record("an offset of \(offset)")
      }
      if !engine.style.opensSeveral, engine.openRows.count > 1 { Issue.record("two are open") }
      changes.removeAll(keepingCapacity: true)
    }
    return engine
  }

  @Test func bytesTellEverything() {
    var kinds: Set<InputKind> = []
    var source = Source(seed: 1)
    var bytes = Bytes((0..<10_000).map { _ in UInt8(truncatingIfNeeded: source.next()) }, rows: 3)
    while let (input, _) = bytes.next() { kinds.insert(InputKind(input)) }
    #expect(kinds == Set(InputKind.allCases))
  }

  @Test(arguments: styles.indices)
  func bytesAsEvents(_ index: Int) {
    for seed in 0..<300 {
      var source = Source(seed: UInt64(seed))
      let bytes = (0..<600).map { _ in UInt8(truncatingIfNeeded: source.next()) }
      let rows = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 3 : 60_000
      var engine = feed(bytes, styles[index].style, rows: rows)
      // And it is still an engine: a settle comes to its end.
      var changes: PanEngine.Changes = []
      engine.take(.cancel, at: 0, into: &changes)
      for frame in 1...120 { engine.take(.frame, at: Double(frame) / 60, into: &changes) }
      #expect(!engine.isMoving)
    }
  }

  @Test func thousandsOfRows() {
    var style = PanStyle.standard
    style.opensSeveral = true
    var engine = PanEngine(style: style)
    var changes: PanEngine.Changes = []
    for row in 0..<5000 {
      engine.take(.open(RowHandle(row), Rig.geometry, .trailing), at: 0, into: &changes)
    }
    engine.take(.frame, at: 1, into: &changes)
    #expect(engine.openRows == (0..<5000).map { RowHandle($0) })
    engine.take(.close(nil), at: 1, into: &changes)
    engine.take(.frame, at: 2, into: &changes)
    #expect(engine.openRows.isEmpty)
    #expect(engine.rows.isEmpty, "closed rows are forgotten")
  }

  @Test func timeRunningBackwardsEndsSettlesToo() {
    var rig = Rig()
    rig.time = 1000
    rig.pan(by: -80)
    rig.take(.frame, at: rig.time - 0.01)
    #expect(rig.offset() == -80)
    rig.time = 3
    rig.run(1)
    #expect(rig.offset() == -100)
    #expect(!rig.engine.isMoving)
  }

  @Test func noTimeAtAllGivesNoVelocity() {
    var rig = Rig()
    rig.press()
    for _ in 0..<5 { rig.drag(by: -8, after: 0) }
    rig.lift(velocity: nil, after: 0)
    rig.run(1)
    #expect(rig.offset() == 0)
  }

  @Test func wildVelocitiesLeaveNoRow() {
    for velocity in wild {
      var rig = Rig()
      rig.pan(by: -60, velocity: velocity)
      for _ in 0..<60 {
        rig.run(1.0 / 60)
        #expect(abs(rig.offset()) <= 400)
      }
      #expect([0, -100].contains(rig.offset()))
    }
  }
}
