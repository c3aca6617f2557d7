import CDunnockGtk
import GtkBridge
import GtkTestSupport
import Panning
import XCTest

@testable import SwipeRows

/// What a row that shows one item after another keeps of the item before: nothing.
final class RecycledRowTests: XCTestCase {
  func testARowWhoseItemHasNoLabelIsNotCalledAsTheOneBefore() throws {
    try onGtk {
      let sample = SampleList(count: 12)
      _ = present(sample.list.widget)
      let row = try XCTUnwrap(sample.list.row(of: 3))
      XCTAssertEqual(row.voice.label, "Row 3")
      sample.contents[3] = SwipeContent(label: "")
      sample.list.update(3)
      XCTAssertNil(row.voice.label)
      sample.contents[3] = nil
      sample.list.update(3)
      XCTAssertEqual(row.voice.label, "Row 3")
    }
  }

  func testSelectingAnotherRowLeavesTheFocusInATray() throws {
    try onGtk {
      for container in [SampleList.Container.listView, .gridView] {
        let sample = SampleList(count: 12, in: container)
        let window = present(sample.list.widget)
        sample.list.focus(3)
        let isList = container == .listView
        let selection =
          isList
          ? gtk_list_view_get_model(sample.view.opaque)
          : gtk_grid_view_get_model(sample.view.opaque)
        gtk_single_selection_set_selected(selection, 3)
        sample.list.open(3, .trailing, animated: false)
        sample.drawFrames()
        let button = try XCTUnwrap(sample.buttons(of: 3).first)
        XCTAssertTrue(isTrue(gtk_widget_grab_focus(button)))
        var moves = 0
        let moved = Signal.connect(UnsafeMutableRawPointer(window), "notify::focus-widget") {
          moves += 1
        }
        gtk_single_selection_set_selected(selection, 4)
        sample.drawFrames()
        moved.disconnect()
        XCTAssertEqual(gtk_window_get_focus(window.cast()), button, "\(container)")
        XCTAssertEqual(moves, 0, "\(container)")
        XCTAssertEqual(sample.offset(of: 3), sample.group.engine.offset(of: sample.row(3)))
        XCTAssertEqual(sample.list.openItems, [3])
        // An item that goes for good takes the focus with it, to the next.
        sample.drop([3])
        sample.drawFrames()
        XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: 4), "\(container)")
        XCTAssertEqual(sample.offset(of: 4), 0)
        close(window)
      }
    }
  }

  func testARowForAnObjectThatIsNoItemShowsNothing() throws {
    try onGtk {
      for isListBox in [false, true] {
        let names = try XCTUnwrap(gtk_string_list_new(nil))
        for name in ["one", "two", "three"] { gtk_string_list_append(names, name) }
        let model = Ref.adopting(full: UnsafeMutableRawPointer(names))
        let scroller: Widget = gtk_scrolled_window_new()
        let view: Widget =
          isListBox
          ? gtk_list_box_new()
          : gtk_list_view_new(gtk_no_selection_new(OpaquePointer(model.consumed())), nil)
        gtk_scrolled_window_set_child(scroller.opaque, view)
        let list = SwipeList(
          around: scroller, model: isListBox ? model : nil,
          id: { $0.string.isEmpty ? nil : $0.string }, front: { gtk_label_new(nil) as Widget },
          show: { item, label in
            gtk_label_set_text(label.opaque, item.string)
            let cut = SwipeAction("cut", title: "Cut", icon: "edit-cut-symbolic") { .restore }
            return SwipeContent(label: item.string, trailing: [cut])
          })
        let window = present(list.widget)
        @MainActor func replace(_ place: guint, by name: String) {
          name.withCString { text in
            var names: [UnsafePointer<CChar>?] = [text, nil]
            gtk_string_list_splice(model.opaque, place, 1, &names)
          }
          pumpFrames(of: list.widget)
        }
        @MainActor func rows() -> [SwipeRow?] { view.children.map { SwipeRow.shown(by: $0) } }
        @MainActor func shown() -> [Bool] {
          rows().map { $0.map { isTrue(gtk_widget_get_visible($0.widget)) } == true }
        }
        replace(1, by: "")
        XCTAssertEqual(shown(), [true, false, true], "\(isListBox)")
        XCTAssertEqual(rows().map { $0?.content.label }, ["one", "", "three"])
        replace(1, by: "four")
        XCTAssertEqual(shown(), [true, true, true], "\(isListBox)")
        XCTAssertEqual(rows().map { $0?.content.label }, ["one", "four", "three"])
        close(window)
      }
    }
  }

  func testAFailureOfAnItemThatNoRowShowsIsNotLost() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let sample = SampleList(count: 500)
      _ = present(sample.list.widget)
      var told: [String] = []
      sample.group.onFailure { told.append($1) }
      sample.outcome = { .failure("stuck") }
      sample.list.perform(sample.content(of: 3).trailing.actions[0], on: 3)
      XCTAssertEqual(told, ["stuck"])
      XCTAssertFalse(sample.group.outcomes.closeFailure())
      XCTAssertNil(sample.list.row(of: 450))
      sample.list.perform(sample.content(of: 450).trailing.actions[0], on: 450)
      XCTAssertEqual(told, ["stuck"])
      XCTAssertTrue(sample.group.outcomes.closeFailure())
    }
  }
}
