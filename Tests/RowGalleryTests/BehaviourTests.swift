import CDunnockGtk
import GtkBridge
import GtkTestSupport
import PanStyles
import XCTest

@testable import RowGallery
@testable import SwipeRows

/// What pages promise in their texts.
final class BehaviourTests: XCTestCase {
  func testStockDeleteFadesTheRowAndTakesItOut() throws {
    try onGtk {
      let visit = GalleryVisit()
      defer { visit.leave() }
      let (show, _) = try visit.go(to: .stockDelete, style: "standard")
      let row = try XCTUnwrap(show.list?.widget(of: 2))
      XCTAssertNotEqual(gtk_widget_activate_action_variant(row.parent, "row.delete", nil), 0)
      var least = 1.0
      pump("the row to go") {
        guard show.place(of: 2) != nil else { return true }
        least = min(least, gtk_widget_get_opacity(row))
        return false
      }
      XCTAssertLessThan(least, 1)
      XCTAssertEqual(show.store.count, 29)
      show.startOver()
      XCTAssertEqual(show.store.count, 30)
    }
  }

  func testTheTutorialsButtonsOpenADetailWindowAndLeaveTheRowOpen() throws {
    try onGtk {
      let visit = GalleryVisit()
      defer { visit.leave() }
      let (show, list) = try visit.go(to: .swipeableCell, style: "swipeableCell")
      XCTAssertEqual(show.items.map(\.title).first, "Longer Title Item #0")
      XCTAssertEqual(show.items.count, 30)
      for id in [1, 2] { list.open(id, .trailing, animated: false) }
      XCTAssertEqual(list.openItems, [1, 2])
      XCTAssertNotEqual(
        gtk_widget_activate_action_variant(show.list?.widget(of: 1)?.parent, "row.button-2", nil), 0
      )
      pump("the detail window") { visit.closeOtherWindows() == 1 }
      XCTAssertEqual(list.openItems, [1, 2])
      XCTAssertNotEqual(
        gtk_widget_activate_action_variant(
          show.view, "list.activate-item", g_variant_new_uint32(4)),
        0)
      pump("the detail window") { visit.closeOtherWindows() == 1 }
    }
  }

  func testSparrowlikeLeavesAHandle() throws {
    try onGtk {
      let visit = GalleryVisit()
      defer { visit.leave() }
      let (show, list) = try visit.go(to: .sparrowlike, style: "sparrowlike")
      let row = try XCTUnwrap(show.list?.widget(of: 1))
      list.open(1, .trailing, animated: false)
      XCTAssertEqual(
        list.offset(of: 1), 20 - Double(gtk_widget_get_width(row)))
      let front = try XCTUnwrap(SwipeRow.hosted(by: row)?.front)
      XCTAssertNotEqual(gtk_widget_has_css_class(front, "swipe-handle"), 0)
      list.open(2, .trailing)
      pump("the other to close") { list.offset(of: 1) == 0 }
    }
  }

  func testSwipedCellsDimAndAreResetOffScreen() throws {
    try onGtk {
      let visit = GalleryVisit()
      defer { visit.leave() }
      let (show, list) = try visit.go(to: .swipeDetection, style: "swipeDetection")
      let row = try XCTUnwrap(show.list?.widget(of: 1))
      try list.drag(1, by: 60)
      pump("the cell to dim") { gtk_widget_has_css_class(row, "swiped") != 0 }
      try list.drag(1, by: 60)
      pump("the cell to be as before") { gtk_widget_has_css_class(row, "swiped") == 0 }
      try list.drag(1, by: -60)
      pump("the cell to dim") { gtk_widget_has_css_class(row, "swiped") != 0 }
      let adjustment = gtk_scrolled_window_get_vadjustment(list.group.rows.scroller?.opaque)
      gtk_adjustment_set_value(adjustment, 800)
      pump("the cell to be reset") { gtk_widget_has_css_class(row, "swiped") == 0 }
    }
  }

  func testARatingGoesToTheItemInTheRowNow() throws {
    try onGtk {
      let visit = GalleryVisit()
      defer { visit.leave() }
      let (show, list) = try visit.go(to: .customTray, style: "standard")
      list.open(1, .trailing, animated: false)
      let row = try XCTUnwrap(show.list?.widget(of: 1))
      pump("the stars") { buttons(in: row).count == 5 }
      XCTAssertNotEqual(gtk_widget_activate(buttons(in: row)[2]), 0)
      pump("the rating") { show.store[1]?.detail == "★★★☆☆" }
    }
  }

  func testTheReadoutSaysThatARowWaits() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let visit = GalleryVisit()
      defer { visit.leave() }
      let (show, list) = try visit.go(to: .pendingAction, style: "standard")
      list.open(1, .trailing, animated: false)
      XCTAssertEqual(visit.window.readout.state, "open")
      XCTAssertNotEqual(
        gtk_widget_activate_action_variant(show.list?.widget(of: 1)?.parent, "row.check", nil), 0)
      pump("the row to wait") { visit.window.readout.state == "waiting" }
      pump("the answer") { visit.window.readout.state == "open" }
    }
  }

  func testWhatIsTurnedHoldsAtOnceAndTheListStaysWhereItIs() throws {
    try onGtk {
      let visit = GalleryVisit()
      defer { visit.leave() }
      let (show, list) = try visit.go(to: .standardRow, style: "standard")
      let place = try XCTUnwrap(gtk_scrolled_window_get_vadjustment(show.view?.parent?.opaque))
      gtk_adjustment_set_value(place, 50)
      pump("the list scrolled") { gtk_adjustment_get_value(place) == 50 }
      show.style.opensSeveral = true
      XCTAssertTrue(show.list === list)
      for id in [2, 5] { list.open(id, .leading, animated: false) }
      XCTAssertEqual(list.openItems, [2, 5])
      XCTAssertEqual(gtk_adjustment_get_value(place), 50)
    }
  }

  func testOnlyTheReleaseThatIsMeantIsToldOf() throws {
    try onGtk {
      let visit = GalleryVisit()
      defer { visit.leave() }
      let (_, list) = try visit.go(to: .standardRow, style: "standard")
      var said: String { String(cString: gtk_label_get_text(visit.window.status.opaque)) }
      try list.drag(1, by: 20)
      pump("the spring back") { said.hasPrefix("Let go") && said.hasSuffix("it closes.") }
      try list.drag(1, by: 150)
      pump("the opening") { said.hasSuffix("it opens, leading.") }
    }
  }

  func testAnActionShowsInTheRow() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let visit = GalleryVisit()
      defer { visit.leave() }
      let (show, _) = try visit.go(to: .standardRow, style: "standard")
      let selection = gtk_list_view_get_model(show.view?.opaque)
      gtk_single_selection_set_selected(selection, 3)
      for name in ["star", "read"] {
        XCTAssertNotEqual(
          gtk_widget_activate_action_variant(show.list?.widget(of: 3)?.parent, "row.\(name)", nil),
          0)
        pump("what \(name) did") {
          show.store[3].map {
            name == "star" ? $0.icon == "starred-symbolic" : $0.detail.hasSuffix("read")
          }
            ?? false
        }
      }
      XCTAssertEqual(gtk_single_selection_get_selected(selection), 3)
    }
  }

  func testEverySliderSwitchAndChoiceSetsItsParameter() throws {
    try onGtk {
      for named in NamedStyle.all {
        for parameter in StyleParameter.all {
          guard let value = parameter.value(named.style) else { continue }
          var turned: Double?
          let row = StyleRow(parameter) { turned = $0 }
          let owned = Ref.sinking(floating: row.widget)
          row.show(value, base: value)
          XCTAssertNil(turned, "\(parameter.name): showing is no turning")
          let new = other(than: value, parameter.kind)
          turn(row, to: new)
          XCTAssertEqual(turned ?? .nan, new, accuracy: 1e-6, "\(parameter.name) of \(named.name)")
          withExtendedLifetime(owned) {}
        }
      }
    }
  }

  func testNarrowAndWideWindows() throws {
    try onGtk {
      for (width, room) in [(Int32(360), GalleryWindow.Room.narrow), (860, .medium), (1600, .wide)]
      {
        let visit = GalleryVisit(width: width)
        pump("the window to arrange itself") { visit.window.room == room }
        pump("all that is shown to fit") {
          let body = visit.window.pageView.parent
          return gtk_widget_get_width(body) <= gtk_widget_get_width(visit.window.widget)
        }
        visit.leave()
      }
    }
  }

}

/// Every button that can be seen in a widget.
@MainActor private func buttons(in widget: Widget) -> [Widget] {
  guard gtk_widget_get_mapped(widget) != 0 else { return [] }
  return widget.isA(gtk_button_get_type())
    ? [widget] : widget.children.flatMap { buttons(in: $0) }
}

@MainActor
private func turn(_ row: StyleRow, to value: Double) {
  switch row.parameter.kind {
  case .number: gtk_range_set_value(row.control.cast(), value)
  case .toggle: gtk_switch_set_active(row.control.opaque, (value != 0).gboolean)
  case .choice: gtk_drop_down_set_selected(row.control.opaque, guint(value))
  }
}

private func other(than value: Double, _ kind: StyleParameter.Kind) -> Double {
  switch kind {
  case .number(let range, _, _): value == range.upperBound ? range.lowerBound : range.upperBound
  case .toggle: 1 - value
  case .choice: value == 0 ? 1 : 0
  }
}
