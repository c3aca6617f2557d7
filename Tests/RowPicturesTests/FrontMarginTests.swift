import CDunnockGtk
import GtkTestSupport
import PictureApproval
import XCTest

@testable import SwipeRows

/// A front that leaves room around itself.
final class FrontMarginTests: XCTestCase {
  func testTheRoomHasTheColourOfASelectedFrontBeforeAndAfterASwipe() throws {
    try onGtk {
      defer { resetLook() }
      for look in Look.allCases {
        look.apply()
        let selected = RowState("selected") {
          gtk_widget_set_margin_start($0.row?.front, 12)
          $0.select()
        }
        let stage = try Stage([selected], width: 400)
        let scene = stage.scenes[0]
        let area = stage.area(of: try XCTUnwrap(scene.row?.widget))
        for time in ["before", "after"] {
          let picture = stage.picture()
          XCTAssertEqual(
            picture[area.x + 4, area.y + 3], picture[area.x + 15, area.y + 3],
            "\(look.rawValue), \(time)")
          scene.open(.trailing)
          scene.list.close(animated: false)
          stage.pumpFrames()
        }
        stage.end()
      }
    }
  }
}
