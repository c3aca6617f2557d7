import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import XCTest

@testable import Dunnock

final class RowLookTests: XCTestCase {
  func testSelectingMovesNothingButTheMark() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 5)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor((0..<5).map { "Subject \($0)" })
        for hasFaces in [true, false] {
          window.settings.rowLook.hasFaces = hasFaces
          standStill(window)
          let before = try places(in: window)
          XCTAssertEqual(before.count, 4)
          window.activate(.select)
          XCTAssertTrue(window.list.isPicking)
          standStill(window)
          XCTAssertEqual(try places(in: window), before, "with faces: \(hasFaces)")
          window.list.unpick()
        }
      }
    }
  }

  func testInitialsThatAreTurnedOffAreAboveNoMessageEither() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2)
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Subject 0", "Subject 1"])
        pump("a message") { window.reader.content != nil }
        let faces = { window.reader.widget.shown(adw_avatar_get_type()).count }
        XCTAssertEqual(faces(), 1)
        window.settings.rowLook.hasFaces = false
        defer { window.settings.rowLook.hasFaces = true }
        XCTAssertEqual(faces(), 0)
        window.list.select(window.list.shownRows[1].id)
        pump("the other message") { window.reader.shown?.subject == "Subject 1" }
        XCTAssertEqual(faces(), 0)
        window.settings.rowLook.hasFaces = true
        XCTAssertEqual(faces(), 1)
      }
    }
  }

  func testLowRowsHaveTwoLines() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 5)
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor((0..<5).map { "Subject \($0)" })
        let row = try XCTUnwrap(window.list.row(of: window.list.messages[0]))
        pump("a row") { gtk_widget_get_height(row) > 0 }
        let normal = gtk_widget_get_height(row)
        window.settings.rowLook.density = .compact
        pump("a low row") { gtk_widget_get_height(row) < normal }
        XCTAssertNil(try places(in: window)["preview"])
        XCTAssertLessThanOrEqual(gtk_widget_get_height(row), 58)
        window.settings.rowLook.density = .normal
        pump("a row as before") { gtk_widget_get_height(row) == normal }
      }
    }
  }

  func testWhatWasAnsweredAndWhatHasMoreSaysSo() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2)
      let mail = """
        From: Ada <ada@x.org>
        Subject: Drawing
        Content-Type: multipart/mixed; boundary=b

        --b

        See there.
        --b
        Content-Type: application/pdf
        Content-Disposition: attachment; filename=a.pdf

        x
        --b--

        """
      try mail.write(
        toFile: mailbox.path + "/cur/1900000000.a:2,PRS", atomically: false, encoding: .utf8)
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Drawing", "Subject 0", "Subject 1"])
        let drawing = try XCTUnwrap(window.list.row(of: window.list.messages[0].id))
        pump("its text") { drawing.message.hasPreview }
        XCTAssertTrue(drawing.message.hasAttachment && drawing.isReplied && drawing.isPassedOn)
        let spoken = drawing.spoken(
          window.list.names(of: drawing), by: .arrival, now: 1_700_000_000)
        XCTAssertTrue(spoken.contains("replied, forwarded, with attachment"), spoken)
        let row = try XCTUnwrap(window.list.swipes.widget(of: drawing.id))
        let marks = try XCTUnwrap(part("row-mark", of: row)?.parent).children.filter {
          gtk_widget_has_css_class($0, "row-mark") != 0 && gtk_widget_get_visible($0) != 0
        }
        XCTAssertEqual(marks.count, 3)
      }
    }
  }
}

@MainActor private func part(_ name: String, of widget: Widget) -> Widget? {
  if gtk_widget_has_css_class(widget, name) != 0 { return widget }
  return widget.children.lazy.compactMap { part(name, of: $0) }.first
}

/// Where the texts of the first row stand in the list.
@MainActor private func places(in window: MailWindow) throws -> [String: String] {
  let row = try XCTUnwrap(window.list.row(of: window.list.messages[0]))
  var places: [String: String] = [:]
  for name in ["sender", "subject", "date", "preview"] {
    var bounds = graphene_rect_t()
    let part = try XCTUnwrap(part(name, of: row))
    guard gtk_widget_get_visible(part) != 0,
      isTrue(gtk_widget_compute_bounds(part, window.list.listView, &bounds))
    else { continue }
    places[name] = "\(bounds)"
  }
  return places
}

/// Waits until the list has stood still for some frames.
@MainActor private func standStill(_ window: MailWindow) {
  var (count, last) = (0, -1)
  onEachFrame(of: window.list.widget) { _ in
    let width = Int(gtk_widget_get_width(window.list.widget))
    count = width == last ? count + 1 : 0
    last = width
    return count < 20
  }
  pump("a list that stands still") { count >= 20 }
}
