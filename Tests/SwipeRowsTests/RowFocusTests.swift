import CGtk
import GtkBridge
import GtkTestSupport
import XCTest

@testable import SwipeRows

/// Where the keyboard is, whatever the model does.
final class RowFocusTests: XCTestCase {
  func testTheRowInTheOldPlaceHasTheFocusAtOnce() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      let window = present(sample.list.widget)
      XCTAssertTrue(sample.list.focus(3))
      XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: 3))
      sample.store.replace(3..<4, with: [])
      XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: 4))
      sample.store.replace(3..<5, with: [])
      XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: 6))
      sample.drawFrames()
      XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: 6))
    }
  }

  func testAfterTheLastRowComesTheOneBefore() throws {
    try onGtk {
      let sample = SampleList(count: 4)
      let window = present(sample.list.widget)
      sample.list.focus(3)
      sample.store.replace(3..<4, with: [])
      XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: 2))
      sample.store.replace(0..<3, with: [])
      XCTAssertFalse(sample.list.focus(2))
    }
  }

  func testARowFarAwayIsScrolledToAndTakesTheFocus() throws {
    try onGtk {
      let sample = SampleList(count: 2000)
      let window = present(sample.list.widget)
      XCTAssertTrue(sample.list.focus(1500))
      pump("the row to have the focus, in sight") {
        sample.live.rows.isOnScreen(1500, wholly: true)
          && gtk_window_get_focus(window.cast()) == sample.listItem(of: 1500)
      }
      XCTAssertFalse(sample.list.focus(2000))
      // Whoever goes on before it is laid out stays there.
      sample.list.focus(100)
      gtk_window_set_focus(window.cast(), nil)
      sample.drawFrames()
      XCTAssertNil(gtk_window_get_focus(window.cast()))
    }
  }
}
