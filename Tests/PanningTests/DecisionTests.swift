import Testing

@testable import Panning

@Suite("Deciding whose gesture it is")
struct DecisionTests {
  struct Case: Sendable {
    var device: PanDevice
    var dx: Double
    var dy: Double
    var phase: PanPhase
  }

  @Test(arguments: [
    Case(device: .touch, dx: 6.9, dy: 0, phase: .pressed),
    Case(device: .touch, dx: 7, dy: 0, phase: .tracking),
    Case(device: .pen, dx: -7, dy: 0, phase: .tracking),
    Case(device: .touch, dx: 6, dy: 5.9, phase: .tracking),
    Case(device: .touch, dx: 6, dy: 6, phase: .refused),
    Case(device: .touch, dx: 0, dy: 7, phase: .refused),
    Case(device: .touch, dx: 0, dy: 0, phase: .pressed),
    Case(device: .mouse, dx: 7.9, dy: 0, phase: .pressed),
    Case(device: .mouse, dx: 8, dy: 0, phase: .tracking),
    Case(device: .mouse, dx: 8, dy: 3.9, phase: .tracking),
    Case(device: .mouse, dx: -8, dy: 4, phase: .refused),
    Case(device: .touchpad, dx: 3.9, dy: 0, phase: .pressed),
    Case(device: .touchpad, dx: 4, dy: 0, phase: .tracking),
    Case(device: .touchpad, dx: 6, dy: 5, phase: .tracking),
    Case(device: .touchpad, dx: 5.9, dy: 5, phase: .refused),
    Case(device: .touchpad, dx: 0, dy: -4, phase: .refused),
  ])
  func byDevice(_ test: Case) {
    var rig = Rig()
    rig.press(device: test.device)
    rig.take(.move(x: test.dx, y: test.dy), at: 0.1)
    #expect(rig.engine.phase == test.phase)
    #expect(rig.changes.isEmpty, "the decision itself moves nothing")
  }

  @Test(arguments: PanDevice.allCases)
  func noTravelDecidesNothing(_ device: PanDevice) {
    for test in [PanAxisTest.travel, .none, .velocity] {
      for slop in [0.0, 7] {
        var style = PanStyle.standard
        let axis = PanAxis(slop: slop, ratio: 1, equalIsPan: true)
        style.decision.touch = axis
        style.decision.mouse = axis
        style.decision.touchpad = axis
        style.decision.test = test
        var rig = Rig(style)
        rig.press(device: device)
        for _ in 0..<3 { rig.drag(by: 0) }
        #expect(rig.engine.phase == .pressed, "slop \(slop), \(test)")
        rig.drag(by: -7)
        #expect(rig.engine.phase == .tracking, "slop \(slop), \(test)")
      }
    }
  }

  @Test(arguments: PanDevice.allCases)
  func aDriftAcrossAfterTheDecisionCancelsNothing(_ device: PanDevice) {
    var rig = Rig()
    rig.press(device: device)
    rig.drag(by: -20)
    for y in [300.0, -900, 5] {
      rig.drag(by: -20, y: y)
      #expect(rig.engine.phase == .tracking)
    }
    #expect(rig.offset() == -60)
    rig.lift()
    #expect(rig.events == ["willOpen 0 trailing"])
  }

  @Test func theSlopIsSubtracted() {
    var rig = Rig()
    rig.press()
    rig.drag(by: -12)
    #expect(rig.offset() == 0)
    rig.drag(by: -5)
    #expect(rig.offset() == -5)
  }

  @Test func aRefusedGestureStaysRefused() {
    var rig = Rig()
    rig.press()
    rig.drag(by: 0, y: 20)
    rig.drag(by: 200, y: 20)
    #expect(rig.engine.phase == .refused)
    #expect(rig.lift() == false)
    #expect(rig.engine.phase == .idle)
    #expect(rig.changes.isEmpty)
  }

  @Test(arguments: PanSide.allCases)
  func aSideWithoutActionsIsRefused(_ side: PanSide) {
    let tray = PanTray(width: 100)
    let geometry = PanGeometry(
      width: 400, leading: side == .leading ? tray : PanTray(),
      trailing: side == .trailing ? tray : PanTray())
    var rig = Rig()
    rig.press(0, geometry)
    rig.drag(by: -20 * side.sign)
    #expect(rig.engine.phase == .refused)
    rig.lift()
    rig.press(0, geometry)
    rig.drag(by: 20 * side.sign)
    #expect(rig.engine.phase == .tracking)
  }

  @Test func anOpenRowIsPannedBothWays() {
    let geometry = PanGeometry(width: 400, leading: PanTray(), trailing: PanTray(width: 100))
    for dx in [-20.0, 20] {
      var rig = Rig()
      rig.open(0, .trailing, geometry)
      rig.press(0, geometry)
      rig.drag(by: dx)
      #expect(rig.engine.phase == .tracking)
    }
  }

  // MARK: Scrolling in the same gesture

  @Test func aGestureMayPanAndScroll() {
    var style = PanStyle.swipeableCell
    style.closes.insert(.scroll)
    var rig = Rig(style)
    rig.open(1)
    rig.press()
    #expect(!rig.engine.sharesScrolling, "undecided")
    rig.drag(by: -10, y: 10)
    #expect(rig.engine.sharesScrolling)
    for _ in 0..<5 {
      rig.drag(by: -10, y: 20)
      rig.take(.scroll(by: 10))
    }
    #expect(rig.offset() == -50)
    #expect(rig.engine.phase == .tracking)
    #expect(rig.engine.side(of: 1) == nil, "another row is closed by it")
    #expect(rig.lift() == true)
    #expect(!rig.engine.sharesScrolling)
    rig.run(1)
    #expect(rig.offset() == -100)
  }

  @Test func scrollingInAPanDoesNotCountForItsRow() {
    var style = PanStyle.standard
    style.decision.sharesScrolling = true
    var rig = Rig(style)
    rig.open()
    rig.press()
    rig.drag(by: 20, slop: true)
    rig.take(.scroll(by: 100))
    rig.drag(by: 10)
    #expect(rig.offset() == -70)
    rig.lift()
    #expect(rig.events.isEmpty, "it was open, and stayed so")
    #expect(rig.engine.side(of: 0) == .trailing)
    rig.take(.scroll(by: 8))
    #expect(rig.engine.side(of: 0) == .trailing)
    rig.take(.scroll(by: 1))
    #expect(rig.engine.side(of: 0) == nil)
  }

  @Test(arguments: [
    // From a closed row and from an open one; dx, dy; a gesture outward along the row is its own.
    (0.0, -10.0, 5.0, false), (0, 10, 5, true), (0, -10, 10, true), (0, -5, 20, true),
    (-170, -10, 5, false), (-170, 10, 5, true),
  ])
  func dnsSharesWhatIsNotAlongTheRow(_ start: Double, _ dx: Double, _ dy: Double, _ isShared: Bool)
  {
    for side in PanSide.allCases {
      var geometry = SeedStyleTests.buttons
      if side == .leading { swap(&geometry.leading, &geometry.trailing) }
      var rig = Rig(.dnsSwipeableCell)
      if start != 0 { rig.open(0, side, geometry) }
      rig.press(0, geometry)
      rig.take(.move(x: -side.sign * dx, y: dy))
      #expect(rig.engine.phase == .tracking)
      #expect(rig.engine.sharesScrolling == isShared)
    }
  }

  @Test func dnsSharesWhatGoesBackToAnotherTray() {
    for (dx, isShared) in [(-10.0, false), (10, true)] {
      var rig = Rig(.dnsSwipeableCell)
      rig.open(0, .trailing)
      rig.press()
      rig.take(.move(x: dx, y: 0))
      #expect(rig.engine.sharesScrolling == isShared)
    }
  }

  @Test func aGestureOfTheStandardStyleIsNotShared() {
    var rig = Rig()
    rig.press()
    rig.drag(by: -20)
    #expect(rig.engine.phase == .tracking)
    #expect(!rig.engine.sharesScrolling)
  }

  @Test func anotherPressWhileTrackingIsIgnored() {
    var rig = Rig()
    rig.press(0)
    rig.drag(by: -50, slop: true)
    rig.take(.begin(1, Rig.geometry, .touch, x: 300, y: 0))
    #expect(rig.engine.trackedRow == 0)
    rig.drag(by: -10)
    #expect(rig.offset() == -60)
    #expect(rig.offset(1) == 0)
  }

  @Test func aPressThatNeverEndedGivesWay() {
    var rig = Rig()
    rig.press(0)
    rig.press(1)
    #expect(rig.engine.trackedRow == 1)
  }

  @Test func motionAndReleaseWithoutAPressDoNothing() {
    var rig = Rig()
    rig.drag(by: -100)
    #expect(rig.lift() == false)
    rig.take(.cancel, at: 1)
    #expect(rig.changes.isEmpty)
    #expect(rig.engine.phase == .idle)
  }

  @Test func aClickIsNotUsedUpAndAPanIs() {
    var rig = Rig()
    rig.press()
    rig.drag(by: 5)
    #expect(rig.lift() == false)
    rig.press()
    rig.drag(by: -20, slop: true)
    #expect(rig.lift() == true)
  }
}
