import CGtk
import GtkTestSupport
import Panning
import XCTest

@testable import GtkBridge
@testable import SwipeRows

/// What a program may put where, and what it is told where that makes no sense.
final class MisuseTests: XCTestCase {
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
