import CAdwaita
import GtkBridge
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

  func testWhatALetterDoesAnotherKeyDoesToo() throws {
    try onGtk {
      for command in WindowCommand.all where !command.keys.isEmpty {
        XCTAssertFalse(command.keys(withLetters: false).isEmpty, command.name)
      }
      let letters = WindowCommand.all.flatMap(\.keys).filter(WindowCommand.isLetter)
      XCTAssertTrue(
        Set(["e", "<Shift>i", "slash", "numbersign", "question", "j", "z"]).isSubset(of: letters))
      for key in ["Delete", "space", "<Shift>space", "<Control>z", "<Alt>Down", "Escape", "F1"] {
        XCTAssertFalse(WindowCommand.isLetter(key), key)
      }
    }
  }

  func testTheShortcutsWindowFitsANarrowScreen() throws {
    try onGtk {
      let window = ShortcutsWindow.window(of: WindowCommand.sections, withLetters: true)
      defer { gtk_window_destroy(window.cast()) }
      // What is inside: the window itself adds the frame that its shadow stands in.
      let content = try XCTUnwrap(window.firstChild)
      var minimum: Int32 = 0
      gtk_widget_measure(content, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
      XCTAssertLessThanOrEqual(minimum, 360)
    }
  }
}
