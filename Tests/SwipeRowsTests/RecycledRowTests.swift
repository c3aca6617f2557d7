import CDunnockGtk
import GtkBridge
import GtkTestSupport
import Panning
import XCTest

@testable import SwipeRows

/// What a row that shows one item after another keeps of the item before: nothing.
final class RecycledRowTests: XCTestCase {
  func testARowWhoseItemHasNoLabelIsNotCalledAsTheOneBefore() throws {
    try onGtk {
      let sample = SampleList(count: 12)
      _ = present(sample.list.widget)
      let row = try XCTUnwrap(sample.list.row(of: 3))
      XCTAssertEqual(row.voice.label, "Row 3")
      sample.contents[3] = SwipeContent(label: "")
      sample.list.update(3)
      XCTAssertNil(row.voice.label)
      sample.contents[3] = nil
      sample.list.update(3)
      XCTAssertEqual(row.voice.label, "Row 3")
    }
  }
}
