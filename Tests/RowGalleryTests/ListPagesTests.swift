import CDunnockGtk
import GtkBridge
import GtkTestSupport
import XCTest

@testable import RowGallery
@testable import SwipeRows

/// What the pages about whole lists promise.
final class ListPagesTests: XCTestCase {
  func testAnOpenRowStaysThroughSortingAndUndoGivesTheFocus() throws {
    try onPage("LivingModel") { visit, show, list in
      list.open(2, .trailing, animated: false)
      let byName = try XCTUnwrap(show.widget.first { $0.isA(gtk_switch_get_type()) })
      gtk_switch_set_active(byName.opaque, true.gboolean)
      XCTAssertEqual(show.store[0]?.title, "Allotment society")
      pump("the rows sorted") { list.widget(of: 7) != nil }
      XCTAssertEqual(list.openItems, [2])
      try show.press("Delete First From Outside")
      pump("the first deleted") { show.place(of: 7) == nil }
      try show.press("Undo")
      pump("the focus on what came back") { list.widget(of: 7)?.parent?.holdsFocus == true }
      let search = try XCTUnwrap(show.widget.first { $0.isA(gtk_search_entry_get_type()) })
      gtk_editable_set_text(search.opaque, "chess")
      pump("the filter") { show.store.count == 1 }
      pump("the open row gone with its item") { list.openItems.isEmpty }
    }
  }

  func testARowMovesToTheOtherListAndTheFocusWithIt() throws {
    try onPage("TwoLists") { visit, show, list in
      list.perform(try XCTUnwrap(show.content(show.items[3]).leading.actions.first), on: 3)
      pump("the row to leave") { show.place(of: 3) == nil }
      let other = try XCTUnwrap(list.widget.nextSibling)
      pump("the focus there") { other.holdsFocus }
      XCTAssertEqual(show.content(show.items[3]).trailing.actions.map(\.name), ["back"])
    }
  }

  func testCallsAreLoggedAsTheirEvents() throws {
    try onPage("CallsByCode") { visit, show, list in
      let log = try XCTUnwrap(list.widget.nextSibling)
      try show.press("Open")
      pump("the row that was out of sight") {
        list.openItems == [39] && !list.group.engine.isMoving
      }
      let said = String(cString: gtk_label_get_text(log.opaque))
      XCTAssertEqual(said, "willOpen, row 40, trailing\ndidOpen, row 40, trailing")
      try show.press("Focus")
      pump("the focus") { list.widget(of: 39)?.parent?.holdsFocus == true }
    }
  }

  func testTheLogIsMadeAnewWithTheList() throws {
    try onPage("CallsByCode") { visit, show, _ in
      show.startOver()
      let list = try XCTUnwrap(show.list)
      pump("the rows") { (list.widget(of: 0).map { gtk_widget_get_width($0) } ?? 0) > 0 }
      XCTAssertTrue(list.open(0, .trailing, animated: false))
      let log = try XCTUnwrap(list.widget.nextSibling)
      XCTAssertEqual(
        String(cString: gtk_label_get_text(log.opaque)),
        "willOpen, row 1, trailing\ndidOpen, row 1, trailing")
    }
  }

  func testTheHeadingPassesToTheNextRow() throws {
    try onPage("Headings") { visit, show, list in
      XCTAssertEqual(list.row(of: 0)?.content.heading, "Today")
      XCTAssertNil(list.row(of: 1)?.content.heading)
      list.perform(try XCTUnwrap(show.content(show.items[0]).leading.actions.first), on: 0)
      pump("the row to leave") { show.place(of: 0) == nil }
      pump("the heading") { list.row(of: 1)?.content.heading == "Today" }
    }
  }

  func testTheAnswerDecides() throws {
    try onPage("AskFirst") { visit, show, list in
      for (answer, isThere) in [("Cancel", true), ("Delete", false)] {
        list.open(1, .trailing, animated: false)
        list.perform(try XCTUnwrap(show.content(show.items[1]).trailing.actions.first), on: 1)
        XCTAssertEqual(list.openItems, [1])
        let question = try XCTUnwrap(visit.otherWindows.first)
        XCTAssertNotEqual(gtk_widget_activate(try XCTUnwrap(question.button(answer))), 0)
        pump("the answer") { list.openItems.isEmpty && (show.place(of: 1) != nil) == isThere }
      }
    }
  }

  func testUndoInTheRowsPlaceBringsItBack() throws {
    try onPage("UndoInPlace") { visit, show, list in
      list.perform(try XCTUnwrap(show.content(show.items[1]).leading.actions.first), on: 1)
      let row = try XCTUnwrap(list.widget(of: 1))
      pump("the button") { row.button("Undo").map { gtk_widget_get_mapped($0) != 0 } ?? false }
      XCTAssertNotEqual(gtk_widget_activate(try XCTUnwrap(row.button("Undo"))), 0)
      pump("what was done") {
        String(cString: gtk_label_get_text(visit.window.status.opaque)) == "Undone: Night shift"
      }
      XCTAssertEqual(show.place(of: 1), 1)
    }
  }

  func testASliderOfABoxedListIsTheItemsOwn() throws {
    try onPage("BoxedList") { visit, show, list in
      let slider = list.widget(of: 2)?.first { $0.isA(gtk_scale_get_type()) }
      gtk_range_set_value(try XCTUnwrap(slider).cast(), 12)
      show.startOver()
      let list = try XCTUnwrap(show.list)
      let mute = try XCTUnwrap(show.content(show.items[0]).trailing.actions.last)
      list.perform(mute, on: 0)
      @MainActor func level(_ id: Int) -> Double? {
        list.widget(of: id)?.first { $0.isA(gtk_scale_get_type()) }
          .map { gtk_range_get_value($0.cast()) }
      }
      pump("the row muted") { level(0) == 0 }
      XCTAssertEqual(level(2), 12)
    }
  }

  func testControlsInAFrontAreTheItemsOwn() throws {
    try onPage("ControlsInFront") { visit, _, list in
      let front = try XCTUnwrap(list.row(of: 2)?.frontOwner as? ItemFront)
      gtk_check_button_set_active(front.check?.cast(), true.gboolean)
      var said: String { String(cString: gtk_label_get_text(visit.window.status.opaque)) }
      XCTAssertEqual(said, "Tune the piano: done")
      list.updateAll()
      XCTAssertTrue(isTrue(gtk_check_button_get_active(front.check?.cast())))
    }
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The first widget below this one that `matches`.
  @MainActor func first(where matches: (Widget) -> Bool) -> Widget? {
    for child in children {
      if matches(child) { return child }
      if let found = child.first(where: matches) { return found }
    }
    return nil
  }

  /// The button below this one that says so.
  @MainActor func button(_ title: String) -> Widget? {
    first {
      $0.isA(gtk_button_get_type())
        && gtk_button_get_label($0.cast()).map { String(cString: $0) } == title
    }
  }

  @MainActor func hasClass(_ name: String) -> Bool {
    isTrue(gtk_widget_has_css_class(self, name))
  }
}

extension Showcase {
  /// Presses one of the page's own buttons.
  @MainActor func press(_ title: String) throws {
    let button = widget.button(title)
    XCTAssertNotEqual(gtk_widget_activate(try XCTUnwrap(button)), 0)
  }
}
