import AppWidgets
import CDunnockGtk
import GtkBridge
import GtkTestSupport
import XCTest

@testable import Dunnock

final class ActionStateTests: XCTestCase {
  func testASwitchIsAsItIsSet() throws {
    try onGtk {
      let group = ActionGroup()
      var runs = 0
      group.addSwitch("quiet") { runs += 1 }
      let label: Widget = gtk_label_new("")
      let owned = Ref.sinking(floating: label)
      group.insert(into: label, prefix: "list")
      gtk_widget_activate_action_variant(label, "list.quiet", nil)
      XCTAssertEqual(runs, 1)
      XCTAssertFalse(group.isOn("quiet"), "who is asked decides")
      group.setOn("quiet", true)
      XCTAssertTrue(group.isOn("quiet"))
      XCTAssertFalse(group.isOn("loud"))
      _ = owned
    }
  }

  func testOfChoicesOneIsChosen() throws {
    try onGtk {
      let group = ActionGroup()
      var asked: [String] = []
      for choice in ["name", "size"] {
        group.addChoice("order::" + choice) { asked.append(choice) }
      }
      let label: Widget = gtk_label_new("")
      let owned = Ref.sinking(floating: label)
      group.insert(into: label, prefix: "list")
      gtk_widget_activate_action_variant(label, "list.order", g_variant_new_string("size"))
      XCTAssertEqual(asked, ["size"])
      XCTAssertFalse(group.isChosen("order::size"), "who is asked decides")
      group.choose("order::size")
      XCTAssertTrue(group.isChosen("order::size"))
      XCTAssertFalse(group.isChosen("order::name"))
      group.setEnabled("order::name", false)
      gtk_widget_activate_action_variant(label, "list.order", g_variant_new_string("name"))
      XCTAssertEqual(asked, ["size"])
      XCTAssertFalse(group.isEnabled("order::size"), "an action is enabled with all its choices")
      _ = owned
    }
  }
}
