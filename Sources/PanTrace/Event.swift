import Panning

/// One `in` of a trace, with its fields checked as they are asked for.
struct Event {
  let time: Double
  let phase: String
  private let fields: [String: JSON]

  init(_ fields: [String: JSON]) throws {
    guard let time = fields["t"]?.number else { throw TraceError("“t” must be a time in seconds") }
    guard let phase = fields["phase"]?.string else { throw TraceError("“phase” must be a word") }
    self.time = time
    self.phase = phase
    self.fields = fields
  }

  /// The row's index now; a list of more than a million rows is a mistake.
  func row() throws -> Int {
    guard let row = fields["row"]?.number, row >= 0, row < 1e6, row == row.rounded() else {
      throw TraceError("“row” must be a row's index")
    }
    return Int(row)
  }

  /// A field as it stands, nil where there is none.
  func field(_ name: String) -> JSON? { fields[name] }

  /// Whether the event is about a row at all.
  var namesRow: Bool { fields["row"].map { $0 != .null } ?? false }

  /// What a toggle is set to, where the event says so.
  var state: Bool? { fields["state"]?.bool }

  func number(_ name: String) throws -> Double {
    guard let number = try optionalNumber(name) else { throw TraceError("“\(name)” is missing") }
    return number
  }

  func optionalNumber(_ name: String) throws -> Double? {
    guard let field = fields[name], field != .null else { return nil }
    guard let number = field.number else { throw TraceError("“\(name)” must be a number") }
    return number
  }

  func direction() throws -> String {
    guard let direction = fields["dir"]?.string else { throw TraceError("“dir” must be a word") }
    return direction
  }

  func device() throws -> PanDevice {
    guard let name = fields["device"] else { return .touch }
    guard let device = PanDevice.allCases.first(where: { "\($0)" == name.string }) else {
      throw TraceError("“device” must be touch, pen, mouse or touchpad")
    }
    return device
  }
}
