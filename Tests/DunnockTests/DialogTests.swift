import AccountSetup
import AppWidgets
import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import XCTest

@testable import Dunnock

/// What stands over a window, whether libadwaita has it inside that window or in one of its own.
final class DialogTests: XCTestCase {
  func testAWindowClosesWithWhatStandsOverItAndNoOther() throws {
    try onGtk {
      let (one, other) = (try TestMailbox(count: 1), try TestMailbox(count: 1))
      try withWindow(on: .path(one.path)) { first in
        first.waitFor(["Subject 0"])
        try withWindow(on: .path(other.path)) { second in
          second.waitFor(["Subject 0"])
          second.showPreferences()
          pump("the preferences") { second.window.dialogOver != nil }
          let dialog = try XCTUnwrap(second.window.dialogOver)
          XCTAssertEqual(dialog.dialogTitle, "Preferences")
          XCTAssertEqual(second.window.isBelowDialog, dialog.isDialog)
          XCTAssertFalse(first.window.isBelowDialog)
          // It is closed as it is, and is to be gone then.
        }
        XCTAssertNil(first.window.dialogOver)
        XCTAssertEqual(first.subjects, ["Subject 0"])
      }
    }
  }

  func testTheFocusIsOnTheFirstThatIsAskedForInANarrowWindowToo() throws {
    try onGtk {
      for width: Int32 in [360, 900] {
        let stand = AccountStand()
        let parent: Widget = adw_window_new()
        let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
        gtk_widget_set_size_request(content, width, 700)
        adw_window_set_content(parent.cast(), content)
        gtk_window_present(parent.cast())
        pump("the window") { gtk_widget_get_width(parent) > 0 }
        let dialog = AddAccountWindow.present(over: parent, stand.fetching) { _ in }
        pumpFrames(of: dialog.steps.dialog.widget, 12)
        XCTAssertTrue(dialog.address.holdsFocus, "\(width)")
        XCTAssertEqual(dialog.steps.dialog.widget.dialogTitle, "Add Account")
        gtk_window_destroy(parent.cast())
      }
    }
  }
}
