import CDunnockAdwaita
import FileSystem
import GtkBridge
import GtkTestSupport
import MailModel
import XCTest

@testable import Dunnock

final class RowFrontTests: XCTestCase {
  func testATextWithoutRoomEndsWithItsEllipsis() throws {
    try onGtk {
      for (side, text, isLast) in [
        (GTK_TEXT_DIR_LTR, "It will not rain before the evening", true),
        (GTK_TEXT_DIR_RTL, "It will not rain before the evening", true),
        (GTK_TEXT_DIR_LTR, "هل يناسبك الدرس يوم الخميس الساعة الخامسة", false),
        (GTK_TEXT_DIR_RTL, "هل يناسبك الدرس يوم الخميس الساعة الخامسة", false),
      ] {
        let front = RowFront()
        let owned = Ref.sinking(floating: UnsafeMutableRawPointer(front.widget))
        gtk_widget_set_direction(front.widget, side)
        front.show(sender: "", subject: text, preview: "")
        let shown = inscriptions(in: front.widget).compactMap {
          gtk_inscription_get_text($0.opaque).map { String(cString: $0) }
        }[1]
        let layout = try XCTUnwrap(gtk_widget_create_pango_layout(front.widget, shown))
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        pango_layout_set_width(layout, 100 * PANGO_SCALE)
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        XCTAssertNotEqual(pango_layout_is_ellipsized(layout), 0)
        // By where in the text they begin: the last stands for all that has no room.
        var runs: [(start: gint, x: gint)] = []
        let place = pango_layout_get_iter(layout)
        defer { pango_layout_iter_free(place) }
        repeat {
          guard let run = pango_layout_iter_get_run_readonly(place) else { continue }
          var extents = PangoRectangle()
          pango_layout_iter_get_run_extents(place, nil, &extents)
          if extents.width > 0 { runs.append((run.pointee.item.pointee.offset, extents.x)) }
        } while pango_layout_iter_next_run(place) != 0
        let ends = runs.sorted { $0.start < $1.start }.map(\.x)
        XCTAssertEqual(ends.last == ends.max(), isLast, "\(text): \(runs)")
        XCTAssertEqual(ends.last == ends.min(), !isLast, "\(text): \(runs)")
        withExtendedLifetime(owned) {}
      }
    }
  }

  func testASubjectReadsInTheDirectionOfItsWords() throws {
    try onGtk {
      let front = RowFront()
      let owned = Ref.sinking(floating: UnsafeMutableRawPointer(front.widget))
      let date = Int64(1_790_000_000)
      for (subject, isRightToLeft) in [
        ("Re: [oud] درس العود.", true), ("Re: The lesson.", false), ("Fwd: שיעור.", true),
        ("رد: [درس] The lesson.", false), ("Re:", false), ("Re: 12", false),
      ] {
        let message = Message(
          id: MessageRef(folder: .inbox, key: ByteName("1")), flags: .seen, from: "Ada",
          address: "ada@x.org", subject: subject, date: date, preview: nil, size: 1)
        var rows = ConversationRows()
        rows.show([message])
        front.show(
          MailItem(try XCTUnwrap(rows.rows.first)), names: RowNames(text: "Ada", unread: nil),
          by: .date, now: Int(date))
        let shown = try XCTUnwrap(
          inscriptions(in: front.widget).compactMap {
            gtk_inscription_get_text($0.opaque).map { String(cString: $0) }
          }.first { $0.contains(subject) })
        let isolate = String(shown.unicodeScalars.drop { $0 != "\u{2068}" }.dropFirst())
        let layout = try XCTUnwrap(gtk_widget_create_pango_layout(front.widget, isolate))
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        XCTAssertEqual(
          pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_RTL, isRightToLeft, subject)
      }
      withExtendedLifetime(owned) {}
    }
  }

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
