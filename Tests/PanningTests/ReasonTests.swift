import Testing

@testable import Panning

@Suite("Saying why")
struct ReasonTests {
  @Test func aPanAndItsRelease() {
    var rig = Rig()
    rig.press()
    #expect(rig.engine.reason == nil)
    rig.drag(by: -12, y: 3)
    #expect(rig.engine.reason == .pan(dx: -12, dy: 3))
    rig.drag(by: -90, y: 3)
    rig.lift()
    guard case .released(let offset, let velocity, let projected, let opens) = rig.engine.reason
    else {
      Issue.record("\(String(describing: rig.engine.reason))")
      return
    }
    #expect(offset == -90)
    #expect(projected == offset + 0.175 * velocity)
    #expect(opens == .trailing)
    rig.press()
    #expect(rig.engine.reason == nil, "a new gesture has no reason yet")
  }

  @Test func refusals() {
    var rig = Rig()
    rig.press()
    rig.drag(by: 3, y: 20)
    #expect(rig.engine.reason == .across(dx: 3, dy: 20))
    rig.lift()

    let oneSided = PanGeometry(width: 400, leading: PanTray(), trailing: PanTray(width: 100))
    rig.press(0, oneSided)
    rig.drag(by: 20)
    #expect(rig.engine.reason == .noActions(.leading))
    rig.lift()

    rig.press()
    rig.lift()
    #expect(rig.engine.reason == .tap)
  }

  @Test func aSwipeTooLate() {
    var rig = Rig(.swipeDetection)
    rig.press()
    rig.time += 1
    rig.drag(by: -60)
    #expect(rig.engine.reason == .late)
  }

  @Test func aCommittedRow() {
    let geometry = PanGeometry(
      width: 400, leading: PanTray(width: 100, fullSwipe: true), trailing: PanTray())
    var rig = Rig()
    rig.press(0, geometry)
    rig.drag(by: 12)
    rig.drag(by: 380)
    rig.lift()
    #expect(rig.engine.reason == .committed(.leading))
    rig.press(0, geometry)
    #expect(rig.engine.reason == .absent)
  }
}
