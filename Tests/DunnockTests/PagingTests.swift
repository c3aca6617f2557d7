import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import Texts
import XCTest

@testable import Dunnock
@testable import MailReading

/// Space: through a message, and behind its end on to the next unread one.
final class PagingTests: XCTestCase {
  func testPagesToTheEndAndThenOnToTheNextUnread() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 4, flags: "S")
      try mailbox.add("Long", age: -60, text: String(repeating: "A line.\n\n", count: 200))
      try mailbox.add("Unread", age: 600)
      try withWindow(on: .path(mailbox.path)) { window in
        window.unfold()
        window.waitFor(["Long"] + (0..<4).map { "Subject \($0)" } + ["Unread"])
        window.list.focus(window.list.messages[0].id)
        let text = { window.reader.shown?.subject }
        pump("the long text") { text() == "Long" && window.reader.height > 3_000 }
        var places: [Double] = []
        while window.list.selected?.message.subject == "Long", places.count < 100 {
          places.append(window.reader.place)
          window.activate(.page)
        }
        XCTAssertGreaterThan(places.count, 3)
        XCTAssertEqual(places, places.sorted())
        XCTAssertEqual(window.list.selected?.message.subject, "Unread")
        XCTAssertTrue(window.list.hasFocusOnRow)
        pump("the unread, laid out") { text() == "Unread" && window.reader.height < 3_000 }
        // Both are unread, and the next below is the first again.
        window.activate(.page)
        XCTAssertEqual(window.list.selected?.message.subject, "Long")
      }
    }
  }

  func testPagesBackAndStopsAtTheTop() throws {
    try onGtk {
      let mailbox = try TestMailbox()
      try mailbox.add("Long", age: 0, text: String(repeating: "A line.\n\n", count: 200))
      try withWindow(on: .path(mailbox.path)) { window in
        window.unfold()
        window.waitFor(["Long"])
        pump("the text") { window.reader.shown != nil && window.reader.height > 3_000 }
        window.activate(.page)
        let place = window.reader.place
        window.activate(.page)
        window.activate(.pageBack)
        XCTAssertEqual(window.reader.place, place)
        window.activate(.pageBack)
        window.activate(.pageBack)
        XCTAssertEqual(window.reader.place, 0)
      }
    }
  }

  func testSaysWhenNothingIsLeftToRead() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2, flags: "S")
      try withWindow(on: .path(mailbox.path)) { window in
        window.unfold()
        window.waitFor(["Subject 0", "Subject 1"])
        pump("the text") { window.reader.shown != nil }
        window.activate(.page)
        XCTAssertEqual(window.notices.passing, tr("There are no more unread messages."))
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 0")
      }
    }
  }
}

@MainActor extension MailWindow {
  /// Makes the window wide enough for list and message side by side, whatever size was remembered.
  fileprivate func unfold() {
    gtk_window_set_default_size(window.cast(), 960, 680)
    pump("list and message side by side") { !frame.isFolded }
  }
}

@MainActor extension Reader {
  private var scroller: Widget? {
    var left = [widget]
    while let next = left.popLast() {
      if next.isA(gtk_scrolled_window_get_type()) { return next }
      left += next.children
    }
    return nil
  }

  fileprivate var place: Double {
    scroller.map { gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment($0.opaque)) } ?? -1
  }

  fileprivate var height: Double {
    scroller.map { gtk_adjustment_get_upper(gtk_scrolled_window_get_vadjustment($0.opaque)) } ?? -1
  }
}
