import CAdwaita
import GtkTestSupport
import XCTest

@testable import Dunnock

final class CommandTableTests: XCTestCase {
  func testNamesAndKeysAreUnique() throws {
    try onGtk {
      let commands = WindowCommand.all
      XCTAssertEqual(Set(commands.map(\.name)).count, commands.count)
      let keys = commands.flatMap(\.keys)
      XCTAssertEqual(Set(keys).count, keys.count)
    }
  }

  func testEveryKeyIsOneThatGtkReads() throws {
    try onGtk {
      for key in WindowCommand.all.flatMap(\.keys) {
        let trigger = gtk_shortcut_trigger_parse_string(key)
        XCTAssertNotNil(trigger, key)
        if let trigger { g_object_unref(UnsafeMutableRawPointer(trigger)) }
      }
    }
  }

  func testTheShortcutsWindowIsOneThatGtkReads() throws {
    try onGtk {
      let builder = try XCTUnwrap(gtk_builder_new())
      defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
      let text = ShortcutsWindow.interface(WindowCommand.sections)
      XCTAssertNotEqual(gtk_builder_add_from_string(builder, text, -1, nil), 0)
      let window = try XCTUnwrap(gtk_builder_get_object(builder, "shortcuts"))
      gtk_window_destroy(
        UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self))
    }
  }
}
