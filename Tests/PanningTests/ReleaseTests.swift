import Testing

@testable import Panning

@Suite("Release")
struct ReleaseTests {
  struct Case: Sendable {
    var from = 0.0
    var to: Double
    var velocity = 0.0
    var rest: Double
  }

  @Test(arguments: [
    Case(to: -50, rest: 0),
    Case(to: -51, rest: -100),
    Case(to: 51, rest: 100),
    Case(to: 30, velocity: 115, rest: 100),
    Case(to: 30, velocity: 114, rest: 0),
    Case(to: 80, velocity: -172, rest: 0),
    Case(to: 80, velocity: -171, rest: 100),
    Case(to: -150, rest: -100),
    // A fling counts from 20 % of the tray on.
    Case(to: 19, velocity: 3000, rest: 0),
    Case(to: 20, velocity: 3000, rest: 100),
    // From an open row the same.
    Case(from: -100, to: -51, rest: -100),
    Case(from: -100, to: -50, rest: 0),
    Case(from: -100, to: -81, velocity: 3000, rest: -100),
    Case(from: -100, to: -80, velocity: 3000, rest: 0),
    Case(from: -100, to: -30, velocity: -1000, rest: -100),
    // Never the other side.
    Case(to: -30, velocity: 3000, rest: 0),
    Case(from: -100, to: 40, velocity: 3000, rest: 0),
    Case(from: -100, to: 0, velocity: -3000, rest: 0),
  ])
  func decides(_ test: Case) {
    var rig = Rig()
    if test.from != 0 { rig.open(0, test.from > 0 ? .leading : .trailing) }
    rig.pan(by: test.to - test.from, velocity: test.velocity)
    rig.run(1)
    #expect(rig.offset() == test.rest)
    #expect(rig.engine.side(of: 0) == PanSide(of: test.rest))
  }

  @Test func aClosingFrontCaughtAndPulledPastZeroOpensNoOtherSide() {
    var rig = Rig()
    rig.open(0, .trailing)
    rig.take(.close(0))
    rig.run(0.05)
    rig.pan(by: 260)
    #expect(rig.offset() > 50)
    #expect(rig.engine.side(of: 0) == nil)
    rig.run(1)
    #expect(rig.offset() == 0)
    #expect(rig.events == ["willClose 0 trailing", "didClose 0 trailing"])
  }

  @Test func stayingIsAPolicy() {
    var style = PanStyle.standard
    style.release.stays = true
    var rig = Rig(style)
    rig.pan(by: -37, velocity: -4000)
    #expect(rig.offset() == -37)
    #expect(rig.events == ["willOpen 0 trailing", "didOpen 0 trailing"])
    #expect(!rig.engine.isMoving)
    rig.pan(by: 20)
    #expect(rig.offset() == -17)
    rig.pan(by: 17)
    #expect(rig.offset() == 0)
    #expect(rig.events.suffix(2) == ["willClose 0 trailing", "didClose 0 trailing"])
  }

  @Test func nothingStaysOnASideWithoutActions() {
    var style = PanStyle.standard
    style.release.stays = true
    let geometry = PanGeometry(width: 400, leading: PanTray(), trailing: PanTray(width: 100))
    var rig = Rig(style)
    rig.press(0, geometry)
    rig.drag(by: -10, slop: true)
    rig.drag(by: 60)
    let shown = rig.offset()
    #expect(shown > 20)
    rig.lift()
    #expect(rig.offset() == shown, "it does not jump home")
    rig.run(1)
    #expect(rig.offset() == 0)
    #expect(rig.events.isEmpty)
  }

  /// Without snapping, in the standard style and in the one whose document asks for it.
  static let staying = [PanStyle.standard, .sparrowlike].map { style in
    var style = style
    style.release.stays = true
    style.decision.keepsTravel = false
    return style
  }

  @Test(arguments: staying, PanSide.allCases)
  func whatStaysIsPickedUpThereByAPan(_ style: PanStyle, _ side: PanSide) {
    var rig = Rig(style)
    rig.pan(by: side.sign * 37.4, velocity: side.sign * 3000)
    #expect(rig.offset() == side.sign * 37, "a whole pixel")
    #expect(!rig.engine.isMoving)
    rig.run(1)
    #expect(rig.offset() == side.sign * 37)
    rig.press()
    rig.drag(by: side.sign * 10)
    #expect(rig.offset() == side.sign * 37, "the slop moves nothing")
    rig.drag(by: side.sign * 20)
    #expect(rig.offset() == side.sign * 57)
    rig.lift(velocity: -side.sign * 3000)
    rig.run(1)
    #expect(rig.offset() == side.sign * 57)
    #expect(rig.engine.side(of: 0) == side)
    #expect(rig.events == ["willOpen 0 \(side)", "didOpen 0 \(side)"], "it was open")
  }

  @Test(arguments: staying, PanSide.allCases)
  func whatStaysIsPickedUpThereByAPress(_ style: PanStyle, _ side: PanSide) {
    var rig = Rig(style)
    rig.pan(by: side.sign * 37)
    rig.run(1)
    rig.changes.removeAll()
    rig.press()
    rig.run(1)
    #expect(rig.changes.isEmpty, "a press moves nothing")
    rig.drag(by: 3)
    let closes = style.closes.contains(.tap)
    #expect(rig.lift() == closes)
    rig.run(1)
    #expect(rig.offset() == (closes ? 0 : side.sign * 37))
  }

  @Test(arguments: staying, PanSide.allCases)
  func whatStaysComesBackThereWhenAPanIsCancelled(_ style: PanStyle, _ side: PanSide) {
    var rig = Rig(style)
    rig.pan(by: side.sign * 37)
    rig.press()
    rig.drag(by: side.sign * 40, slop: true)
    rig.take(.cancel)
    rig.run(1)
    #expect(rig.offset() == side.sign * 37)
  }

  @Test(arguments: staying, PanSide.allCases)
  func whatStaysGoesHomeWhereItWasPulledPastZero(_ style: PanStyle, _ side: PanSide) {
    var rig = Rig(style)
    rig.pan(by: side.sign * 37)
    rig.pan(by: -side.sign * 80)
    rig.run(1)
    #expect(rig.offset() == 0)
    #expect(rig.engine.side(of: 0) == nil)
    rig.pan(by: -side.sign * 43)
    #expect(rig.offset() == -side.sign * 43, "the other side by a gesture of its own")
  }

  @Test(arguments: staying, PanSide.allCases)
  func whatStaysIsPickedUpAcrossAResize(_ style: PanStyle, _ side: PanSide) {
    var rig = Rig(style)
    rig.pan(by: side.sign * 80)
    var other = Rig.geometry
    other.width = 900
    rig.take(.resize(0, other))
    #expect(rig.offset() == side.sign * 80, "another width of the row")
    other.leading.width = 50
    other.trailing.width = 50
    rig.take(.resize(0, other))
    #expect(rig.offset() == side.sign * 50, "a tray that is narrower")
    rig.press(0, other)
    rig.drag(by: -side.sign * 20, slop: true)
    rig.take(.resize(0, Rig.geometry))
    #expect(rig.offset() == side.sign * 30, "under the finger it stands still")
    rig.drag(by: side.sign * 60)
    #expect(rig.offset() == side.sign * 90)
    rig.lift()
    rig.run(1)
    #expect(rig.offset() == side.sign * 90)
  }

  @Test(arguments: staying)
  func whatStaysPastItsTrayIsPickedUpThereToo(_ style: PanStyle) {
    var rig = Rig(style)
    rig.pan(by: -150)
    let shown = rig.offset()
    #expect(shown == (style.bounds == .clamp ? -100 : -125), "in the band, or at the tray")
    rig.press()
    rig.drag(by: -10)
    rig.drag(by: 0.001)
    #expect(abs(rig.offset() - shown) < 0.01)
  }

  @Test func whatStaysGivesWayToANarrowerTray() {
    var style = PanStyle.standard
    style.release.stays = true
    var rig = Rig(style)
    rig.pan(by: -80)
    var other = Rig.geometry
    other.trailing.width = 200
    rig.take(.resize(0, other))
    #expect(rig.offset() == -80)
    other.trailing.width = 50
    rig.take(.resize(0, other))
    #expect(rig.offset() == -50)
  }

  // MARK: Velocity

  /// The rest after samples (time, pull) and a release, from a closed row.
  func rest(_ samples: [(Double, Double)], release: Double) -> Double {
    var rig = Rig()
    rig.take(.begin(0, Rig.geometry, .touch, x: 0, y: 0), at: 0)
    rig.take(.move(x: 10, y: 0), at: 0)
    for (time, pull) in samples {
      rig.take(.move(x: 10 + pull, y: 0), at: time)
    }
    rig.take(.end(), at: release)
    rig.time = release
    rig.run(1)
    return rig.offset()
  }

  @Test func estimatedOverTheLastTenthOfASecond() {
    // 20 px in the last 0.1 s: 30 + 35 opens; 11 px: 30 + 19.25 does not.
    #expect(rest([(0.30, 10), (0.35, 20), (0.40, 30)], release: 0.40) == 100)
    #expect(rest([(0.30, 19), (0.35, 25), (0.40, 30)], release: 0.40) == 0)
    // What happened earlier does not count.
    #expect(rest([(0.10, 0), (0.20, 25), (0.31, 27), (0.40, 30)], release: 0.40) == 0)
  }

  @Test func aHeldFrontHasNone() {
    #expect(rest([(0.30, 10), (0.34, 40)], release: 0.389) == 100)
    #expect(rest([(0.30, 10), (0.34, 40)], release: 0.39) == 0)
    // Motions without motion do not keep it alive.
    #expect(rest([(0.30, 10), (0.34, 40), (0.38, 40), (0.39, 40)], release: 0.395) == 0)
  }

  @Test func framesAheadOfTheEventsDoNotDisturbIt() {
    var rig = Rig()
    rig.press()
    rig.drag(by: 12, after: 0.013)
    rig.take(.frame, at: rig.time + 0.04)
    for _ in 0..<2 { rig.drag(by: 12, after: 0.013) }
    rig.lift(velocity: nil, after: 0.001)
    rig.run(1)
    // 24 px in 26 ms; taken at the frame's time, they would have no velocity.
    #expect(rig.offset() == 100)
  }

  @Test func oneSampleIsNone() {
    var rig = Rig()
    rig.open()
    rig.press()
    rig.drag(by: 30)
    rig.lift(velocity: nil, after: 0)
    rig.run(1)
    #expect(rig.offset() == -100)
  }

  // MARK: Cancellation

  @Test func cancelGoesBackSilently() {
    for start in [0.0, -100] {
      var rig = Rig()
      if start != 0 { rig.open() }
      rig.press()
      rig.drag(by: 70, slop: true)
      rig.take(.cancel)
      #expect(rig.engine.phase == .idle)
      rig.run(1)
      #expect(rig.offset() == start)
      #expect(rig.events.isEmpty)
    }
  }

  @Test func theTrayOfARowPulledPastZeroShowsAgainWhenItIsOpen() {
    var rig = Rig()
    rig.open(0, .trailing)
    rig.press()
    rig.drag(by: 160, slop: true)
    #expect(rig.offset() > 0)
    #expect(rig.engine.traySide(of: 0) == nil)
    rig.take(.cancel)
    rig.run(1)
    #expect(rig.offset() == -100)
    #expect(rig.engine.traySide(of: 0) == .trailing)
    rig.take(.open(0, Rig.geometry, .leading))
    rig.run(1)
    #expect(rig.engine.traySide(of: 0) == .leading)
  }

  @Test func cancellingAfterADiscreteSwipeHoldsNothingUp() {
    var rig = Rig(.swipeDetection)
    rig.press()
    rig.drag(by: -50)
    rig.time += 0.1
    rig.take(.frame)
    rig.take(.cancel)
    rig.time += 0.101
    rig.take(.frame)
    #expect(rig.offset() == -100)
    #expect(!rig.engine.isMoving)
  }

  @Test func rowsThatAPanClosedStayClosed() {
    var rig = Rig()
    rig.open(0)
    rig.press(1)
    rig.drag(by: -70, slop: true)
    rig.take(.cancel)
    rig.run(1)
    #expect(rig.offset(0) == 0)
    #expect(rig.offset(1) == 0)
    #expect(rig.events == ["willClose 0 trailing", "didClose 0 trailing"])
  }

  @Test func anArmedRowThatIsCancelledIsDisarmed() {
    var rig = Rig()
    rig.press(0, TrackingTests.long)
    rig.drag(by: 300, slop: true)
    rig.take(.cancel)
    rig.run(1)
    #expect(rig.events == ["armed 0 leading", "disarmed 0 leading"])
    #expect(rig.offset() == 0)
  }

  @Test func cancellingASettleThatWasCaughtResumesIt() {
    var rig = Rig()
    rig.pan(by: -80)
    rig.run(0.05)
    rig.press()
    rig.drag(by: 60, slop: true)
    rig.take(.cancel)
    rig.run(1)
    #expect(rig.offset() == -100)
    #expect(rig.events == ["willOpen 0 trailing", "didOpen 0 trailing"])
  }
}
