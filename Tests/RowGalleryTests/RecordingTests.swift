import CDunnockGtk
import Foundation
import GtkBridge
import GtkTestSupport
import PanStyles
import XCTest

@testable import PanTrace
@testable import RowGallery
@testable import SwipeRows

/// What is recorded, `pan-trace` replays to the same result.
final class RecordingTests: XCTestCase {
  func testAGestureOfEveryKind() throws {
    try onGtk {
      try record(.standardRow, "standard") { show, list in
        try dragBothWays(show, list)
        // Stopped in the midst of its motion.
        list.open(3, .leading)
        pump("the row to be on its way") { list.offset(of: 3) > 20 }
        try list.drag(3, by: 60)
        pump("rest") { !list.group.engine.isMoving }
        list.group.driver.drive(.scroll(by: 40))
        pump("rest") { !list.group.engine.isMoving }
      }
    }
  }

  func testLongSwipesRemovalsAndActions() throws {
    try onGtk {
      try record(.fullSwipe, "standard") { show, list in
        try list.drag(1, by: 520)
        pump("the row to leave") { show.place(of: 1) == nil }
        try list.drag(2, by: -520)
        pump("the row to come back") { !list.group.engine.isMoving && list.offset(of: 2) == 0 }
        list.open(4, .trailing)
        pump("the row to open") { !list.group.engine.isMoving }
      }
    }
  }

  func testTurnedStyles() throws {
    try onGtk {
      try record(.standardRow, "standard") { show, _ in
        show.style.bounds = .rubberBand(0.9)
        show.style.release.projection = 0.4
        show.style.decision.mouse.slop = 20
        show.style.opensSeveral = true
        show.style.opening = .stages([PanStage(0.2, outward: 12), PanStage(0.1)])
        pump("a new list") { show.list?.group.engine.style == show.style }
        pump("its rows") { show.list?.widget(of: 5).map { gtk_widget_get_width($0) > 0 } ?? false }
      } use: { show, list in
        try dragBothWays(show, list)
      }
    }
  }

  func testEveryStyle() throws {
    try onGtk {
      // Traces of swipeDetection tell otherwise what it did.
      var tried: Set = ["swipeDetection"]
      for page in Page.all {
        for style in page.styles where tried.insert(style).inserted {
          try record(page, style) { show, list in
            for distance in [-40.0, -150, 60] {
              try list.drag(1, by: distance)
              pump("rest") { !list.group.engine.isMoving }
            }
          }
        }
      }
    }
  }

  @MainActor
  func testEverythingThatAnEngineIsTold() throws {
    let geometry = PanGeometry(
      width: 400, leading: PanTray(width: 100, fullSwipe: true), trailing: PanTray(width: 100))
    var engine = PanEngine()
    var changes: PanEngine.Changes = []
    var recorder = Recorder(
      title: "“All” of \"it\"", style: "standard", base: .standard, turned: .standard, ids: [7],
      item: { $0.number })
    let inputs: [(time: Double, input: PanInput)] = [
      (5, .swipe(RowHandle(7), geometry, toward: .leading)), (6, .frame),
      // At once, so that the press soon after finds the row at rest and its front at 0.
      (6.01, .close(nil, animated: false)),
      (6.02, .begin(RowHandle(7), geometry, .touch, x: 0, y: 0)), (6.03, .move(x: 10, y: 0)),
      (6.04, .move(x: 70, y: 0, velocity: 200)), (6.05, .cancel), (8, .frame),
      (8.01, .open(RowHandle(9), geometry, .trailing, animated: false)),
      (8.02, .remove(RowHandle(7))),
      (8.03, .flyOut(RowHandle(9), geometry, from: .leading)), (9, .frame),
      (9.01, .restore(RowHandle(9))),
      (9.1, .frame), (9.11, .open(RowHandle(9), geometry, .leading)),
    ]
    for (time, input) in inputs {
      recorder.note(input, at: time, engine: engine)
      engine.take(input, at: time, into: &changes)
    }
    let data = Data(recorder.finish(engine).utf8)
    let recorded = try outcomes(of: data)
    XCTAssertEqual(
      recorded, try outcomes(of: Document(data).replayed(NamedStyle.named("standard"))))
    XCTAssertEqual(
      recorded,
      [
        ["0": 100], [:], [:], [:], ["0": 60], [:], ["1": -100], ["0": -100], ["0": 400], [:],
        ["0": 100], ["0": 100],
      ])
  }

  func testNothingRecordedIsNoFile() throws {
    try onGtk {
      let visit = GalleryVisit()
      defer { visit.leave() }
      visit.press()
      visit.press()
      XCTAssertNil(visit.window.recording)
      XCTAssertTrue(
        String(cString: gtk_label_get_text(visit.window.status.opaque)).contains("Nothing"))
    }
  }

}

extension GalleryVisit {
  /// Presses the button that records.
  func press() {
    let button = window.recordButton
    let isOn = isTrue(gtk_toggle_button_get_active(button.cast()))
    gtk_toggle_button_set_active(button.cast(), (!isOn).gboolean)
  }
}

@MainActor
private func dragBothWays(_ show: Showcase, _ list: SwipeList<Int>) throws {
  for (id, distance) in [(1, 100.0), (2, -300), (1, 30), (2, 90), (4, -120)] {
    try list.drag(id, by: distance)
    pump("rest") { !list.group.engine.isMoving }
  }
}

/// Records what `use` does, and compares the file with its replay.
@MainActor
private func record(
  _ page: Page, _ style: String,
  prepare: (Showcase, SwipeList<Int>) throws -> Void = { _, _ in },
  use: (Showcase, SwipeList<Int>) throws -> Void
) throws {
  let visit = GalleryVisit()
  defer { visit.leave() }
  let (show, list) = try visit.go(to: page, style: style)
  try prepare(show, list)
  visit.press()
  try use(show, try XCTUnwrap(show.list))
  visit.press()
  let path = try XCTUnwrap(visit.window.recording, "\(page.name), \(style)")
  let data = try XCTUnwrap(FileManager.default.contents(atPath: path))
  let replay = try Document(data).replayed(NamedStyle.named(style))
  let recorded = try outcomes(of: data)
  let replayed = try outcomes(of: replay)
  XCTAssertEqual(recorded.count, replayed.count)
  XCTAssertGreaterThan(recorded.count, 3)
  XCTAssertTrue(recorded.contains { !$0.isEmpty }, "\(page.name), \(style): nothing moved")
  for (index, (mine, theirs)) in zip(recorded, replayed).enumerated() {
    let isSame =
      mine.keys == theirs.keys && mine.allSatisfy { abs($1 - (theirs[$0] ?? .nan)) < 0.01 }
    XCTAssertTrue(isSame, "\(page.name), \(style), event \(index + 1): \(mine), \(theirs)")
  }
}

/// Where the rows rest after each event, and at the end.
private func outcomes(of data: Data) throws -> [[String: Double]] {
  let trace = try JSONDecoder().decode(JSON.self, from: data)
    .object?["traces"]?.array?.first?.object
  let events = try XCTUnwrap(trace?["events"]?.array).map { $0.object?["out"] }
  return try (events + [trace?["final"]]).map { out in
    try XCTUnwrap(out?.object?["rest"]?.object).compactMapValues(\.number)
  }
}
