internal import CDunnockIcal
internal import CDunnockIcu
internal import Glibc

/// What libical is given to read, which is less than it would take: some of it would hold it up for long.
enum CalendarText {
  /// How many components there may be: it goes through those within others by calls within calls.
  private static let maximumComponents = 500
  /// How many changes of the clock are read of a zone, and the rules among them.
  private static let maximumChanges = 200
  private static let maximumRules = 8
  /// How much of a zone's name is shown, in characters.
  private static let maximumName = 60
  /// Years beyond this are not worth any work.
  private static let years = 1900...2200

  private static let isReady: Bool = {
    icalerror_set_errors_are_fatal(0)
    icaltimezone_set_builtin_tzdata(0)
    return true
  }()

  /// Nil for what is no calendar. The caller frees the answer.
  static func parsed(_ text: String) -> OpaquePointer? {
    _ = isReady
    guard !text.utf8.contains(0), components(in: text) <= maximumComponents else { return nil }
    return icalparser_parse_string(text)
  }

  /// How many lines may begin a component, whatever folds and blanks there are.
  private static func components(in text: String) -> Int {
    let word = Array("begin".utf8)
    var matched = 0
    var count = 0
    for byte in text.utf8 {
      if byte <= 0x20 { continue }
      if byte | 0x20 == word[matched] {
        matched += 1
        if matched == word.count { (count, matched) = (count + 1, 0) }
      } else {
        matched = byte | 0x20 == word[0] ? 1 : 0
      }
    }
    return count
  }

  /// Seconds since 1970 of a time that a property gives; nil for one that cannot be. And the zone that it is of. If nothing is known of the
  /// zone, the seconds are those of its clock as if that showed UTC.
  static func moment(
    _ time: icaltimetype, of property: OpaquePointer, in calendar: OpaquePointer
  ) -> (seconds: Int64?, zone: Invitation.Zone?) {
    guard icaltime_is_null_time(time) == 0, icaltime_is_valid_time(time) != 0,
      years.contains(Int(time.year)), (1...12).contains(time.month), (1...31).contains(time.day),
      (0...23).contains(time.hour), (0...59).contains(time.minute), (0...60).contains(time.second)
    else { return (nil, nil) }
    let universal = Int64(icaltime_as_timet_with_zone(time, icaltimezone_get_utc_timezone()))
    if icaltime_is_date(time) != 0 || icaltime_is_utc(time) != 0 { return (universal, nil) }
    guard let parameter = icalproperty_get_first_parameter(property, ICAL_TZID_PARAMETER),
      let id = icalparameter_get_tzid(parameter)
    else { return (local(time), nil) }
    let name = String(cString: id)
    let own = zone(name, of: calendar)
    defer { own.map { icaltimezone_free($0, 1) } }
    guard let zone = own ?? known(name) else {
      let shown = shown(name)
      return shown.isEmpty ? (local(time), nil) : (universal, .init(name: shown, offset: nil))
    }
    let seconds = Int64(icaltime_as_timet_with_zone(time, zone))
    return (seconds, .init(name: shown(name), offset: Int(universal - seconds)))
  }

  /// A zone as people call it: `Europe/Berlin` of `/vendor.org/20050809/Europe/Berlin`.
  private static func shown(_ name: String) -> String {
    DisplayText.safe(
      name.split(separator: "/").suffix(2).joined(separator: "/").replacing("_", with: " "),
      limit: maximumName
    ).trimmingSpace
  }

  /// As the clock on the wall says, wherever this is.
  private static func local(_ time: icaltimetype) -> Int64? {
    var parts = tm()
    parts.tm_year = time.year - 1900
    parts.tm_mon = time.month - 1
    parts.tm_mday = time.day
    parts.tm_hour = time.hour
    parts.tm_min = time.minute
    parts.tm_sec = time.second
    parts.tm_isdst = -1
    return Int64(mktime(&parts))
  }

  /// A zone that the calendar itself describes; nil for one that it does not, or by too much. The caller
  /// frees it.
  private static func zone(_ name: String, of calendar: OpaquePointer) -> OpaquePointer? {
    var next = icalcomponent_get_first_component(calendar, ICAL_VTIMEZONE_COMPONENT)
    while let component = next {
      if let property = icalcomponent_get_first_property(component, ICAL_TZID_PROPERTY),
        let id = icalproperty_get_tzid(property), String(cString: id) == name
      {
        guard isModest(component), let copy = icalcomponent_new_clone(component) else { return nil }
        guard let zone = icaltimezone_new() else {
          icalcomponent_free(copy)
          return nil
        }
        if icaltimezone_set_component(zone, copy) == 0 {
          icaltimezone_free(zone, 1)
          icalcomponent_free(copy)
          return nil
        }
        return zone
      }
      next = icalcomponent_get_next_component(calendar, ICAL_VTIMEZONE_COMPONENT)
    }
    return nil
  }

  /// Whether a zone's clock changes by a few yearly rules: libical works out each change for a century.
  private static func isModest(_ zone: OpaquePointer) -> Bool {
    var changes = 0
    var rules = 0
    var next = icalcomponent_get_first_component(zone, ICAL_ANY_COMPONENT)
    while let change = next {
      var property = icalcomponent_get_first_property(change, ICAL_ANY_PROPERTY)
      var hasStart = false
      while let one = property {
        switch icalproperty_isa(one) {
        case ICAL_DTSTART_PROPERTY:
          // Outlook begins with 1601.
          hasStart = hasStart || icalproperty_get_dtstart(one).year >= 1600
        case ICAL_RDATE_PROPERTY: changes += 1
        case ICAL_RRULE_PROPERTY:
          rules += 1
          guard isModest(rule: one) else { return false }
        default: break
        }
        property = icalcomponent_get_next_property(change, ICAL_ANY_PROPERTY)
      }
      guard hasStart else { return false }
      changes += 1
      next = icalcomponent_get_next_component(zone, ICAL_ANY_COMPONENT)
    }
    return changes > 0 && changes <= maximumChanges && rules <= maximumRules
  }

  private static func isModest(rule: OpaquePointer) -> Bool {
    guard let text = icalproperty_get_value_as_string_r(rule) else { return false }
    defer { icalmemory_free_buffer(text) }
    let rule = String(cString: text).uppercased()
    guard rule.utf8.count <= 200 else { return false }
    var isYearly = false
    for part in rule.split(separator: ";") {
      let values = part.split(separator: ",").count
      switch part.prefix(while: { $0 != "=" }) {
      case "FREQ": isYearly = part == "FREQ=YEARLY"
      case "BYMONTH", "BYDAY": guard values == 1 else { return false }
      // As some write "the second Sunday".
      case "BYMONTHDAY": guard values <= 7 else { return false }
      case "INTERVAL", "UNTIL", "COUNT", "WKST": break
      default: return false
      }
    }
    // On one weekday of a whole year it would change some fifty times.
    return isYearly && (!rule.contains("BYDAY") || rule.contains("BYMONTH="))
  }

  /// A zone that this computer knows, by its name or by the end of it, as some programs write it
  /// (`/vendor.org/20050809/Europe/Berlin`).
  private static func known(_ name: String) -> OpaquePointer? {
    ofTheDatabase(name) ?? nameOfWindows(name).flatMap(ofTheDatabase)
  }

  /// The zone's name in the tz database, where the name is one of Windows, as Outlook writes it.
  private static func nameOfWindows(_ name: String) -> String? {
    name.converted { dnk_icu_zone_of_windows($0, $1, $2, $3) }
  }

  private static func ofTheDatabase(_ name: String) -> OpaquePointer? {
    guard name.utf8.count <= 200, name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      !name.contains("..")
    else { return nil }
    let parts = name.split(separator: "/")
    for count in [parts.count, 3, 2, 1] where count <= parts.count && count > 0 {
      if let zone = icaltimezone_get_builtin_timezone(parts.suffix(count).joined(separator: "/")) {
        return zone
      }
    }
    return nil
  }
}
