import GtkTestSupport
import Texts
import XCTest

@testable import Dunnock

final class TextTests: XCTestCase {
  func testFillingPutsValuesInAnyOrder() throws {
    try onGtk {
      XCTAssertEqual("%1$s and %2$s".filling("a", "b"), "a and b")
      XCTAssertEqual("%2$s, %1$s".filling("a", "b"), "b, a")
      XCTAssertEqual("100 % of %1$s".filling("%1$s"), "100 % of %1$s")
      XCTAssertEqual("%3$s %".filling("a"), "%3$s %")
      XCTAssertEqual("".filling("a"), "")
    }
  }
}
