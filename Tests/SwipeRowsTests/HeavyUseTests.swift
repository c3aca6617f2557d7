import CDunnockGtk
import CDunnockGtkShim
import GtkBridge
import GtkTestSupport
import Panning
import XCTest

@testable import SwipeRows

final class HeavyUseTests: XCTestCase {
  func testNothingIsLeftAfterHeavyUse() throws {
    try onGtk {
      weak var list: SwipeList<Int>?
      weak var sampled: SampleList?
      var (made, freed) = (0, 0)
      @MainActor func watch(_ widget: Widget) {
        made += 1
        onFree(of: widget) { freed += 1 }
      }
      do {
        let sample = SampleList(count: 300)
        let window = present(sample.list.widget)
        (list, sampled) = (sample.list, sample)
        for round in 0..<30 {
          use(sample, round)
        }
        pump("some rows to show") { sample.view.children.contains { sample.tray(of: $0) != nil } }
        watch(window)
        watch(sample.list.widget)
        watch(sample.view)
        for listItem in sample.view.children {
          watch(listItem)
          if let row = listItem.firstChild { watch(row) }
          if let tray = sample.tray(of: listItem) { watch(tray) }
          if let front = sample.front(of: listItem) { watch(front) }
        }
        // The last round leaves a row open, one under a finger and one in motion.
        close(window)
      }
      XCTAssertGreaterThan(made, 30)
      pump("every widget to be freed") { freed == made }
      pump("the list to be freed") { list == nil && sampled == nil }
    }
  }
}

/// One round of what hands, programs and the model do to a list.
@MainActor private func use(_ sample: SampleList, _ round: Int) {
  let (list, group) = (sample.list, sample.group)
  let side: PanSide = round % 2 == 0 ? .leading : .trailing
  list.open(round % 7, side, animated: round % 3 == 0)
  if let row = group.rows[sample.row(round % 5)] {
    let geometry = row.back.measure()
    let time = EventClock.now
    group.driver.drive(.begin(sample.row(round % 5), geometry, .touch, x: 0, y: 0), at: time)
    for x in stride(from: 5.0, to: 90, by: 9) { group.driver.drive(.move(x: x, y: 0), at: time) }
    if round % 4 == 0 { group.driver.drive(.cancel, at: time) }
    if round % 4 == 1 { group.driver.drive(.end(), at: time) }
  }
  switch round % 5 {
  case 0:
    let items = (0..<sample.store.count).compactMap { sample.store[$0] }
    sample.store.replace(0..<items.count, with: items.reversed())
  case 1:
    sample.store.replace(0..<1, with: [])
  case 2: sample.store.replace(0..<0, with: [1000 + round])
  case 3:
    let adjustment = gtk_scrolled_window_get_vadjustment(group.rows.scroller?.opaque)
    gtk_adjustment_set_value(adjustment, Double(round * 40))
  default: list.close(animated: false)
  }
  var frames = 0
  onEachFrame(of: list.widget) { _ in
    frames += 1
    return frames < 2
  }
  pump("two frames") { frames == 2 }
}
