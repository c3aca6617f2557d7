import CDunnockGtk
import Foundation
import GtkBridge
import GtkTestSupport
import XCTest

@testable import RowGallery
@testable import SwipeRows

final class PagesTests: XCTestCase {
  func testEveryFileOfPagesIsAPage() throws {
    try onGtk {
      let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/RowGallery/Pages")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .map { String($0.prefix { $0 != "." }) }
      XCTAssertEqual(files.sorted(), Page.all.map(\.name).sorted())
      for page in Page.all {
        XCTAssertFalse(page.keywords.isEmpty, page.name)
        // Long texts push the list out of narrow windows.
        XCTAssertLessThan(page.text.count, 260, page.name)
      }
    }
  }

  func testEachShowsItsOwnCode() throws {
    try onGtk {
      let visit = GalleryVisit()
      for page in Page.all {
        _ = try visit.go(to: page, style: page.styles[0])
        let window = visit.window
        gtk_toggle_button_set_active(window.codeButton.cast(), true.gboolean)
        XCTAssertTrue(isTrue(gtk_widget_get_mapped(window.code.widget)), page.name)
        XCTAssertTrue(window.code.text.contains("\"\(page.title)\""), page.name)
      }
      // Another page begins with its list.
      _ = try visit.go(to: .standardRow, style: "standard")
      XCTAssertFalse(isTrue(gtk_widget_get_visible(visit.window.code.widget)))
      visit.leave()
    }
  }

  func testRowsDoTheSameInEachContainer() throws {
    try onGtk {
      let visit = GalleryVisit()
      let (shown, _) = try visit.go(to: .containers, style: "standard")
      for container in Showcase.Container.allCases {
        shown.container = container
        shown.startOver()
        let list = try XCTUnwrap(shown.list)
        pump("the rows in a \(container.rawValue)") {
          list.widget(of: 0).map { gtk_widget_get_width($0) > 0 } ?? false
        }
        try list.drag(0, by: -200, steps: 5)
        pump("one to open") { list.openSide(of: 0) == .trailing && !list.group.engine.isMoving }
        let trash = try XCTUnwrap(shown.content(shown.items[0]).trailing.actions.first)
        list.perform(trash, on: 0)
        pump("it to go") { shown.place(of: 0) == nil }
      }
      visit.leave()
    }
  }

  func testAloneTheListTurnsRound() throws {
    try onGtk {
      let visit = GalleryVisit()
      let (_, list) = try visit.go(to: .rightToLeft, style: "standard")
      XCTAssertTrue(list.widget.isRightToLeft)
      XCTAssertTrue(list.widget(of: 0)?.isRightToLeft == true)
      for part in [
        visit.window.widget, visit.window.sidebar.widget, visit.window.panel.widget,
        visit.window.readout.widget,
      ] {
        XCTAssertFalse(part.isRightToLeft)
      }
      visit.leave()
    }
  }

  func testEveryIconIsInTheTheme() throws {
    try onGtk {
      let visit = GalleryVisit()
      let theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(visit.window.widget))
      for page in Page.all {
        let (shown, _) = try visit.go(to: page, style: page.styles[0])
        let actions = shown.items.flatMap { shown.content($0).groups.joined() }
        let icons =
          shown.items.map(\.icon) + actions.map(\.icon) + icons(below: visit.window.widget)
          + [RowBack.doneIcon]
        for icon in Set(icons) where !icon.isEmpty {
          XCTAssertTrue(isTrue(gtk_icon_theme_has_icon(theme, icon)), "\(page.name): \(icon)")
        }
      }
      visit.leave()
    }
  }

  func testEveryPageIsOpenedUsedAndClosed() throws {
    try onGtk {
      for page in Page.all {
        for style in page.styles { try visit(page, style) }
      }
    }
  }
}

/// The icons that the images below a widget show, by their names.
@MainActor
private func icons(below widget: Widget) -> [String] {
  widget.children.flatMap { child in
    let name = child.isA(gtk_image_get_type()) ? gtk_image_get_icon_name(child.opaque) : nil
    return (name.map { [String(cString: $0)] } ?? []) + icons(below: child)
  }
}

/// Opens a page, opens a row by hand and by call, runs an action, closes everything, and sees that nothing is left.
@MainActor
private func visit(_ page: Page, _ style: String) throws {
  weak var showcase: Showcase?
  weak var list: SwipeList<Int>?
  weak var window: GalleryWindow?
  var freed = 0
  var rows = 0
  do {
    let visit = GalleryVisit()
    let (shown, live) = try visit.go(to: page, style: style)
    (showcase, list, window) = (shown, live, visit.window)
    let item = try XCTUnwrap(shown.items.first)
    let content = shown.content(item)
    let side: PanSide = content.trailing.actions.isEmpty ? .leading : .trailing
    XCTAssertTrue(content.canOpen(side), page.name)

    let row = try XCTUnwrap(shown.list?.widget(of: item.id))
    // In some systems no tray stays open.
    if !content[side].actsOnRelease, shown.style.release.opening.distance < 1000 {
      try live.drag(item.id, by: side.sign * 200, steps: 5)
      pump("\(page.name) to open by hand") {
        live.openSide(of: item.id) == side && !live.group.engine.isMoving
      }
      XCTAssertEqual(visit.window.readout.state, "open")
      live.close()
      pump("\(page.name) to close") { live.offset(of: item.id) == 0 }
    }

    live.open(item.id, side)
    pump("\(page.name) to open") { live.openSide(of: item.id) == side }
    let action = try XCTUnwrap(content[side].actions.first)
    let listItem = try XCTUnwrap(row.parent)
    XCTAssertNotEqual(
      gtk_widget_activate_action_variant(listItem, "row.\(action.name)", nil), 0, page.name)
    pump("\(page.name) to say what was done") {
      !String(cString: gtk_label_get_text(visit.window.status.opaque)).isEmpty
    }
    for child in shown.view?.children.map({ $0 }) ?? [] {
      guard let row = child.firstChild else { continue }
      rows += 1
      onFree(of: row) { freed += 1 }
    }
    visit.leave()
  }
  pump("the rows of \(page.name) to be freed") { freed == rows }
  pump("\(page.name) to be freed") { showcase == nil && list == nil && window == nil }
}
