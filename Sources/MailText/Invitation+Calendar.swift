internal import CDunnockGMime
internal import CDunnockIcal
internal import Glibc

extension Invitation {
  /// How long a calendar's part may be, in bytes; a longer one is no invitation.
  static let maximumLength = 256 << 10
  private static let maximumAttendees = 100
  /// How long a summary or a place is shown, in characters.
  private static let maximumText = 1_000

  /// Nil when the part is none, or too long.
  init?(part: UnsafeMutablePointer<GMimePart>, number: Int) {
    let text = part.text(limit: Self.maximumLength)
    let object = UnsafeMutableRawPointer(part).assumingMemoryBound(to: GMimeObject.self)
    guard !text.isCut else { return nil }
    self.init(calendar: text.text, method: object.parameter("method"), part: number)
  }

  /// - Parameter method: What the part's own type says, for a calendar that does not.
  init?(calendar text: String, method: String? = nil, part: Int = 0) {
    guard let root = CalendarText.parsed(text) else { return nil }
    defer { icalcomponent_free(root) }
    let calendar =
      icalcomponent_isa(root) == ICAL_VCALENDAR_COMPONENT
      ? root : icalcomponent_get_first_component(root, ICAL_VCALENDAR_COMPONENT)
    guard let calendar, let event = Self.event(of: calendar) else { return nil }
    self.init(part: part)
    self.method = Self.method(of: calendar, else: method)
    summary = Self.text(ICAL_SUMMARY_PROPERTY, of: event)
    location = Self.text(ICAL_LOCATION_PROPERTY, of: event)
    repeats =
      Self.first(ICAL_RRULE_PROPERTY, of: event) != nil
      || Self.first(ICAL_RDATE_PROPERTY, of: event) != nil
    organizer = Self.first(ICAL_ORGANIZER_PROPERTY, of: event).flatMap(Self.correspondent)
    var next = Self.first(ICAL_ATTENDEE_PROPERTY, of: event)
    while let property = next {
      if attendees.count < Self.maximumAttendees {
        if let one = Self.correspondent(property) { attendees.append(one) }
        if self.method == .reply, answer == nil { answer = Self.answer(property) }
      } else {
        moreAttendees += 1
      }
      next = icalcomponent_get_next_property(event, ICAL_ATTENDEE_PROPERTY)
    }
    readTimes(of: event, in: calendar)
  }

  private typealias Component = OpaquePointer
  private typealias Property = OpaquePointer

  /// The first event, rather one that is not about a single time of a series.
  private static func event(of calendar: Component) -> Component? {
    var first: Component?
    var next = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT)
    while let event = next {
      if icalcomponent_get_first_property(event, ICAL_RECURRENCEID_PROPERTY) == nil { return event }
      if first == nil { first = event }
      next = icalcomponent_get_next_component(calendar, ICAL_VEVENT_COMPONENT)
    }
    return first
  }

  private static func first(_ kind: icalproperty_kind, of component: Component) -> Property? {
    icalcomponent_get_first_property(component, kind)
  }

  private static func text(_ kind: icalproperty_kind, of component: Component) -> String {
    guard let property = first(kind, of: component), let value = icalproperty_get_value(property),
      let text = icalvalue_get_text(value)
    else { return "" }
    let spaced = String(cString: text).unicodeScalars.map { $0.isSpace ? " " : String($0) }.joined()
    return DisplayText.safe(spaced, limit: maximumText).trimmingSpace
  }

  private static func method(of calendar: Component, else named: String?) -> Method {
    let property = first(ICAL_METHOD_PROPERTY, of: calendar)
    let told = property.flatMap { icalproperty_get_value_as_string_r($0) }
    defer { told.map { icalmemory_free_buffer($0) } }
    switch (told.map { String(cString: $0) } ?? named ?? "").lowercased() {
    case "request", "publish", "add": return .request
    case "reply": return .reply
    case "cancel": return .cancellation
    default: return .other
    }
  }

  private static func correspondent(_ property: Property) -> Correspondent? {
    guard let value = icalproperty_get_value(property) else { return nil }
    let uri = icalvalue_get_caladdress(value).map { String(cString: $0) } ?? ""
    let isMail = uri.prefix(7).lowercased() == "mailto:"
    let address = isMail ? DisplayText.safe(String(uri.dropFirst(7))).trimmingSpace : ""
    var name = ""
    if let parameter = icalproperty_get_first_parameter(property, ICAL_CN_PARAMETER),
      let text = icalparameter_get_cn(parameter)
    {
      name = DisplayText.safe(String(cString: text)).trimmingSpace
    }
    return name.isEmpty && address.isEmpty ? nil : Correspondent(name: name, address: address)
  }

  private static func answer(_ property: Property) -> Answer? {
    guard let parameter = icalproperty_get_first_parameter(property, ICAL_PARTSTAT_PARAMETER) else {
      return nil
    }
    switch icalparameter_get_partstat(parameter) {
    case ICAL_PARTSTAT_ACCEPTED: return .accepted
    case ICAL_PARTSTAT_DECLINED: return .declined
    case ICAL_PARTSTAT_TENTATIVE: return .tentative
    default: return nil
    }
  }

  private mutating func readTimes(of event: Component, in calendar: Component) {
    guard let property = Self.first(ICAL_DTSTART_PROPERTY, of: event) else { return }
    let first = icalproperty_get_dtstart(property)
    isWholeDays = icaltime_is_date(first) != 0
    (start, zone) = CalendarText.moment(first, of: property, in: calendar)
    if let property = Self.first(ICAL_DTEND_PROPERTY, of: event) {
      let last = CalendarText.moment(
        icalproperty_get_dtend(property), of: property, in: calendar)
      // Times of a zone that nothing is known of can be compared with each other alone.
      let isUnknown = last.zone.map { $0.offset == nil } ?? false
      let isComparable =
        isInUnknownZone ? isUnknown && last.zone?.name == zone?.name : !isUnknown
      end = isComparable ? last.seconds : nil
    } else if let property = Self.first(ICAL_DURATION_PROPERTY, of: event), let start {
      let length = icaldurationtype_as_int(icalproperty_get_duration(property))
      end = start + Int64(length)
    }
    if let begins = start, let ends = end, ends < begins { end = nil }
  }
}
