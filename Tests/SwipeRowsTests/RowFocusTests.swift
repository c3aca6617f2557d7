import CDunnockGtk
import GtkBridge
import GtkTestSupport
import XCTest

@testable import SwipeRows

/// Where the keyboard is, whatever the model does.
final class RowFocusTests: XCTestCase {
  func testRowsThatLeaveOneAfterTheOtherGoOnBeyondWhatIsInSight() throws {
    try onGtk {
      let sample = SampleList(count: 60)
      let window = present(sample.list.widget)
      sample.outcome = { [weak sample] in
        let gone = sample?.ran.last.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) }
        return .remove { gone.map { sample?.drop([$0]) } }
      }
      let isInSight = { sample.group.rows.isOnScreen(sample.row($0), wholly: true) }
      let last = try XCTUnwrap((0..<60).last(where: isInSight))
      XCTAssertLessThan(last, 50)
      sample.list.focus(last - 1)
      for item in last - 1..<last + 4 {
        XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: item), "\(item)")
        sample.list.perform(sample.content(of: item).trailing.actions[0], on: item)
      }
      pump("the row after to be in sight") { isInSight(last + 4) }
      XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: last + 4))
      pump("the rows to have gone") { sample.store.count == 55 }
    }
  }

  func testTheRowInTheOldPlaceHasTheFocusAtOnce() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      let window = present(sample.list.widget)
      XCTAssertTrue(sample.list.focus(3))
      XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: 3))
      sample.store.replace(3..<4, with: [])
      XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: 4))
      sample.store.replace(3..<5, with: [])
      XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: 6))
      sample.drawFrames()
      XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: 6))
    }
  }

  func testAfterTheLastRowComesTheOneBefore() throws {
    try onGtk {
      let sample = SampleList(count: 4)
      let window = present(sample.list.widget)
      sample.list.focus(3)
      sample.store.replace(3..<4, with: [])
      XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: 2))
      sample.store.replace(0..<3, with: [])
      XCTAssertFalse(sample.list.focus(2))
    }
  }

  func testAListWithoutRowsKeepsTheFocus() throws {
    try onGtk {
      for container in SampleList.Container.allCases {
        let sample = SampleList(count: 4, in: container)
        let window = present(sample.list.widget)
        sample.list.focus(1)
        sample.store.replace(0..<4, with: [])
        XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.view, "\(container)")
        sample.drawFrames()
        XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.view, "\(container)")
        close(window)
      }
    }
  }

  func testNoRowThatWentKeepsTheKeysFromTheWindow() throws {
    try onGtk {
      let sample = SampleList(count: 4)
      let window = present(sample.list.widget)
      sample.list.focus(1)
      sample.store.replace(0..<4, with: [])
      if let focus = gtk_window_get_focus(window.cast()) {
        XCTAssertTrue(focus.ancestry.contains(window))
      }
    }
  }

  func testTheNextRowHasTheFocusAsSoonAsOneBeginsToLeave() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      let window = present(sample.list.widget)
      sample.outcome = { [unowned sample] in
        .remove(with: sample.list.handles(of: [7])) { sample.drop([4, 5, 6, 7, 8]) }
      }
      let focused = { gtk_window_get_focus(window.cast()) }
      sample.list.focus(4)
      for item in [4, 5, 6] {
        XCTAssertEqual(focused(), sample.listItem(of: item))
        sample.list.perform(sample.content(of: item).trailing.actions[0], on: item)
      }
      // Past the one that leaves with the first.
      XCTAssertEqual(focused(), sample.listItem(of: 8))
      // From its tray, and while nobody's focus is elsewhere.
      sample.list.open(8, .trailing, animated: false)
      gtk_widget_grab_focus(sample.group.rows[sample.row(8)]?.back.buttonsInReadingOrder.first)
      sample.list.perform(sample.content(of: 8).trailing.actions[0], on: 8)
      XCTAssertEqual(focused(), sample.listItem(of: 9))
      sample.list.perform(sample.content(of: 10).trailing.actions[0], on: 10)
      XCTAssertEqual(focused(), sample.listItem(of: 9))
      sample.letTimePass()
      sample.drawFrames()
      XCTAssertEqual(sample.ran, [4, 5, 6, 8, 10].map { "trash \($0)" })
      XCTAssertEqual(focused(), sample.listItem(of: 9))
    }
  }

  func testARowFarAwayIsScrolledToAndTakesTheFocus() throws {
    try onGtk {
      let sample = SampleList(count: 2000)
      let window = present(sample.list.widget)
      XCTAssertTrue(sample.list.focus(1500))
      pump("the row to have the focus, in sight") {
        sample.group.rows.isOnScreen(sample.row(1500), wholly: true)
          && gtk_window_get_focus(window.cast()) == sample.listItem(of: 1500)
      }
      XCTAssertFalse(sample.list.focus(2000))
      // Whoever goes on before it is laid out stays there.
      sample.list.focus(100)
      gtk_window_set_focus(window.cast(), nil)
      sample.drawFrames()
      XCTAssertNil(gtk_window_get_focus(window.cast()))
    }
  }
}
