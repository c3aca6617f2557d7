import CDunnockGtk
import GtkBridge
import GtkTestSupport
import Panning
import XCTest

@testable import SwipeRows

/// Rows whose direction is not that of what they are in: GTK does not hand on the direction of a widget to what it holds.
final class DirectionTests: XCTestCase {
  func testTheRowsDirectionAloneDecidesWhereFrontAndTrayAre() throws {
    try onGtk {
      for groupIsMirrored in [false, true] {
        for rowIsMirrored in [false, true] {
          for way in [-1.0, 1] {
            let what = "group \(groupIsMirrored), row \(rowIsMirrored), way \(way)"
            let sample = SampleList(count: 20)
            let window = present(sample.list.widget)
            let row = try XCTUnwrap(sample.group.rows[sample.row(3)])
            func direction(_ isMirrored: Bool) -> GtkTextDirection {
              isMirrored ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR
            }
            gtk_widget_set_direction(sample.list.widget, direction(groupIsMirrored))
            gtk_widget_set_direction(row.widget, direction(rowIsMirrored))
            sample.drawFrames()

            let hit = RowTable.Hit(row: row, handle: sample.row(3), picked: row.front)
            let start = sample.middle(of: 3)
            var time = EventClock.now
            _ = sample.group.driver.begin(.pointer, on: hit, by: .touch, at: start, time: time)
            for x in [10.0, 130] {
              time += 0.1
              sample.group.driver.move(by: .init(x: way * x, y: 0), at: time)
            }
            sample.drawFrames()
            // The front has gone with the finger, and the tray is where it was.
            let front = try XCTUnwrap(row.front.bounds(in: row.widget))
            XCTAssertEqual(front.x, Int32(way * 120), what)
            let buttons = sample.buttons(of: 3).map { ($0, $0.bounds(in: row.widget)?.x ?? 0) }
            let outermost = way < 0 ? buttons.max { $0.1 < $1.1 } : buttons.min { $0.1 < $1.1 }
            let isLeading = (way > 0) != rowIsMirrored
            XCTAssertEqual(
              outermost.map { sample.title(of: $0.0) }, isLeading ? "Archive" : "Trash", what)
            XCTAssertEqual(outermost?.1, way < 0 ? 400 - 76 : 0, what)
            _ = sample.group.driver.release(at: time + 1)
            XCTAssertEqual(row.openSide, isLeading ? .leading : .trailing, what)
            close(window)
          }
        }
      }
    }
  }
}
