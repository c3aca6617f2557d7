import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import XCTest

@testable import Dunnock

final class RowFrontTests: XCTestCase {
  func testTextsBeginAtTheRowsOwnSideWhateverTheirDirection() throws {
    try onGtk {
      for (side, base) in [
        (GTK_TEXT_DIR_LTR, PANGO_DIRECTION_LTR), (GTK_TEXT_DIR_RTL, PANGO_DIRECTION_RTL),
      ] {
        let front = RowFront()
        let owned = Ref.sinking(floating: UnsafeMutableRawPointer(front.widget))
        gtk_widget_set_direction(front.widget, side)
        front.show(sender: "Ada Lovelace", subject: "مرحبا", preview: "12")
        let texts = inscriptions(in: front.widget).compactMap {
          gtk_inscription_get_text($0.opaque).map { String(cString: $0) }
        }
        XCTAssertEqual(texts.map { $0.filter(\.isLetterOrDigit) }, ["AdaLovelace", "مرحبا", "12"])
        for text in texts {
          let layout = try XCTUnwrap(gtk_widget_create_pango_layout(front.widget, text))
          defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
          XCTAssertEqual(pango_layout_get_direction(layout, 0), base, text)
        }
        withExtendedLifetime(owned) {}
      }
    }
  }
}

/// The texts cut to their room, in the order in which they are read.
@MainActor private func inscriptions(in widget: Widget) -> [Widget] {
  widget.isA(gtk_inscription_get_type())
    ? [widget] : widget.children.flatMap { inscriptions(in: $0) }
}

extension Character {
  fileprivate var isLetterOrDigit: Bool { isLetter || isNumber }
}
