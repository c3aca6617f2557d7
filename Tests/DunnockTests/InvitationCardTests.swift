import CAdwaita
import GtkBridge
import GtkTestSupport
import MailText
import XCTest

@testable import Dunnock

final class InvitationCardTests: XCTestCase {
  func testWhenInWords() throws {
    try onGtk {
      func when(_ start: Int64?, _ end: Int64?, wholeDays: Bool = false, repeats: Bool = false)
        -> String
      {
        Invitation(start: start, end: end, isWholeDays: wholeDays, repeats: repeats).when
      }
      let full = ShortDate.full(Int(start))
      XCTAssertEqual(when(nil, nil), "")
      XCTAssertEqual(when(start, nil), full)
      XCTAssertEqual(when(start, start + 5_400), full + " – " + ShortDate.time(Int(start + 5_400)))
      XCTAssertEqual(
        when(start, start + 200_000), full + " – " + ShortDate.full(Int(start + 200_000)))
      XCTAssertEqual(when(start, start - 60), full)
      XCTAssertEqual(when(start, nil, repeats: true), full + ", repeats")
      let midnight = start - 36_000
      XCTAssertEqual(when(midnight, midnight + 86_400, wholeDays: true), "Tuesday, 3 March 2026")
      XCTAssertEqual(when(midnight, nil, wholeDays: true), "Tuesday, 3 March 2026")
      XCTAssertEqual(
        when(midnight, midnight + 3 * 86_400, wholeDays: true),
        "Tuesday, 3 March 2026 – Thursday, 5 March 2026")
      XCTAssertEqual(when(Int64.max, nil), "")
    }
  }

  func testWhoInWords() throws {
    try onGtk {
      let people = (0..<6).map { Correspondent(name: "P\($0)", address: "p\($0)@x") }
      XCTAssertEqual(Invitation().who, "")
      XCTAssertEqual(
        Invitation(organizer: people[0], attendees: Array(people.prefix(3))).who.withoutMarks,
        "Organised by P0\nwith P1, P2")
      XCTAssertEqual(
        Invitation(attendees: people, moreAttendees: 10).who.withoutMarks,
        "with P0, P1, P2, P3 and 12 others")
    }
  }

  func testTheCardSaysAllAndOpens() throws {
    try onGtk {
      let card = InvitationCard()
      let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      gtk_box_append(box.cast(), card.widget)
      _ = present(box)
      var opened = 0
      var invitation = Invitation(
        method: .request, summary: "Lunch", start: start, location: "Café",
        organizer: .init(name: "Ada", address: "a@x"), part: 2)
      card.show(invitation, now: Int(start) - 60) { opened += 1 }
      pump("the card") { card.widget.texts.contains("Lunch") }
      for text in ["Invitation", ShortDate.full(Int(start)), "Café", "Organised by Ada"] {
        XCTAssertTrue(card.widget.texts.contains(text), text)
      }
      Signal.emit(try XCTUnwrap(card.widget.button("Open in calendar")), "clicked")
      XCTAssertEqual(opened, 1)
      card.show(invitation, now: Int(start) + 60) {}
      XCTAssertTrue(card.widget.texts.contains("Invitation · in the past"))
      invitation.repeats = true
      card.show(invitation, now: Int(start) + 60) {}
      XCTAssertTrue(card.widget.texts.contains("Invitation"))
      invitation.method = .cancellation
      card.show(invitation, now: Int(start) - 60) {}
      XCTAssertTrue(card.widget.texts.contains("Cancelled"))
    }
  }

  func testTheNextMessageHasNoneOfIt() throws {
    try onGtk {
      let view = MessageView()
      _ = present(view.widget, width: 700, height: 600)
      view.show(ShownMessage(subject: "One"))
      view.show(
        ShownContent(
          body: MessageBody(invitation: Invitation(summary: "Lunch"), content: MarkedText(""))),
        of: StandingSource())
      XCTAssertTrue(view.widget.texts.contains("Lunch"))
      view.show(ShownMessage(subject: "Two"))
      XCTAssertFalse(view.widget.texts.contains("Lunch"))
    }
  }
}

/// Tuesday, 3 March 2026, 10:00 UTC.
private let start: Int64 = 1_772_532_000
