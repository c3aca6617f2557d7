import CDunnockGtk
import CDunnockGtkShim
import GtkBridge
import GtkTestSupport
import SwipePane
import XCTest

@testable import RowGallery
@testable import SwipeRows

/// The capabilities of the seeds that a page shows and no other test does.
final class SeedPagesTests: XCTestCase {
  func testAWholeViewStandsBehindTheFront() throws {
    try onPage("LinkedSystems", style: "slidingCell") { _, show, list in
      list.open(1, .leading)
      let row = try XCTUnwrap(list.row(of: 1))
      pump("the row to open") { !list.group.engine.isMoving }
      XCTAssertEqual(list.offset(of: 1), Double(gtk_widget_get_width(row.widget)))
      let tray = try XCTUnwrap(row.widget.children.first { $0.hasClass("swipe-tray") })
      XCTAssertEqual(gtk_widget_get_width(tray), gtk_widget_get_width(row.widget))
      XCTAssertTrue(tray.firstChild?.firstChild?.hasClass("back") == true)
    }
  }

  func testWhileSelectingWhatIsOpenClosesAndNothingSwipes() throws {
    try onPage("SelectionMode") { _, show, list in
      list.open(1, .trailing, animated: false)
      let select = try XCTUnwrap(show.widget.first { $0.isA(gtk_switch_get_type()) })
      let row = try XCTUnwrap(list.row(of: 1))
      let check = try XCTUnwrap((row.frontOwner as? ItemFront)?.check)
      XCTAssertFalse(isTrue(gtk_widget_get_visible(check)))
      gtk_switch_set_active(select.opaque, true.gboolean)
      pump("the row to close") { list.openItems.isEmpty && !list.group.engine.isMoving }
      XCTAssertTrue(isTrue(gtk_widget_get_visible(check)))
      XCTAssertFalse(list.open(1, .trailing))
      XCTAssertFalse(list.openMenu(of: 1))
      gtk_check_button_set_active(check.cast(), true.gboolean)
      list.updateAll()
      XCTAssertTrue(isTrue(gtk_check_button_get_active(check.cast())))
      gtk_switch_set_active(select.opaque, false.gboolean)
      XCTAssertTrue(list.open(1, .trailing))
    }
  }

  func testARowOpensByItselfForTwoSecondsUnlessSomebodyIsQuicker() throws {
    try onPage("FirstHint") { _, show, list in
      pump("the hint") { list.openItems == [0] }
      pump("its end") { list.openItems.isEmpty }
      show.startOver()
      let list = try XCTUnwrap(show.list)
      pump("a row") { list.widget(of: 0).map { gtk_widget_get_width($0) > 0 } ?? false }
      try list.drag(2, by: -20)
      var isOver = false
      after(1.5) { isOver = true }
      pump("the time of the hint") { isOver }
      XCTAssertEqual(list.openItems, [])
    }
  }

  func testATrayLiesStillOrComesIn() throws {
    try onPage("Transitions") { _, show, list in
      let row = try XCTUnwrap(list.row(of: 1))
      /// Where the first button stands when the tray is half uncovered, px from where it ends up.
      @MainActor func way() throws -> Double {
        let geometry = row.back.measure()
        try list.group.driver.drive(
          .begin(XCTUnwrap(list.handle(of: 1)), geometry, .mouse, x: 0, y: 0))
        // What is gone until it is decided that this is a pan moves nothing.
        for x in [8, geometry.leading.width / 2 + 8] { list.group.driver.drive(.move(x: x, y: 0)) }
        var places: [Int32] = []
        for isOpen in [false, true] {
          if isOpen { list.open(1, .leading, animated: false) }
          var frames = 0
          onEachFrame(of: list.widget) { _ in
            frames += 1
            return frames < 3
          }
          pump("some frames") { frames == 3 }
          let button = row.back.buttonsInReadingOrder.first
          places.append(try XCTUnwrap(button?.bounds(in: row.widget)).x)
        }
        list.close(animated: false)
        return Double(places[1] - places[0])
      }
      XCTAssertEqual(try way(), 0)
      let choice = try XCTUnwrap(show.widget.first { $0.isA(gtk_drop_down_get_type()) })
      gtk_drop_down_set_selected(choice.opaque, 1)
      XCTAssertEqual(try way(), row.back.measure().leading.width / 2, accuracy: 1)
    }
  }

  func testTheWholeListIsDrawnAsideOverWhatLiesBehind() throws {
    try onPage("ListPanning") { _, show, list in
      let holder = try XCTUnwrap(
        list.widget.ancestry.first { Hosted.guest(of: $0, key: Pane.key, as: Pane.self) != nil })
      let pane: Pane = try XCTUnwrap(Hosted.guest(of: holder, key: Pane.key))
      @MainActor func edge() -> Int32? { list.widget.bounds(in: holder)?.x }
      let folders = try XCTUnwrap(holder.first { $0.isA(gtk_list_box_get_type()) })
      XCTAssertFalse(isTrue(gtk_widget_get_mapped(folders)))
      pane.open()
      pump("the list aside") { edge() == 240 && !pane.engine.isMoving }
      XCTAssertTrue(folders.holdsFocus)
      gtk_widget_activate(folders.focusInWindow)
      pump("the list back") { edge() == 0 && !pane.engine.isMoving }
      XCTAssertFalse(isTrue(gtk_widget_get_mapped(folders)))
      XCTAssertTrue(list.widget.holdsFocus)
    }
  }
}
