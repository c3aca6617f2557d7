/// What a calendar's part of a message says (RFC 5546). Every text is safe to show.
public struct Invitation: Sendable, Equatable {
  /// What the message is about.
  public enum Method: Sendable { case request, reply, cancellation, other }

  /// What somebody who was invited answers.
  public enum Answer: Sendable { case accepted, declined, tentative }

  public struct Zone: Sendable, Equatable {
    public var name: String
    /// Nil if nothing is known of the zone. The times of the invitation are those of its clock then, as if that showed UTC.
    public var offset: Int?

    public init(name: String, offset: Int?) {
      self.name = name
      self.offset = offset
    }
  }

  public var method: Method
  /// What a reply says; nil when it says nothing of that, and for what is no reply.
  public var answer: Answer?
  public var summary: String
  /// Seconds since 1970; nil when the calendar's part gives none that can be read.
  public var start: Int64?
  /// Nil when it gives none.
  public var end: Int64?
  /// Whether it is about whole days, of which ``end`` is the first that does not belong to it; the seconds
  /// are those of midnight UTC.
  public var isWholeDays: Bool
  /// Whether it is held again and again.
  public var repeats: Bool
  /// The time zone in which it was planned, by the name that its calendar gives it, and how far its clock is ahead of UTC
  /// when it starts, in seconds; nil when it was planned in none.
  public var zone: Zone?

  /// Whether it was planned in a zone that nothing is known of, so that nobody can say when it is here.
  public var isInUnknownZone: Bool { zone.map { $0.offset == nil } ?? false }

  public var location: String
  public var organizer: Correspondent?
  /// At most 100.
  public var attendees: [Correspondent]
  /// How many more are invited.
  public var moreAttendees: Int
  /// The number of the part, for opening it in a calendar.
  public var part: Int

  public init(
    method: Method = .other, summary: String = "", start: Int64? = nil, end: Int64? = nil,
    isWholeDays: Bool = false, repeats: Bool = false, zone: Zone? = nil, location: String = "",
    organizer: Correspondent? = nil, attendees: [Correspondent] = [], moreAttendees: Int = 0,
    part: Int = 0, answer: Answer? = nil
  ) {
    self.method = method
    self.summary = summary
    self.start = start
    self.end = end
    self.isWholeDays = isWholeDays
    self.repeats = repeats
    self.zone = zone
    self.location = location
    self.organizer = organizer
    self.attendees = attendees
    self.moreAttendees = moreAttendees
    self.part = part
    self.answer = answer
  }
}
