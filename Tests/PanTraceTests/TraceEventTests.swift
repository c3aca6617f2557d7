import Foundation
import PanStyles
import Panning
import Testing

/// What is written of an input is what is read.
@Suite("Inputs as traces tell them")
struct TraceEventTests {
  static let geometry = PanGeometry(
    width: 401.5, leading: PanTray(width: 100.25, outermost: 40, innermost: 60.25, fullSwipe: true),
    trailing: PanTray(width: 1e-7), pixel: 0.5)

  static let inputs: [PanInput] = [
    .begin(RowHandle(3), geometry, .touchpad, x: -0.0, y: 1 / 3),
    .begin(RowHandle(0), geometry, .pen, x: 1, y: -2),
    .move(x: 0.1 + 0.2, y: 1e-5), .move(x: 1, y: 2, velocity: -1e6, crossVelocity: 0.125),
    .move(x: 1, y: 2, velocity: 3), .end(), .end(velocity: -1562.5), .cancel,
    .swipe(RowHandle(2), geometry, toward: .leading),
    .swipe(RowHandle(2), geometry, toward: .trailing),
    .scroll(by: -8.5), .pressElsewhere, .leaveScreen(RowHandle(4)), .frame,
    .open(RowHandle(1), geometry, .leading),
    .open(RowHandle(1), geometry, .trailing, animated: false), .close(nil),
    .close(nil, animated: false),
    .close(RowHandle(7)), .close(RowHandle(7), animated: false), .resize(RowHandle(5), geometry),
    .remove(RowHandle(6)),
    .flyOut(RowHandle(8), geometry, from: .leading),
    .flyOut(RowHandle(8), geometry, from: .trailing), .restore(RowHandle(9)),
  ]

  @Test(arguments: inputs)
  func areReadAsTheyWereWritten(_ input: PanInput) throws {
    let event = TraceEvent(input, at: 1.25)
    let text = JSON.object(event.fields).description
    let fields = try JSONDecoder().decode(JSON.self, from: Data(text.utf8)).object
    let read = try TraceEvent(#require(fields))
    let other = PanGeometry(width: 1, leading: PanTray(), trailing: PanTray())
    #expect(read.time == 1.25)
    #expect(try read.input(other) == input, "\(text)")
  }

  @Test func whatATraceLeavesOutIsAsItWasBefore() throws {
    let opening: [String: JSON] = [
      "t": .integer(0), "phase": .string("open_cell"), "row": .integer(1), "dir": .string("left"),
    ]
    #expect(
      try TraceEvent(opening).input(Self.geometry) == .open(RowHandle(1), Self.geometry, .trailing))
    let closing: [String: JSON] = [
      "t": .integer(0), "phase": .string("close_cell"), "row": .null,
    ]
    #expect(try TraceEvent(closing).input(Self.geometry) == .close(nil))
    let other: [String: JSON] = ["t": .integer(0), "phase": .string("drag_to")]
    #expect(try TraceEvent(other).input(Self.geometry) == nil, "a word of the seeds alone")
  }

  @Test func textIsQuotedAndNumbersAreFinite() throws {
    let json: JSON = .object([
      "a": .string("“x” \"y\" \\ \n\u{1}"), "b": .array([.null, .bool(true), .number(-.infinity)]),
    ])
    let read = try JSONDecoder().decode(JSON.self, from: Data(json.description.utf8))
    #expect(read.object?["a"] == json.object?["a"])
    #expect(read.object?["b"]?.array?.last?.number == -1e7)
  }
}
