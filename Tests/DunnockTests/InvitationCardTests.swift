import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import MailText
import Texts
import XCTest

@testable import Dunnock
@testable import MailReading

final class InvitationCardTests: XCTestCase {
  func testWhenInWords() throws {
    try onGtk {
      func when(_ start: Int64?, _ end: Int64?, wholeDays: Bool = false, repeats: Bool = false)
        -> String
      {
        Invitation(start: start, end: end, isWholeDays: wholeDays, repeats: repeats).when
      }
      let full = ShortDate.full(Int(start))
      let zone = " " + ShortDate.zone(Int(start))
      XCTAssertGreaterThan(zone.count, 2)
      XCTAssertEqual(when(nil, nil), "")
      XCTAssertEqual(when(start, nil), full + zone)
      XCTAssertEqual(
        when(start, start + 5_400), full + " – " + ShortDate.time(Int(start + 5_400)) + zone)
      XCTAssertEqual(
        when(start, start + 200_000), full + " – " + ShortDate.full(Int(start + 200_000)) + zone)
      XCTAssertEqual(when(start, start - 60), full + zone)
      XCTAssertEqual(when(start, nil, repeats: true), full + zone + ", repeats")
      let midnight = start - 36_000
      XCTAssertEqual(when(midnight, midnight + 86_400, wholeDays: true), "Tuesday, 3 March 2026")
      XCTAssertEqual(when(midnight, nil, wholeDays: true), "Tuesday, 3 March 2026")
      XCTAssertEqual(
        when(midnight, midnight + 3 * 86_400, wholeDays: true),
        "Tuesday, 3 March 2026 – Thursday, 5 March 2026")
      XCTAssertEqual(when(Int64.max, nil), "")
    }
  }

  func testWhenItIsWhereItWasPlanned() throws {
    try onGtk {
      let local = ShortDate.offset(Int(start))
      func there(_ hours: Int, wholeDays: Bool = false) -> String {
        Invitation(
          start: start, isWholeDays: wholeDays,
          zone: .init(name: "Mars/Olympus", offset: local + hours * 3_600)
        ).whenThere
      }
      XCTAssertEqual(there(0), "")
      XCTAssertEqual(Invitation(start: start).whenThere, "")
      XCTAssertEqual(there(3, wholeDays: true), "")
      XCTAssertEqual(
        there(3),
        "Planned for \(ShortDate.time(Int(start) + 3 * 3_600)) in the time zone Mars/Olympus")
      XCTAssertEqual(
        there(20),
        "Planned for \(ShortDate.full(Int(start) + 20 * 3_600)) in the time zone Mars/Olympus")
    }
  }

  func testAZoneThatNothingIsKnownOfIsNamed() throws {
    try onGtk {
      let invitation = Invitation(
        start: start, end: start + 5_400, zone: .init(name: "Custom Zone", offset: nil))
      XCTAssertEqual(
        invitation.when,
        ShortDate.full(Int(start), isUTC: true) + " – "
          + ShortDate.time(Int(start) + 5_400, isUTC: true))
      XCTAssertEqual(
        invitation.whenThere.withoutMarks,
        "In the time zone “Custom Zone”, which Dunnock does not know")
      // It may not be over there.
      XCTAssertEqual(invitation.state(at: Int(start) + 10 * 3_600), "")
      XCTAssertEqual(invitation.state(at: Int(start) + 20 * 3_600), "in the past")
    }
  }

  func testAnAnswerIsTold() throws {
    try onGtk {
      let ada = Correspondent(name: "Lovelace, Ada", address: "a@x")
      func answered(_ answer: Invitation.Answer?, _ method: Invitation.Method = .reply) -> String {
        Invitation(method: method, attendees: [ada], answer: answer).answered.withoutMarks
      }
      XCTAssertEqual(answered(.accepted), "Lovelace, Ada accepts")
      XCTAssertEqual(answered(.declined), "Lovelace, Ada declines")
      XCTAssertEqual(answered(.tentative), "Lovelace, Ada may attend")
      XCTAssertEqual(answered(nil), "")
      XCTAssertEqual(answered(.accepted, .request), "")
      XCTAssertEqual(Invitation(method: .reply, attendees: [ada]).who, "")
      let card = InvitationCard()
      let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      gtk_box_append(box.cast(), card.widget)
      _ = present(box)
      card.show(
        Invitation(method: .reply, summary: "Lunch", attendees: [ada], answer: .accepted), now: 0
      ) {}
      XCTAssertTrue(card.widget.texts.contains("Lovelace, Ada accepts"))
    }
  }

  func testWhoInWords() throws {
    try onGtk {
      let people = (0..<6).map { Correspondent(name: "P\($0)", address: "p\($0)@x") }
      XCTAssertEqual(Invitation().who, "")
      XCTAssertEqual(
        Invitation(organizer: people[0], attendees: Array(people.prefix(3))).who.withoutMarks,
        "Organized by P0\nwith P1, P2")
      XCTAssertEqual(
        Invitation(
          attendees: [.init(name: "Roth, Lena", address: "l@x"), people[1]]
        ).who.withoutMarks,
        "with Roth, Lena; P1")
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
      for text in ["Invitation", invitation.when, "Café", "Organized by Ada"] {
        XCTAssertTrue(card.widget.texts.contains(text), text)
      }
      Signal.emit(try XCTUnwrap(card.widget.button("Open in Calendar")), "clicked")
      XCTAssertEqual(opened, 1)
      card.show(invitation, now: Int(start) + 60) {}
      XCTAssertTrue(card.widget.texts.contains("Invitation · in the past"))
      invitation.repeats = true
      card.show(invitation, now: Int(start) + 60) {}
      XCTAssertTrue(card.widget.texts.contains("Invitation"))
      invitation.method = .cancellation
      card.show(invitation, now: Int(start) - 60) {}
      XCTAssertTrue(card.widget.texts.contains("Canceled"))
    }
  }

  func testTheButtonStandsBelowAllLinesWhereThereIsLittleRoom() throws {
    try onGtk {
      let view = MessageView()
      let scroller: Widget = gtk_scrolled_window_new()
      gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
      gtk_scrolled_window_set_child(scroller.opaque, view.widget)
      _ = present(scroller, width: 360, height: 600)
      view.show(ShownMessage(subject: "One"))
      let invitation = Invitation(
        method: .request, summary: "Planning the autumn", start: start, end: start + 5_400,
        zone: .init(name: "America/New York", offset: -18_000),
        organizer: .init(name: "Roth, Lena", address: "l@x"),
        attendees: [
          .init(name: "Reader, Robin", address: "r@x"), .init(name: "Ben Okri", address: "b@x"),
        ])
      view.show(
        ShownContent(body: MessageBody(invitation: invitation, content: MarkedText(""))),
        of: StandingSource())
      pump("the card") { view.widget.button("Open in Calendar") != nil }
      let button = try XCTUnwrap(view.widget.button("Open in Calendar"))
      var frames = 0
      onEachFrame(of: view.widget) { _ in
        frames += 1
        return frames < 6
      }
      pump("frames") { frames >= 6 }
      let place = try XCTUnwrap(button.bounds(in: view.widget))
      for label in view.widget.shown(gtk_label_get_type())
      where !button.all(gtk_label_get_type()).contains(label) {
        let room = try XCTUnwrap(label.bounds(in: view.widget))
        guard room.y < place.y else { continue }
        XCTAssertLessThanOrEqual(room.y + room.height + 4, place.y)
      }
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
