import Panning

/// One `in` of a trace: a time, a phase, and fields that are checked as they are asked for.
public struct TraceEvent: Sendable, Equatable {
  /// Everything the event says, by name.
  public var fields: [String: JSON]
  /// Seconds on the trace's clock.
  public let time: Double
  /// What happened.
  public let phase: String

  /// Makes an event of what a trace says; fails where it has no time or no phase.
  public init(_ fields: [String: JSON]) throws {
    guard let time = fields["t"]?.number else { throw TraceError("“t” must be a time in seconds") }
    guard let phase = fields["phase"]?.string else { throw TraceError("“phase” must be a word") }
    self.init(phase, at: time, fields)
  }

  init(_ phase: String, at time: Double, _ fields: [String: JSON]) {
    self.time = time
    self.phase = phase
    self.fields = fields
    self.fields["t"] = .number(time)
    self.fields["phase"] = .string(phase)
  }

  /// The same with another word for what happened.
  public func called(_ phase: String) -> TraceEvent { TraceEvent(phase, at: time, fields) }

  /// Whether the event says that.
  public func tells(_ name: String) -> Bool { fields[name].map { $0 != .null } ?? false }

  /// The row's index now; a list of more than a million rows is a mistake.
  public func row() throws -> Int {
    guard let row = fields["row"]?.number, row >= 0, row < 1e6, row == row.rounded() else {
      throw TraceError("“row” must be a row's index")
    }
    return Int(row)
  }

  public func number(_ name: String) throws -> Double {
    guard let number = try optionalNumber(name) else { throw TraceError("“\(name)” is missing") }
    return number
  }

  public func optionalNumber(_ name: String) throws -> Double? {
    guard tells(name) else { return nil }
    guard let number = fields[name]?.number else {
      throw TraceError("“\(name)” must be a number")
    }
    return number
  }

  /// `left | right | both | none`: the sides whose trays a front moved that way uncovers.
  public func sides() throws -> Set<PanSide> {
    guard let word = fields["dir"]?.string else { throw TraceError("“dir” must be a word") }
    return try Self.sides(of: word)
  }

  /// The sides that `left | right | both | none` means.
  public static func sides(of word: String) throws -> Set<PanSide> {
    switch word {
    case "both": return Set(PanSide.allCases)
    case "none": return []
    default:
      guard let side = PanSide.allCases.first(where: { $0.word == word }) else {
        throw TraceError("a direction is left, right, both or none, not “\(word)”")
      }
      return [side]
    }
  }
}

extension PanSide {
  /// The way a front goes that uncovers this side.
  var word: String { self == .leading ? "right" : "left" }
}
