import CDunnockAdwaita
import CDunnockGtk
import GtkBridge
import GtkTestSupport
import XCTest

@testable import Dunnock

/// What a finger presses is at least 44 px wide and high, whatever of it is drawn.
final class TargetTests: XCTestCase {
  func testButtonsAboveListAndMessage() throws {
    try onGtk {
      defer { ReadingLook.reset() }
      let mail = try TriageMail()
      for look in ReadingLook.all {
        look.apply()
        let stage = try WindowStage(on: mail, width: look.windowWidth)
        let window = stage.window
        XCTAssertTrue(window.list.goToNextUnread())
        pump("the message") { window.reader.isRead }
        window.startSearching()
        pumpFrames(of: window.window, 3)
        let found = buttons(in: window.window)
        XCTAssertGreaterThan(found.count, 6, look.name)
        for button in found {
          var bounds = graphene_rect_t()
          XCTAssertNotEqual(gtk_widget_compute_bounds(button, button, &bounds), 0)
          let size = (bounds.size.width, bounds.size.height)
          XCTAssertTrue(min(size.0, size.1) >= 44, "\(look.name): \(title(of: button)) \(size)")
        }
        if window.folders.covers {
          window.folders.reveal(true)
          pumpFrames(of: window.window, 30)
          for row in window.folders.list.box.children {
            XCTAssertGreaterThanOrEqual(gtk_widget_get_height(row), 44, look.name)
          }
        }
        stage.end()
      }
    }
  }

  func testButtonsMakeNoHeaderBarHigher() throws {
    try onGtk {
      let stage = try WindowStage(on: try TriageMail(), width: 1100)
      pumpFrames(of: stage.window.window, 3)
      // As libadwaita has them, with a line more where windows have no shadow.
      XCTAssertLessThanOrEqual(gtk_widget_get_height(stage.window.frame.listHeaderBar), 48)
      stage.end()
    }
  }
}

/// The buttons of header bars, those of the search bar that stay on, and those of the message, as far as they can be seen.
@MainActor private func buttons(in widget: Widget) -> [Widget] {
  guard gtk_widget_get_mapped(widget) != 0, !widget.isA(gtk_window_controls_get_type()) else {
    return []
  }
  let isButton = widget.isA(gtk_button_get_type())
  let isMeant =
    widget.ancestry.contains { $0.isA(adw_header_bar_get_type()) }
    || gtk_widget_has_css_class(widget, "search-pill") != 0
    || widget.parent?.isA(gtk_menu_button_get_type()) == true
  return isButton && isMeant ? [widget] : widget.children.flatMap(buttons)
}

@MainActor private func title(of button: Widget) -> String {
  gtk_widget_get_tooltip_text(button).map { String(cString: $0) } ?? "a button"
}
