import CDunnockGtk
import GtkBridge
import GtkTestSupport
import Panning
import XCTest

@testable import SwipeRows

/// The same rows in every container for a model.
final class ContainerTests: XCTestCase {
  private func inEach(
    _ style: PanStyle = .standard,
    _ body: @MainActor (SampleList, SampleList.Container) throws -> Void
  ) throws {
    try onGtk {
      MainLoop.adoptMainActor()
      for container in SampleList.Container.allCases {
        let sample = SampleList(count: 40, style: style, in: container)
        let window = present(sample.list.widget)
        try body(sample, container)
        close(window)
      }
    }
  }

  func testARowOpensActsAndClosesAgain() throws {
    try inEach { sample, container in
      XCTAssertTrue(sample.list.open(3, .trailing), "\(container)")
      pump("\(container): the row to open") { sample.offset(of: 3) < -100 }
      let buttons = sample.buttons(of: 3)
      XCTAssertEqual(buttons.map(sample.title), ["Star", "Trash"], "\(container)")
      gtk_widget_activate(buttons[1])
      pump("\(container): the action to have run") { sample.ran == ["trash 3"] }
      pump("\(container): the row to close") { sample.offset(of: 3) == 0 && sample.displaced == [] }
    }
  }

  func testARemovedRowGivesTheFocusToTheNext() throws {
    try inEach { sample, container in
      sample.outcome = { [unowned sample] in .remove { sample.drop([3]) } }
      sample.list.focus(3)
      pump("\(container): the focus") { sample.listItem(of: 3).map { $0.holdsFocus } == true }
      sample.list.perform(sample.content(of: 3).trailing.actions[0], on: 3)
      pump("\(container): the row to go") { sample.listItem(of: 3) == nil }
      pump("\(container): the focus on the next") {
        sample.listItem(of: 4).map { $0.holdsFocus } == true
      }
      pump("\(container): nothing to be left") { sample.displaced.isEmpty }
    }
  }

  func testAnOpenRowStaysOpenAsTheModelIsTurnedRound() throws {
    // A list box is scrolled to the focus by its viewport, which is scrolling like any other.
    var style = PanStyle.standard
    style.closes.remove(.scroll)
    try inEach(style) { sample, container in
      sample.list.open(3, .trailing, animated: false)
      sample.reverse()
      sample.drawFrames()
      XCTAssertEqual(sample.list.openItems, [3], "\(container)")
      sample.list.focus(3)
      sample.drawFrames()
      XCTAssertEqual(sample.offset(of: 3), sample.list.offset(of: 3), "\(container)")
      XCTAssertLessThan(sample.offset(of: 3), -100, "\(container)")
      sample.drop([3])
      pump("\(container): the row that left to be forgotten") { sample.displaced.isEmpty }
      XCTAssertEqual(sample.list.openItems, [], "\(container)")
    }
  }

  func testARowFarAwayIsScrolledToAndOpened() throws {
    try inEach { sample, container in
      // The window gives the focus to its first row, to which a list box scrolls.
      sample.drawFrames()
      XCTAssertTrue(sample.list.open(30, .leading, scrolling: true), "\(container)")
      pump("\(container): the row far away to open") { sample.offset(of: 30) > 100 }
      XCTAssertTrue(sample.group.rows.isOnScreen(sample.row(30), wholly: true), "\(container)")
      XCTAssertEqual(sample.list.position(of: 30), 30, "\(container)")
    }
  }

  func testRowsAreListItemsToScreenReaders() throws {
    try inEach { sample, container in
      let item = try XCTUnwrap(sample.listItem(of: 3))
      XCTAssertEqual(
        gtk_accessible_get_accessible_role(item.opaque), GTK_ACCESSIBLE_ROLE_LIST_ITEM,
        "\(container)")
      XCTAssertEqual(
        gtk_accessible_get_accessible_role(sample.view.opaque), GTK_ACCESSIBLE_ROLE_LIST,
        "\(container)")
      XCTAssertNotEqual(gtk_widget_activate_action_variant(item, "row.star", nil), 0)
      pump("\(container): the action by its name") { sample.ran == ["star 3"] }
    }
  }

  func testSectionsHaveTheirHeadingsWhateverComesAndGoes() throws {
    try inEach { sample, container in
      guard container != .listBox else { return }
      sample.list.section = { "Group \(($0.element(of: Int.self) ?? 0) / 10)" }
      @MainActor func headings() -> [Int: String] {
        var found: [Int: String] = [:]
        for item in 0..<15 {
          if let row = sample.list.row(of: item) { found[item] = row.content.heading }
        }
        return found
      }
      XCTAssertEqual(headings(), [0: "Group 0", 10: "Group 1"], "\(container)")
      sample.drop([0, 10])
      pump("\(container): the headings to move") { headings() == [1: "Group 0", 11: "Group 1"] }
    }
  }
}
