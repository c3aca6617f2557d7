import CDunnockGtk
import GtkBridge
import GtkTestSupport
import Panning
import SwipeRows
import XCTest

final class SwipeListMenuTests: XCTestCase {
  func testWhatIsOpenOverTheListIsFreedWithItsWindow() throws {
    try onGtk {
      for opens in ["the menu", "a failure"] {
        let sample = SampleList(count: 12)
        let window = present(sample.list.widget)
        sample.outcome = { .failure("stuck") }
        if opens == "the menu" {
          XCTAssertTrue(sample.list.openMenu(of: 4))
        } else {
          sample.list.perform(sample.content(of: 4).trailing.actions[0], on: 4)
        }
        let popover = try XCTUnwrap(
          sample.list.widget.children.first { $0.isA(gtk_popover_get_type()) }, opens)
        sample.drawFrames()
        var isFreed = false
        onFree(of: popover) { isFreed = true }
        close(window, waits: false)
        // Half a second later GTK looks for a tooltip in whatever is left of it.
        XCTAssertTrue(isFreed, opens)
      }
    }
  }

  func testTheMenuHoldsTheActionsOfBothSidesWithTheirShortcuts() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      XCTAssertTrue(sample.list.openMenu(of: 3))
      let menu = try XCTUnwrap(sample.menu)
      XCTAssertEqual(
        sections(of: menu),
        [
          ["row.archive Archive e", "row.read Read "],
          ["row.trash Trash <Shift>Delete", "row.star Star "],
        ])
      XCTAssertNotEqual(gtk_widget_activate_action_variant(menu, "row.trash", nil), 0)
      XCTAssertEqual(sample.ran, ["trash 3"])
    }
  }

  func testTheFirstComeFirstAndAreInNoTray() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      var ran = false
      var content = sample.content(of: 2)
      content.first = [
        SwipeAction("select", title: "Select", icon: "object-select-symbolic", shortcut: "x") {
          ran = true
          return .restore
        }
      ]
      sample.show(2, content)
      XCTAssertTrue(sample.list.openMenu(of: 2))
      XCTAssertEqual(sections(of: try XCTUnwrap(sample.menu)).first, ["row.select Select x"])
      let item = try XCTUnwrap(sample.listItem(of: 2))
      XCTAssertNotEqual(gtk_widget_activate_action_variant(item, "row.select", nil), 0)
      XCTAssertTrue(ran)
    }
  }

  func testWhatTheProgramSelectsLooksSelectedAndWhatTheModelSelectsDoesNot() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      for item in 0..<3 {
        var content = sample.content(of: item)
        content.isSelected = item == 1
        sample.show(item, content)
      }
      let classes = { @MainActor (item: Int) in
        let row = try XCTUnwrap(sample.listItem(of: item))
        return [
          gtk_widget_has_css_class(row, "is-selected"),
          gtk_widget_has_css_class(row, "is-unselected"),
        ]
      }
      XCTAssertEqual(try classes(0), [0, 1], "though it is the model's")
      XCTAssertEqual(try classes(1), [1, 0])
      XCTAssertEqual(try classes(3), [0, 0])
      sample.contents = [:]
      sample.list.updateAll()
      XCTAssertEqual(try classes(1), [0, 0])
    }
  }

  func testASideWithoutActionsHasNoSectionAndATitleKeepsItsUnderscore() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      sample.offersLeading = false
      _ = present(sample.list.widget)
      let plain = SwipeAction("plain", title: "snake_case", icon: "edit-delete-symbolic") {
        .restore
      }
      sample.show(2, SwipeContent(label: "", trailing: [plain]))
      XCTAssertTrue(sample.list.openMenu(of: 2))
      XCTAssertEqual(
        sections(of: try XCTUnwrap(sample.menu)), [["row.plain snake__case "]])
    }
  }

  func testWhatIsInNoTrayIsInTheMenuAndRunsByItsName() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      var ran = false
      var content = SwipeContent(label: "")
      content.others = [
        SwipeAction("plain", title: "Plain", icon: "edit-delete-symbolic", shortcut: "p") {
          ran = true
          return .restore
        }
      ]
      sample.show(2, content)
      XCTAssertTrue(sample.list.openMenu(of: 2))
      XCTAssertEqual(sections(of: try XCTUnwrap(sample.menu)), [["row.plain Plain p"]])
      let item = try XCTUnwrap(sample.listItem(of: 2))
      XCTAssertNotEqual(gtk_widget_activate_action_variant(item, "row.plain", nil), 0)
      XCTAssertTrue(ran)
      for side in [PanSide.leading, .trailing] {
        sample.list.open(2, side, animated: false)
        XCTAssertNil(sample.list.openItems.last)
      }
    }
  }

  func testAnActionMayHaveAnyName() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      let names = [
        "Mark read", "a:b", "a::b", "a(b)", "", " ", "two\nlines", "bell\u{7}", "ä", "削除", "👍🏽", ".",
        "row.a",
        "Mark read", "Mark-read", "a\0b", "'", String(repeating: "long ", count: 1000),
      ]
      var ran: [Int] = []
      let actions = names.enumerated().map { place, name in
        SwipeAction(name, title: "\(place)", icon: "edit-delete-symbolic") {
          ran.append(place)
          return .restore
        }
      }
      sample.show(
        2,
        SwipeContent(
          label: "", leading: SwipeSide(Array(actions[..<3])),
          trailing: SwipeSide(Array(actions[3..<6])),
          others: Array(actions[6...])))
      let item = try XCTUnwrap(sample.listItem(of: 2))
      XCTAssertTrue(sample.list.openMenu(of: 2))
      let menu = try XCTUnwrap(sample.menu)
      let offered = sections(of: menu).joined().map { $0.split(separator: " ")[0] }
      XCTAssertEqual(offered.prefix(4), ["row.Mark-read", "row.a-b", "row.a--b", "row.a-b-"])
      XCTAssertEqual(Set(offered).count, names.count)
      for name in offered {
        XCTAssertNotEqual(gtk_widget_activate_action_variant(menu, String(name), nil), 0)
        XCTAssertNotEqual(gtk_widget_activate_action_variant(item, String(name), nil), 0)
      }
      XCTAssertEqual(ran, names.indices.flatMap { [$0, $0] })
    }
  }

  func testARowWithoutActionsHasNoMenu() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      sample.show(2, SwipeContent(label: ""))
      XCTAssertFalse(sample.list.openMenu(of: 2))
      XCTAssertFalse(sample.list.openMenu(of: 2000))
      XCTAssertNil(sample.menu)
    }
  }

  func testADisabledActionRunsFromNowhere() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      sample.disabled = ["star", "archive"]
      _ = present(sample.list.widget)
      let item = try XCTUnwrap(sample.listItem(of: 3))
      gtk_widget_activate_action_variant(item, "row.star", nil)
      XCTAssertTrue(sample.list.openMenu(of: 3))
      gtk_widget_activate_action_variant(try XCTUnwrap(sample.menu), "row.star", nil)
      sample.list.open(3, .trailing, animated: false)
      pump("the buttons to show") { sample.buttons(of: 3).count == 2 }
      XCTAssertEqual(sample.buttons(of: 3).map { gtk_widget_is_sensitive($0) }, [0, 1])
      XCTAssertEqual(sample.ran, [])
    }
  }

  func testTheTrayFollowsAnActionThatIsSwitchedOff() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      sample.list.open(3, .leading, animated: false)
      pump("the buttons to show") { sample.buttons(of: 3).count == 2 }
      sample.disabled = ["read"]
      sample.list.update(3)
      pump("the button to be grey") {
        sample.buttons(of: 3).map { gtk_widget_is_sensitive($0) } == [1, 0]
      }
      XCTAssertEqual(sample.list.openItems.last, 3)
    }
  }

  func testOpeningMarksTheRowAndClosesTheTray() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      sample.list.open(1, .trailing, animated: false)
      sample.list.openMenu(of: 3)
      XCTAssertNil(sample.list.openItems.last)
      XCTAssertEqual(sample.marked, [3])
      XCTAssertEqual(sample.selected, 0)
    }
  }

  func testClosingGivesTheRowTheFocusAndFreesTheMenu() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      let window = present(sample.list.widget)
      sample.list.openMenu(of: 3)
      let menu = try XCTUnwrap(sample.menu)
      var isFreed = false
      onFree(of: menu) { isFreed = true }
      gtk_popover_popdown(menu.cast())
      pump("the menu to be freed") { isFreed }
      XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: 3))
      XCTAssertEqual(sample.marked, [])
      XCTAssertEqual(sample.selected, 0)
    }
  }

  func testARemovedItemTakesItsMenuAlongAndTheNextRowGetsTheFocus() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      let window = present(sample.list.widget)
      sample.list.openMenu(of: 3)
      var isFreed = false
      onFree(of: try XCTUnwrap(sample.menu)) { isFreed = true }
      sample.store.replace(3..<4, with: [])
      pump("the menu to be freed") { isFreed }
      pump("the focus on the next row") {
        sample.listItem(of: 4).map { $0 == gtk_window_get_focus(window.cast()) } == true
      }
    }
  }

  func testTheMenuStaysWithItsItemWhenRowsAreRecycled() throws {
    try onGtk {
      let sample = SampleList(count: 2000)
      _ = present(sample.list.widget)
      sample.list.openMenu(of: 3)
      sample.store.replace(0..<0, with: [-1, -2])
      pump("the item's row to be marked") { sample.marked == [3] }
      sample.store.replace(0..<sample.store.count, with: Array((0..<2000).reversed()))
      pump("other rows to show") { sample.listItem(of: 1999) != nil && sample.marked == [] }
      let menu = try XCTUnwrap(sample.menu)
      XCTAssertNotEqual(gtk_widget_activate_action_variant(menu, "row.star", nil), 0)
      XCTAssertEqual(sample.ran, ["star 3"])
      gtk_popover_popdown(menu.cast())
      pump("the menu to go") { sample.menu == nil }
    }
  }

  func testAMenuOutOfDateCloses() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      sample.list.openMenu(of: 3)
      sample.list.update(3)
      XCTAssertEqual(sample.marked, [3])
      sample.disabled = ["archive"]
      sample.list.update(3)
      pump("the menu to go") { sample.menu == nil }
      XCTAssertEqual(sample.marked, [])
    }
  }

  func testAWindowClosedUnderAnOpenMenuFreesEverything() throws {
    try onGtk { freesMenuAndList { close($0) } }
  }

  func testAListTakenOutOfTheWindowUnderAnOpenMenuIsFreed() throws {
    try onGtk { freesMenuAndList { gtk_window_set_child($0.cast(), nil) } }
  }
}

@MainActor
extension SampleList {
  /// The menu on show.
  fileprivate var menu: Widget? {
    list.widget.children.first { $0.isA(gtk_popover_menu_get_type()) }
  }

  /// The items whose rows are marked as those of an open menu.
  fileprivate var marked: [Int] {
    (-2..<2000).filter { item in
      listItem(of: item).map { gtk_widget_has_css_class($0, "has-open-popup") != 0 } == true
    }
  }

  fileprivate var selected: UInt32 {
    gtk_single_selection_get_selected(gtk_list_view_get_model(view.opaque))
  }

  /// Has an item's row show something else.
  fileprivate func show(_ item: Int, _ content: SwipeContent) {
    contents[item] = content
    list.update(item)
  }
}

/// Opens a menu in a window, does something to the window, and waits until menu and list are freed.
@MainActor private func freesMenuAndList(_ end: (Widget) -> Void) {
  weak var list: SwipeList<Int>?
  var isFreed = false
  do {
    let sample = SampleList(count: 20)
    list = sample.list
    let window = present(sample.list.widget)
    sample.list.openMenu(of: 3)
    guard let menu = sample.menu else { return XCTFail("no menu") }
    onFree(of: menu) { isFreed = true }
    end(window)
  }
  pump("the menu to be freed") { isFreed }
  pump("the list to be freed") { list == nil }
}

/// The menu's items as `action title accelerator`, section by section.
@MainActor private func sections(of menu: Widget) -> [[String]] {
  let model = gtk_popover_menu_get_menu_model(menu.opaque)
  return (0..<g_menu_model_get_n_items(model)).map { index in
    let section = g_menu_model_get_item_link(model, index, "section")
    defer { g_object_unref(section) }
    return (0..<g_menu_model_get_n_items(section)).map { item in
      ["action", "label", "accel"].map { name in
        guard let value = g_menu_model_get_item_attribute_value(section, item, name, nil) else {
          return ""
        }
        defer { g_variant_unref(value) }
        return String(cString: g_variant_get_string(value, nil))
      }.joined(separator: " ")
    }
  }
}
