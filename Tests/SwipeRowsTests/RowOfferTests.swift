import CDunnockGtk
import CDunnockGtkShim
import GtkBridge
import GtkTestSupport
import Panning
import XCTest

@testable import SwipeRows

/// What a row may offer beyond plain buttons, and what it tells of its motion.
final class RowOfferTests: XCTestCase {
  func testAButtonHasItsRoleNameClassesAndFont() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      let cut = SwipeAction(
        "cut out", title: "Cut", icon: "edit-cut-symbolic", role: .warning, cssClasses: ["fancy"],
        font: "Monospace Bold 20"
      ) { .restore }
      sample.contents[2] = SwipeContent(label: "", trailing: [cut])
      sample.list.update(2)
      sample.list.open(2, .trailing, animated: false)
      let button = try XCTUnwrap(sample.buttons(of: 2).first)
      for name in ["swipe-action", "warning", "cut-out", "fancy"] {
        XCTAssertTrue(isTrue(gtk_widget_has_css_class(button, name)), name)
      }
      let label = try XCTUnwrap(button.firstInside(gtk_label_get_type()))
      let attributes = try XCTUnwrap(gtk_label_get_attributes(label.opaque))
      let text = try XCTUnwrap(pango_attr_list_to_string(attributes))
      defer { g_free(text) }
      XCTAssertTrue(String(cString: text).contains("Monospace Bold 20"))
    }
  }

  func testAViewMayBeOneButtonAndIsToldHowMuchOfItIsInSight() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      var progress: [Double] = []
      sample.trayView = { _ in
        SwipeTrayView(width: 100, isButton: true, onProgress: { progress.append($1) }) {
          gtk_label_new("All of it")
        }
      }
      sample.list.updateAll()
      let row = try XCTUnwrap(sample.list.row(of: 3))
      let time = EventClock.now
      sample.group.driver.drive(
        .begin(sample.row(3), row.back.measure(), .touch, x: 0, y: 0), at: time)
      for x in [-10.0, -60, -110] { sample.group.driver.drive(.move(x: x, y: 0), at: time) }
      XCTAssertEqual(progress, [0.5, 1])
      sample.group.driver.drive(.end(), at: time)
      pump("the row to open") { sample.offset(of: 3) == -100 && !sample.group.engine.isMoving }
      let button = try XCTUnwrap(sample.buttons(of: 3).first)
      XCTAssertTrue(button.isA(gtk_button_get_type()))
      gtk_widget_activate(button)
      pump("the first action to run") { sample.ran == ["trash 3"] }
    }
  }

  func testARowOfAModelThatIsSwitchedOffClosesAndOpensAgainWhenItIsOnAgain() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      let content = try XCTUnwrap(sample.list.row(of: 3)).content
      XCTAssertTrue(sample.list.open(3, .trailing, animated: false))
      sample.contents[3] = content
      sample.contents[3]?.isEnabled = false
      sample.list.update(3)
      pump("the row to close") { sample.offset(of: 3) == 0 && !sample.group.engine.isMoving }
      XCTAssertFalse(sample.list.open(3, .trailing, animated: false))
      sample.contents[3]?.isEnabled = true
      sample.list.update(3)
      XCTAssertTrue(sample.list.open(3, .trailing, animated: false))
    }
  }

  func testAFrontIsToldWhereItIsAndHowMuchOfItIsLeft() throws {
    try onGtk {
      let front = ToldFront()
      let row = SwipeRow(
        front,
        content: SwipeContent(
          label: "told",
          leading: [SwipeAction("a", title: "A", icon: "edit-cut-symbolic") { .restore }]))
      let window = present(row.widget)
      pump("the front to be told its width") { front.told.last?.1 == 400 }
      XCTAssertEqual(front.told.map(\.1), [400])
      gtk_widget_set_size_request(row.widget, 500, -1)
      pump("the front to be told its new width") { front.told.last?.1 == 500 }
      XCTAssertEqual(front.told.map(\.1), [400, 500])
      row.open(.leading, animated: false)
      let width = Double(gtk_widget_get_width(row.widget))
      XCTAssertEqual(front.told.last?.0, row.offset)
      XCTAssertEqual(front.told.last?.1, width - row.offset)
      XCTAssertGreaterThan(row.offset, 50)
      close(window)
    }
  }

  func testTheProgramsOwnMenuStandsBelowTheActions() throws {
    try onGtk {
      let menu = Ref.adopting(full: UnsafeMutableRawPointer(g_menu_new()))
      g_menu_append(menu.opaque, "Own Item", "win.own")
      let row = SwipeRow(
        gtk_label_new("row") as Widget,
        content: SwipeContent(
          label: "row",
          trailing: [SwipeAction("cut", title: "Cut", icon: "edit-cut-symbolic") { .restore }],
          menu: menu))
      let window = present(row.widget)
      let group = try XCTUnwrap(row.group)
      XCTAssertTrue(group.menu.open(of: try XCTUnwrap(row.handle)))
      let popover = try XCTUnwrap(
        row.widget.children.first { $0.isA(gtk_popover_menu_get_type()) })
      let titles = texts(in: popover)
      XCTAssertEqual(titles.filter { ["Cut", "Own Item"].contains($0) }, ["Cut", "Own Item"])
      group.menu.close()
      pump("the menu to close") { group.rows.records.isEmpty }
      close(window)
    }
  }

  func testALivelyRowLiftsAndItsIconsComeInWithTheReveal() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      sample.list.transition = .lively
      _ = present(sample.list.widget)
      let row = try XCTUnwrap(sample.list.row(of: 3))
      let time = EventClock.now
      @MainActor func opacity() -> Double? {
        sample.buttons(of: 3).last?.firstInside(gtk_image_get_type()).map {
          gtk_widget_get_opacity($0)
        }
      }
      sample.group.driver.drive(
        .begin(sample.row(3), row.back.measure(), .touch, x: 0, y: 0), at: time)
      sample.group.driver.drive(.move(x: -10, y: 0), at: time)
      sample.group.driver.drive(.move(x: -30, y: 0), at: time)
      XCTAssertTrue(isTrue(gtk_widget_has_css_class(row.widget, "lifted")))
      XCTAssertFalse(isTrue(gtk_widget_has_css_class(row.widget, "to-trailing")))
      XCTAssertEqual(opacity(), 0)
      sample.group.driver.drive(.move(x: -170, y: 0), at: time)
      XCTAssertEqual(opacity(), 1)
      sample.group.driver.drive(.cancel, at: time)
      sample.list.close(animated: false)
      pump("the row to be back") { sample.displaced.isEmpty }
      XCTAssertFalse(isTrue(gtk_widget_has_css_class(row.widget, "lifted")))
      // What was faded is whole again once the transition is another.
      sample.list.transition = .reveal
      sample.list.open(3, .trailing, animated: false)
      XCTAssertEqual(opacity(), 1)
    }
  }

  func testTheTrayOfALiftedFrontGoesOnUnderItsCornersAndKeepsItsButtonsInSight() throws {
    try onGtk {
      for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
        gtk_widget_set_default_direction(direction)
        defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
        let sample = SampleList(count: 20)
        sample.list.transition = .lively
        let window = present(sample.list.widget)
        let row = try XCTUnwrap(sample.list.row(of: 3))
        for side in PanSide.allCases {
          sample.list.open(3, side, animated: false)
          let buttons = sample.buttons(of: 3)
          let tray = row.back.measure()[side]
          pump("the tray to be laid out") { buttons.allSatisfy { gtk_widget_get_width($0) > 0 } }
          let place = try buttons.map { button in
            let content = try XCTUnwrap(button.firstChild)
            return (
              try XCTUnwrap(button.bounds(in: row.widget)),
              try XCTUnwrap(content.bounds(in: row.widget))
            )
          }
          // From the row's edge inwards.
          let isAtRight = (side == .trailing) == (direction == GTK_TEXT_DIR_LTR)
          let outwards = place.sorted { ($0.0.x < $1.0.x) != isAtRight }
          let all = gtk_widget_get_width(row.widget)
          var edge: Int32 = 0
          for (position, (button, content)) in outwards.enumerated() {
            let isInnermost = position == outwards.count - 1
            let corner: Int32 = isInnermost ? 12 : 0
            XCTAssertEqual(isAtRight ? all - button.x - button.width : button.x, edge)
            let middle = content.x + content.width / 2
            let inSight = edge + (button.width - corner) / 2
            XCTAssertEqual(isAtRight ? all - middle : middle, inSight, accuracy: 1)
            edge += button.width
            if isInnermost { XCTAssertEqual(Double(edge), tray.width + 12) }
          }
          sample.list.close(animated: false)
        }
        close(window)
      }
    }
  }

  func testASideThatActsOnReleaseRunsItsActionAndTheRowIsClosed() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      var content = sample.content(of: 3)
      content.trailing.actsOnRelease = true
      sample.contents[3] = content
      sample.list.update(3)
      sample.swipeFar(3)
      pump("the action to run") { sample.ran == ["trash 3"] }
      pump("the row to be home") { sample.displaced.isEmpty }
      XCTAssertEqual(sample.offset(of: 3), 0)
    }
  }
}

/// The texts of the labels in a widget.
@MainActor private func texts(in widget: Widget) -> [String] {
  widget.isA(gtk_label_get_type())
    ? [String(cString: gtk_label_get_text(widget.opaque))]
    : widget.children.flatMap { texts(in: $0) }
}

@MainActor private final class ToldFront: SwipeFront {
  let widget: Widget = gtk_label_new("front")
  var told: [(Double, Double)] = []

  func moved(to offset: Double, leaving width: Double) { told.append((offset, width)) }
}
