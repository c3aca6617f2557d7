import CGtk
import GtkBridge
import GtkTestSupport
import XCTest

@testable import SwipeRow

/// What an open tray shows while its row changes.
final class SwipeTrayTests: XCTestCase {
  func testButtonsAreAsWideAsBeforeAfterTheRowWasNarrow() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      sample.trailing = ["trash", "star", "later"]
      sample.longSwipes = [.trailing]
      let window = present(sample.list.widget)
      sample.list.open(3, side: .trailing, animated: false)
      pump("the buttons") { sample.widths(of: 3) == [76, 76, 76] }
      sample.resize(window, to: 300)
      pump("fewer buttons") { sample.widths(of: 3) == [76, 76] }
      sample.resize(window, to: 400)
      pump("room for three") { sample.buttons(of: 3).count == 3 }
      sample.drawFrames()
      XCTAssertEqual(sample.widths(of: 3), [76, 76, 76])
    }
  }
}

@MainActor
extension SampleList {
  /// The widths of the buttons of an item's tray, px.
  fileprivate func widths(of item: Int) -> [Int32] {
    buttons(of: item).map { button in
      var bounds = graphene_rect_t()
      _ = gtk_widget_compute_bounds(button, button, &bounds)
      return Int32(bounds.size.width)
    }
  }

  fileprivate func resize(_ window: Widget, to width: Int32) {
    gtk_window_set_default_size(window.cast(), width, 500)
    pump("the window \(width) px wide") { gtk_widget_get_width(list.widget) == width }
  }
}
