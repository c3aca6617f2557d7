import Testing

@testable import Panning

@Suite("One open row, closing reasons and events")
struct RowPolicyTests {
  @Test func startingToPanAnotherClosesTheOpenRowInTheSameGesture() {
    var rig = Rig()
    rig.open(0)
    rig.press(1)
    #expect(rig.events.isEmpty)
    rig.drag(by: -10)
    #expect(rig.events == ["willClose 0 trailing"])
    rig.drag(by: -60)
    rig.run(0.1)
    #expect(rig.offset(0) > -100 && rig.offset(0) < 0)
    #expect(rig.offset(1) == -60)
    rig.lift()
    rig.run(1)
    #expect(
      rig.events == [
        "willClose 0 trailing", "willOpen 1 trailing", "didClose 0 trailing", "didOpen 1 trailing",
      ])
    #expect(rig.engine.openRows == [1])
  }

  @Test func aRefusedPanClosesNothing() {
    var rig = Rig()
    rig.open(0)
    rig.press(1)
    rig.drag(by: 0, y: 20)
    #expect(rig.events.isEmpty)
  }

  @Test func severalIsAPolicy() {
    var style = PanStyle.standard
    style.opensSeveral = true
    var rig = Rig(style)
    for row in (0..<5).map({ RowHandle($0) }) {
      rig.pan(row, by: -80)
      rig.run(1)
    }
    #expect(rig.engine.openRows == [0, 1, 2, 3, 4])
  }

  @Test func openRowsAreInTheOrderOfTheirOpening() {
    var style = PanStyle.standard
    style.opensSeveral = true
    var rig = Rig(style)
    // Row 2 is known before the others, for its front moves.
    rig.take(.open(2, Rig.geometry, .leading))
    rig.take(.close(2))
    rig.take(.open(1, Rig.geometry, .leading))
    rig.take(.open(0, Rig.geometry, .leading))
    rig.take(.open(2, Rig.geometry, .leading))
    #expect(rig.engine.openRows == [1, 0, 2])
    rig.take(.open(1, Rig.geometry, .leading))
    #expect(rig.engine.openRows == [1, 0, 2], "it was open")
    rig.take(.open(1, Rig.geometry, .trailing))
    #expect(rig.engine.openRows == [0, 2, 1])
  }

  @Test func openingAnotherEndsThePanOnAnOpenRow() {
    var rig = Rig()
    rig.open(0)
    rig.press(0)
    rig.drag(by: 40, slop: true)
    rig.take(.open(1, Rig.geometry, .leading))
    #expect(rig.engine.phase == .refused)
    rig.drag(by: -40)
    rig.run(1)
    #expect(rig.offset(0) == 0)
    #expect(rig.engine.openRows == [1])
  }

  @Test func aTapOnTheOpenFrontClosesAndIsSwallowed() {
    var rig = Rig()
    rig.open(0)
    rig.press(0)
    #expect(rig.lift() == true)
    rig.run(1)
    #expect(rig.events == ["willClose 0 trailing", "didClose 0 trailing"])
  }

  @Test func aTapOnAnotherRowClosesAndIsNotSwallowed() {
    var rig = Rig()
    rig.open(0)
    rig.press(1)
    #expect(rig.lift() == false)
    #expect(rig.events == ["willClose 0 trailing"])
  }

  @Test func aPressOnTheTrayIsCancelledAndClosesNothing() {
    var rig = Rig()
    rig.open(0)
    rig.press(0)
    rig.take(.cancel, at: 1)
    rig.run(1)
    #expect(rig.changes.isEmpty)
    #expect(rig.engine.side(of: 0) == .trailing)
  }

  @Test func aPressElsewhereCloses() {
    var rig = Rig()
    rig.open(0)
    rig.take(.pressElsewhere, at: 1)
    #expect(rig.events == ["willClose 0 trailing"])
  }

  // MARK: Presses elsewhere that are swallowed

  /// In Ash Furrow's cell, and where the standard style swallows such presses.
  static let swallowing: [PanStyle] = {
    var style = PanStyle.standard
    style.swallowsOutsidePress = true
    return [style, .teehanLax]
  }()

  @Test(arguments: swallowing)
  func aSwallowedPressOnAnotherRowClosesAndDoesNothingElse(_ style: PanStyle) {
    var rig = Rig(style)
    rig.open(0)
    #expect(rig.take(.begin(1, Rig.geometry, .touch, x: 0, y: 0)) == true)
    #expect(rig.engine.side(of: 0) == nil, "at the press")
    #expect(rig.engine.phase == .refused)
    #expect(rig.engine.reason == .swallowed)
    rig.drag(by: -90, slop: true)
    #expect(rig.offset(1) == 0)
    #expect(rig.lift() == true, "no click follows")
    rig.run(1)
    #expect(rig.offset(0) == 0)
    #expect(rig.engine.openRows.isEmpty)
    // The next one is a press like any other.
    rig.press(1)
    #expect(rig.lift() == false)
    rig.pan(1, by: -150)
    #expect(rig.engine.openRows == [1])
  }

  @Test(arguments: swallowing)
  func aSwallowedPressElsewhereIsUsedUpOnlyByClosing(_ style: PanStyle) {
    var rig = Rig(style)
    #expect(rig.take(.pressElsewhere) == false)
    rig.open(0)
    #expect(rig.take(.pressElsewhere) == true)
    #expect(rig.engine.openRows.isEmpty)
    #expect(rig.take(.pressElsewhere) == false, "it is on its way")
    rig.run(1)
  }

  @Test(arguments: swallowing)
  func theOpenRowItselfIsNotDead(_ style: PanStyle) {
    var rig = Rig(style)
    rig.open(0)
    #expect(rig.take(.begin(0, Rig.geometry, .touch, x: 0, y: 0)) == false)
    #expect(rig.engine.phase == .pressed)
    rig.drag(by: 90, slop: true)
    #expect(rig.offset() == -10)
    // A second press while it is panned is ignored, and a press elsewhere closes nothing.
    #expect(rig.take(.begin(1, Rig.geometry, .touch, x: 0, y: 0)) == false)
    #expect(rig.take(.pressElsewhere) == false)
    #expect(rig.engine.trackedRow == 0)
    rig.lift()
    rig.run(1)
    #expect(rig.offset() == 0)
  }

  @Test func whatNoPressClosesSwallowsNone() {
    var style = Self.swallowing[0]
    style.closes.remove(.outside)
    var rig = Rig(style)
    rig.open(0)
    rig.press(1)
    #expect(rig.engine.phase == .pressed)
    #expect(rig.lift() == false)
    #expect(rig.take(.pressElsewhere) == false)
    #expect(rig.engine.openRows == [0])
  }

  @Test func aPressElsewhereThatActsIsNotUsedUp() {
    var rig = Rig()
    rig.open(0)
    #expect(rig.take(.pressElsewhere) == false)
  }

  // MARK: Another width

  @Test func anotherWidthMayClose() {
    var style = PanStyle.standard
    style.closes.insert(.resize)
    var rig = Rig(style)
    rig.open(0)
    var other = Rig.geometry
    other.trailing.width = 140
    rig.take(.resize(0, other))
    #expect(rig.offset() == -140, "of the tray: it stays open")
    other.width = 300
    rig.take(.resize(0, other))
    #expect(rig.events == ["willClose 0 trailing"])
    #expect(rig.offset() == -140)
    other.width = 310
    rig.run(0.05)
    rig.take(.resize(0, other))
    rig.run(1)
    #expect(rig.events == ["willClose 0 trailing", "didClose 0 trailing"])
    #expect(rig.offset() == 0)
  }

  @Test func anotherWidthEndsThePanOfAnOpenRowAndOfNoOther() {
    var style = PanStyle.standard
    style.closes.insert(.resize)
    var other = Rig.geometry
    other.width = 300
    for isOpen in [false, true] {
      var rig = Rig(style)
      if isOpen { rig.open(0) }
      rig.press(0)
      rig.drag(by: isOpen ? 20 : -80, slop: true)
      rig.take(.resize(0, other))
      #expect((rig.engine.phase == .tracking) != isOpen)
      rig.lift()
      rig.run(1)
      #expect(rig.offset() == (isOpen ? 0 : -100))
    }
  }

  @Test func rotationClosesTheSeedsThatSaySo() {
    var other = Rig.geometry
    other.width = 300
    for style in [PanStyle.bmx, .teehanLax, .sparrowlike, .standard] {
      var rig = Rig(style)
      rig.open(0)
      rig.take(.resize(0, other))
      #expect((rig.engine.side(of: 0) == nil) == (style == .bmx || style == .teehanLax))
    }
  }

  // MARK: Reports on the way

  @Test func passingIsReportedWhileTracking() {
    var rig = Rig(.teehanLax)
    rig.press()
    rig.drag(by: -99, slop: true)
    #expect(rig.events.isEmpty)
    rig.drag(by: -1)
    #expect(rig.events == ["didOpen 0 trailing"])
    rig.drag(by: -50)
    rig.drag(by: 80)
    rig.drag(by: -80)
    #expect(rig.events.count == 1, "until it has been at 0")
    rig.drag(by: 200)
    #expect(rig.events == ["didOpen 0 trailing", "didClose 0 trailing"])
    rig.drag(by: -160)
    rig.lift()
    rig.run(1)
    #expect(rig.events.count == 3, "told before the release, which opens")
    rig.take(.close(0))
    #expect(rig.events.count == 3)
    rig.run(1)
    #expect(rig.events.suffix(2) == ["didOpen 0 trailing", "didClose 0 trailing"])
  }

  @Test func passingIsReportedThoughTheReleaseCloses() {
    // Exactly the tray is announced, and not enough.
    var rig = Rig(.teehanLax)
    rig.pan(by: -100)
    #expect(rig.events == ["didOpen 0 trailing"])
    rig.run(1)
    #expect(rig.events == ["didOpen 0 trailing", "didClose 0 trailing"])
    rig.pan(by: -99)
    rig.run(1)
    #expect(rig.events.count == 2)
  }

  @Test func passingTellsOfNoTrayThatDoesNotShow() {
    var style = PanStyle.standard
    style.reporting = .passing
    var rig = Rig(style)
    rig.open(0, .trailing)
    rig.press()
    // Past 0 from an open row the other tray does not show, however far the band goes.
    rig.drag(by: 700, slop: true)
    #expect(rig.offset() > 100)
    #expect(rig.events == ["didClose 0 trailing"])
    rig.take(.cancel)
    rig.run(1)
    #expect(rig.events == ["didClose 0 trailing", "didOpen 0 trailing"])
    rig.take(.flyOut(1, Rig.geometry, from: .leading))
    rig.run(1)
    #expect(rig.events.count == 2, "nor of a row that leaves")
  }

  @Test func scrollingMoreThanEightPixelsCloses() {
    var rig = Rig()
    rig.open(0)
    rig.take(.scroll(by: 8), at: 1)
    #expect(rig.events.isEmpty)
    rig.take(.scroll(by: 0.5), at: 1)
    #expect(rig.events == ["willClose 0 trailing"])
    // It counts from the opening.
    rig.open(1)
    rig.take(.scroll(by: -8), at: 2)
    #expect(rig.engine.side(of: 1) == .trailing)
  }

  @Test func scrollingToAndFroAddsUpToNothing() {
    var rig = Rig()
    rig.open(0)
    for step in 0..<40 { rig.take(.scroll(by: step.isMultiple(of: 2) ? 1 : -1)) }
    #expect(rig.engine.side(of: 0) == .trailing)
    for _ in 0..<9 { rig.take(.scroll(by: -1)) }
    #expect(rig.engine.side(of: 0) == nil)
  }

  @Test func scrollingBeforeARowOpenedAgainDoesNotCount() {
    var rig = Rig()
    rig.open(0)
    rig.take(.scroll(by: 6))
    rig.take(.close(0))
    rig.run(0.05)
    rig.take(.open(0, Rig.geometry, .trailing))
    rig.take(.scroll(by: 6))
    #expect(rig.engine.side(of: 0) == .trailing)
  }

  @Test func eachRowCountsTheScrollingSinceItOpened() {
    var style = PanStyle.standard
    style.opensSeveral = true
    var rig = Rig(style)
    rig.open(0)
    rig.take(.scroll(by: 6))
    rig.open(1)
    rig.take(.scroll(by: 3))
    #expect(rig.engine.openRows == [1])
  }

  @Test func closingReasonsArePolicies() {
    var style = PanStyle.standard
    style.closes = []
    var rig = Rig(style)
    rig.open(0)
    rig.press(0)
    #expect(rig.lift() == false)
    rig.press(1)
    rig.lift()
    rig.take(.pressElsewhere, at: 1)
    rig.take(.scroll(by: 100), at: 1)
    #expect(rig.changes.isEmpty)
  }

  @Test func leavingTheScreenIsAPolicy() {
    var style = PanStyle.standard
    var rig = Rig(style)
    rig.open(0)
    rig.take(.leaveScreen(0), at: 1)
    #expect(rig.engine.side(of: 0) == .trailing)
    style.closes.insert(.offscreen)
    rig = Rig(style)
    rig.open(0)
    rig.take(.leaveScreen(0), at: 1)
    #expect(rig.offset() == 0)
    #expect(rig.events == ["willClose 0 trailing", "didClose 0 trailing"])
  }

  @Test func openAndCloseByCallReportLikeGestures() {
    var rig = Rig()
    rig.take(.open(0, Rig.geometry, .leading), at: 0)
    #expect(rig.events == ["willOpen 0 leading"])
    #expect(rig.engine.side(of: 0) == .leading)
    rig.run(1)
    #expect(rig.offset() == 100)
    rig.take(.close(nil))
    #expect(rig.engine.side(of: 0) == nil)
    rig.run(1)
    #expect(
      rig.events == [
        "willOpen 0 leading", "didOpen 0 leading", "willClose 0 leading", "didClose 0 leading",
      ])
    #expect(!rig.engine.isMoving)
  }

  @Test func notAnimatedMeansAtOnce() {
    var rig = Rig()
    rig.take(.open(0, Rig.geometry, .leading, animated: false), at: 0)
    #expect(
      rig.changes == [
        .event(.willOpen, 0, .leading), .offset(0, 100), .event(.didOpen, 0, .leading),
      ])
    rig.take(.close(0, animated: false), at: 0)
    #expect(rig.offset() == 0)
    #expect(rig.events.suffix(2) == ["willClose 0 leading", "didClose 0 leading"])
  }

  @Test func askingTwiceReportsOnce() {
    var rig = Rig()
    for _ in 0..<2 {
      rig.take(.open(0, Rig.geometry, .leading), at: 0)
    }
    rig.run(0.1)
    let shown = rig.offset()
    rig.take(.open(0, Rig.geometry, .leading))
    rig.run(1.0 / 60)
    #expect(rig.offset() > shown, "the motion goes on")
    #expect(rig.events == ["willOpen 0 leading"])
  }

  @Test func theOtherSideOpensWithItsOwnEvents() {
    var rig = Rig()
    rig.open(0, .trailing)
    rig.take(.open(0, Rig.geometry, .leading), at: 0)
    rig.run(1)
    #expect(
      rig.events == ["willClose 0 trailing", "willOpen 0 leading", "didOpen 0 leading"])
  }

  @Test func aSideWithoutActionsDoesNotOpen() {
    var rig = Rig()
    let geometry = PanGeometry(width: 400, leading: PanTray(), trailing: PanTray(width: 100))
    rig.take(.open(0, geometry, .leading), at: 0)
    #expect(rig.changes.isEmpty)
  }

  @Test func aWillIsSuperseded() {
    var rig = Rig()
    rig.pan(by: -80)
    rig.run(0.05)
    rig.pan(by: 70)
    rig.run(0.05)
    rig.pan(by: -80)
    rig.run(1)
    #expect(
      rig.events == [
        "willOpen 0 trailing", "willClose 0 trailing", "willOpen 0 trailing", "didOpen 0 trailing",
      ])
  }

  @Test func aPanThatChangesNothingReportsNothing() {
    var rig = Rig()
    rig.pan(by: -20)
    rig.run(1)
    rig.open(0)
    rig.pan(by: 20)
    rig.run(1)
    #expect(rig.events.isEmpty)
  }

  // MARK: Swipes

  @Test func aSwipeOpensAndSwipesBackCloses() {
    var rig = Rig()
    rig.take(.swipe(0, Rig.geometry, toward: .trailing), at: 0)
    rig.run(1)
    #expect(rig.offset() == -100)
    rig.take(.swipe(0, Rig.geometry, toward: .trailing))
    #expect(rig.engine.side(of: 0) == .trailing)
    rig.take(.swipe(0, Rig.geometry, toward: .leading))
    rig.run(1)
    #expect(rig.offset() == 0)
  }

  // MARK: The model and the window

  @Test func aRemovedOpenRowReportsThatItClosed() {
    var rig = Rig()
    rig.open(0)
    rig.take(.remove(0), at: 1)
    #expect(rig.events == ["willClose 0 trailing", "didClose 0 trailing"])
    #expect(rig.offset() == 0)
    #expect(rig.engine.openRows.isEmpty)
  }

  @Test func aMovingRowIsRemoved() {
    var rig = Rig()
    rig.open(0)
    rig.take(.close(0))
    rig.run(0.05)
    rig.take(.remove(0))
    #expect(rig.events == ["willClose 0 trailing", "didClose 0 trailing"])
    #expect(!rig.engine.isMoving)
  }

  @Test func aTrackedRowIsRemoved() {
    var rig = Rig()
    rig.press()
    rig.drag(by: -50, slop: true)
    rig.take(.remove(0))
    #expect(rig.events.isEmpty)
    rig.drag(by: -50)
    #expect(rig.offset() == 0)
    #expect(rig.lift() == false)
    #expect(rig.engine.trackedRow == nil)
  }

  @Test func aRemovedRowThatFlewOutIsForgotten() {
    var rig = Rig()
    rig.pan(by: -300, TrackingTests.long)
    rig.run(0.05)
    rig.changes.removeAll()
    rig.take(.remove(0))
    #expect(rig.changes == [.offset(0, 0)])
    #expect(rig.engine.rows.isEmpty)
    // Its name may come back.
    rig.press(0, TrackingTests.long)
    #expect(rig.engine.phase == .pressed)
  }

  @Test func removingAnEarlierRowKeepsTheTrackedOne() {
    var style = PanStyle.standard
    style.opensSeveral = true
    var rig = Rig(style)
    rig.open(0)
    rig.press(1)
    rig.drag(by: -50, slop: true)
    rig.take(.remove(0))
    rig.drag(by: -10)
    #expect(rig.engine.trackedRow == 1)
    #expect(rig.offset(1) == -60)
  }

  @Test func resizingKeepsItOpenAtTheNewWidth() {
    var rig = Rig()
    rig.open(0)
    var wider = Rig.geometry
    wider.trailing = PanTray(width: 140)
    rig.take(.resize(0, wider), at: 1)
    #expect(rig.changes == [.offset(0, -140)])
    wider.trailing = PanTray()
    rig.take(.resize(0, wider), at: 1)
    #expect(rig.offset() == 0)
    #expect(rig.events == ["willClose 0 trailing", "didClose 0 trailing"])
  }

  @Test func resizingWhileOpeningGoesToTheNewWidth() {
    var rig = Rig()
    rig.pan(by: -80)
    rig.run(0.05)
    var wider = Rig.geometry
    wider.trailing = PanTray(width: 140)
    rig.take(.resize(0, wider))
    rig.run(1)
    #expect(rig.offset() == -140)
    #expect(rig.events == ["willOpen 0 trailing", "didOpen 0 trailing"])
  }

  @Test func aPressWithAnotherWidthResizesToo() {
    var wider = Rig.geometry
    wider.trailing = PanTray(width: 140)
    var rig = Rig()
    rig.open(0)
    rig.press(0, wider)
    #expect(rig.changes == [.offset(0, -140)])
    rig.take(.resize(0, wider))
    #expect(rig.changes == [.offset(0, -140)], "the press has done it")
    rig.take(.cancel)
    rig.run(1)
    #expect(rig.offset() == -140)

    rig = Rig()
    rig.pan(by: -80)
    rig.run(0.05)
    rig.press(0, wider)
    rig.lift()
    rig.run(1)
    #expect(rig.offset() == -140)
  }

  @Test func aPressOnARowWhoseTrayIsGoneClosesIt() {
    var rig = Rig()
    rig.open(0)
    rig.press(0, PanGeometry(width: 400, leading: PanTray(), trailing: PanTray()))
    #expect(rig.events == ["willClose 0 trailing", "didClose 0 trailing"])
    #expect(rig.engine.phase == .pressed)
    #expect(rig.lift() == false)
  }

  @Test func aRowOnItsWayOutIsSentOutOnceAndComesBackFromThere() {
    var rig = Rig()
    rig.take(.flyOut(0, Rig.geometry, from: .trailing))
    rig.run(0.05)
    let offset = rig.offset()
    #expect(offset < 0 && offset > -400)
    rig.take(.flyOut(0, Rig.geometry, from: .leading))
    rig.run(1.0 / 60)
    #expect(rig.offset() < offset)
    rig.take(.restore(0))
    #expect(!rig.engine.isOut(0))
    rig.run(1)
    #expect(rig.offset() == 0)
    #expect(rig.events.isEmpty)
  }

  @Test func aRowThatIsOutDoesNotOpen() {
    for pause in [0.05, 1] {
      var rig = Rig()
      rig.open(1)
      rig.take(.flyOut(0, Rig.geometry, from: .trailing))
      rig.run(pause)
      rig.take(.open(0, Rig.geometry, .leading))
      rig.take(.open(0, Rig.geometry, .trailing, animated: false))
      rig.run(1)
      #expect(rig.offset() == -400)
      #expect(rig.events.isEmpty)
      #expect(rig.engine.openRows == [1], "what is open stays open")
    }
  }

  @Test func aRowThatIsOutStaysOutOfAnotherWidth() {
    var rig = Rig()
    rig.take(.flyOut(0, Rig.geometry, from: .trailing))
    rig.run(0.05)
    var wider = Rig.geometry
    wider.width = 500
    rig.take(.resize(0, wider))
    rig.run(1)
    #expect(rig.offset() == -500)
    wider.width = 600
    rig.press(0, wider)
    #expect(rig.offset() == -600)
    #expect(rig.engine.isOut(0))
  }
}
