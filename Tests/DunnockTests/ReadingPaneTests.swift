import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import MailModel
import MailText
import XCTest

@testable import Dunnock
@testable import MailReading

final class ReadingPaneTests: XCTestCase {
  func testTheHeaderShowsAtOnceOverNoText() throws {
    try onGtk {
      let pane = ReadingPane()
      let stand = try Stand(pane)
      pane.show(ShownMessage(subject: "One", sender: "Ada"))
      pane.read("The first.\n", to: ["B"], attachments: ["a.pdf"])
      XCTAssertEqual(stand.text, "The first.\n")
      pane.show(ShownMessage(subject: "Two", sender: "Ben"))
      XCTAssertEqual(stand.text, "")
      XCTAssertNil(pane.message.content)
      XCTAssertEqual(stand.labels, ["Two", "Ben"])
      pane.read("The second.\n")
      XCTAssertEqual(stand.text, "The second.\n")
      XCTAssertEqual(stand.labels, ["Two", "Ben"])
      pane.message.show(ShownContent(note: "It is gone."), of: NoSource())
      XCTAssertEqual(stand.text, "The second.\n", "what was read stays")
      XCTAssertEqual(stand.labels, ["Two", "Ben", "It is gone."])
      pane.clear()
      XCTAssertEqual(stand.text, "")
      XCTAssertNil(pane.message.content)
    }
  }

  func testTextComesInPiecesOfAFrame() throws {
    try onGtk {
      let pane = ReadingPane()
      let stand = try Stand(pane)
      pane.show(ShownMessage(subject: "Long"))
      // Characters of two bytes, lines of 1,001 bytes.
      let body = String(repeating: String(repeating: "é", count: 500) + "\n", count: 200)
      var sizes = [0]
      onEachFrame(of: stand.view) { _ in
        sizes.append(stand.text.utf8.count)
        return sizes.last != body.utf8.count
      }
      pane.read(body)
      XCTAssertEqual(stand.text.utf8.count, 32 * 1_001)
      pump("all of the text") { sizes.last == body.utf8.count }
      XCTAssertEqual(stand.text, body)
      for (before, after) in zip(sizes, sizes.dropFirst()) {
        XCTAssertLessThanOrEqual(after - before, 32 << 10)
        XCTAssertTrue(after.isMultiple(of: 1_001))
      }
    }
  }

  func testAPieceWithoutALineEndDividesNoCharacter() throws {
    try onGtk {
      let pane = ReadingPane()
      let stand = try Stand(pane)
      let body = "x" + String(repeating: "漢", count: 30_000)
      pane.show(ShownMessage())
      pane.read(body)
      XCTAssertEqual(stand.text.utf8.count, 1 + 3 * ((32 << 10) / 3))
      pump("all of the text") { stand.text == body }
    }
  }

  func testWhatIsShownNextDropsWhatIsPending() throws {
    try onGtk {
      let pane = ReadingPane()
      let stand = try Stand(pane)
      let body = String(repeating: "A line of text.\n", count: 10_000)
      for show in [{ pane.show(ShownMessage(subject: "Next")) }, { pane.clear() }] {
        pane.show(ShownMessage(subject: "Long"))
        pane.read(body)
        XCTAssertLessThan(stand.text.utf8.count, body.utf8.count)
        show()
        stand.waitForFrames(5)
        XCTAssertEqual(stand.text, "")
      }
      pane.show(ShownMessage(subject: "Next"))
      pane.read("Short")
      stand.waitForFrames(5)
      XCTAssertEqual(stand.text, "Short")
    }
  }

  func testShowMoreAddsToTheTextAndKeepsPlaceAndSelection() throws {
    try onGtk {
      let pane = ReadingPane()
      let stand = try Stand(pane)
      let body = String(repeating: "A line of text.\n", count: 4_000)
      pane.show(ShownMessage(subject: "Long"))
      pane.read(body, hasMore: true)
      pump("the text") { stand.text == body }
      let more = try XCTUnwrap(pane.widget.button("Show More"))
      XCTAssertNotEqual(gtk_widget_get_focusable(more), 0)
      var asked = 0
      pane.message.onReading { isMore in asked += isMore ? 1 : 0 }
      Signal.emit(more, "clicked")
      XCTAssertEqual(asked, 1)
      // To the very end, and a place further up.
      var start = GtkTextIter()
      var end = GtkTextIter()
      gtk_text_buffer_get_iter_at_offset(stand.buffer, &start, 100)
      gtk_text_buffer_get_end_iter(stand.buffer, &end)
      let last = gtk_text_iter_get_offset(&end)
      gtk_text_buffer_select_range(stand.buffer, &end, &start)
      let scroller = try XCTUnwrap(stand.widgets(gtk_scrolled_window_get_type()).first)
      let place = gtk_scrolled_window_get_vadjustment(scroller.opaque)
      pump("a place to go to") { gtk_adjustment_get_upper(place) > 2_000 }
      gtk_adjustment_set_value(place, 1_000)
      let longer = body + body
      pane.read(longer, omission: "The end is not shown.")
      pump("more of the text") { stand.text == longer }
      stand.waitForFrames(3)
      XCTAssertEqual(gtk_adjustment_get_value(place), 1_000)
      XCTAssertNotEqual(gtk_text_buffer_get_selection_bounds(stand.buffer, &start, &end), 0)
      XCTAssertEqual(gtk_text_iter_get_offset(&start), 100)
      XCTAssertEqual(gtk_text_iter_get_offset(&end), last)
      XCTAssertEqual(gtk_widget_get_visible(more), 0)
      XCTAssertTrue(stand.labels.contains("The end is not shown."))
    }
  }

  func testAVeryLongHeaderDoesNotFillThePane() throws {
    try onGtk {
      let pane = ReadingPane()
      let stand = try Stand(pane, width: 360)
      let long = String(repeating: "m", count: 301)
      pane.show(ShownMessage(subject: long, sender: long, address: long + "@x.org", date: "today"))
      pane.read("The text.\n", to: (0..<200).map { "\($0)\(long)" })
      stand.waitForFrames(3)
      let height = try XCTUnwrap(
        stand.widgets(gtk_label_get_type()).map { gtk_widget_get_height($0) }.max())
      // The address is whole, for at its end it says whose it is.
      XCTAssertLessThan(height, 300)
      let subject = try XCTUnwrap(stand.widgets(gtk_label_get_type()).first)
      XCTAssertEqual(gtk_widget_get_tooltip_text(subject).map { String(cString: $0) }, long)
    }
  }
}

/// A message that nothing more is asked of.
private struct NoSource: MessageSource {
  func body(
    as choice: TextChoice, within budget: TextBudget
  ) async throws(StoreError) -> MessageBody {
    throw .messageVanished
  }

  func bytes(ofPart number: Int?) async throws(StoreError) -> [UInt8] { throw .messageVanished }
}

@MainActor extension ReadingPane {
  /// Shows what was read of the message on show.
  fileprivate func read(
    _ text: String, hasMore: Bool = false, to people: [String] = [], omission: String = "",
    attachments: [String] = []
  ) {
    let body = MessageBody(
      addressing: Addressing(to: people.map { Correspondent(name: $0, address: "") }),
      content: MarkedText(text), hasMoreText: hasMore,
      attachments: attachments.map { .init(name: $0, type: "application/pdf") })
    message.show(ShownContent(body: body, omission: omission), of: NoSource())
  }
}

/// A pane in a window, and what is in it.
@MainActor private struct Stand {
  let view: Widget
  private let pane: ReadingPane

  init(_ pane: ReadingPane, width: Int32 = 700) throws {
    self.pane = pane
    pane.show(ShownMessage(subject: "None"))
    _ = present(pane.widget, width: width, height: 600)
    view = try XCTUnwrap(Stand.descendants(of: pane.widget, gtk_text_view_get_type()).first)
  }

  var buffer: UnsafeMutablePointer<GtkTextBuffer>? { gtk_text_view_get_buffer(view.cast()) }

  var text: String {
    var start = GtkTextIter()
    var end = GtkTextIter()
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// What the visible labels say, from the top.
  var labels: [String] {
    widgets(gtk_label_get_type()).filter { label in
      // The initials are no text.
      !label.ancestry.contains { $0.isA(adw_avatar_get_type()) }
    }.compactMap {
      gtk_label_get_text($0.opaque).map { String(cString: $0) }
    }
  }

  /// What of a type is on show, from the top.
  func widgets(_ type: GType) -> [Widget] {
    Stand.descendants(of: pane.widget, type).filter { gtk_widget_get_mapped($0) != 0 }
  }

  func waitForFrames(_ count: Int) {
    var left = count
    onEachFrame(of: pane.widget) { _ in
      left -= 1
      return left > 0
    }
    pump("frames") { left <= 0 }
  }

  private static func descendants(of widget: Widget, _ type: GType) -> [Widget] {
    widget.children.flatMap { child in
      (child.isA(type) ? [child] : [])
        + descendants(of: child, type)
    }
  }
}
