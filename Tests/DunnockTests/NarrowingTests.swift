import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import MailModel
import XCTest

@testable import Dunnock

final class NarrowingTests: XCTestCase {
  func testTheMessageThatHasTheFocusStaysInSight() throws {
    try withWideWindow { window in
      // As a click or Tab gives it the focus; the list may still take it for the row that has come.
      var kept = 0
      onEachFrame(of: window.window) { [weak window] _ in
        guard let reader = window?.reader else { return false }
        kept = reader.widget.holdsFocus ? kept + 1 : 0
        if kept == 0 { reader.grabFocus() }
        return kept < 12
      }
      pump("the focus on the message") { kept >= 12 }
      narrow(window)
      XCTAssertTrue(window.frame.showsReadingSide)
      XCTAssertTrue(window.reader.widget.holdsFocus)
    }
  }

  func testTheFoldersLeaveTheListItsRoom() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Subject 0"])
        for (width, covers) in [(1_100, false), (640, true), (900, false)] {
          gtk_window_set_default_size(window.window.cast(), Int32(width), 600)
          pump("a window of \(width) px") { window.folders.covers == covers }
        }
      }
    }
  }

  func testFoldersThatAreUncoveredStandBesideTheListWhereThereIsRoom() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Subject 0"])
        @MainActor func takesPresses() -> Bool {
          window.list.widget.ancestry.allSatisfy { gtk_widget_get_can_target($0) != 0 }
        }
        pump("the folders") { window.folders.list.offersChoice }
        for _ in 0..<2 {
          gtk_window_set_default_size(window.window.cast(), 640, 600)
          pump("a narrow window") { window.folders.covers }
          XCTAssertFalse(window.folders.isShown)
          XCTAssertTrue(takesPresses())
          window.toggleFolders()
          XCTAssertTrue(window.folders.list.hasFocus)
          XCTAssertFalse(takesPresses())
          gtk_window_set_default_size(window.window.cast(), 900, 600)
          pump("the folders beside the list") { window.folders.isBeside }
          XCTAssertTrue(takesPresses())
        }
      }
    }
  }

  /// The key may come in the midst of a frame, which is laid out before the folders have moved at all.
  func testFoldersThatHaveNotMovedYetKeepTheFocus() throws {
    try withWideWindow { window in
      narrow(window)
      let pane = window.folders.widget
      XCTAssertTrue(pane.wantsAnimations)
      window.toggleFolders()
      XCTAssertTrue(window.folders.list.hasFocus)
      gtk_widget_queue_allocate(pane)
      gtk_widget_allocate(pane, gtk_widget_get_width(pane), gtk_widget_get_height(pane), -1, nil)
      // GTK takes the focus from what is not, a while later.
      XCTAssertNotEqual(gtk_widget_get_mapped(window.folders.list.widget), 0)
    }
  }

  func testTheMessageThatIsPagedStaysInSight() throws {
    try withWideWindow { window in
      window.list.focusSelected()
      pump("the focus on the list") { window.list.hasFocus }
      window.page()
      pump("the next message") { window.reader.shown?.subject == "Subject 1" }
      XCTAssertTrue(window.list.hasFocus)
      narrow(window)
      XCTAssertTrue(window.frame.showsReadingSide)
      pump("the keys for the message") { window.reader.widget.holdsFocus }
    }
  }

  func testTheListThatWasUsedLastStaysInSight() throws {
    try withWideWindow { window in
      window.showSelected()
      window.list.focusSelected()
      pump("the focus on the list") { window.list.hasFocus }
      narrow(window)
      XCTAssertFalse(window.frame.showsReadingSide)
      XCTAssertTrue(window.list.hasFocus)
    }
  }

  /// What GTK gives the focus to when a swipe takes the message away that had it.
  func testTheFirstButtonOverTheListGivesTheFocusToTheRow() throws {
    try withWideWindow { window in
      narrow(window)
      window.showSelected()
      pump("the focus on the message") { window.reader.widget.holdsFocus }
      let leaflet = try XCTUnwrap(window.window.all(adw_leaflet_get_type()).first)
      adw_leaflet_navigate(leaflet.opaque, ADW_NAVIGATION_DIRECTION_BACK)
      let bar = window.frame.listHeaderBar
      pump("the list") { gtk_widget_get_mapped(bar) != 0 }
      gtk_widget_child_focus(bar, GTK_DIR_TAB_FORWARD)
      XCTAssertTrue(bar.holdsFocus)
      pump("the focus on the row") { window.list.hasFocus }
    }
  }

  /// Were it wider with the buttons of a message above it than with them at its foot, it would fold and unfold for ever.
  func testAWindowOfAnyWidthStandsStill() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        for width in stride(from: Int32(860), through: 1060, by: 20) {
          gtk_window_set_default_size(window.window.cast(), width, 600)
          // A busy server takes some to give it that width.
          for _ in 0..<6 { pumpFrames(of: window.window) }
          let isFolded = window.frame.isFolded
          for _ in 0..<4 {
            pumpFrames(of: window.window)
            XCTAssertEqual(window.frame.isFolded, isFolded, "at \(width) px")
          }
        }
      }
    }
  }
}

private func withWideWindow(_ body: @MainActor (MailWindow) throws -> Void) throws {
  try onGtk {
    let mailbox = try TestMailbox(count: 3)
    try withWindow(on: .path(mailbox.path)) { window in
      gtk_window_set_default_size(window.window.cast(), 1100, 600)
      pump("list and message side by side") { !window.frame.isFolded }
      window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
      pump("the message") { window.reader.shown?.subject == "Subject 0" }
      pumpUntilIdle()
      pump("the focus on the list") { window.list.hasFocus }
      try body(window)
    }
  }
}

@MainActor
private func narrow(_ window: MailWindow) {
  gtk_window_set_default_size(window.window.cast(), 400, 600)
  pump("one over the other") { window.frame.isFolded }
  pumpUntilIdle()
}

@MainActor
private func pumpUntilIdle() {
  var isIdle = false
  whenIdle { isIdle = true }
  pump("what is to be done yet") { isIdle }
}
