import Testing

@testable import Panning

@Suite("Settle")
struct SettleTests {
  @Test func theClosedFormSolvesTheSprings() {
    // Compared with the equation of motion, stepped finely.
    for ratio in [0.3, 0.6, 0.9, 1.0] {
      var spring = PanSpring()
      spring.dampingRatio = ratio
      let frequency = 2 * Double.pi / spring.response
      var distance = 70.0
      var velocity = -300.0
      let step = 1e-6
      for index in 0..<300_000 {
        if index % 50_000 == 0 {
          let state = spring.state(start: 70, velocity: -300, time: Double(index) * step)
          #expect(abs(state.distance - distance) < 0.01)
          #expect(abs(state.velocity - velocity) < 0.5)
        }
        velocity +=
          step * (-frequency * frequency * distance - 2 * ratio * frequency * velocity)
        distance += step * velocity
      }
    }
  }

  @Test func startsWithTheReleaseVelocity() {
    var rig = Rig()
    rig.pan(by: -60, velocity: -400)
    let before = rig.offset()
    rig.time += 0.0001
    rig.take(.frame)
    #expect(abs((rig.offset() - before) / 0.0001 + 400) < 20)
  }

  @Test func startsWithItInTheBandToo() {
    var rig = Rig()
    rig.pan(by: -200, velocity: -400)
    let before = rig.offset()
    rig.time += 0.0001
    rig.take(.frame)
    #expect(abs((rig.offset() - before) / 0.0001 + 400) < 20)
  }

  @Test func overshootsInTheBandAndReturns() {
    var rig = Rig()
    rig.pan(by: -90, velocity: -3000)
    rig.run(1)
    #expect(rig.offsets.contains { $0 < -110 })
    #expect(rig.offsets.allSatisfy { $0 > -200 })
    #expect(rig.offset() == -100)
  }

  @Test func closingEndsAtZero() {
    var rig = Rig()
    rig.open()
    rig.pan(by: 60, velocity: 5000)
    rig.run(1)
    #expect(rig.offsets.allSatisfy { $0 <= 0 })
    #expect(rig.offset() == 0)
  }

  @Test func endsWithinTheLimit() {
    for velocity in [-1e6, -3000, 0, 3000, 1e6] {
      for distance in [-99.0, -60, -40, -1] {
        var rig = Rig()
        rig.pan(by: distance, velocity: velocity)
        rig.time += 0.801
        rig.take(.frame)
        #expect(!rig.engine.isMoving)
        #expect([0, -100].contains(rig.offset()))
      }
    }
  }

  @Test func aSlowSpringEndsAtItsLimit() {
    var spring = PanSpring()
    spring.response = 1.5
    spring.limit = 0.3
    var style = PanStyle.standard
    style.opening = .spring(spring)
    var rig = Rig(style)
    rig.take(.open(0, Rig.geometry, .trailing))
    rig.take(.frame, at: 0.299)
    #expect(rig.offset() > -80)
    rig.take(.frame, at: 0.301)
    #expect(rig.offset() == -100)
  }

  @Test func anOpeningNeverShowsTheOtherTray() {
    let geometry = PanGeometry(
      width: 400, leading: PanTray(width: 40), trailing: PanTray(width: 40))
    var rig = Rig()
    rig.open(0, .trailing, geometry)
    rig.pan(by: 4, velocity: 5000, geometry)
    rig.run(1)
    #expect(rig.offset() == -40)
    #expect(rig.offsets.allSatisfy { $0 <= 0 })
  }

  @Test func restsOnADevicePixel() {
    let geometry = PanGeometry(
      width: 400, leading: PanTray(), trailing: PanTray(width: 100.3), pixel: 0.5)
    var rig = Rig()
    rig.pan(by: -80, geometry)
    rig.run(1)
    #expect(rig.offset() == -100.5)
  }

  @Test func withAnimationsOffItEndsAtOnce() {
    var rig = Rig()
    rig.engine.animates = false
    rig.pan(by: -80)
    #expect(rig.offset() == -100)
    #expect(rig.events == ["willOpen 0 trailing", "didOpen 0 trailing"])
    #expect(!rig.engine.isMoving)
  }

  @Test func switchingAnimationsOffEndsWhatMoves() {
    var rig = Rig()
    rig.pan(by: -80)
    rig.engine.animates = false
    rig.run(1.0 / 60)
    #expect(rig.offset() == -100)
  }

  @Test func theCurvesAreCoreAnimations() {
    for curve in [PanCurve.linear, .easeOut, .easeInOut] {
      #expect(curve.value(at: 0) < 1e-9)
      #expect(curve.value(at: 1) > 1 - 1e-9)
    }
    // Values of the two Bézier curves at a tenth, half and nine tenths, from their equations.
    let easeOut = [(0.1, 0.160_572), (0.5, 0.684_643), (0.9, 0.982_973)]
    for (share, value) in easeOut {
      #expect(abs(PanCurve.easeOut.value(at: share) - value) < 1e-4)
    }
    #expect(abs(PanCurve.easeInOut.value(at: 0.5) - 0.5) < 1e-9)
    #expect(abs(PanCurve.easeInOut.value(at: 0.1) - 0.019_72) < 1e-4)
  }
}
