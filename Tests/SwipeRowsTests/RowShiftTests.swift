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
        // Two that come as another goes: one that has no height yet is above another.
        (
          {
            sample.store.replace(6..<7, with: [])
            sample.store.replace(0..<0, with: [-2, -1])
          }, 2 * height
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

  func testAnActionMovesItsItemToAnotherSectionAndBack() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      // The items of A, those of B, and where the list stands.
      for (first, second, start) in [
        (0..<2, 2..<5, 0.0), (0..<2, 2..<3, 0), (0..<30, 30..<33, 1200),
      ] {
        let sample = SampleList(count: 60)
        let item = second.lowerBound
        var isPinned = false
        sample.list.section = { object in
          guard let other = object.element(of: Int.self) else { return "" }
          if first.contains(other) || isPinned && other == item { return "A" }
          return second.contains(other) ? "B" : "C"
        }
        let window = present(sample.list.widget)
        gtk_adjustment_set_value(
          gtk_scrolled_window_get_vadjustment(sample.group.rows.innerScroller?.opaque), start)
        sample.list.focus(item)
        sample.drawFrames()
        for pins in [true, false] {
          let what = "\(first) \(second) \(pins)"
          sample.outcome = {
            sample.list.moveRows {
              isPinned = pins
              let (from, to) = pins ? (item, 0) : (0, item)
              sample.store.replace(from..<from + 1, with: [])
              sample.store.replace(to..<to, with: [item])
            }
            return .restore
          }
          XCTAssertTrue(sample.list.open(item, .trailing, animated: false), what)
          sample.drawFrames()
          var (last, longest): ([Int: Int32], Int32) = (sample.placesOnScreen, 0)
          let clock = try XCTUnwrap(gtk_widget_get_frame_clock(sample.view))
          let frames = Signal.connect(UnsafeMutableRawPointer(clock), "after-paint") {
            let now = sample.placesOnScreen
            for (other, place) in now where other != item {
              longest = max(longest, last[other].map { abs($0 - place) } ?? 0)
            }
            last = now
          }
          sample.list.perform(sample.content(of: item).trailing.actions[0], on: item)
          pump("the rows to be at their places") { sample.group.rows.records.isEmpty }
          sample.drawFrames()
          frames.disconnect()
          let row = sample.list.row(of: item)
          XCTAssertLessThanOrEqual(longest, 44, what)
          // The focus follows the item, and the list does not scroll for that.
          let isInSight = row?.handle.map { sample.group.rows.isOnScreen($0) } == true
          XCTAssertEqual(isInSight, !(pins && start > 0), what)
          let focus = sample.group.focus.focusedRow?.row
          XCTAssertNotNil(focus, what)
          if start == 0 { XCTAssertIdentical(focus, row, what) }
          XCTAssertEqual(sample.list.openItems, [])
          XCTAssertEqual(row?.offset, 0, what)
          XCTAssertEqual(row?.shownHeading, pins ? "A" : "B", what)
          XCTAssertEqual(
            sample.list.row(of: item + 1)?.shownHeading,
            pins ? (second.count == 1 ? "C" : "B") : second.count == 1 ? "C" : nil, what)
        }
        close(window)
      }
    }
  }

  func testRowsThatMoveToTheBeginningLeaveTheRowsBelowInPlace() throws {
    try onGtk {
      for container in SampleList.Container.allCases {
        for moves in [true, false] {
          animated(moves) {
            for moved in [2..<4, 3..<4, 1..<4] { checkBelow(container, moving: moved) }
          }
        }
      }
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

/// Moves some of the first four rows to the beginning, and checks that the rows below them stay in place.
@MainActor private func checkBelow(_ container: SampleList.Container, moving moved: Range<Int>) {
  let sample = SampleList(count: 60, in: container)
  _ = present(sample.list.widget)
  let height = sample.height(of: 0)
  let tracks = (4..<7).map { Track(of: $0, in: sample) }
  sample.list.moveRows {
    sample.store.replace(moved, with: [])
    sample.store.replace(0..<0, with: Array(moved))
  }
  tracks[0].pumpUntilStill()
  // The rows of a grid view are never lower than 1/30 of the view.
  let tolerance = container == .gridView ? height : 1
  for (item, track) in zip(4..<7, tracks) {
    let distances = track.places.map { abs($0 - Int32(item) * height) }
    XCTAssertLessThanOrEqual(distances.max() ?? 0, tolerance, "\(container) \(moved) \(item)")
    XCTAssertEqual(distances.last, 0, "\(container) \(moved) \(item)")
  }
  let order = Array(moved) + (0..<moved.lowerBound)
  let tops = order.map { sample.list.row(of: $0)?.front.bounds(in: sample.list.widget)?.y }
  XCTAssertEqual(tops, order.indices.map { Int32($0) * height }, "\(container) \(moved)")
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
  /// Where the fronts of the rows on the screen are in the list, by their items, px.
  fileprivate var placesOnScreen: [Int: Int32] {
    group.rows.all.reduce(into: [:]) { places, row in
      guard let handle = row.handle, group.rows.isOnScreen(handle), let item = list.item(of: handle)
      else { return }
      places[item] = row.front.bounds(in: list.widget)?.y
    }
  }

  /// Whether a row is on the way to its place.
  fileprivate var isShifting: Bool {
    group.rows.records.values.contains { $0.shift != nil }
  }
}
