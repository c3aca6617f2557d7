import Testing

@testable import Panning

@Suite("Input that makes no sense")
struct FuzzTests {
  /// Numbers that break sums, products and comparisons.
  static let wild: [Double] = [
    0, -0.0, 1, -1, 0.5, 7, 40, 100, 399, 1e-308, .leastNonzeroMagnitude, 1e9, -1e9, 1e18, 1e308,
    -1e308, .infinity, -.infinity, .nan, .signalingNaN, .greatestFiniteMagnitude,
  ]

  /// Bytes as calls with wild numbers.
  func feed(_ bytes: [UInt8], _ style: PanStyle, rows: Int) -> PanEngine<Int> {
    var engine = PanEngine<Int>(style: style)
    var changes: PanEngine<Int>.Changes = []
    var place = 0
    func byte() -> Int {
      defer { place += 1 }
      return place < bytes.count ? Int(bytes[place]) : 0
    }
    func number() -> Double {
      let choice = byte()
      return choice < 128 ? Self.wild[choice % Self.wild.count] : Double(byte()) - 128
    }
    func tray() -> PanTray {
      PanTray(width: number(), outermost: number(), innermost: number(), longSwipe: byte() > 127)
    }
    func geometry() -> PanGeometry {
      byte() < 100
        ? Script.sizes[byte() % Script.sizes.count]
        : PanGeometry(width: number(), leading: tray(), trailing: tray(), pixel: number())
    }
    func side() -> PanSide { byte() > 127 ? .leading : .trailing }
    while place < bytes.count {
      let row = byte() * 256 + byte()
      let name = row % rows
      let time = number()
      switch byte() % 18 {
      case 0, 1:
        engine.begin(
          name, geometry(), device: PanDevice.allCases[byte() % 4], x: number(), y: number(),
          at: time, into: &changes)
      case 2...6:
        engine.move(
          x: number(), y: number(), velocity: byte() < 128 ? nil : number(),
          crossVelocity: byte() < 128 ? nil : number(), at: time, into: &changes)
      case 7:
        engine.end(velocity: byte() < 128 ? nil : number(), at: time, into: &changes)
      case 8: engine.cancel(at: time, into: &changes)
      case 9: engine.swipe(name, geometry(), toward: side(), at: time, into: &changes)
      case 10: engine.scrolled(by: number(), at: time, into: &changes)
      case 11: engine.pressedElsewhere(at: time, into: &changes)
      case 12: engine.advance(to: time, into: &changes)
      case 13:
        engine.open(
          name, geometry(), side: side(), animated: byte() < 200, at: time, into: &changes)
      case 14:
        engine.close(
          byte() < 50 ? nil : name, animated: byte() < 200, at: time, into: &changes)
      case 15: engine.remove(name, at: time, into: &changes)
      case 16: engine.restore(name, at: time, into: &changes)
      default: engine.resize(name, geometry(), at: time, into: &changes)
      }
      for case .offset(_, let offset) in changes where !offset.isFinite {
        Issue.record("an offset of \(offset)")
      }
      changes.removeAll(keepingCapacity: true)
    }
    return engine
  }

  @Test(arguments: styles.indices)
  func bytesAsEvents(_ index: Int) {
    for seed in 0..<300 {
      var source = Source(seed: UInt64(seed))
      let bytes = (0..<600).map { _ in UInt8(truncatingIfNeeded: source.next()) }
      let rows = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 3 : 60_000
      var engine = feed(bytes, styles[index].style, rows: rows)
      // And it is still an engine: a settle comes to its end.
      var changes: PanEngine<Int>.Changes = []
      engine.cancel(at: 0, into: &changes)
      for frame in 1...120 { engine.advance(to: Double(frame) / 60, into: &changes) }
      #expect(!engine.isMoving)
    }
  }

  @Test func thousandsOfRows() {
    var style = PanStyle.standard
    style.rows = .several
    var engine = PanEngine<Int>(style: style)
    var changes: PanEngine<Int>.Changes = []
    for row in 0..<5000 {
      engine.open(row, Rig.geometry, side: .trailing, at: 0, into: &changes)
    }
    engine.advance(to: 1, into: &changes)
    #expect(engine.openRows == Array(0..<5000))
    engine.close(at: 1, into: &changes)
    engine.advance(to: 2, into: &changes)
    #expect(engine.openRows.isEmpty)
    #expect(engine.names.isEmpty, "closed rows are forgotten")
  }

  @Test func timeRunningBackwardsEndsSettlesToo() {
    var rig = Rig()
    rig.time = 1000
    rig.pan(by: -80)
    rig.engine.advance(to: rig.time - 0.01, into: &rig.changes)
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

  @Test func wildVelocitiesAreTamed() {
    for velocity in Self.wild {
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
