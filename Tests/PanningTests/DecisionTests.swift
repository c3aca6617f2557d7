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
        let axis = PanAxis(slop: slop, ratio: 1, tieIsPan: true)
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
