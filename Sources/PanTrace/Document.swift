import Foundation
import PanStyles
import Panning

/// A file of traces, and the same file with the engine's answers.
struct Document {
  private let fields: [String: JSON]

  init(_ data: Data) throws {
    let json: JSON
    do {
      json = try JSONDecoder().decode(JSON.self, from: data)
    } catch {
      throw TraceError("this is no JSON, or a number in it is not finite")
    }
    guard let fields = json.object else { throw TraceError("a trace file is one JSON object") }
    self.fields = fields
  }

  /// The style that the file itself names.
  var styleName: String? { fields["style"]?.string }

  /// The document with `out` and `final` worked out by a style.
  func replayed(_ named: NamedStyle) throws -> Data {
    var answered = fields
    answered["style"] = .string(named.name)
    answered["traces"] = .array(
      try eachTrace(named) { trace, _, setting in
        .object(try Self.replayed(trace, named, setting))
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(JSON.object(answered))
  }

  /// A picture of every trace, as an SVG file.
  func plotted(_ named: NamedStyle) throws -> Data {
    let plots = try eachTrace(named) { trace, name, setting in
      let inputs = try Self.inputs(of: trace)
      let title = [name, trace["title"]?.string].compactMap { $0 }.joined(separator: ": ")
      return try TracePlot(
        title, setting, Replay(setting, recogniserBegins: inputs.recogniserBegins), inputs.events)
    }
    return Data(TracePlot.file(of: plots).utf8)
  }

  private func eachTrace<Result>(
    _ named: NamedStyle, _ body: ([String: JSON], String, Setting) throws -> Result
  ) throws -> [Result] {
    guard let width = fields["row_width"]?.number, width > 0 else {
      throw TraceError("“row_width” must be a width in px")
    }
    guard let traces = fields["traces"]?.array else { throw TraceError("“traces” must be a list") }
    let constants = try Self.object(fields["constants"], "constants")
    return try traces.enumerated().map { index, trace in
      let trace = try Self.object(trace, "trace \(index + 1)")
      let name = trace["id"]?.string ?? "\(index + 1)"
      do {
        let setting = try Setting(
          named, rowWidth: width, constants: constants,
          params: try Self.object(trace["params"], "params"))
        return try body(trace, name, setting)
      } catch let error as TraceError {
        throw TraceError("trace \(name): \(error)")
      }
    }
  }

  /// What happens in a trace, and whether a platform's recogniser tells when a pan begins.
  private static func inputs(
    of trace: [String: JSON]
  ) throws -> (events: [TraceEvent], recogniserBegins: Bool) {
    guard let steps = trace["events"]?.array else { throw TraceError("“events” must be a list") }
    let inputs = try steps.enumerated().map { index, step in
      guard let fields = step.object?["in"]?.object else {
        throw TraceError("event \(index + 1) has no “in”")
      }
      return try at(index) { try TraceEvent(fields) }
    }
    let phases = inputs.map(\.phase)
    return (inputs, phases.contains("down") && phases.contains("began"))
  }

  private static func replayed(
    _ trace: [String: JSON], _ named: NamedStyle, _ setting: Setting
  ) throws -> [String: JSON] {
    let (inputs, recogniserBegins) = try inputs(of: trace)
    let steps = trace["events"]?.array ?? []
    var answered: [JSON] = []
    var replay = Replay(setting, recogniserBegins: recogniserBegins)
    for (index, event) in inputs.enumerated() {
      try at(index) { try replay.play(event) }
      var step = steps[index].object ?? [:]
      step["out"] = .object(output(&replay, named, setting, at: event.time, row: try? event.row()))
      answered.append(.object(step))
    }
    let end = (inputs.last?.time ?? 0) + 60
    replay.take(.frame, at: end)
    var final = output(&replay, named, setting, at: end, row: try? inputs.first?.row())
    final["report"] = nil
    var trace = trace
    trace["events"] = .array(answered)
    trace["final"] = .object(final)
    return trace
  }

  /// What is written after an event, or at the end.
  ///
  /// `open` speaks of one row, the event's own, or at the end the first event's: so the recorded
  /// figures have it (trace b15 has two rows), though their README says "the rows".
  private static func output(
    _ replay: inout Replay, _ named: NamedStyle, _ setting: Setting, at time: Double, row: Int?
  ) -> [String: JSON] {
    let report = replay.takeReport()
    if named.listsOpenRows {
      let words = report.map { JSON.string($0.event == .didOpen ? "open" : "close") }
      let open = row.map { replay.isOpen($0) ? [JSON.integer($0)] : [] } ?? []
      return ["open": .array(open), "report": .array(words)]
    }
    var output: [String: JSON] = ["rest": .object(replay.rests(at: time))]
    if setting.reports {
      output["report"] = .array(report.map { .string("\($0.event) \($0.row)") })
    }
    return output
  }

  private static func at<Value>(_ index: Int, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as TraceError {
      throw TraceError("event \(index + 1): \(error)")
    }
  }

  private static func object(_ json: JSON?, _ name: String) throws -> [String: JSON] {
    guard let json else { return [:] }
    guard let object = json.object else { throw TraceError("“\(name)” must be an object") }
    return object
  }
}
