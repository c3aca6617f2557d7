import Testing

@testable import Panning

@Suite("Tracking")
struct TrackingTests {
  static let long = PanGeometry(
    width: 400, leading: PanTray(width: 100, fullSwipe: true),
    trailing: PanTray(width: 100, fullSwipe: true))

  /// f of the specification, written out again.
  func band(_ pull: Double, _ room: Double) -> Double { (1 - 1 / (0.55 * pull / room + 1)) * room }

  @Test func oneToOneWithinTheTray() {
    for side in PanSide.allCases {
      var rig = Rig()
      rig.press()
      rig.drag(by: side.sign, slop: true)
      for distance in 2...100 {
        rig.drag(by: side.sign)
        #expect(rig.offset() == side.sign * Double(distance))
      }
    }
  }

  @Test func rubberBandPastTheTray() {
    var rig = Rig()
    rig.press()
    rig.drag(by: -150, slop: true)
    #expect(abs(rig.offset() + 100 + band(50, 300)) < 1e-9)
    rig.drag(by: -10_000)
    #expect(rig.offset() > -400)
    rig.drag(by: 10_000)
    #expect(abs(rig.offset() + 100 + band(50, 300)) < 1e-9)
  }

  @Test func theBandIsMonotone() {
    var rig = Rig()
    rig.press()
    rig.drag(by: 1, slop: true)
    for _ in 0..<500 {
      let before = rig.offset()
      rig.drag(by: 7)
      #expect(rig.offset() > before)
      #expect(rig.offset() < 400)
    }
  }

  @Test func fromAnOpenRowPastZeroIsRubberBand() {
    var rig = Rig()
    rig.open(0, .trailing)
    rig.press()
    rig.drag(by: 160, slop: true)
    #expect(abs(rig.offset() - band(60, 400)) < 1e-9)
  }

  @Test func aClosedRowShowsEitherTrayInOneGesture() {
    var rig = Rig()
    rig.press()
    rig.drag(by: 40, slop: true)
    rig.drag(by: -100)
    #expect(rig.offset() == -60)
  }

  @Test func aLongSwipeSideHasNoBand() {
    var rig = Rig()
    rig.press(0, Self.long)
    rig.drag(by: -350, slop: true)
    #expect(rig.offset() == -350)
    rig.drag(by: -100)
    #expect(rig.offset() == -400)
  }

  @Test func trackingWorksWithAnimationsOff() {
    var rig = Rig()
    rig.engine.animates = false
    rig.press()
    rig.drag(by: -30, slop: true)
    #expect(rig.offset() == -30)
  }

  @Test func aTrayLeavesThatMuchOfTheFront() {
    let geometry = PanGeometry(
      width: 200, leading: PanTray(), trailing: PanTray(width: 180))
    var rig = Rig()
    rig.open(0, .trailing, geometry)
    #expect(rig.offset() == -104)
  }

  // MARK: Interruption

  @Test func aPressStopsAMovingFrontWhereItIsShown() {
    var rig = Rig()
    rig.pan(by: -80)
    rig.run(0.05)
    let shown = rig.offset()
    #expect(shown < -80 && shown > -100)
    rig.changes.removeAll()
    rig.press(after: 0.005)
    #expect(!rig.engine.isMoving)
    rig.run(0.3)
    #expect(rig.offset() == shown)
    rig.drag(by: 9)
    #expect(rig.offset() == shown)
    rig.drag(by: 4)
    #expect(rig.offset() == shown + 4)
    #expect(rig.events.isEmpty)
  }

  @Test func releasedWithoutAPanTheSettleResumesAndTheClickIsSwallowed() {
    var rig = Rig()
    rig.pan(by: -80)
    rig.run(0.05)
    rig.press()
    #expect(rig.lift() == true)
    #expect(rig.engine.isMoving)
    rig.run(1)
    #expect(rig.offset() == -100)
    #expect(rig.events == ["willOpen 0 trailing", "didOpen 0 trailing"])
  }

  @Test func aFrontCaughtInTheBandContinuesFromThere() {
    var rig = Rig()
    rig.pan(by: -150)
    rig.run(1.0 / 60)
    let shown = rig.offset()
    #expect(shown < -100)
    rig.press()
    rig.drag(by: -10)
    rig.drag(by: -0.001)
    #expect(abs(rig.offset() - shown) < 0.01)
  }

  // MARK: Long swipe

  @Test func armsAndDisarms() {
    // max(100 + 48, min(240, 340)) = 240; disarmed at 232.
    var rig = Rig()
    rig.press(0, Self.long)
    rig.drag(by: -240, slop: true)
    #expect(rig.events.isEmpty)
    rig.drag(by: -1)
    #expect(rig.events == ["armed 0 trailing"])
    rig.drag(by: 9)
    #expect(rig.events == ["armed 0 trailing"])
    rig.drag(by: 1)
    #expect(rig.events == ["armed 0 trailing", "disarmed 0 trailing"])
    rig.drag(by: -5)
    #expect(rig.events.count == 2)
  }

  @Test(arguments: [
    // width, tray, point
    (400.0, 100.0, 240.0), (1000, 100, 340), (300, 204, 252), (320, 200, 248),
  ])
  func theArmingPoint(_ width: Double, _ tray: Double, _ point: Double) {
    let geometry = PanGeometry(
      width: width, leading: PanTray(width: tray, fullSwipe: true), trailing: PanTray())
    var rig = Rig()
    rig.press(0, geometry)
    rig.drag(by: point, slop: true)
    #expect(rig.events.isEmpty)
    rig.drag(by: 0.5)
    #expect(rig.events == ["armed 0 leading"])
  }

  @Test func releasedArmedItCommitsAndFliesOut() {
    var rig = Rig()
    rig.press(0, Self.long)
    rig.drag(by: -300, slop: true)
    rig.lift(velocity: 2000)
    #expect(rig.events == ["armed 0 trailing", "committed 0 trailing"])
    rig.run(1)
    #expect(rig.offset() == -400)
    #expect(!rig.engine.isMoving)
    rig.press(0, Self.long)
    #expect(rig.engine.phase == .refused, "a row that has gone is not touched")
    rig.take(.restore(0))
    rig.run(1)
    #expect(rig.offset() == 0)
    #expect(rig.events.count == 2)
  }

  @Test func velocityAloneDoesNotArm() {
    var rig = Rig()
    rig.press(0, Self.long)
    rig.drag(by: -230, slop: true)
    rig.lift(velocity: -100_000)
    rig.run(1)
    #expect(rig.events == ["willOpen 0 trailing", "didOpen 0 trailing"])
    #expect(rig.offset() == -100)
  }

  /// Long swipes to which a velocity adds what a tenth of a second of it moves.
  static let flinging: PanStyle = {
    var style = PanStyle.standard
    style.fullSwipe?.projection = 0.1
    return style
  }()

  // The point is 240 px, a fling counts from 20 px on.
  @Test(arguments: [
    (40.0, 2001.0, true), (40, 2000, false), (40, -100_000, false), (20, 100_000, true),
    (19, 100_000, false), (239, 11, true), (250, -100_000, true),
  ])
  func aStyleMayCommitByAFling(_ distance: Double, _ velocity: Double, _ commits: Bool) {
    for side in PanSide.allCases {
      var rig = Rig(Self.flinging)
      rig.press(0, Self.long)
      rig.drag(by: side.sign * distance, slop: true)
      rig.lift(velocity: side.sign * velocity)
      #expect(rig.events.contains("committed 0 \(side)") == commits)
      #expect(rig.events.first == "armed 0 \(side)" || !commits)
      rig.run(1)
      #expect((rig.offset() == side.sign * 400) == commits)
    }
  }

  @Test func aFlingCommitsOnlyWhereALongSwipeWould() {
    // A tray without one, and past 0 of a row that was open on the other side.
    var rig = Rig(Self.flinging)
    rig.pan(by: -60, velocity: -100_000)
    rig.run(1)
    #expect(rig.events == ["willOpen 0 trailing", "didOpen 0 trailing"])
    rig = Rig(Self.flinging)
    rig.open(0, .trailing, Self.long)
    rig.pan(by: 150, velocity: 100_000, Self.long)
    rig.run(1)
    #expect(rig.events == ["willClose 0 trailing", "didClose 0 trailing"])
  }

  @Test func acrossAnOpenRowsZeroNothingArms() {
    var rig = Rig()
    rig.open(0, .trailing, Self.long)
    rig.press(0, Self.long)
    rig.drag(by: 5000, slop: true)
    #expect(rig.events.isEmpty)
  }

  @Test func anArmedOpenRowClosesByItsAction() {
    var rig = Rig()
    rig.open(0, .trailing, Self.long)
    rig.press(0, Self.long)
    rig.drag(by: -200, slop: true)
    rig.lift()
    rig.run(1)
    #expect(
      rig.events == [
        "armed 0 trailing", "committed 0 trailing", "willClose 0 trailing", "didClose 0 trailing",
      ])
  }

  private static let reply = PanGeometry(
    width: 400, leading: PanTray(width: 100, actsOnRelease: true), trailing: PanTray(width: 100))

  @Test func aSideThatActsOnReleaseRunsWhenItsWholeTrayIsUncoveredAndComesHome() {
    var rig = Rig()
    rig.press(0, Self.reply)
    rig.drag(by: 98, slop: true)
    #expect(rig.events.isEmpty)
    rig.drag(by: 30)
    #expect(rig.events == ["armed 0 leading"])
    rig.lift()
    rig.run(1)
    #expect(rig.events == ["armed 0 leading", "committed 0 leading"])
    #expect(rig.offset(0) == 0)
  }

  @Test func lessThanItsTrayDoesNothingAndItNeverStaysOpenByHand() {
    var rig = Rig()
    rig.press(0, Self.reply)
    rig.drag(by: 90, slop: true)
    rig.lift()
    rig.run(1)
    #expect(rig.events.isEmpty)
    #expect(rig.offset(0) == 0)
    // By key or call it opens as any other, and closes by hand.
    rig.open(0, .leading, Self.reply)
    rig.run(1)
    #expect(rig.offset(0) == 100)
    rig.press(0, Self.reply)
    rig.drag(by: -80, slop: true)
    rig.lift()
    rig.run(1)
    #expect(rig.events.suffix(2) == ["willClose 0 leading", "didClose 0 leading"])
  }
}
