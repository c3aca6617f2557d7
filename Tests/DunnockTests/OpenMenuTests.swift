import AppWidgets
import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import MailModel
import XCTest

@testable import Dunnock
@testable import MailReading

/// What is open over a window, or has just been closed, while the window is closed.
final class OpenMenuTests: XCTestCase {
  func testAWindowClosesBehindWhatWasOpenOverIt() throws {
    try onGtk {
      for (name, open) in Self.openings {
        for moment in Moment.allCases { try Self.closing("\(name), \(moment)", moment, open) }
      }
    }
  }

  func testATextGoesBehindItsMenu() throws {
    try onGtk {
      for moment in Moment.allCases {
        for closesWindow in [false, true] {
          let (around, text): (Widget, Widget) = (gtk_list_box_new(), gtk_text_view_new())
          gtk_list_box_append(around.opaque, text)
          let menu = TextMenu(on: around, text: text)
          let window = present(around)
          var isFreed = false
          onFree(of: around) { isFreed = true }
          menu.show(at: GdkRectangle(x: 1, y: 1, width: 1, height: 1), for: nil) {}
          let popover = try XCTUnwrap(window.openPopover)
          Self.wait(for: moment, popover)
          if closesWindow {
            close(window)
          } else {
            gtk_window_set_child(window.cast(), nil)
          }
          pump("the text to be freed") { isFreed }
        }
      }
    }
  }

  private enum Moment: CaseIterable { case opened, drawn, closedAtOnce, closed }

  @MainActor private static let openings: [(String, @MainActor (MailWindow) -> Void)] = [
    (
      "folder",
      {
        $0.folders.list.grabFocus()
        $0.folders.menu.openAtFocus()
      }
    ),
    ("main menu", { $0.frame.showMenu() }),
    (
      "row",
      { window in
        guard let row = window.list.first else { return }
        pump("the row") { window.list.swipes.openMenu(of: row.id) }
      }
    ),
    (
      "days",
      { window in
        window.search.open()
        let button = window.search.widget.firstInside(gtk_menu_button_get_type())
        button.map { gtk_menu_button_popup($0.opaque) }
      }
    ),
  ]

  @MainActor private static func closing(
    _ what: String, _ moment: Moment, _ open: (MailWindow) -> Void
  ) throws {
    let mailbox = try TestMailbox(count: 3)
    var isFreed = false
    try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
      gtk_window_set_default_size(window.window.cast(), 1100, 600)
      window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
      pump("\(what): the folders") { window.folders.isShown && !window.folders.covers }
      open(window)
      pump("\(what): the popover") { window.window.openPopover != nil }
      let popover = try XCTUnwrap(window.window.openPopover)
      onFree(of: popover) { isFreed = true }
      wait(for: moment, popover)
    }
    pump("\(what): the popover to be freed") { isFreed }
  }

  @MainActor private static func wait(for moment: Moment, _ popover: Widget) {
    if [.drawn, .closed].contains(moment) {
      pump("the popover to be drawn") { gtk_widget_get_mapped(popover) != 0 }
      pumpFrames(of: popover)
    }
    if [.closedAtOnce, .closed].contains(moment) { gtk_popover_popdown(popover.cast()) }
  }
}

extension Widget {
  /// The first popover in this widget that is to be seen.
  @MainActor fileprivate var openPopover: Widget? {
    if isA(gtk_popover_get_type()), gtk_widget_get_visible(self) != 0 { return self }
    return children.lazy.compactMap(\.openPopover).first
  }
}
