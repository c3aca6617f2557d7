import Testing

@testable import Panning

/// The motion of the seeds' styles: what recorded traces, which look at targets, do not show.
@Suite("Styles of the seeds")
struct SeedStyleTests {
  /// Buttons of 80 and 90 px on the right of a row of 320 px.
  static let buttons = PanGeometry(
    width: 320, leading: PanTray(),
    trailing: PanTray(width: 170, outermost: 80, innermost: 90), pixel: 0)
  /// A front that leaves wholly.
  static let whole = PanGeometry(
    width: 320, leading: PanTray(width: 320), trailing: PanTray(width: 320), pixel: 0)

  /// Where a row stands `seconds` after a call.
  func offset(
    _ style: PanStyle, _ geometry: PanGeometry, from: PanSide? = nil, after seconds: Double,
    _ call: (inout Rig) -> Void
  ) -> Double {
    var rig = Rig(style)
    if let from { rig.open(0, from, geometry) }
    call(&rig)
    rig.take(.frame, at: rig.time + seconds)
    return rig.offset()
  }

  func close(_ rig: inout Rig) { rig.take(.close(0)) }

  func open(_ rig: inout Rig) {
    rig.take(.open(0, Self.buttons, .trailing))
  }

  func swipe(_ side: PanSide) -> (inout Rig) -> Void {
    { $0.take(.swipe(0, Self.whole, toward: side)) }
  }

  @Test func sparrowlikeEasesOutInThirtyFiveHundredths() {
    #expect(abs(offset(.sparrowlike, Self.buttons, after: 0.175, open) + 170 * 0.684_643) < 0.001)
    #expect(offset(.sparrowlike, Self.buttons, after: 0.349, open) > -170)
    #expect(offset(.sparrowlike, Self.buttons, after: 0.351, open) == -170)
  }

  @Test func sparrowlikeOpensByAFlingFromZero() {
    let geometry = PanGeometry(
      width: 320, leading: PanTray(), trailing: PanTray(width: 300), pixel: 0)
    for (velocity, rest) in [(-857.0, 0.0), (-858, -300)] {
      let offset = offset(.sparrowlike, geometry, after: 1) { rig in
        rig.press(0, geometry)
        rig.drag(by: -10)
        rig.drag(by: 10)
        rig.lift(velocity: velocity)
      }
      #expect(offset == rest)
    }
  }

  @Test func swipeableCellBouncesByTwentyBothWays() {
    #expect(abs(offset(.swipeableCell, Self.buttons, after: 0.1, open) + 190) < 0.001)
    #expect(offset(.swipeableCell, Self.buttons, after: 0.201, open) == -170)
    let closing = offset(.swipeableCell, Self.buttons, from: .trailing, after: 0.1, close)
    #expect(abs(closing - 20) < 0.001)
    #expect(offset(.swipeableCell, Self.buttons, from: .trailing, after: 0.201, close) == 0)
  }

  @Test func swipeableCellOpensEarlierThanItStaysOpen() {
    // From half of the outermost button; with all but half of the innermost.
    #expect(
      offset(.swipeableCell, Self.buttons, after: 1) { $0.pan(by: -40, Self.buttons) } == -170)
    for (distance, rest) in [(44.0, -170.0), (46, 0)] {
      let offset = offset(.swipeableCell, Self.buttons, from: .trailing, after: 1) {
        $0.pan(by: distance, Self.buttons)
      }
      #expect(offset == rest)
    }
  }

  @Test func dnsSpringsOverByATenthOfTheWay() {
    // exp(-pi 0.6 / sqrt(1 - 0.36)) = 9.48 % of the way, at the first turn.
    var rig = Rig(.dnsSwipeableCell)
    open(&rig)
    for _ in 0..<400 {
      rig.time += 0.001
      rig.take(.frame)
    }
    let furthest = rig.offsets.min() ?? 0
    #expect(abs(furthest + 170 * 1.0948) < 0.01)
    #expect(rig.offset() == -170)
    rig.changes.removeAll()
    close(&rig)
    for _ in 0..<400 {
      rig.time += 0.001
      rig.take(.frame)
    }
    #expect((rig.offsets.max() ?? 0) > 15, "it closes through 0")
    #expect(rig.offset() == 0)
  }

  @Test func sideSwipeComesHomeOverFiveAndTen() {
    for side in PanSide.allCases {
      let at = { offset(.sideSwipe, Self.whole, from: side, after: $0, close) * side.sign }
      #expect(abs(at(0.2) - 5) < 0.001)
      #expect(abs(at(0.4) - 10) < 0.001)
      #expect(abs(at(0.5) - 5) < 0.001)
      #expect(at(0.61) == 0)
      #expect(offset(.sideSwipe, Self.whole, from: side, after: 1, swipe(side)) == 0)
      #expect(offset(.sideSwipe, Self.whole, from: side, after: 1, swipe(side.opposite)) == 0)
    }
  }

  @Test func slidingCellComesHomeOverTwenty() {
    let at = { offset(.slidingCell, Self.whole, from: .leading, after: $0, close) }
    #expect(abs(at(0.1)) < 0.001)
    #expect(abs(at(0.2) - 20) < 0.001)
    #expect(at(0.31) == 0)
    #expect(offset(.slidingCell, Self.whole, from: .leading, after: 1, swipe(.leading)) == 320)
    #expect(offset(.slidingCell, Self.whole, from: .leading, after: 1, swipe(.trailing)) == 0)
  }

  @Test func swipesAreRecognisedOnRealInputToo() {
    for style in [PanStyle.swipeDetection, .sideSwipe, .slidingCell] {
      var rig = Rig(style)
      rig.press(0, Self.whole)
      rig.drag(by: 39)
      #expect(rig.engine.phase == .pressed)
      rig.drag(by: 1, y: 39)
      #expect(rig.engine.phase == .tracking)
      #expect(rig.engine.side(of: 0) == .leading)
      #expect(rig.lift() == true)
      rig.run(1)
      #expect(rig.offset() == 320)
    }
  }

  @Test func aSwipeThatTakesTooLongIsRefused() {
    var rig = Rig(.swipeDetection)
    rig.press(0, Self.whole)
    rig.drag(by: 20, after: 0.6)
    rig.drag(by: 30, after: 0.1)
    #expect(rig.engine.phase == .refused)
  }

  @Test func whatATouchpadScrollsIsRefusedAtOnceAndWhatATouchDoesIsNot() {
    for style in [PanStyle.swipeDetection, .sideSwipe, .slidingCell] {
      for (device, phase) in [(PanDevice.touchpad, PanPhase.refused), (.touch, .pressed)] {
        for (dx, dy) in [(0.0, 14.0), (-3.2, 2.8), (-5, -5)] {
          var rig = Rig(style)
          rig.press(device: device)
          rig.drag(by: dx, y: dy)
          #expect(rig.engine.phase == phase, "\(dx) \(dy)")
        }
      }
      var rig = Rig(style)
      rig.press(0, Self.whole, device: .touchpad)
      for y in [2.0, -9, 20] { rig.drag(by: -12, y: y) }
      #expect(rig.engine.phase == .pressed)
      rig.drag(by: -12, y: 39)
      #expect(rig.engine.phase == .tracking)
    }
  }

  @Test func aToggledRowOpensWhicheverTrayThereIs() {
    var rig = Rig(.swipeDetection)
    rig.press(0, Self.buttons)
    rig.drag(by: 50)
    #expect(rig.engine.side(of: 0) == .trailing)
    rig.take(.leaveScreen(0))
    #expect(rig.offset() == 0)
    #expect(rig.events == ["didOpen 0 trailing"])
  }

  @Test func bmxFollowsWithoutABoundAndTeehanLaxOpensOnlyPastItsTray() {
    var rig = Rig(.bmx)
    rig.press(0, Self.buttons)
    rig.drag(by: -250, slop: true)
    #expect(rig.offset() == -250)
    rig.drag(by: 300)
    #expect(rig.offset() == 0)
    #expect(offset(.teehanLax, Self.buttons, after: 1) { $0.pan(by: -170, Self.buttons) } == 0)
    #expect(offset(.teehanLax, Self.buttons, after: 1) { $0.pan(by: -171, Self.buttons) } == -170)
  }

  @Test func bmxRoundsItsActivationUp() {
    let style = PanStyle.bmx(activation: 30.5)
    #expect(offset(style, Self.buttons, after: 1) { $0.pan(by: -30.75, Self.buttons) } == 0)
    #expect(offset(style, Self.buttons, after: 1) { $0.pan(by: -31, Self.buttons) } == -170)
  }

  @Test func sparrowlikeMayCloseOnScrolling() {
    var style = PanStyle.sparrowlike
    for closes in [false, true] {
      if closes { style.closes.insert(.scroll) }
      var rig = Rig(style)
      rig.open(0, .trailing, Self.buttons)
      rig.take(.scroll(by: 9), at: 1)
      #expect(rig.engine.side(of: 0) == (closes ? nil : .trailing))
    }
  }

  @Test func dnsPassesOverMotionAcrossTheRow() {
    var rig = Rig(.dnsSwipeableCell)
    rig.press(0, Self.buttons)
    rig.drag(by: -10)
    rig.drag(by: -10, y: 40)
    #expect(rig.offset() == 0)
    // What was passed over is not subtracted.
    rig.drag(by: -10, y: 41)
    #expect(rig.offset() == -20)
    rig.take(.move(x: -60, y: 41, velocity: -200, crossVelocity: 200))
    #expect(rig.offset() == -20)
    rig.take(.move(x: -60, y: 41, velocity: -201, crossVelocity: 200))
    #expect(rig.offset() == -50)
  }

  @Test func everySeedReportsByItsPolicy() {
    for style in [PanStyle.swipeableCell, .dnsSwipeableCell] {
      var rig = Rig(style)
      rig.pan(by: -5, Self.buttons)
      #expect(rig.events == ["didClose 0 trailing"])
      rig.pan(by: -100, Self.buttons)
      rig.take(.close(0))
      #expect(rig.events == ["didClose 0 trailing", "didOpen 0 trailing"])
    }
  }
}
