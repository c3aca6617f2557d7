import CDunnockGtk
import CDunnockGtkShim
import GtkBridge
import GtkTestSupport
import Panning
import XCTest

@testable import SwipeRows

/// What a frame of a drag costs, counted: one redraw and no layout.
final class DragCostTests: XCTestCase {
  func testAFrameOfADragIsOneRedrawOfTheLastOffsetAndNoLayout() throws {
    try onGtk {
      let sample = SampleList(count: 200)
      _ = present(sample.list.widget)
      let drag = try Drag(of: 3, in: sample)
      drag.move(to: -10)
      drag.move(to: -20)
      drag.pumpUntilLaidOut()

      for step in 1...20 {
        let before = drag.counts
        // Several motions between two frames.
        for part in 0..<3 { drag.move(to: -20 - Double(step) * 6 - Double(part)) }
        pump("a frame") { drag.counts.paints > before.paints }
        XCTAssertEqual(drag.counts.paints, before.paints + 1)
        XCTAssertEqual(drag.paintedOffset, -10 - Double(step) * 6 - 2)
        XCTAssertEqual(drag.counts.layouts, before.layouts, "step \(step)")
        XCTAssertEqual(drag.counts.measures, before.measures, "step \(step)")
        XCTAssertEqual(drag.counts.allocations, before.allocations, "step \(step)")
      }
      drag.end()
    }
  }

  func testAFrontThatBecomesNarrowerIsPlacedAnewAndNothingElseIs() throws {
    try onGtk {
      // To the left, where what is before the tray stays, and to the right.
      for way in [-1.0, 1] {
        let sample = SampleList(count: 200)
        sample.list.transition.narrowsFront = true
        let window = present(sample.list.widget)
        sample.drawFrames()
        let drag = try Drag(of: 3, in: sample)
        drag.move(to: way * 10)
        drag.move(to: way * 20)
        drag.pumpUntilLaidOut()
        let row = try XCTUnwrap(sample.list.row(of: 3))
        for step in 1...10 {
          let before = drag.counts
          drag.move(to: way * (20 + Double(step) * 6))
          pump("a frame") { drag.counts.paints > before.paints }
          XCTAssertEqual(drag.counts.layouts, before.layouts, "step \(step)")
          XCTAssertEqual(drag.counts.measures, before.measures, "step \(step)")
          XCTAssertEqual(drag.counts.allocations, before.allocations + 1, "step \(step)")
          let front = try XCTUnwrap(row.front.bounds(in: row.widget))
          let width = gtk_widget_get_width(row.widget)
          XCTAssertEqual(front.width, width - 10 - Int32(step) * 6)
          XCTAssertEqual(front.x, way > 0 ? width - front.width : 0)
        }
        drag.end()
        close(window)
      }
    }
  }

  func testNothingIsDrawnOfWhatFrontAndTrayCover() throws {
    try onGtk {
      let sample = SampleList(count: 200)
      _ = present(sample.list.widget)
      let item = try XCTUnwrap(sample.listItem(of: 3))
      @MainActor func isBare() -> Bool { isTrue(gtk_widget_has_css_class(item, "is-swiped")) }
      @MainActor func drawn() -> [Bool] {
        sample.buttons(of: 3).map { gtk_widget_get_opacity($0) > 0 }
      }
      @MainActor func filled() -> [Bool] {
        sample.buttons(of: 3).map { gtk_widget_get_opacity(gtk_button_get_child($0.cast())) > 0 }
      }
      XCTAssertFalse(isBare())
      let drag = try Drag(of: 3, in: sample)
      drag.move(to: -10)
      drag.move(to: -80)
      XCTAssertTrue(isBare())
      XCTAssertEqual(drawn(), [false, true])
      XCTAssertEqual(filled(), [false, true])
      // A strip of the inner button, beside its icon and title.
      drag.move(to: -90)
      XCTAssertEqual(drawn(), [true, true])
      XCTAssertEqual(filled(), [false, true])
      drag.move(to: -162)
      XCTAssertEqual(filled(), [true, true])
      drag.end()
      sample.list.close(animated: false)
      XCTAssertFalse(isBare())
      // A tray that comes in with the front is not behind it.
      sample.list.transition = .drag
      let other = try Drag(of: 3, in: sample)
      other.move(to: -10)
      other.move(to: -40)
      XCTAssertEqual(filled(), [true, true])
      other.end()
    }
  }

  func testBeyondTheTrayItsButtonsStretchAndTheFrontIsStillNotLaidOut() throws {
    try onGtk {
      let sample = SampleList(count: 200)
      _ = present(sample.list.widget)
      let drag = try Drag(of: 3, in: sample)
      drag.move(to: -10)
      drag.move(to: -200)
      drag.pumpUntilLaidOut()
      for step in 1...10 {
        let before = drag.counts
        drag.move(to: -200 - Double(step) * 5)
        pump("a frame") { drag.counts.paints > before.paints }
        XCTAssertEqual(drag.counts.measures, before.measures)
        XCTAssertEqual(drag.counts.allocations, before.allocations)
      }
      drag.end()
    }
  }
}

/// A drag of one row of a sample list, without a hand, and what GTK does meanwhile.
@MainActor private final class Drag {
  struct Counts {
    var measures = 0
    var allocations = 0
    var layouts = 0
    var paints = 0
  }

  private(set) var paintedOffset = 0.0
  private let sample: SampleList
  private let slide: OpaquePointer
  private let row: Widget
  private let clock: OpaquePointer
  private var layouts = 0
  private var paints = 0
  private var time = EventClock.now

  var counts: Counts {
    Counts(measures: measures, allocations: allocations, layouts: layouts, paints: paints)
  }

  init(of item: Int, in sample: SampleList) throws {
    self.sample = sample
    let row = try XCTUnwrap(sample.group.rows[sample.row(item)])
    slide = try XCTUnwrap(sample.listItem(of: item).flatMap { sample.slide(of: $0) })
    self.row = row.widget
    clock = try XCTUnwrap(gtk_widget_get_frame_clock(row.widget))
    gtk_widget_set_layout_manager(row.front, countingLayout())
    Signal.connect(UnsafeMutableRawPointer(clock), "layout") { [weak self] in self?.layouts += 1 }
    Signal.connect(UnsafeMutableRawPointer(clock), "paint") { [weak self] in
      guard let self else { return }
      paints += 1
      paintedOffset = dnk_slide_layout_get_offset(slide)
    }
    let geometry = row.back.measure()
    sample.group.driver.drive(.begin(sample.row(item), geometry, .touch, x: 0, y: 0), at: time)
  }

  func move(to x: Double) {
    time += 0.004
    sample.group.driver.drive(.move(x: x, y: 0), at: time)
  }

  func end() {
    time += 0.1
    sample.group.driver.drive(.end(), at: time)
  }

  /// Lets what the beginning of the drag changed be laid out: frames with a layout, until there is one without.
  func pumpUntilLaidOut() {
    pump("a frame without a layout") {
      let before = layouts
      let painted = paints
      gtk_widget_queue_draw(row)
      pump("a frame") { paints > painted }
      return layouts == before
    }
  }
}

@MainActor var measures = 0
@MainActor var allocations = 0

/// A layout of 44 px for a widget without children, which counts how often it is asked.
@MainActor func countingLayout() -> UnsafeMutablePointer<GtkLayoutManager>? {
  gtk_custom_layout_new(
    // Of one that is as high at any width GTK would ask but once.
    { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
    { _, _, _, minimum, natural, minimumBaseline, naturalBaseline in
      minimum?.pointee = 44
      natural?.pointee = 44
      minimumBaseline?.pointee = -1
      naturalBaseline?.pointee = -1
      MainActor.assumeIsolated { measures += 1 }
    }, { _, _, _, _ in MainActor.assumeIsolated { allocations += 1 } })
}
