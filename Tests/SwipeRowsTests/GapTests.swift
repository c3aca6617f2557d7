import CDunnockGtk
import GtkBridge
import GtkTestSupport
import Panning
import XCTest

@testable import SwipeRows

/// How the gap closes that a row leaves in a list that is scrolled: the next swipe at the same place is meant for the row below.
final class GapTests: XCTestCase {
  func testWhatIsBelowMovesUpAndWhatIsAboveStays() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      for container in SampleList.Container.allCases {
        for (start, removed, focused) in [
          (0.0, 3, 8), (905, 3, nil), (905, 3, 3), (905, 3, 8), (905, 0, 5), (1800, 8, 0),
        ] {
          try check(container, scrolledTo: start, removing: removed, focusOn: focused)
        }
      }
    }
  }

  func testARowThatIsCutOffAtTheTopLeavesNothingToComeDown() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      for container in SampleList.Container.allCases {
        let sample = SampleList(count: 100, in: container)
        let window = present(sample.list.widget)
        sample.scroll(to: 905)
        let height = sample.height(of: 22)
        // The first that is to be seen, and the one that is to be the first.
        let cut = try XCTUnwrap((10..<30).last { sample.top(of: $0).map { $0 < 0 } == true })
        sample.list.focus(cut + 5)
        sample.drawFrames()
        let before = sample.top(of: cut + 3)
        sample.remove(cut)
        let moved = sample.top(of: cut + 3).flatMap { now in before.map { now - $0 } } ?? 0
        let top = sample.top(of: cut + 1) ?? 0
        XCTAssertTrue((-height...(-1)).contains(moved), "\(container) \(moved)")
        XCTAssertTrue((-height...0).contains(top), "\(container) \(top)")
        close(window)
      }
    }
  }

  func testWithoutMotionTheGapClosesFromBelowToo() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      try animated(false) {
        for container in SampleList.Container.allCases {
          try check(container, scrolledTo: 905, removing: 3, focusOn: 8)
        }
        for container in SampleList.Container.allCases where container != .listBox {
          for (start, removed, focused) in [(905.0, 3, 8), (905, 0, nil), (1800, 8, 0)] {
            try check(
              container, scrolledTo: start, removing: removed, focusOn: focused, byTheProgram: true)
          }
        }
      }
    }
  }

  func testWhatTheProgramTakesOutLeavesAGapThatClosesFromBelow() throws {
    try onGtk {
      for container in SampleList.Container.allCases where container != .listBox {
        try check(container, scrolledTo: 905, removing: 3, focusOn: 8, byTheProgram: true)
      }
    }
  }

  func testTheGapInABoxClosesFromBelowToo() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      for isListBox in [false, true] {
        let holder = HandBox(isListBox: isListBox)
        let rows = (0..<60).map { HandRow("\($0)") }
        for made in rows { holder.append(made.row) }
        let scroller: Widget = gtk_scrolled_window_new()
        gtk_scrolled_window_set_child(scroller.opaque, holder.group.widget)
        let window = present(scroller)
        gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scroller.opaque), 905)
        pumpFrames(of: scroller)
        let tops = { rows.map { $0.row.widget.bounds(in: scroller)?.y } }
        let (before, height) = (tops(), gtk_widget_get_height(rows[24].row.listItem))
        rows[24].outcome = .remove { holder.remove(rows[24].row) }
        rows[24].row.perform(rows[24].action)
        pump("the row to be out") { rows[24].row.group == nil }
        pumpFrames(of: scroller)
        let after = tops()
        XCTAssertEqual(after[..<24], before[..<24], "\(isListBox)")
        XCTAssertEqual(after[25...].map(\.self), before[25...].map { $0.map { $0 - height } })
        close(window)
      }
    }
  }

  func testAtTheEndOfTheListWhatIsAboveComesDown() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      for container in SampleList.Container.allCases {
        let sample = SampleList(count: 60, in: container)
        let window = present(sample.list.widget)
        let height = sample.height(of: 3)
        sample.scroll(to: 60_000)
        let (above, below) = (sample.top(of: 55), sample.top(of: 58))
        sample.remove(57)
        XCTAssertEqual(sample.top(of: 55), above.map { $0 + height }, "\(container)")
        XCTAssertEqual(sample.top(of: 58), below, "\(container)")
        // The last row as well.
        sample.remove(59)
        XCTAssertEqual(sample.top(of: 55), above.map { $0 + 2 * height }, "\(container)")
        XCTAssertEqual(sample.top(of: 58), below.map { $0 + height }, "\(container)")
        close(window)
      }
    }
  }
}

/// Takes out one of the rows that are in sight as a whole, counted from the top, and looks at each frame.
@MainActor private func check(
  _ container: SampleList.Container, scrolledTo start: Double, removing place: Int,
  focusOn focused: Int?, byTheProgram: Bool = false, line: UInt = #line
) throws {
  let what = "\(container) \(start) \(place) \(focused ?? -1)"
  let sample = SampleList(count: 100, in: container)
  let window = present(sample.list.widget)
  defer { close(window) }
  sample.scroll(to: start)
  let page = gtk_widget_get_height(sample.view.parent)
  let inSight = (0..<100).filter { item in
    sample.listItem(of: item).map { isTrue(gtk_widget_get_mapped($0)) } == true
      && sample.top(of: item).map { $0 >= 0 && $0 + sample.height(of: item) <= page } == true
  }
  let removed = inSight[0] + place
  let height = sample.height(of: removed)
  if let focused {
    sample.list.focus(inSight[focused])
    sample.drawFrames()
  }
  let before = inSight.map { sample.top(of: $0) }
  var above = inSight.filter { $0 < removed }
  if inSight[0] > 0, place >= 0 { above.append(inSight[0] - 1) }
  let places = above.map { sample.top(of: $0) }
  var moves = 0
  let clock = try XCTUnwrap(gtk_widget_get_frame_clock(sample.view))
  let frames = Signal.connect(UnsafeMutableRawPointer(clock), "after-paint") {
    if above.map({ sample.top(of: $0) }) != places { moves += 1 }
  }
  if byTheProgram {
    sample.list.moveRows { sample.drop([removed]) }
    pump("the rows to be at their places") { sample.group.rows.records.isEmpty }
    sample.drawFrames()
  } else {
    sample.remove(removed)
  }
  frames.disconnect()
  XCTAssertEqual(moves, 0, "\(what): what is above has moved", line: line)
  let below = zip(inSight, before).filter { $0.0 > removed }
  let distances = below.map { item, top in
    sample.top(of: item).flatMap { now in top.map { now - $0 } }
  }
  XCTAssertEqual(distances, below.map { _ in -height }, what, line: line)
}

extension SampleList {
  /// Where an item's list item begins in the scroller, px.
  fileprivate func top(of item: Int) -> Int32? {
    listItem(of: item).flatMap { $0.bounds(in: group.rows.scroller ?? view) }.map(\.y)
  }

  fileprivate func scroll(to place: Double) {
    let adjustment = gtk_scrolled_window_get_vadjustment(group.rows.scroller?.opaque)
    gtk_adjustment_set_value(adjustment, place)
    drawFrames()
  }

  /// Takes an item out by an action, as a full swipe does, and waits until its gap has closed.
  fileprivate func remove(_ item: Int) {
    var isOut = false
    outcome = { [weak self] in
      .remove {
        self?.drop([item])
        isOut = true
      }
    }
    list.perform(content(of: item).trailing.actions[0], on: item)
    pump("the item to leave") { isOut && group.rows.records.isEmpty }
    drawFrames()
  }
}
