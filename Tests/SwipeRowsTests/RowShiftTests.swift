import CDunnockGtk
import CDunnockGtkShim
import GtkBridge
import GtkTestSupport
import Panning
import XCTest

@testable import SwipeRows

/// How rows in sight move to their places when others come and go.
final class RowShiftTests: XCTestCase {
  func testWhatComesGrowsAndTheGapOfWhatGoesCloses() throws {
    try onGtk {
      let sample = SampleList(count: 60)
      _ = present(sample.list.widget)
      let height = sample.height(of: 4)
      for (change, distance) in [
        ({ sample.store.replace(1..<3, with: []) }, -2 * height),
        ({ sample.store.replace(1..<1, with: [1, 2]) }, 2 * height),
        ({ sample.store.replace(0..<0, with: [-1]) }, height),
        ({ sample.store.replace(0..<1, with: []) }, -height),
        // One that is moved up, past what lies between.
        (
          {
            sample.store.replace(3..<4, with: [])
            sample.store.replace(0..<0, with: [3])
          }, 0
        ),
      ] {
        let track = Track(of: 4, in: sample)
        sample.list.moveRows(change)
        XCTAssertTrue(sample.isShifting)
        track.pumpUntilStill()
        XCTAssertEqual(track.places.last.map { $0 - track.places[0] }, distance)
        XCTAssertTrue(track.isOneWay, "\(track.places)")
        XCTAssertLessThanOrEqual(track.longestStep, max(1, abs(distance) / 2), "\(track.places)")
        XCTAssertEqual(sample.height(of: 7), height)
      }
    }
  }

  func testWhatComesCanGoBeforeItIsThere() throws {
    try onGtk {
      let sample = SampleList(count: 60)
      _ = present(sample.list.widget)
      let track = Track(of: 4, in: sample)
      for _ in 0..<6 {
        sample.list.moveRows { sample.store.replace(2..<2, with: [100]) }
        pumpFrames(of: sample.list.widget, 3)
        sample.list.moveRows { sample.store.replace(2..<3, with: []) }
        pumpFrames(of: sample.list.widget, 2)
      }
      track.pumpUntilStill()
      XCTAssertEqual(track.places.last, track.places.first)
      XCTAssertLessThanOrEqual(track.longestStep, sample.height(of: 4) / 2, "\(track.places)")
    }
  }

  func testWhatIsTakenBackGrowsFromWhatIsLeftOfIt() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let sample = SampleList(count: 60)
      _ = present(sample.list.widget)
      let height = sample.height(of: 4)
      let track = Track(of: 4, in: sample)
      sample.outcome = { .remove { XCTFail("it was taken back") } }
      sample.list.perform(sample.content(of: 2).trailing.actions[0], on: 2)
      pump("it to collapse") { sample.height(of: 2) < height - 5 }
      XCTAssertTrue(sample.list.restore(2))
      track.pumpUntilStill()
      XCTAssertEqual(sample.height(of: 2), height)
      XCTAssertEqual(track.places.last, track.places.first)
      XCTAssertLessThanOrEqual(track.longestStep, height / 2, "\(track.places)")
    }
  }

  func testWithoutMotionAllIsAtOnce() throws {
    try onGtk {
      animated(false) {
        let sample = SampleList(count: 60)
        _ = present(sample.list.widget)
        let track = Track(of: 4, in: sample)
        sample.list.moveRows { sample.store.replace(1..<2, with: []) }
        XCTAssertFalse(sample.isShifting)
        track.pumpUntilStill()
        XCTAssertEqual(Set(track.places).count, 2, "\(track.places)")
      }
    }
  }

  func testAListOutOfSightHasNothingLeftToMove() throws {
    try onGtk {
      let sample = SampleList(count: 60)
      _ = present(sample.list.widget)
      sample.list.moveRows { sample.store.replace(1..<2, with: []) }
      XCTAssertTrue(sample.isShifting)
      gtk_widget_set_visible(sample.list.widget, 0)
      XCTAssertFalse(sample.isShifting)
      sample.list.moveRows { sample.store.replace(1..<2, with: []) }
      XCTAssertFalse(sample.isShifting)
    }
  }

  func testAnOpenRowStaysOpenAndAHandAtTheBeginningKeepsItsRow() throws {
    try onGtk {
      let sample = SampleList(count: 60)
      _ = present(sample.list.widget)
      sample.list.open(3, .trailing, animated: false)
      let offset = sample.offset(of: 3)
      sample.list.moveRows { sample.store.replace(0..<0, with: [100]) }
      pumpFrames(of: sample.list.widget, 3)
      XCTAssertEqual(sample.offset(of: 3), offset)
      Track(of: 3, in: sample).pumpUntilStill()
      XCTAssertEqual(sample.list.openItems, [3])
      sample.list.close(animated: false)

      let row = try XCTUnwrap(sample.group.rows[sample.row(5)])
      let hit = RowTable.Hit(row: row, handle: sample.row(5), picked: row.front)
      _ = sample.group.driver.begin(
        .pointer, on: hit, by: .touch, at: sample.middle(of: 5), time: EventClock.now)
      for x in [-10.0, -40] {
        sample.group.driver.move(by: .init(x: x, y: 0), at: EventClock.now)
      }
      let track = Track(of: 5, in: sample)
      sample.list.moveRows { sample.store.replace(0..<0, with: [101]) }
      track.pumpUntilStill()
      XCTAssertEqual(Set(track.places).count, 1, "\(track.places)")
      XCTAssertNotEqual(sample.offset(of: 5), 0)
      _ = sample.group.driver.release(at: EventClock.now)
    }
  }

  func testItCostsTheSameHoweverManyItemsThereAre() throws {
    try onGtk {
      let costs = [300, 100_000].map { count in
        let sample = SampleList(count: count)
        let window = present(sample.list.widget)
        defer { close(window) }
        sample.drawFrames()
        var shows = 0
        sample.onShow = { _ in shows += 1 }
        let before = sample.idRequests
        for place in [0, 3] {
          sample.list.moveRows { sample.store.replace(place..<place, with: [-place - 1]) }
          pump("it to be still") { !sample.isShifting }
          sample.list.moveRows { sample.store.replace(place..<place + 1, with: []) }
          pump("it to be still") { !sample.isShifting }
        }
        return [shows, sample.idRequests - before]
      }
      XCTAssertEqual(costs[0], costs[1])
    }
  }
}

/// Where the front of an item was, frame by frame.
@MainActor private final class Track {
  private(set) var places: [Int32] = []
  private let sample: SampleList
  private let item: Int
  private var connection: Signal.Connection?

  init(of item: Int, in sample: SampleList) {
    self.sample = sample
    self.item = item
    sample.drawFrames()
    note()
    let clock = gtk_widget_get_frame_clock(sample.list.widget)
    connection = clock.map {
      Signal.connect(UnsafeMutableRawPointer($0), "after-paint") { [weak self] in self?.note() }
    }
  }

  isolated deinit { connection?.disconnect() }

  private func note() {
    if let row = sample.list.row(of: item), let place = row.front.bounds(in: sample.list.widget) {
      places.append(place.y)
    }
  }

  func pumpUntilStill() {
    pump("the rows to be at their places") { !sample.isShifting && !sample.hasRemovals }
    sample.drawFrames()
  }

  private var steps: [Int32] { zip(places, places.dropFirst()).map { $1 - $0 } }

  var isOneWay: Bool { steps.allSatisfy { $0 >= 0 } || steps.allSatisfy { $0 <= 0 } }

  var longestStep: Int32 { steps.map(abs).max() ?? 0 }
}

extension SampleList {
  /// Whether a row is on the way to its place.
  fileprivate var isShifting: Bool {
    group.rows.records.values.contains { $0.shift != nil }
  }
}
