import CDunnockGtk
import GtkBridge
import GtkTestSupport
import Panning
import XCTest

@testable import SwipeRows

/// What it costs that an item leaves the model: the same among a hundred items and among very many.
final class RemovalCostTests: XCTestCase {
  func testItIsTheSameHoweverManyItemsThereAre() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let costs = [100, isWhole ? 1_000_000 : 30_000].map { count in
        let list = CountedList(count)
        defer { close(list.window) }
        return [list.anAction(), list.aBatch(), list.aBatchOutOfSight(), list.theProgram()]
      }
      XCTAssertEqual(costs[1], costs[0])
      XCTAssertTrue(costs[0].allSatisfy { $0 <= 10 }, "\(costs[0])")
    }
  }

  func testNothingThatMattersIsLostAsOtherItemsComeAndGo() throws {
    try onGtk {
      var style = PanStyle.standard
      style.closes.remove(.scroll)
      let list = CountedList(100_000, style: style)
      let sample = list.sample
      sample.list.open(8, .trailing, animated: false)
      let adjustment = try XCTUnwrap(
        gtk_scrolled_window_get_vadjustment(sample.view.parent?.opaque))
      gtk_adjustment_set_value(adjustment, 3_000_000)
      pump("the row to be recycled") { sample.group.rows[sample.row(8)] == nil }
      // In front of it, behind it, and around it; it is in no row.
      let cost = list.idRequests {
        sample.store.replace(5..<6, with: [])
        sample.store.replace(0..<0, with: [-1, -2, -3])
        sample.store.replace(99_000..<99_100, with: [])
        sample.drawFrames()
        XCTAssertEqual(sample.list.openItems, [8])
        sample.store.replace(7..<60, with: [-4] + Array(6..<59))
        sample.drawFrames()
      }
      XCTAssertEqual(sample.list.openItems, [8])
      XCTAssertLessThanOrEqual(cost, 100)
      // One that is taken out and put in elsewhere is the same.
      let place = (0..<100).first { sample.store[$0] == 8 } ?? 0
      sample.store.replace(place..<place + 1, with: [])
      sample.store.replace(80_000..<80_000, with: [8])
      sample.drawFrames()
      XCTAssertEqual(sample.list.openItems, [8])
      sample.store.replace(0..<sample.store.count, with: Array((0..<100_000).reversed()))
      sample.drawFrames()
      XCTAssertEqual(sample.list.openItems, [8])
      let leaving = list.idRequests {
        sample.store.replace(99_991..<99_992, with: [])
        pump("the row to close") { sample.list.openItems.isEmpty }
        sample.drawFrames()
      }
      XCTAssertLessThanOrEqual(leaving, 100)
      XCTAssertEqual(sample.displaced, [])
    }
  }

  func testWhatTheProgramKeepsComesBackThoughItIsOutOfSightByThen() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let list = CountedList(2000)
      let sample = list.sample
      sample.outcome = { .remove {} }
      sample.list.perform(sample.content(of: 3).trailing.actions[0], on: 3)
      pump("the row to leave") { sample.displaced == [sample.row(3)] }
      let adjustment = try XCTUnwrap(
        gtk_scrolled_window_get_vadjustment(sample.view.parent?.opaque))
      gtk_adjustment_set_value(adjustment, 60_000)
      pump("the row to be recycled") { sample.group.rows[sample.row(3)] == nil }
      pump("the row to be back") { sample.displaced.isEmpty }
      XCTAssertFalse(sample.group.engine.isOut(sample.row(3)))
      XCTAssertFalse(sample.group.rows.isBusy(sample.row(3)))
    }
  }
}

/// A list in a window, and what removals cost there.
@MainActor private final class CountedList {
  let sample: SampleList
  let window: Widget
  private var shows = 0

  init(_ count: Int, style: PanStyle = .standard) {
    sample = SampleList(count: count, style: style)
    window = present(sample.list.widget)
    sample.onShow = { [weak self] _ in self?.shows += 1 }
    sample.drawFrames()
  }

  /// How often the list asks for an item's ID meanwhile, but for each that comes into a row.
  func idRequests(_ body: () -> Void) -> Int {
    let before = sample.idRequests - shows
    body()
    return sample.idRequests - shows - before
  }

  private func removal(of items: [Int]) -> Int {
    sample.outcome = { [unowned sample] in
      .remove(with: sample.list.handles(of: items.dropFirst())) {
        for item in items.reversed() { Self.takeOut(item, of: sample.store) }
      }
    }
    return idRequests {
      sample.list.perform(sample.content(of: items[0]).trailing.actions[0], on: items[0])
      pump("the items to leave") {
        sample.letTimePass()
        return !sample.group.rows.isBusy(sample.row(items[0]))
      }
      sample.drawFrames()
      pump("nothing to be left") {
        sample.letTimePass()
        return sample.displaced.isEmpty
      }
    }
  }

  func anAction() -> Int { removal(of: [3]) }

  func aBatch() -> Int { removal(of: Array(10..<60)) }

  func aBatchOutOfSight() -> Int {
    let last = sample.store.count + 50
    return removal(of: [5] + Array(last - 9..<last))
  }

  func theProgram() -> Int {
    sample.list.open(6, .trailing, animated: false)
    return idRequests {
      Self.takeOut(80, of: sample.store)
      sample.drawFrames()
      XCTAssertEqual(sample.list.openItems, [6])
      Self.takeOut(6, of: sample.store)
      pump("the row to close") { sample.list.openItems.isEmpty }
      sample.drawFrames()
    }
  }

  private static func takeOut(_ item: Int, of store: ListStore<Int>) {
    // What has left before it has left in front of it.
    let places = stride(from: min(item, store.count - 1), through: 0, by: -1)
    if let place = places.first(where: { store[$0] == item }) {
      store.replace(place..<place + 1, with: [])
    }
  }
}
