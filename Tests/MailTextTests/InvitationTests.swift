import Glibc
import SeededRandom
import Testing

@testable import MailText

@Suite struct InvitationTests {
  private func calendar(_ event: String, zone: String = "", method: String = "REQUEST") -> String {
    "BEGIN:VCALENDAR\nVERSION:2.0\nMETHOD:\(method)\n\(zone)BEGIN:VEVENT\nUID:1\n\(event)\nEND:VEVENT\nEND:VCALENDAR\n"
      .replacing("\n", with: "\r\n")
  }

  private let berlin = """
    BEGIN:VTIMEZONE
    TZID:W. Europe Standard Time
    BEGIN:STANDARD
    DTSTART:16010101T030000
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
    END:STANDARD
    BEGIN:DAYLIGHT
    DTSTART:16010101T020000
    TZOFFSETFROM:+0100
    TZOFFSETTO:+0200
    RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
    END:DAYLIGHT
    END:VTIMEZONE

    """

  /// 1 July and 1 December 2024, 10:00 UTC.
  private let july: Int64 = 1_719_828_000
  private let december: Int64 = 1_733_047_200

  @Test func whatItIsAboutIsRead() throws {
    let invitation = try #require(
      Invitation(
        calendar: calendar(
          """
          SUMMARY:Lunch\\, with
            friends\\n\u{202E}now
          LOCATION:Room 1
          DTSTART:20240701T100000Z
          DTEND:20240701T110000Z
          RRULE:FREQ=WEEKLY
          ORGANIZER;CN="Ann, A":MAILTO:a@x.org
          ATTENDEE;CN=Bob;PARTSTAT=ACCEPTED:mailto:b@x.org
          ATTENDEE:mailto:c@x.org
          """), part: 3))
    #expect(
      invitation
        == Invitation(
          method: .request, summary: "Lunch, with friends now", start: july, end: july + 3_600,
          repeats: true, location: "Room 1",
          organizer: Correspondent(name: "Ann, A", address: "a@x.org"),
          attendees: [
            Correspondent(name: "Bob", address: "b@x.org"),
            Correspondent(name: "", address: "c@x.org"),
          ], part: 3))
  }

  @Test func timesAreThoseOfTheirZone() {
    func start(_ time: String, zone: String = "") -> Int64? {
      Invitation(calendar: calendar("DTSTART\(time)", zone: zone))?.start
    }
    #expect(start(":20240701T100000Z") == july)
    #expect(start(";TZID=W. Europe Standard Time:20240701T120000", zone: berlin) == july)
    #expect(start(";TZID=W. Europe Standard Time:20241201T110000", zone: berlin) == december)
    #expect(start(";TZID=Europe/Berlin:20240701T120000") == july)
    #expect(start(";TZID=Europe/Berlin:20241201T110000") == december)
    #expect(start(";TZID=/freeassociation.sourceforge.net/Europe/Berlin:20240701T120000") == july)
    #expect(start(";TZID=Asia/Kolkata:20240701T153000") == july)
    var local = tm()
    (local.tm_year, local.tm_mon, local.tm_mday, local.tm_hour, local.tm_isdst) = (
      124, 6, 1, 10, -1
    )
    #expect(start(":20240701T100000") == Int64(mktime(&local)))
    // Outlook's names of zones that the calendar does not describe.
    #expect(start(";TZID=W. Europe Standard Time:20240701T120000") == july)
    #expect(start(";TZID=\"Tokyo Standard Time\":20240701T190000") == july)
    #expect(start(";TZID=UTC-02:20240701T080000") == july)
    // The calendar's own words come first.
    let own = berlin.replacing("+0200", with: "+0500")
    #expect(
      start(";TZID=W. Europe Standard Time:20240701T120000", zone: own) == july - 3 * 3_600)
    // The clock there, for it is not known how far that is from this one.
    #expect(start(";TZID=Nowhere/None:20240701T100000") == july)
    for none in [
      "", ":", ":99999999T999999Z", ":x", ":20241301T100000Z", ";TZID=:x", ":99990101T000000Z",
    ] {
      #expect(start(none) == nil, "\(none)")
    }
  }

  @Test func whereItWasPlannedIsKept() {
    func zone(_ time: String) -> Invitation.Zone? {
      Invitation(calendar: calendar("DTSTART\(time)", zone: berlin))?.zone
    }
    #expect(
      zone(";TZID=W. Europe Standard Time:20240701T120000")
        == .init(name: "W. Europe Standard Time", offset: 7_200))
    #expect(
      zone(";TZID=/freeassociation.sourceforge.net/America/New_York:20241201T110000")
        == .init(name: "America/New York", offset: -18_000))
    for none in [
      ":20240701T100000Z", ":20240701T100000", ";VALUE=DATE:20240701",
    ] { #expect(zone(none) == nil, "\(none)") }
  }

  @Test func aZoneThatNothingIsKnownOfIsNamed() throws {
    func read(_ end: String) throws -> Invitation {
      try #require(
        Invitation(
          calendar: calendar("DTSTART;TZID=Custom Zone 1:20240701T100000\nDTEND\(end)")))
    }
    let invitation = try read(";TZID=Custom Zone 1:20240701T113000")
    #expect(
      invitation.isInUnknownZone && invitation.zone == .init(name: "Custom Zone 1", offset: nil))
    #expect(invitation.start == july && invitation.end == july + 5_400)
    for end in [":20240701T110000Z", ";TZID=Custom Zone 2:20240701T110000"] {
      #expect(try read(end).end == nil)
    }
    let other = Invitation(
      calendar: calendar("DTSTART:20240701T100000Z\nDTEND;TZID=Custom Zone 1:20240701T110000"))
    #expect(other?.isInUnknownZone == false && other?.end == nil)
    #expect(zone(of: "Customized Time Zone\u{202E}/") == "Customized Time Zone")
  }

  private func zone(of name: String) -> String? {
    Invitation(calendar: calendar("DTSTART;TZID=\(name):20240701T100000"))?.zone?.name
  }

  @Test func wholeDaysHaveNoZone() throws {
    let days = try #require(
      Invitation(calendar: calendar("DTSTART;VALUE=DATE:20240701\nDTEND;VALUE=DATE:20240703")))
    #expect(days.isWholeDays && days.start == 1_719_792_000 && days.end == 1_719_964_800)
    let long = Invitation(calendar: calendar("DTSTART:20240701T100000Z\nDURATION:PT90M"))
    #expect(long?.end == july + 5_400)
    let back = Invitation(calendar: calendar("DTSTART:20240701T100000Z\nDTEND:20230701T100000Z"))
    #expect(back?.start == july && back?.end == nil)
  }

  @Test func methodsAndAnswersAreTold() {
    let reply = calendar("ATTENDEE;PARTSTAT=DECLINED:mailto:b@x.org", method: "REPLY")
    #expect(Invitation(calendar: reply)?.method == .reply)
    #expect(Invitation(calendar: reply)?.answer == .declined)
    #expect(Invitation(calendar: calendar("SUMMARY:x", method: "CANCEL"))?.method == .cancellation)
    let none = calendar("SUMMARY:x").replacing("METHOD:REQUEST\r\n", with: "")
    #expect(Invitation(calendar: none, method: "request")?.method == .request)
    #expect(Invitation(calendar: none)?.method == .other)
  }

  @Test func theSeriesComesBeforeASingleTimeOfIt() {
    let two = calendar(
      "RECURRENCE-ID:20240708T100000Z\nSUMMARY:moved\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:all")
    #expect(Invitation(calendar: two)?.summary == "all")
    #expect(
      Invitation(calendar: calendar("RECURRENCE-ID:20240708T100000Z\nSUMMARY:one"))?.summary
        == "one")
  }

  @Test func manyAreCounted() {
    let many = (0..<150).map { "ATTENDEE:mailto:\($0)@x.org" }.joined(separator: "\n")
    let invitation = Invitation(calendar: calendar(many))
    #expect(invitation?.attendees.count == 100 && invitation?.moreAttendees == 50)
  }

  @Test func itIsFoundInAMail() throws {
    let mail = """
      Content-Type: multipart/mixed; boundary=m

      --m
      Content-Type: multipart/alternative; boundary=a

      --a
      Content-Type: text/plain

      Come!
      --a
      Content-Type: text/calendar; method=REQUEST

      \(calendar("SUMMARY:Lunch\nDTSTART:20240701T100000Z"))
      --a--
      --m
      Content-Type: application/ics; name=invite.ics
      Content-Disposition: attachment; filename=invite.ics

      \(calendar("SUMMARY:Lunch"))
      --m--
      """
    let body = try read(mail)
    #expect(
      body.text == "Come!" && body.invitation?.summary == "Lunch" && body.invitation?.part == 1)
    #expect(body.attachments.map(\.isShown) == [true, false])
  }

  @Test func whatIsNoCalendarIsNone() {
    let deep = String(repeating: "BEGIN:VEVENT\n", count: 20_000)
    for text in [
      "", "x", "BEGIN:VCALENDAR", "BEGIN:VCALENDAR\nEND:VCALENDAR\n", "\0", deep,
      deep.replacing("BEGIN", with: "be\n GIN"), calendar("SUMMARY:a\0b"),
      String(repeating: "x:", count: 100_000),
    ] {
      #expect(Invitation(calendar: text) == nil, "\(text.prefix(40))")
    }
  }

  /// Each of these would hold libical up if it were given it.
  @Test(arguments: [
    "FREQ=SECONDLY", "FREQ=YEARLY;BYSECOND=1", "FREQ=DAILY", "FREQ=YEARLY;BYYEARDAY=1",
    "FREQ=YEARLY;BYDAY=MO", "FREQ=YEARLY;BYMONTH=1;BYDAY=MO,TU",
    "FREQ=YEARLY;BYMONTHDAY=1,2,3,4,5,6,7,8;BYDAY=MO",
  ])
  func rulesThatAreTooBusyAreLeftAlone(rule: String) {
    let zone = berlin.replacing("FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10", with: rule)
    let event = "DTSTART;TZID=W. Europe Standard Time:20240701T120000"
    // What the zone's name says counts, and not these rules.
    #expect(Invitation(calendar: calendar(event, zone: zone))?.start == july)
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func brokenOnesDoNoHarm(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    var bytes = Array(
      calendar(
        "SUMMARY:x\nDTSTART;TZID=W. Europe Standard Time:20240701T120000\nDTEND:20240701T130000Z\nRRULE:FREQ=WEEKLY\nATTENDEE;CN=\"a\":mailto:b@x.org\nDURATION:PT1H",
        zone: berlin
      ).utf8)
    for _ in 0..<Int.random(in: 1..<12, using: &numbers) {
      let place = Int.random(in: 0..<bytes.count, using: &numbers)
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: bytes[place] = UInt8.random(in: 1...255, using: &numbers)
      case 1:
        bytes.removeSubrange(
          place..<min(bytes.count, place + Int.random(in: 1..<30, using: &numbers)))
      case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 40)], at: place)
      default:
        bytes.insert(contentsOf: Array(";:=\"\r\n,-9".utf8.shuffled(using: &numbers)), at: place)
      }
    }
    guard let invitation = Invitation(calendar: String(decoding: bytes, as: UTF8.self)) else {
      return
    }
    for text in [invitation.summary, invitation.location]
      + invitation.attendees.flatMap({ [$0.name, $0.address] })
    {
      #expect(DisplayText.safe(text, limit: 2_000) == text)
    }
  }
}
