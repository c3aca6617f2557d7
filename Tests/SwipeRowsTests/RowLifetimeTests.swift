import CDunnockGtk
import GtkBridge
import GtkTestSupport
import Panning
import XCTest

@testable import SwipeRows

/// What can be held or captured outlives what it was taken from.
final class RowLifetimeTests: XCTestCase {
  func testAnActionMayCaptureTheObjectThatItsRowShows() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let names = gtk_string_list_new(nil)
      for name in ["one", "two"] { gtk_string_list_append(names, name) }
      let scroller: Widget = gtk_scrolled_window_new()
      let view: Widget = gtk_list_view_new(gtk_single_selection_new(names), nil)
      gtk_scrolled_window_set_child(scroller.opaque, view)
      var isFreed = false
      var told: [String] = []
      let list = SwipeList(
        around: scroller, id: { $0.string }, front: { gtk_label_new(nil) as Widget },
        show: { item, label in
          gtk_label_set_text(label.opaque, item.string)
          let cut = SwipeAction("cut", title: "Cut", icon: "edit-cut-symbolic") {
            .remove { told.append(isFreed ? "freed" : item.string) }
          }
          return SwipeContent(label: item.string, trailing: [cut])
        })
      _ = present(list.widget)
      let object = try XCTUnwrap(g_list_model_get_item(names, 0))
      onFree(of: object) { isFreed = true }
      g_object_unref(object)
      let action = try XCTUnwrap(list.row(of: "one")?.content.trailing.actions.first)
      list.perform(action, on: "one")
      XCTAssertEqual(told, [])
      gtk_string_list_remove(names, 0)
      pump("what was decided") { !told.isEmpty }
      XCTAssertEqual(told, ["one"])
    }
  }

  func testARowThatAListHasMadeCanBeAskedAfterItsWidgetHasGone() throws {
    try onGtk {
      for container in SampleList.Container.allCases {
        weak var row: SwipeRow?
        do {
          let sample = SampleList(count: 12, in: container)
          let window = present(sample.list.widget)
          let held = try XCTUnwrap(sample.list.row(of: 3))
          row = held
          if container == .listBox {
            held.open(.trailing)
            sample.drop([3])
            pump("the row to be forgotten") { sample.group.rows.records.isEmpty }
          }
          close(window)
          XCTAssertTrue(held.isGone, "\(container)")
          guard held.isGone else { return }
          XCTAssertNil(held.widget.parent)
          XCTAssertEqual(held.listItem, held.widget)
          XCTAssertFalse(held.open(.trailing))
          held.content = SwipeContent(label: "late")
          held.close()
          XCTAssertEqual(held.place, 0)
          XCTAssertNil(held.group)
        }
        pump("\(container): it to be freed") { row == nil }
      }
    }
  }

  func testTheHandleOfAnotherGroupIsNoRows() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let holders = [HandBox(), HandBox()]
      let both: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      let rows = holders.map { holder in
        gtk_box_append(both.cast(), holder.group.widget)
        return (0..<2).map { number in
          let made = HandRow("\(number)")
          holder.append(made.row)
          return made
        }
      }
      _ = present(both)
      let other = try XCTUnwrap(rows[1][1].row.handle)
      rows[0][0].outcome = .remove(with: [other]) { holders[0].remove(rows[0][0].row) }
      rows[0][0].row.perform(rows[0][0].action)
      for made in [rows[0][1], rows[1][1]] {
        let group = try XCTUnwrap(made.row.group)
        XCTAssertFalse(made.row.handle.map(group.rows.isToGo) ?? true)
      }
      pump("the row to be out") { rows[0][0].row.group == nil }
      pump("nothing to be remembered") { holders[0].group.rows.records.isEmpty }
    }
  }

  func testTheHandlesOfManyItemsThatWereNeverSeenAreTheirs() throws {
    try onGtk {
      let sample = SampleList(count: 3000)
      _ = present(sample.list.widget)
      let items = Array(1000..<2500)
      let handles = sample.list.handles(of: items)
      XCTAssertEqual(handles.map(sample.list.item), items)
      XCTAssertEqual(sample.list.handles(of: items), handles)
    }
  }

  func testARowThatIsScrolledToOpensThoughAnotherCloses() throws {
    try onGtk {
      let sample = SampleList(count: 500)
      _ = present(sample.list.widget)
      XCTAssertTrue(sample.list.open(400, .trailing, animated: false, scrolling: true))
      sample.list.close(3)
      pump("the row to open") { sample.list.openItems == [400] }
      XCTAssertTrue(sample.list.open(20, .trailing, animated: false, scrolling: true))
      sample.list.close(20)
      sample.drawFrames()
      XCTAssertNil(sample.group.opener.pending)
      XCTAssertFalse(sample.list.openItems.contains(20))
    }
  }

  func testARowThatIsMovedFromABoxToAListBoxIsNoStopBesideItsListItem() throws {
    try onGtk {
      let (first, second) = (HandBox(), HandBox(isListBox: true))
      let both: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      for holder in [first, second] { gtk_box_append(both.cast(), holder.group.widget) }
      _ = present(both)
      let made = HandRow("moved")
      first.append(made.row)
      XCTAssertTrue(isTrue(gtk_widget_get_focusable(made.row.widget)))
      g_object_ref(made.row.widget)
      first.remove(made.row)
      second.append(made.row)
      g_object_unref(made.row.widget)
      XCTAssertFalse(isTrue(gtk_widget_get_focusable(made.row.widget)))
    }
  }

  func testAListWhoseScrollerIsTakenAwayGoesOnWithoutIt() throws {
    try onGtk {
      for container in SampleList.Container.allCases {
        let sample = SampleList(count: 100, in: container)
        let window = present(sample.list.widget)
        sample.list.open(3, .trailing, animated: false)
        let scroller = try XCTUnwrap(sample.group.rows.innerScroller)
        var isFreed = false
        onFree(of: scroller) { isFreed = true }
        gtk_box_remove(sample.list.widget.cast(), scroller)
        pump("\(container): the scroller to be freed") { isFreed }
        XCTAssertNil(sample.group.rows.innerScroller, "\(container)")
        XCTAssertNil(sample.group.model.container, "\(container)")
        guard sample.group.model.container == nil else { return }
        sample.store.replace(3..<4, with: [])
        pump("\(container): nothing to be remembered") { sample.group.rows.records.isEmpty }
        XCTAssertFalse(sample.list.open(5, .trailing, scrolling: true))
        XCTAssertFalse(sample.list.focus(5))
        close(window)
      }
    }
  }
}
