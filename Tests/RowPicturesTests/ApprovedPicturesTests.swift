import CDunnockGtk
import GtkBridge
import GtkTestSupport
import PictureApproval
import XCTest

/// Every state of a row, drawn and compared with the pictures that were approved.
final class ApprovedPicturesTests: XCTestCase {
  func testRowsLookAsApproved() throws {
    try onGtk {
      defer { resetLook() }
      for look in Look.allCases {
        for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
          gtk_widget_set_default_direction(direction)
          for width in [Int32(360), 900, 1600] {
            look.apply()
            let states = RowState.all
            let stage = try Stage(states, width: width) { rows in
              let stack = Stage.stack(rows)
              // Room for what the first one says below itself.
              gtk_widget_set_margin_bottom(rows.first, 72)
              return stack
            }
            let rows = zip(states, stage.scenes).map { state, scene in
              (name: state.name, area: stage.area(of: scene.list.widget))
            }
            let way = direction == GTK_TEXT_DIR_RTL ? "right-to-left" : "left-to-right"
            try Approval.check(
              stage.picture(), named: "\(look.rawValue), \(way), \(width) px", rows: rows)
            stage.end()
          }
        }
      }
    }
  }
}

/// Gives GTK back what the pictures changed.
@MainActor func resetLook() {
  gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR)
  Look.reset()
}
