import AppWidgets
import CDunnockAdwaita
import FileSystem
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import XCTest

@testable import Dunnock

/// Names are said as they are, whatever signs they hold that markup or mnemonics begin with.
final class PlainTextTests: XCTestCase {
  private static let name = "Kunz & Söhne <b>_x</b> &amp;"

  func testTextsOfRowsGroupsAndPagesAreSaidAsTheyAre() throws {
    try onGtk {
      let group: Widget = adw_preferences_group_new()
      group.setGroupTitle(Self.name)
      group.setGroupDescription("About \(Self.name)")
      var expected = [Self.name, "About \(Self.name)"]
      for row: Widget in [adw_action_row_new(), adw_expander_row_new(), adw_combo_row_new()] {
        row.setRowTitle(Self.name)
        row.setRowSubtitle("Below \(Self.name)")
        adw_preferences_group_add(group.cast(), row)
        expected += [Self.name, "Below \(Self.name)"]
      }
      let page = statusPage(
        icon: "dnk-archive-symbolic", title: Self.name, description: "On \(Self.name)")
      expected += [Self.name, "On \(Self.name)"]
      for widget in [group, page] {
        let window: Widget = gtk_window_new()
        gtk_window_set_child(window.cast(), widget)
        gtk_window_present(window.cast())
        pump("it to be on show") { gtk_widget_get_mapped(widget) != 0 }
        expected.removeFirst(widget.saying(Self.name, as: expected))
        gtk_window_destroy(window.cast())
      }
      XCTAssertEqual(expected, [])
    }
  }

  func testNamesOfFoldersAndAccountsAreSaidAsTheyAre() throws {
    try onGtk {
      let account = "Kunz & Söhne <b>_x"
      let mailbox = try TestMailbox(folders: [])
      for part in ["cur", "new", "tmp"] {
        try FileManager.default.removeItem(atPath: "\(mailbox.path)/\(part)")
      }
      for (name, age) in [(account, 0), ("Home", 60)] {
        try mailbox.add("To \(name)", age: age, folder: "\(name)/INBOX")
        try mailbox.add(folder: "\(name)/Archive & <i>_y")
      }
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        pump("the roles") { window.mailbox?.session.roles.inboxes.count == 2 }
        pump("the folders") { window.folders.list.all.count == 4 }
        let named = { (widget: Widget, texts: [String]) in
          pump("\(texts)") { texts.allSatisfy(widget.texts.contains) }
        }
        let parts = window.folderPreferences()
        let archive = FolderID(path: ByteName("\(account)/Archive & <i>_y"))
        let name = window.folders.list.name(of: archive)
        XCTAssertTrue(name.contains("Archive & <i>_y"), name)
        for part in parts { part.show([:]) { _ in archive } }
        for part in parts {
          let said = part.widget.all(gtk_label_get_type()).compactMap {
            gtk_label_get_text($0.opaque).map { String(cString: $0) }
          }
          XCTAssertTrue(said.contains { $0.contains(account) || $0.contains("Home") }, "\(said)")
          XCTAssertEqual(said.contains(name), said.contains { $0.contains(account) }, "\(said)")
        }
        window.open(archive)
        window.waitFor([])
        named(window.window, ["Archive & <i>_y"])
        window.open(FolderID(path: ByteName("\(account)/INBOX")))
        window.waitFor(["To \(account)"])
        window.obey(.moveElsewhere)
        pump("the picker") { window.dialogs.question != nil }
        named(try XCTUnwrap(window.dialogs.question), [name])
        try XCTUnwrap(window.dialogs.question).dismiss()
        pump("which folder is the archive") {
          // The row may still wait for the answer to what was asked first.
          if window.dialogs.question == nil { window.obey(.archive) }
          return window.dialogs.question != nil
        }
        named(try XCTUnwrap(window.dialogs.question), [name])
        try XCTUnwrap(window.dialogs.question).dismiss()
      }
    }
  }
}

@MainActor extension Widget {
  /// How many of these texts its labels say that hold a name, in this order.
  fileprivate func saying(_ name: String, as expected: [String]) -> Int {
    let said = texts.filter { $0.contains(name) }
    XCTAssertEqual(said, Array(expected.prefix(said.count)))
    return said.count
  }
}
