import CDunnockGtk
import GtkBridge
import GtkTestSupport
import Panning
import XCTest

@testable import SwipeRows

/// Rows that a program puts into its containers by hand.
final class SwipeGroupTests: XCTestCase {
  func testARowWithoutAGroupAroundItIsOneByItself() throws {
    try onGtk {
      let made = HandRow("alone")
      let window = present(made.row.widget)
      let group = try XCTUnwrap(made.row.group)
      XCTAssertEqual(group.widget, made.row.widget)
      XCTAssertTrue(made.row.open(.trailing, animated: false))
      XCTAssertEqual(made.row.openSide, .trailing)
      XCTAssertEqual(group.openRows.map(ObjectIdentifier.init), [ObjectIdentifier(made.row)])
      XCTAssertTrue(isTrue(gtk_widget_get_focusable(made.row.widget)))
      XCTAssertNotEqual(gtk_widget_activate_action_variant(made.row.widget, "row.cut", nil), 0)
      pump("the action to have run") { made.ran == ["cut"] }
      close(window)
      pump("the row to be gone") { made.row.group == nil }
      // What is asked of it now comes too late.
      XCTAssertFalse(made.row.open(.trailing))
      made.row.content = SwipeContent(label: "late")
      made.row.perform(made.action)
      XCTAssertEqual(made.ran, ["cut"])
    }
  }

  func testRowsWithoutAGroupAroundThemShareOneHoweverManyThereAre() throws {
    try onGtk {
      for isScrolled in [false, true] {
        var counts: [Int] = []
        for count in [2, 100] {
          let page: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
          let rows = (0..<count).map { HandRow("\($0)") }
          for (place, made) in rows.enumerated() {
            var holder = page
            if place % 2 == 1 {
              holder = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
              gtk_box_append(page.cast(), holder)
            }
            gtk_box_append(holder.cast(), made.row.widget)
          }
          let scroller: Widget = gtk_scrolled_window_new()
          if isScrolled { gtk_scrolled_window_set_child(scroller.opaque, page) }
          let window = present(isScrolled ? scroller : page)
          let group = try XCTUnwrap(rows[0].row.group)
          XCTAssertTrue(rows.allSatisfy { $0.row.group === group })
          XCTAssertEqual(group.rows.scroller, isScrolled ? scroller : nil)
          // Each press is looked up once by each group that listens, in the row or around it.
          let all = rows[1].row.widget.ancestry.flatMap {
            $0.controllers(of: gtk_event_controller_get_type())
          }
          counts.append(all.count)
          XCTAssertTrue(rows[0].row.open(.trailing, animated: false))
          XCTAssertTrue(rows[1].row.open(.trailing, animated: false))
          XCTAssertEqual(group.openRows.map(ObjectIdentifier.init), [ObjectIdentifier(rows[1].row)])
          close(window)
        }
        XCTAssertEqual(counts[0], counts[1], "\(isScrolled)")
      }
    }
  }

  func testOneRowOfAGroupIsOpenWhereverTheRowsAre() throws {
    try onGtk {
      let page: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      let rows = (0..<4).map { HandRow("\($0)") }
      let box: Widget = gtk_list_box_new()
      gtk_list_box_append(box.opaque, rows[0].row.widget)
      gtk_list_box_append(box.opaque, rows[1].row.widget)
      gtk_box_append(page.cast(), box)
      gtk_box_append(page.cast(), rows[2].row.widget)
      let frame: Widget = gtk_frame_new(nil)
      gtk_frame_set_child(frame.cast(), rows[3].row.widget)
      gtk_box_append(page.cast(), frame)
      let group = SwipeGroup(around: page)
      _ = present(group.widget)
      for (place, made) in rows.enumerated() {
        XCTAssertIdentical(made.row.group, group)
        XCTAssertTrue(made.row.open(.trailing, animated: false), "\(place)")
        XCTAssertEqual(group.openRows.map(ObjectIdentifier.init), [ObjectIdentifier(made.row)])
      }
      XCTAssertEqual(rows[1].row.listItem.parent, box)
      XCTAssertEqual(rows[2].row.listItem, rows[2].row.widget)
    }
  }

  func testARowMovedToAnotherGroupIsClosedAndThatOnes() throws {
    try onGtk {
      let (first, second) = (HandBox(), HandBox())
      let both: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      gtk_box_append(both.cast(), first.group.widget)
      gtk_box_append(both.cast(), second.group.widget)
      _ = present(both)
      let made = HandRow("moved")
      gtk_box_append(first.box.cast(), made.row.widget)
      pump("a width") { gtk_widget_get_width(made.row.widget) > 0 }
      XCTAssertTrue(made.row.open(.trailing, animated: false))
      var told: [PanEvent] = []
      first.group.onEvent { event, _, _ in told.append(event) }
      move(made.row.widget, from: first.box, to: second.box)
      XCTAssertIdentical(made.row.group, second.group)
      XCTAssertEqual(first.group.engine.openRows, [])
      XCTAssertEqual(told, [.willClose, .didClose])
      XCTAssertEqual(made.row.offset, 0)
      pump("a width there") { gtk_widget_get_width(made.row.widget) > 0 }
      XCTAssertTrue(made.row.open(.trailing, animated: false))
      XCTAssertEqual(second.group.openRows.count, 1)
      // Taken out of every group it is one of those without, and in a group again that one's.
      g_object_ref(made.row.widget)
      gtk_box_remove(second.box.cast(), made.row.widget)
      pump("the group to forget it") { second.group.engine.openRows.isEmpty }
      gtk_box_append(both.cast(), made.row.widget)
      g_object_unref(made.row.widget)
      XCTAssertEqual(made.row.group?.widget, both)
      XCTAssertIdentical(SwipeGroup.around(both), made.row.group)
      XCTAssertIdentical(SwipeGroup.around(first.box), first.group)
      move(made.row.widget, from: both, to: first.box)
      XCTAssertIdentical(made.row.group, first.group)
    }
  }

  func testARowThatComesBackToItsGroupAtOnceStaysInTheGroup() throws {
    try onGtk {
      let (first, second) = (HandBox(), HandBox())
      let both: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      gtk_box_append(both.cast(), first.group.widget)
      gtk_box_append(both.cast(), second.group.widget)
      _ = present(both)
      let made = HandRow("moved")
      gtk_box_append(first.box.cast(), made.row.widget)
      pump("a width") { gtk_widget_get_width(made.row.widget) > 0 }
      move(made.row.widget, from: first.box, to: second.box)
      move(made.row.widget, from: second.box, to: first.box)
      pumpFrames(of: made.row.widget)
      XCTAssertIdentical(made.row.group, first.group)
      XCTAssertTrue(made.row.open(.trailing, animated: false))
    }
  }

  func testTheLastStyleThatAListenerSetsCounts() throws {
    try onGtk {
      let hand = HandBox()
      _ = present(hand.group.widget)
      let made = HandRow("open")
      gtk_box_append(hand.box.cast(), made.row.widget)
      pump("a width") { gtk_widget_get_width(made.row.widget) > 0 }
      let style = hand.group.style
      hand.group.onEvent { event, _, _ in
        guard event == .didOpen else { return }
        hand.group.style = .bmx
        hand.group.style = style
      }
      XCTAssertTrue(made.row.open(.trailing, animated: false))
      pumpFrames(of: made.row.widget)
      XCTAssertEqual(hand.group.style, style)
    }
  }

  func testAGroupInAGroupIsByItself() throws {
    try onGtk {
      let (outer, inner) = (HandBox(), HandBox())
      let (outside, inside) = (HandRow("outside"), HandRow("inside"))
      gtk_box_append(outer.box.cast(), outside.row.widget)
      gtk_box_append(outer.box.cast(), inner.group.widget)
      gtk_box_append(inner.box.cast(), inside.row.widget)
      _ = present(outer.group.widget)
      XCTAssertIdentical(outside.row.group, outer.group)
      XCTAssertIdentical(inside.row.group, inner.group)
      pump("a width") { gtk_widget_get_width(inside.row.widget) > 0 }
      XCTAssertTrue(outside.row.open(.trailing, animated: false))
      XCTAssertTrue(inside.row.open(.trailing, animated: false))
      XCTAssertEqual(outside.row.openSide, .trailing)
      // To the outer one a press on a row of the inner one is a press elsewhere.
      var place = graphene_rect_t()
      XCTAssertTrue(
        isTrue(gtk_widget_compute_bounds(inside.row.widget, outer.group.widget, &place)))
      let point = Point(x: 20, y: Double(place.origin.y) + 10)
      XCTAssertNil(outer.group.rows.pick(point))
      XCTAssertIdentical(
        inner.group.rows.pick(Point(x: 20, y: 10))?.row, inside.row)
    }
  }

  func testARowRemovesItselfAndGivesTheFocusToTheNext() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      for isBox in [true, false] {
        let holder = HandBox(isListBox: isBox)
        let rows = (0..<3).map { HandRow("\($0)") }
        for made in rows { holder.append(made.row) }
        _ = present(holder.group.widget)
        rows[1].outcome = .remove { holder.remove(rows[1].row) }
        rows[1].row.takeFocus()
        rows[1].row.perform(rows[1].action)
        pump("the row to go") { rows[1].row.group == nil }
        pump("the focus on the next") { rows[2].row.listItem.holdsFocus }
        pump("nothing to be remembered") { holder.group.rows.records.isEmpty }
        XCTAssertNil(rows[1].row.group)
      }
    }
  }

  func testTheWidgetOfARowThatIsHeldCanBeAskedAfterItWasTakenOut() throws {
    try onGtk {
      let holder = HandBox(isListBox: true)
      _ = present(holder.group.widget)
      weak var row: SwipeRow?
      var isFreed = false
      do {
        let made = HandRow("row")
        row = made.row
        holder.append(made.row)
        onFree(of: made.row.widget) { isFreed = true }
        pump("a width") { gtk_widget_get_width(made.row.widget) > 0 }
        holder.remove(made.row)
        pump("it to be forgotten") { made.row.handle == nil }
        XCTAssertNil(made.row.widget.parent)
        XCTAssertFalse(made.row.open(.trailing))
      }
      pump("it to be freed") { isFreed && row == nil }
    }
  }

  func testARowThatIsTakenOutAsItMovesIsMovedNoMore() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      for isBox in [true, false] {
        let holder = HandBox(isListBox: isBox)
        _ = present(holder.group.widget)
        for _ in 0..<6 {
          let made = HandRow("row")
          holder.append(made.row)
          pump("a width") { gtk_widget_get_width(made.row.widget) > 0 }
          made.row.open(.trailing)
          pump("it to move") { made.row.offset < 0 }
          made.outcome = .remove {}
          made.row.perform(made.action)
          holder.remove(made.row)
          XCTAssertNil(made.row.group)
          pump("it to be forgotten") { holder.group.rows.records.isEmpty }
          XCTAssertEqual(made.row.offset, 0)
          var frames = 0
          onEachFrame(of: holder.group.widget) { _ in
            frames += 1
            return frames < 3
          }
          gtk_widget_queue_draw(holder.group.widget)
          pump("three frames") { frames == 3 }
        }
      }
    }
  }

  func testARowMovedWhileItOffersToUndoIsNotTakenOutInTheMidstOfThat() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let (first, second) = (HandBox(isListBox: true), HandBox(isListBox: true))
      let both: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      for holder in [first, second] { gtk_box_append(both.cast(), holder.group.widget) }
      let made = HandRow("row")
      first.append(made.row)
      _ = present(both)
      pump("a width") { gtk_widget_get_width(made.row.widget) > 0 }
      var taken = 0
      made.outcome = .remove(undo: SwipeUndo("Cut")) { [row = made.row] in
        taken += 1
        gtk_list_box_remove(second.box.opaque, row.listItem)
      }
      made.row.perform(made.action)
      pump("the offer") { made.row.back.showsUndo }
      let item = made.row.listItem
      g_object_ref(item)
      gtk_list_box_remove(first.box.opaque, item)
      gtk_list_box_append(second.box.opaque, item)
      g_object_unref(item)
      XCTAssertEqual(taken, 0)
      XCTAssertIdentical(made.row.group, second.group)
      pump("what was decided") { taken == 1 }
      pump("the row to be out") { made.row.group == nil }
    }
  }

  func testARowInAListBoxWithoutAGroupHasItsKeysOnTheListRow() throws {
    try onGtk {
      let box: Widget = gtk_list_box_new()
      let rows = (0..<2).map { HandRow("\($0)") }
      for made in rows { gtk_list_box_append(box.opaque, made.row.widget) }
      _ = present(box)
      for made in rows {
        let group = try XCTUnwrap(made.row.group)
        XCTAssertEqual(group.widget, box)
        made.row.takeFocus()
        XCTAssertIdentical(group.focus.focusedRow?.row, made.row)
      }
      // In another list row it is there.
      let widget = rows[0].row.widget
      g_object_ref(widget)
      gtk_list_box_row_set_child(rows[0].row.listItem.cast(), nil)
      gtk_list_box_append(box.opaque, widget)
      g_object_unref(widget)
      XCTAssertEqual(rows[0].row.group?.widget, box)
      XCTAssertTrue(rows[0].row.open(.trailing, animated: false))
    }
  }

  func testARowThatGrewByItsActionClosesForAnother() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let holder = HandBox()
      let rows = (0..<3).map { HandRow("\($0)") }
      for made in rows { holder.append(made.row) }
      _ = present(holder.group.widget)
      let height = gtk_widget_get_height(rows[0].row.widget)
      rows[0].outcome = .keepOpen
      XCTAssertTrue(rows[0].row.open(.trailing, animated: false))
      rows[0].row.perform(rows[0].action)
      gtk_widget_set_size_request(rows[0].row.front, -1, 3 * height)
      pump("the row to grow") { gtk_widget_get_height(rows[0].row.widget) == 3 * height }
      pump("the action to have run") { rows[0].ran == ["cut"] && rows[0].row.openSide == .trailing }
      let group = holder.group
      let place = try XCTUnwrap(rows[1].row.widget.bounds(in: group.widget))
      let hit = try XCTUnwrap(
        group.rows.pickForPan(Point(x: 20, y: Double(place.y) + 5), group.engine))
      XCTAssertIdentical(hit.row, rows[1].row)
      let time = EventClock.now
      group.driver.drive(.begin(hit.handle, hit.row.back.measure(), .touch, x: 0, y: 0), at: time)
      for x in [-10.0, -40] { group.driver.drive(.move(x: x, y: 0), at: time) }
      XCTAssertNil(rows[0].row.openSide)
      pump("the row closed") { rows[0].row.offset == 0 }
      group.driver.drive(.end())
    }
  }

  func testTheGroupsScrollerMayBeAroundIt() throws {
    try onGtk {
      let holder = HandBox()
      let rows = (0..<40).map { HandRow("\($0)") }
      for made in rows { holder.append(made.row) }
      let scroller: Widget = gtk_scrolled_window_new()
      gtk_scrolled_window_set_child(scroller.opaque, holder.group.widget)
      _ = present(scroller)
      XCTAssertEqual(holder.group.rows.scroller, scroller)
      rows[0].row.open(.trailing, animated: false)
      let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)
      gtk_adjustment_set_value(adjustment, 30)
      pump("scrolling to close the row") { rows[0].row.openSide == nil }
    }
  }

  func testOfTheGroupsInOneScrollerThatOnTheHiddenPageGetsNoPress() throws {
    try onGtk {
      let pages = [HandBox(), HandBox(isListBox: true)]
      let rows = [HandRow("first"), HandRow("second")]
      let stack: Widget = gtk_stack_new()
      for (page, made) in zip(pages, rows) {
        page.append(made.row)
        gtk_stack_add_child(stack.opaque, page.group.widget)
      }
      let scroller: Widget = gtk_scrolled_window_new()
      gtk_scrolled_window_set_child(scroller.opaque, stack)
      _ = present(scroller)
      for (shown, hidden) in [(0, 1), (1, 0), (0, 1)] {
        gtk_stack_set_visible_child(stack.opaque, pages[shown].group.widget)
        let point = Point(x: 20, y: 20)
        pump("the page") { pages[shown].group.rows.pick(point)?.row === rows[shown].row }
        pump("the other to be gone") { pages[hidden].group.rows.pick(point) == nil }
        XCTAssertEqual(pages.map(\.group.scrollers.outer), [scroller, scroller])
        XCTAssertTrue(rows[shown].row.open(.trailing, animated: false))
        XCTAssertEqual(rows[shown].row.openSide, .trailing)
      }
    }
  }

  func testTheRoomBetweenAndBelowTheRowsOfABoxIsNoRow() throws {
    try onGtk {
      for isPage in [false, true] {
        let holder = HandBox()
        let rows = (0..<2).map { HandRow("\($0)") }
        var page = holder.box
        if isPage {
          // A page as a carousel has it: as high as that, with its rows at the top.
          page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
          gtk_box_append(holder.box.cast(), page)
          gtk_widget_set_vexpand(page, true.gboolean)
        }
        gtk_box_set_spacing(page.cast(), 20)
        for made in rows { gtk_box_append(page.cast(), made.row.widget) }
        let window = present(holder.group.widget)
        let group = holder.group
        let places = try rows.map { try XCTUnwrap($0.row.widget.bounds(in: group.widget)) }
        for (made, place) in zip(rows, places) {
          let point = Point(x: 20, y: Double(place.y) + 5)
          XCTAssertIdentical(group.rows.pickForPan(point, group.engine)?.row, made.row)
        }
        let between = Double(places[0].y + places[0].height) + 10
        for y in [between, 400] {
          XCTAssertNil(group.rows.pickForPan(Point(x: 20, y: y), group.engine), "\(isPage) \(y)")
          XCTAssertNil(group.rows.pick(Point(x: 20, y: y)), "\(isPage) \(y)")
        }
        close(window)
      }
    }
  }

  func testContentIsShownAnewAndARowIsSwitchedOffByItself() throws {
    try onGtk {
      let made = HandRow("one")
      _ = present(made.row.widget)
      made.row.open(.trailing, animated: false)
      made.row.content.isEnabled = false
      XCTAssertNil(made.row.openSide)
      XCTAssertFalse(made.row.open(.trailing))
      XCTAssertEqual(gtk_widget_activate_action_variant(made.row.widget, "row.cut", nil), 0)
      made.row.content.isEnabled = true
      XCTAssertTrue(made.row.open(.trailing, animated: false))
    }
  }

  func testRowsAndGroupsAreFreedWithTheirWidgets() throws {
    try onGtk {
      weak var row: SwipeRow?
      weak var group: SwipeGroup?
      do {
        let holder = HandBox()
        let made = HandRow("one")
        holder.append(made.row)
        let window = present(holder.group.widget)
        made.row.open(.trailing, animated: false)
        (row, group) = (made.row, holder.group)
        close(window)
      }
      pump("row and group to be freed") { row == nil && group == nil }
    }
  }
}

/// A row by hand with one action.
@MainActor final class HandRow {
  private(set) var row: SwipeRow
  private(set) var ran: [String] = []
  var outcome = SwipeOutcome.restore

  init(_ text: String) {
    let label: Widget = gtk_label_new(text)
    gtk_widget_set_size_request(label, 300, 44)
    row = SwipeRow(label, content: SwipeContent(label: text))
    row.content.trailing = [action]
  }

  var action: SwipeAction {
    SwipeAction("cut", title: "Cut", icon: "edit-cut-symbolic") { [weak self] in
      self?.ran.append("cut")
      return self?.outcome ?? .restore
    }
  }
}

/// A group around a box or a list box for rows by hand.
@MainActor final class HandBox {
  let box: Widget
  let group: SwipeGroup
  private let isListBox: Bool

  init(isListBox: Bool = false) {
    self.isListBox = isListBox
    box = isListBox ? gtk_list_box_new() : gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    group = SwipeGroup(around: box)
  }

  func append(_ row: SwipeRow) {
    if isListBox {
      gtk_list_box_append(box.opaque, row.widget)
    } else {
      gtk_box_append(box.cast(), row.widget)
    }
  }

  func remove(_ row: SwipeRow) {
    if isListBox {
      gtk_list_box_remove(box.opaque, row.listItem)
    } else {
      gtk_box_remove(box.cast(), row.widget)
    }
  }
}

@MainActor private func move(_ widget: Widget, from: Widget, to: Widget) {
  g_object_ref(widget)
  gtk_box_remove(from.cast(), widget)
  gtk_box_append(to.cast(), widget)
  g_object_unref(widget)
}
