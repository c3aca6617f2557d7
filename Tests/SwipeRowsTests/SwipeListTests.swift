import CDunnockGtk
import CDunnockGtkShim
import GtkBridge
import GtkTestSupport
import Panning
import XCTest

@testable import SwipeRows

final class SwipeListTests: XCTestCase {
  func testOpeningShowsTheTrayOfThatSideAndClosingHidesIt() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      XCTAssertEqual(sample.buttons(of: 3).count, 0)

      sample.list.open(3, .trailing)
      pump("the row to open") { sample.offset(of: 3) <= -152 }
      XCTAssertEqual(sample.buttons(of: 3).map { sample.title(of: $0) }, ["Star", "Trash"])
      XCTAssertEqual(sample.list.openItems.last, 3)

      sample.list.close()
      pump("the row to close") { sample.offset(of: 3) == 0 }
      pump("the tray to hide") { sample.buttons(of: 3).isEmpty }
      XCTAssertNil(sample.list.openItems.last)

      sample.list.open(3, .leading)
      pump("the row to open to the other side") { sample.offset(of: 3) >= 152 }
      XCTAssertEqual(sample.buttons(of: 3).map { sample.title(of: $0) }, ["Archive", "Read"])
    }
  }

  func testOpeningOneClosesTheOther() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      sample.list.open(1, .leading)
      pump("row 1 to open") { sample.offset(of: 1) >= 152 }
      sample.list.open(2, .trailing)
      pump("row 2 to open") { sample.offset(of: 2) <= -152 }
      pump("row 1 to close") { sample.offset(of: 1) == 0 }
      XCTAssertEqual(sample.list.openItems.last, 2)
    }
  }

  func testASideWithoutActionsDoesNotOpen() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      sample.offersLeading = false
      _ = present(sample.list.widget)
      sample.list.open(1, .leading, animated: false)
      XCTAssertEqual(sample.offset(of: 1), 0)
      XCTAssertNil(sample.list.openItems.last)
    }
  }

  func testARowThatIsNotLaidOutYetOpensOnceItIs() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      let stack: Widget = gtk_stack_new()
      gtk_stack_add_child(stack.opaque, gtk_label_new("Another page"))
      gtk_stack_add_child(stack.opaque, sample.list.widget)
      _ = present(stack)
      XCTAssertNotNil(sample.list.widget(of: 3))
      XCTAssertTrue(sample.list.open(3, .trailing))
      XCTAssertFalse(sample.list.open(99, .trailing))
      gtk_stack_set_visible_child(stack.opaque, sample.list.widget)
      pump("the row to open") { sample.offset(of: 3) == -152 }
      XCTAssertEqual(sample.list.openItems, [3])
    }
  }

  func testARowWithoutRoomForATraySaysSo() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget, width: 96)
      XCTAssertLessThanOrEqual(gtk_widget_get_width(sample.list.widget), 96)
      XCTAssertFalse(sample.list.open(3, .trailing))
      XCTAssertEqual(sample.list.openItems, [])
    }
  }

  func testAScrollerThatNeverScrollsSidewaysStaysAsWideAsItsRows() throws {
    try onGtk {
      for (policy, least) in [(GTK_POLICY_NEVER, 300.0...300), (GTK_POLICY_AUTOMATIC, 0...100)] {
        var label: Widget?
        let sample = SampleList(
          count: 20, policy: policy,
          adapt: {
            gtk_widget_set_size_request($0, 300, 44)
            label = $0
          })
        _ = present(sample.list.widget)
        XCTAssertTrue(
          least.contains(sample.list.widget.measured(GTK_ORIENTATION_HORIZONTAL).minimum))
        guard policy == GTK_POLICY_NEVER else { continue }
        gtk_widget_set_size_request(label, 350, 44)
        XCTAssertEqual(sample.list.widget.measured(GTK_ORIENTATION_HORIZONTAL).minimum, 350)
        sample.list.open(3, .trailing, animated: false)
        XCTAssertEqual(sample.offset(of: 3), -152)
      }
    }
  }

  func testAClickedButtonRunsItsActionAndCloses() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      sample.list.open(4, .leading, animated: false)
      pump("the buttons to show") { sample.buttons(of: 4).count == 2 }
      XCTAssertNotEqual(gtk_widget_activate(sample.buttons(of: 4)[0]), 0)
      pump("the action to run") { sample.ran == ["archive 4"] }
      pump("the row to close") { sample.offset(of: 4) == 0 }
    }
  }

  func testActionsRunByNameWithTheTrayClosed() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      let item = try XCTUnwrap(sample.listItem(of: 5))
      XCTAssertNotEqual(gtk_widget_activate_action_variant(item, "row.star", nil), 0)
      XCTAssertEqual(sample.ran, ["star 5"])
    }
  }

  func testARecycledRowsActionsByNameAreThoseOfItsItem() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      sample.disabled = ["trash"]
      sample.store.replace(0..<20, with: Array(100..<120))
      pump("other items") { sample.listItem(of: 105) != nil && sample.listItem(of: 5) == nil }
      sample.drawFrames()
      for item in 100..<105 {
        let shown = try XCTUnwrap(sample.listItem(of: item))
        gtk_widget_activate_action_variant(shown, "row.star", nil)
        gtk_widget_activate_action_variant(shown, "row.trash", nil)
      }
      XCTAssertEqual(sample.ran, (100..<105).map { "star \($0)" })
    }
  }

  func testRightToLeftMirrors() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      gtk_widget_set_direction(sample.list.widget, GTK_TEXT_DIR_RTL)
      gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
      defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
      _ = present(sample.list.widget)
      sample.list.open(2, .leading, animated: false)
      XCTAssertLessThanOrEqual(sample.offset(of: 2), -152)
    }
  }

  func testAnOpenRowStaysOpenThroughRecyclingAndInsertion() throws {
    try onGtk {
      let sample = SampleList(count: 2000)
      _ = present(sample.list.widget)
      sample.list.open(3, .trailing, animated: false)
      sample.store.replace(0..<0, with: [-1, -2])
      pump("the row to be bound again") { sample.offset(of: 3) <= -152 }
      XCTAssertEqual(sample.offset(of: 1), 0)
      XCTAssertEqual(sample.offset(of: 5), 0)
    }
  }

  func testScrollingClosesAndLeavesNoRecycledRowOpen() throws {
    try onGtk {
      let sample = SampleList(count: 2000)
      _ = present(sample.list.widget)
      sample.list.open(3, .trailing, animated: false)
      XCTAssertEqual(sample.list.openItems.last, 3)
      let scroller = sample.view.parent
      let adjustment = gtk_scrolled_window_get_vadjustment(scroller.map { $0.opaque })
      gtk_adjustment_set_value(adjustment, 9)
      pump("the open row to close") { sample.list.openItems.last == nil }
      sample.list.open(3, .trailing, animated: false)
      pump("rows far down to show") {
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + 1000)
        return (600..<700).contains { sample.listItem(of: $0) != nil }
      }
      XCTAssertNil(sample.list.openItems.last)
      for listItem in sample.view.children {
        guard let slide = sample.slide(of: listItem) else { continue }
        pump("every row to be in its place") { dnk_slide_layout_get_offset(slide) == 0 }
      }
    }
  }

  func testAStyleMayCloseWhatLeavesTheScreen() throws {
    try onGtk {
      var style = PanStyle.standard
      for closing: PanClosing in [[], .offscreen] {
        style.closes = closing
        let sample = SampleList(count: 100, style: style)
        _ = present(sample.list.widget)
        sample.list.open(3, .trailing, animated: false)
        let adjustment = gtk_scrolled_window_get_vadjustment(sample.view.parent.map { $0.opaque })
        gtk_adjustment_set_value(adjustment, 100)
        pump("a part of the row to be in sight") { gtk_adjustment_get_value(adjustment) == 100 }
        XCTAssertEqual(sample.list.openItems.last, 3)
        gtk_adjustment_set_value(adjustment, 600)
        if closing == .offscreen {
          pump("the row to close") { sample.list.openItems.last == nil }
        }
        gtk_adjustment_set_value(adjustment, 0)
        var frames = 0
        onEachFrame(of: sample.list.widget) { _ in
          frames += 1
          return frames < 4
        }
        pump("some frames") { frames == 4 }
        XCTAssertEqual(sample.offset(of: 3), closing == .offscreen ? 0 : -152)
      }
    }
  }

  func testARemovedRowLeavesNothingOpen() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      sample.list.open(3, .trailing, animated: false)
      sample.store.replace(3..<4, with: [])
      pump("the row to go") { sample.listItem(of: 3) == nil }
      pump("it to be forgotten") { sample.list.openItems.isEmpty }
      XCTAssertEqual(sample.offset(of: 4), 0)
    }
  }

  func testAWiderWindowKeepsTheRowOpenAtItsTrayWidth() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      sample.trailing = ["trash", "star", "remind", "forward", "print", "junk"]
      let window = present(sample.list.widget, width: 400)
      sample.list.open(3, .trailing, animated: false)
      // Three buttons and More are what leaves 96 px of the front.
      XCTAssertEqual(sample.offset(of: 3), -304)
      gtk_window_set_default_size(window.cast(), 700, 500)
      pump("the window to widen") { gtk_widget_get_width(sample.list.widget) > 600 }
      pump("the row to settle at all six") { sample.offset(of: 3) == -456 }
      XCTAssertEqual(sample.list.openItems, [3])
      gtk_window_set_default_size(window.cast(), 400, 500)
      pump("the row to settle at four again") { sample.offset(of: 3) == -304 }
    }
  }

  func testTheLineBetweenTwoRowsIsTheRowsAboveIt() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      gtk_list_view_set_show_separators(sample.view.opaque, true.gboolean)
      _ = present(sample.list.widget)
      let item = try XCTUnwrap(sample.listItem(of: 3))
      var (outer, inner) = (graphene_rect_t(), graphene_rect_t())
      XCTAssertTrue(isTrue(gtk_widget_compute_bounds(item, sample.list.widget, &outer)))
      XCTAssertTrue(
        isTrue(
          gtk_widget_compute_bounds(try XCTUnwrap(item.firstChild), sample.list.widget, &inner)))
      let end = Double(outer.origin.y + outer.size.height)
      XCTAssertLessThan(Double(inner.origin.y + inner.size.height), end, "no line to press")
      XCTAssertEqual(sample.group.rows.pick(Point(x: 100, y: end - 0.5))?.handle, sample.row(3))
    }
  }

  func testARowThatShowsThatItWaitsRefusesAPressAndOneThatLeavesPassesItOn() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let sample = SampleList(count: 20)
      sample.fullSwipes = [.trailing]
      var answer: CheckedContinuation<SwipeOutcome, Never>?
      sample.outcome = { await withCheckedContinuation { answer = $0 } }
      _ = present(sample.list.widget)
      sample.stopTime()
      let place = Point(x: 300, y: 3.5 * 44)
      XCTAssertEqual(sample.rowToPan(at: place)?.handle, sample.row(3))
      sample.swipeFar(3)
      pump("the front to be out") { answer != nil && !sample.group.engine.isMoving }
      XCTAssertEqual(
        sample.rowToPan(at: place)?.handle, sample.row(4), "a row that is out and shows nothing")
      sample.endTimers()
      let hit = try XCTUnwrap(sample.rowToPan(at: place))
      XCTAssertEqual(hit.handle, sample.row(3), "a neighbour of the row that waits")
      sample.group.driver.drive(.begin(hit.handle, hit.row.back.measure(), .touch, x: 0, y: 0))
      XCTAssertEqual(sample.group.engine.phase, .refused)
      sample.group.driver.drive(.cancel)
      answer?.resume(returning: .remove { sample.drop([3]) })
      pump("the answer to be shown") { sample.endTimers() }
      pump("the row to leave") { sample.group.rows.isGoing(sample.row(3)) }
      XCTAssertEqual(sample.rowToPan(at: place)?.handle, sample.row(4))
      pump("the row gone") { sample.listItem(of: 3) == nil }
    }
  }

  func testAPressAfterARowHasGoneAtOnceFindsTheRowInItsPlace() throws {
    try onGtk {
      for container in SampleList.Container.allCases {
        let sample = SampleList(count: 20, in: container)
        let window = present(sample.list.widget)
        sample.drawFrames()
        let place = Point(x: 300, y: 3.5 * 44)
        XCTAssertEqual(sample.rowToPan(at: place)?.handle, sample.row(3), "\(container)")
        sample.drop([3])
        sample.drawFrames()
        XCTAssertEqual(sample.rowToPan(at: place)?.handle, sample.row(4), "\(container)")
        close(window)
      }
    }
  }

  func testAVeryWideRowOpensAtItsTrayWidth() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget, width: 3000)
      pump("the window to widen") { gtk_widget_get_width(sample.list.widget) == 3000 }
      for (side, sign) in [(PanSide.leading, 1.0), (.trailing, -1)] {
        sample.list.open(3, side, animated: false)
        XCTAssertEqual(sample.offset(of: 3), sign * 152)
      }
    }
  }

  func testEverythingIsFreed() throws {
    try onGtk {
      weak var list: SwipeList<Int>?
      weak var row: SwipeRow?
      var freedRows = 0
      var rows = 0
      do {
        let sample = SampleList(count: 300)
        let window = present(sample.list.widget)
        list = sample.list
        row = sample.listItem(of: 0)?.firstChild.flatMap { SwipeRow.hosted(by: $0) }
        sample.list.open(2, .leading)
        pump("the row to open") { sample.offset(of: 2) >= 152 }
        for listItem in sample.view.children {
          guard let child = listItem.firstChild else { continue }
          rows += 1
          onFree(of: child) { freedRows += 1 }
        }
        XCTAssertNotNil(row)
        close(window)
      }
      XCTAssertGreaterThan(rows, 5)
      pump("the rows to be freed") { freedRows == rows }
      XCTAssertNil(row)
      pump("the list to be freed") { list == nil }
    }
  }
}
