import CDunnockGtk
import GtkBridge
import GtkTestSupport
import XCTest

@testable import RowGallery
@testable import SwipeRows

/// The gallery's window on the screen, for one test.
@MainActor
struct GalleryVisit {
  let window: GalleryWindow

  init(width: Int32 = 1180) {
    window = GalleryWindow()
    window.show(Page.all[0])
    gtk_window_set_default_size(window.widget.cast(), width, 760)
    gtk_window_present(window.widget.cast())
    pump("the window to appear") { gtk_widget_get_mapped(window.widget) != 0 }
  }

  /// Shows a page in one of its styles, and waits for its rows.
  func go(to page: Page, style: String) throws -> (Showcase, SwipeList<Int>) {
    window.show(page)
    let showcase = try XCTUnwrap(window.showcase)
    if showcase.styleName != style { showcase.choose(style) }
    pump("rows of \(page.name)") {
      showcase.list?.widget(of: 0).map { gtk_widget_get_width($0) > 0 } ?? false
    }
    return (showcase, try XCTUnwrap(showcase.list))
  }

  /// Closes every window, and waits until they are freed.
  func leave() {
    gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR)
    closeOtherWindows()
    var isFreed = false
    onFree(of: window.widget) { isFreed = true }
    gtk_window_destroy(window.widget.cast())
    pump("the window to be freed") { isFreed }
  }

  /// The windows that actions opened.
  var otherWindows: [Widget] {
    let windows = gtk_window_list_toplevels()
    defer { g_list_free(windows) }
    return sequence(first: windows) { $0?.pointee.next }.prefix { $0 != nil }
      .compactMap { $0?.pointee.data?.assumingMemoryBound(to: GtkWidget.self) }
      .filter { $0 != window.widget }
  }

  /// Closes them; answers how many there were.
  @discardableResult
  func closeOtherWindows() -> Int {
    let others = otherWindows
    for other in others { gtk_window_destroy(other.cast()) }
    return others.count
  }
}

/// Opens the gallery at the page of this name, in one of its styles.
func onPage(
  _ name: String, style: String = "standard",
  _ body: @MainActor (GalleryVisit, Showcase, SwipeList<Int>) throws -> Void
) throws {
  try onGtk {
    MainLoop.adoptMainActor()
    let visit = GalleryVisit()
    defer { visit.leave() }
    let page = try XCTUnwrap(Page.all.first { $0.name == name })
    let (show, list) = try visit.go(to: page, style: style)
    try body(visit, show, list)
  }
}

extension SwipeList where ID == Int {
  /// Drags a row sideways, px, in a few motions, and lets it go; the times are those of a slow hand.
  @MainActor func drag(_ id: Int, by distance: Double, steps: Int = 12) throws {
    let geometry = try XCTUnwrap(row(of: id)).back.measure()
    var time = EventClock.now
    try group.driver.drive(
      .begin(XCTUnwrap(handle(of: id)), geometry, .mouse, x: 300, y: 20), at: time)
    for step in 1...steps {
      time += 0.02
      group.driver.drive(.move(x: 300 + distance * Double(step) / Double(steps), y: 21), at: time)
    }
    group.driver.drive(.end(), at: time + 0.02)
  }
}
