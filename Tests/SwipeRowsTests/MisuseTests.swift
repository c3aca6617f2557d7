import CDunnockGtk
import GtkTestSupport
import Panning
import XCTest

@testable import GtkBridge
@testable import SwipeRows

/// What a program may put where, and what it is told where that makes no sense.
final class MisuseTests: XCTestCase {
  override func setUp() async throws { await MainActor.run { GestureLog.misuses = [] } }

  func testTheListViewMayBeAnywhereInTheScroller() throws {
    try onGtk {
      let places: [(Widget) -> Widget] = [
        { view in
          let overlay: Widget = gtk_overlay_new()
          gtk_overlay_set_child(overlay.opaque, view)
          gtk_overlay_add_overlay(overlay.opaque, gtk_label_new("Over it"))
          return overlay
        },
        { view in
          let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
          gtk_box_append(box.cast(), gtk_label_new("Before it"))
          let frame: Widget = gtk_frame_new(nil)
          gtk_frame_set_child(frame.cast(), view)
          gtk_box_append(box.cast(), frame)
          return box
        },
      ]
      for place in places {
        let sample = SampleList(count: 20, inside: place)
        _ = present(sample.list.widget)
        pump("the rows") { sample.listItem(of: 3) != nil }
        sample.list.open(3, .trailing, animated: false)
        XCTAssertEqual(sample.offset(of: 3), -152)
      }
    }
  }

  func testAScrollerWithoutAListViewIsTold() throws {
    try onGtk {
      let scroller: Widget = gtk_scrolled_window_new()
      gtk_scrolled_window_set_child(scroller.opaque, gtk_list_box_new())
      let told = criticals(of: "SwipeRow") { _ = present(emptyList(around: scroller).widget) }
      XCTAssertTrue(told.count == 1 && told[0].contains("GtkListView"), "\(told)")
    }
  }

  func testAColumnViewIsTold() throws {
    try onGtk {
      let scroller: Widget = gtk_scrolled_window_new()
      gtk_scrolled_window_set_child(scroller.opaque, gtk_column_view_new(nil))
      let told = criticals(of: "SwipeRow") { _ = present(emptyList(around: scroller).widget) }
      XCTAssertTrue(told.count == 1 && told[0].contains("GtkListView"), "\(told)")
    }
  }

  func testAListAroundAnotherIsTold() throws {
    try onGtk {
      let sample = SampleList(count: 3)
      let told = criticals(of: "SwipeRow") {
        _ = present(emptyList(around: sample.list.widget).widget)
      }
      XCTAssertTrue(told.count == 1 && told[0].contains("no other"), "\(told)")
      pump("the inner one's rows") { sample.listItem(of: 1) != nil }
      XCTAssertTrue(sample.list.open(1, .trailing, animated: false))
    }
  }

  func testAScrollerThatHasAParentIsTold() throws {
    try onGtk {
      let scroller: Widget = gtk_scrolled_window_new()
      gtk_scrolled_window_set_child(scroller.opaque, gtk_list_view_new(nil, nil))
      _ = present(scroller)
      let told = criticals(of: "SwipeRow") {
        let list = emptyList(around: scroller)
        g_object_unref(g_object_ref_sink(list.widget))
      }
      XCTAssertTrue(told.count == 1 && told[0].contains("parent"), "\(told)")
    }
  }

  func testTwoItemsOfOneIDAreTold() throws {
    try onGtk {
      let store = ListStore<Int>()
      store.replace(0..<0, with: [1, 2, 3])
      let told = criticals(of: "SwipeRow") {
        let list = list(of: store.model, as: Int.self, id: { $0 / 2 })
        pump("the rows") { list.row(of: 1) != nil }
        pumpFrames(of: list.widget)
      }
      XCTAssertTrue(told.count == 1 && told[0].contains("an ID of its own"), "\(told)")
    }
  }

  func testItemsThatComeGoAndMoveShareNoID() throws {
    try onGtk {
      let store = ListStore<Int>()
      store.replace(0..<0, with: Array(0..<300))
      let told = criticals(of: "SwipeRow") {
        let list = list(of: store.model, as: Int.self, id: { $0 })
        pump("the rows") { list.row(of: 0) != nil }
        store.replace(0..<300, with: (0..<300).reversed())
        list.focus(20)
        pump("the row") { list.row(of: 20) != nil }
        store.replace(10..<20, with: [])
        pumpFrames(of: list.widget)
      }
      XCTAssertEqual(told, [])
    }
  }

  func testAModelOfSomethingElseIsTold() throws {
    try onGtk {
      let store = ListStore<String>()
      store.replace(0..<0, with: ["a", "b"])
      let told = criticals(of: "SwipeRow") {
        let list = list(of: store.model, as: Int.self, id: { $0 })
        pumpFrames(of: list.widget)
      }
      XCTAssertTrue(told.count == 1 && told[0].contains("ListStore<Int>"), "\(told)")
    }
  }

  func testAFrontThatHasAParentIsToldAndTheOthersAreShown() throws {
    try onGtk {
      let front: Widget = gtk_label_new("Front")
      let told = criticals(of: "SwipeRow") {
        let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
        for _ in 0..<3 {
          gtk_box_append(box.cast(), SwipeRow(front, content: SwipeContent(label: "Row")).widget)
        }
        _ = present(box)
      }
      XCTAssertTrue(told.count == 1 && told[0].contains("parent"), "\(told)")
    }
  }

  func testAShortcutThatNobodyCanReadIsTold() throws {
    try onGtk {
      let told = criticals(of: "SwipeRow") {
        for shortcut in ["<Nonsense>x", "<Control>x", "Delete", "<Nonsense>x"] {
          _ = SwipeAction("cut", title: "Cut", icon: "edit-cut-symbolic", shortcut: shortcut) {
            .restore
          }
        }
      }
      XCTAssertTrue(told.count == 1 && told[0].contains("<Nonsense>x"), "\(told)")
    }
  }

  func testAGridHasOneColumn() throws {
    try onGtk {
      let store = ListStore<Int>()
      store.replace(0..<0, with: Array(0..<20))
      let view: Widget = gtk_grid_view_new(
        gtk_no_selection_new(store.consumed()), nil)
      let list = list(in: view, as: Int.self, id: { $0 })
      pump("the rows") { list.row(of: 1) != nil }
      XCTAssertEqual(gtk_grid_view_get_max_columns(view.opaque), 1)
    }
  }

  func testAnActionThatWaitsForAMainActorThatNobodyServesIsTold() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      MainLoop.isMainActorServed = false
      defer { MainLoop.isMainActorServed = true }
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      var answer: CheckedContinuation<SwipeOutcome, Never>?
      let action = sample.content(of: 3).trailing.actions[0]
      XCTAssertEqual(criticals(of: "SwipeRow") { sample.list.perform(action, on: 3) }, [])
      sample.outcome = { await withCheckedContinuation { answer = $0 } }
      let told = criticals(of: "SwipeRow") { sample.list.perform(action, on: 3) }
      XCTAssertTrue(told.count == 1 && told[0].contains("adoptMainActor"), "\(told)")
      answer?.resume(returning: .restore)
      pump("the answer") { !sample.group.rows.isBusy(sample.row(3)) }
    }
  }
}

@MainActor private func emptyList(around scroller: Widget) -> SwipeList<Int> {
  SwipeList(
    around: scroller, of: Int.self, id: { $0 }, front: { gtk_label_new("") as Widget },
    show: { _, _ in SwipeContent(label: "") })
}

/// A list in a window.
@MainActor private func list<Item, ID: Hashable>(
  in view: Widget, as type: Item.Type, id: @escaping @MainActor (Item) -> ID
) -> SwipeList<ID> {
  let scroller: Widget = gtk_scrolled_window_new()
  gtk_scrolled_window_set_child(scroller.opaque, view)
  let list = SwipeList(
    around: scroller, of: type, id: id, front: { gtk_label_new("") as Widget },
    show: { _, _ in SwipeContent(label: "") })
  _ = present(list.widget)
  return list
}

@MainActor private func list<Item, ID: Hashable>(
  of model: Ref, as type: Item.Type, id: @escaping @MainActor (Item) -> ID
) -> SwipeList<ID> {
  let selection = gtk_no_selection_new(OpaquePointer(model.consumed()))
  return list(in: gtk_list_view_new(selection, nil), as: type, id: id)
}
