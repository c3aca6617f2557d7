import CDunnockAdwaita
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

  func testKeysInPairsAreUniqueBeginLikeNoOtherAndAreShown() throws {
    try onGtk {
      let pairs = WindowCommand.all.flatMap(\.sequences)
      XCTAssertEqual(Set(pairs).count, pairs.count)
      let single = Set(WindowCommand.all.flatMap(\.keys))
      for pair in pairs {
        let keys = pair.split(separator: "+").map(String.init)
        XCTAssertEqual(keys.count, 2, pair)
        XCTAssertTrue(keys.allSatisfy(WindowCommand.isLetter), pair)
        XCTAssertFalse(single.contains(keys[0]), "a key of its own begins \(pair)")
      }
      for command in WindowCommand.all where !command.sequences.isEmpty {
        XCTAssertTrue(
          !command.keys.isEmpty || WindowCommand.selecting.contains { $0.name == command.name },
          "\(command.name) needs two keys")
      }
      for (letters, count) in [(true, pairs.count), (false, 0)] {
        let parent = present(gtk_label_new(""))
        defer { close(parent) }
        let dialog = ShortcutsWindow.dialog(
          over: parent, sections: WindowCommand.sections, withLetters: letters)
        dialog.present()
        let labels = dialog.widget.descendants.filter { $0.isA(gtk_shortcut_label_get_type()) }
          .compactMap { gtk_shortcut_label_get_accelerator($0.opaque) }.map { String(cString: $0) }
        XCTAssertEqual(labels.filter(pairs.contains).count, count)
      }
    }
  }

  func testTheSecondKeyIsNotWaitedForForEver() throws {
    try onGtk {
      let sequences = KeySequences(WindowCommand.all, timeout: 0.02)
      XCTAssertFalse(sequences.isBegun)
      sequences.wait(for: KeyTable(WindowCommand.going))
      XCTAssertTrue(sequences.isBegun)
      pump("the second key waited for no more") { !sequences.isBegun }
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
      let parent = present(gtk_label_new(""))
      defer { close(parent) }
      let dialog = ShortcutsWindow.dialog(
        over: parent, sections: WindowCommand.sections, withLetters: true)
      dialog.present()
      // What is inside: the window itself adds the frame that its shadow stands in.
      let content = try XCTUnwrap(dialog.widget.firstChild)
      var minimum: Int32 = 0
      gtk_widget_measure(content, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
      XCTAssertLessThanOrEqual(minimum, 360)
    }
  }
}
