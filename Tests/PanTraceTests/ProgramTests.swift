import Foundation
import FoundationXML
import PanStyles
import TestPrograms
import Testing

@testable import PanTrace

/// The program as people run it.
@Suite("pan-trace")
struct ProgramTests {
  struct Run {
    var status: Int32
    var output: String
    var error: String
  }

  /// Runs the program built beside this test.
  func launch(_ arguments: String...) throws -> Run {
    let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(filePath: test).deletingLastPathComponent().appending(path: "pan-trace")
    let run = try TestProgram.run([program.path] + arguments)
    return Run(status: run.status, output: run.output, error: run.errors)
  }

  /// A file with this text, for as long as `body` runs.
  func withFile<Value>(_ text: String, _ body: (String) throws -> Value) throws -> Value {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "pan-trace-\(UUID().uuidString).json")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file.path(percentEncoded: false))
  }

  func trace(_ events: String, _ extra: String = "") -> String {
    """
    {"style": "sparrowlike", "row_width": 320, "constants": {"PAN_OPEN_X": -300},
     "note": "kept", "traces": [{"id": "x1", "params": {}, "events": [\(events)] \(extra)}]}
    """
  }

  @Test func listsTheStyles() throws {
    let run = try launch("--list-styles")
    #expect(run.status == 0)
    #expect(
      run.output.split(separator: "\n") == [
        "standard", "sparrowlike", "swipeableCell", "swipeDetection", "dnsSwipeableCell",
        "sideSwipe", "slidingCell", "bmx", "teehanLax",
      ])
    #expect(run.error.isEmpty)
  }

  @Test func printsTheSameDocumentWithItsOwnAnswers() throws {
    let text = trace(
      """
      {"in": {"t": 0, "phase": "wait", "mood": 1}, "out": {"rest": {"7": 1}}, "by": "hand"}
      """, ", \"final\": 3")
    let run = try withFile(text) { try launch("--style", "sparrowlike", $0) }
    #expect(run.status == 0)
    let answer = try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))
    let expected = try JSONDecoder().decode(
      JSON.self,
      from: Data(
        trace(
          """
          {"in": {"t": 0, "phase": "wait", "mood": 1}, "out": {"rest": {}}, "by": "hand"}
          """, ", \"final\": {\"rest\": {}}"
        ).utf8))
    #expect(answer == expected)
  }

  @Test func replaysRecordingsOfTheStandardStyle() throws {
    // The front is let go at 60 of 100 px, moving; the engine estimates the velocity.
    let text = """
      {"style": "standard", "row_width": 400, "constants": {}, "traces": [{"id": "a",
       "params": {"leading": 100, "trailing": 80, "pixel": 1,
                  "long_swipe": {"leading": true, "trailing": false}},
       "events": [
       {"in": {"t": 0, "phase": "down", "row": 3, "device": "mouse", "x": 50, "y": 140}},
       {"in": {"t": 0.02, "phase": "changed", "row": 3, "x": 60, "y": 141}},
       {"in": {"t": 0.04, "phase": "changed", "row": 3, "x": 120, "y": 141}},
       {"in": {"t": 0.05, "phase": "ended", "row": 3, "x": 120, "y": 141}},
       {"in": {"t": 1, "phase": "down", "row": 4, "device": "touch", "x": 300, "y": 190}},
       {"in": {"t": 1.02, "phase": "changed", "row": 4, "x": 290, "y": 190}},
       {"in": {"t": 1.04, "phase": "changed", "row": 4, "x": 100, "y": 190}}
       ]}]}
      """
    let run = try withFile(text) { try launch($0) }
    #expect(run.error.isEmpty)
    let trace = try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))
      .object?["traces"]?.array?.first?.object
    let rests = try #require(trace?["events"]?.array).map {
      $0.object?["out"]?.object?["rest"] ?? .null
    }
    #expect(rests[1] == .object([:]))
    #expect(rests[2].isClose(to: .object(["3": .integer(60)])))
    #expect(rests[3].isClose(to: .object(["3": .integer(100)])))
    // The other row's pan closes it; past 80 px the band: 80 + (1 - 1/(0.55 * 110/320 + 1)) 320.
    #expect(rests[5] == .object([:]))
    #expect(rests[6].isClose(to: .object(["4": .number(-(80 + 50.880_46))])))
  }

  @Test func drawsEachTrace() throws {
    let text = """
      {"style": "standard", "row_width": 400, "constants": {}, "traces": [
       {"id": "a", "title": "far & <fast>",
       "params": {"leading": 100, "pixel": 1, "long_swipe": {"leading": true, "trailing": false}},
       "events": [
       {"in": {"t": 0, "phase": "down", "row": 3, "x": 50, "y": 140}},
       {"in": {"t": 0.02, "phase": "changed", "row": 3, "x": 60, "y": 141}},
       {"in": {"t": 0.04, "phase": "changed", "row": 3, "x": 120, "y": 141}},
       {"in": {"t": 0.3, "phase": "ended", "row": 3, "x": 120, "y": 141}}]},
       {"id": "b", "params": {"trailing": 80}, "events": []}]}
      """
    let picture = FileManager.default.temporaryDirectory.appending(
      path: "pan-trace-\(UUID().uuidString).svg")
    defer { try? FileManager.default.removeItem(at: picture) }
    let run = try withFile(text) { try launch($0, "--plot", picture.path(percentEncoded: false)) }
    #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty)
    let svg = try String(contentsOf: picture, encoding: .utf8)
    // Its parser finds nothing amiss.
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    #expect(svg.contains("a: far &amp; &lt;fast&gt;"))
    for name in ["leading tray", "opens", "full swipe", "trailing tray", "willOpen 3", "didOpen 3"]
    {
      #expect(svg.contains(">\(name)</text>"))
    }
    // Armed at 240 px, the highest line at y = 100; 0 at the lowest, 290: 60 px and the rest at 100.
    #expect(svg.contains("y=\"104.0\" text-anchor=\"end\">240.0</text>"))
    let lines = svg.split(separator: "<polyline ").dropFirst()
    #expect(lines.count == 3)
    let offset = try #require(lines.first { $0.contains("stroke=") })
    for y in [290.0, 242.5, 210.8] {
      #expect(offset.contains(",\(y)"))
    }
  }

  @Test func aPlaceThatCannotBeWrittenIsTold() throws {
    let run = try withFile(trace("")) { try launch($0, "--plot", "/nowhere/plot.svg") }
    #expect(run.status == 2 && run.error.contains("/nowhere/plot.svg cannot be written"))
  }

  @Test(arguments: [
    ("", "no JSON"), ("[]", "one JSON object"), ("{", "no JSON"),
    ("{\"style\": \"bmx\"}", "row_width"),
    ("{\"style\": \"bmx\", \"row_width\": 320}", "traces"),
    ("{\"style\": \"bmx\", \"row_width\": 1e999, \"traces\": []}", "not finite"),
    ("{\"style\": \"bmx\", \"row_width\": NaN, \"traces\": []}", "no JSON"),
    ("{\"style\": \"bmx\", \"row_width\": 320, \"traces\": [1]}", "trace 1"),
    ("{\"style\": \"bmx\", \"row_width\": 320, \"traces\": [{}]}", "events"),
    ("{\"style\": \"none\", \"row_width\": 320, \"traces\": []}", "no style"),
    ("{\"row_width\": 320, \"traces\": []}", "--style"),
  ])
  func malformedFiles(_ text: String, _ reason: String) throws {
    let run = try withFile(text) { try launch($0) }
    #expect(run.status == 2)
    #expect(run.error.contains(reason))
    #expect(run.error.split(separator: "\n").count == 1)
    #expect(run.output.isEmpty)
  }

  @Test(arguments: [
    ("{\"in\": {\"phase\": \"wait\"}}", "“t”"), ("{\"in\": {\"t\": 0}}", "“phase”"),
    ("{}", "“in”"), ("{\"in\": {\"t\": 0, \"phase\": \"leap\"}}", "leap"),
    ("{\"in\": {\"t\": 0, \"phase\": \"down\", \"row\": 1, \"x\": 0}}", "“y”"),
    ("{\"in\": {\"t\": 0, \"phase\": \"down\", \"row\": -1, \"x\": 0, \"y\": 0}}", "“row”"),
    ("{\"in\": {\"t\": 0, \"phase\": \"down\", \"row\": 1e9, \"x\": 0, \"y\": 0}}", "“row”"),
    ("{\"in\": {\"t\": 0, \"phase\": \"down\", \"row\": 1, \"x\": \"a\", \"y\": 0}}", "“x”"),
    ("{\"in\": {\"t\": 0, \"phase\": \"swipe\", \"row\": 1, \"dir\": \"up\"}}", "direction"),
    ("{\"in\": {\"t\": 0, \"phase\": \"resize\", \"row\": 1, \"geometry\": 1}}", "geometry"),
    ("{\"in\": {\"t\": 0, \"phase\": \"close_cell\", \"animated\": 1}}", "animated"),
    ("{\"in\": {\"t\": 0, \"phase\": \"fly_out\", \"row\": 1, \"dir\": \"both\"}}", "direction"),
    ("{\"in\": {\"t\": 0, \"phase\": \"resize\", \"row\": 1, \"geometry\": {}}}", "width"),
  ])
  func malformedEvents(_ event: String, _ reason: String) throws {
    let run = try withFile(trace(event)) { try launch($0) }
    #expect(run.status == 2)
    #expect(run.error.contains(reason))
    #expect(run.error.contains("trace x1"))
    #expect(run.error.split(separator: "\n").count == 1)
  }

  @Test func aTraceMayTurnItsStyleAndTellTheSizesOfEachRow() throws {
    // Slop 0, no rubber band: the front stands at the end of its own row's tray of 30 px.
    let text = """
      {"style": "standard", "row_width": 400,
       "constants": {"style_parameters": {"mouse.slop": 0, "bounds": 0}},
       "traces": [{"params": {"leading": 100, "trailing": 100}, "events": [
       {"in": {"t": 0, "phase": "down", "row": 0, "device": "mouse", "x": 50, "y": 20,
               "geometry": {"width": 300, "leading": {"width": 30}}}},
       {"in": {"t": 0.1, "phase": "moved", "x": 51, "y": 20}},
       {"in": {"t": 0.1, "phase": "moved", "x": 130, "y": 20}},
       {"in": {"t": 0.2, "phase": "cancelled"}},
       {"in": {"t": 0.3, "phase": "open_cell", "row": 1, "dir": "right"}},
       {"in": {"t": 0.9, "phase": "fly_out", "row": 1, "dir": "right"}},
       {"in": {"t": 2, "phase": "restore", "row": 1}}
       ]}]}
      """
    let run = try withFile(text) { try launch($0) }
    #expect(run.error.isEmpty)
    let trace = try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))
      .object?["traces"]?.array?.first?.object
    let rests = try #require(trace?["events"]?.array).map {
      $0.object?["out"]?.object?["rest"]?.object?.compactMapValues(\.number)
    }
    #expect(rests == [[:], [:], ["0": 30], [:], ["1": 100], ["1": 400], [:]])
  }

  @Test(arguments: ["mouse", "touch", "touchpad"])
  func aBeginningWithoutTravelAndADriftAcrossCancelNoPan(_ device: String) throws {
    let parameters = "{\"style_parameters\": {\"\(device).slop\": 0}}"
    let text = """
      {"style": "standard", "row_width": 400, "constants": \(parameters),
       "traces": [{"params": {"leading": 100, "trailing": 100}, "events": [
       {"in": {"t": 0, "phase": "down", "row": 0, "device": "\(device)", "x": 0, "y": 0}},
       {"in": {"t": 0.01, "phase": "moved", "x": 0, "y": 0}},
       {"in": {"t": 0.02, "phase": "moved", "x": 10, "y": 0}},
       {"in": {"t": 0.03, "phase": "moved", "x": 30, "y": 400}},
       {"in": {"t": 0.04, "phase": "moved", "x": 80, "y": -400}},
       {"in": {"t": 0.2, "phase": "ended", "x": 80, "y": -400}},
       {"in": {"t": 2, "phase": "wait"}}
       ]}]}
      """
    let run = try withFile(text) { try launch($0) }
    #expect(run.error.isEmpty)
    let events = try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))
      .object?["traces"]?.array?.first?.object?["events"]?.array
    let rests = try #require(events).map {
      $0.object?["out"]?.object?["rest"]?.object?.compactMapValues(\.number)
    }
    #expect(rests.map { $0?["0"] ?? 0 } == [0, 0, 0, 20, 70, 100, 100])
  }

  @Test(arguments: [(0.0, 100.0), (0.175, 400)])
  func aTraceMayCommitALongSwipeByAFling(_ projection: Double, _ rest: Double) throws {
    let text = """
      {"style": "standard", "row_width": 400,
       "constants": {"style_parameters": {"longSwipe.projection": \(projection)}},
       "traces": [{"params": {"leading": 100, "trailing": 0,
                              "long_swipe": {"leading": true, "trailing": false}}, "events": [
       {"in": {"t": 0, "phase": "down", "row": 0, "device": "touch", "x": 0, "y": 20}},
       {"in": {"t": 0.01, "phase": "moved", "x": 10, "y": 20}},
       {"in": {"t": 0.02, "phase": "moved", "x": 34, "y": 20}},
       {"in": {"t": 0.03, "phase": "moved", "x": 58, "y": 20}},
       {"in": {"t": 0.03, "phase": "ended", "x": 58, "y": 20}},
       {"in": {"t": 1, "phase": "wait"}}
       ]}]}
      """
    let run = try withFile(text) { try launch($0) }
    #expect(run.error.isEmpty)
    let events = try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))
      .object?["traces"]?.array?.first?.object?["events"]?.array
    let rests = try #require(events).map { $0.object?["out"]?.object?["rest"]?.object }
    #expect(rests[4]?.compactMapValues(\.number) == ["0": rest])
  }

  @Test(arguments: [
    ("{\"style_parameters\": 1}", "style_parameters"),
    ("{\"style_parameters\": {\"no.such\": 1}}", "no.such"),
    ("{\"style_parameters\": {\"mouse.slop\": \"a\"}}", "mouse.slop"),
    ("{\"report\": 1}", "report"),
  ])
  func malformedParameters(_ constants: String, _ reason: String) throws {
    let text = """
      {"style": "standard", "row_width": 400, "constants": \(constants),
       "traces": [{"id": "x1", "events": []}]}
      """
    let run = try withFile(text) { try launch($0) }
    #expect(run.status == 2)
    #expect(run.error.contains(reason))
  }

  @Test func mistakesOnTheCommandLine() throws {
    for run in [
      try launch("/nowhere/at/all.json"), try launch("--style", "none", "file.json"),
      try launch(), try launch("--nonsense"), try launch("one", "two"),
    ] {
      #expect(run.status == 2)
      #expect(run.error.split(separator: "\n").count == 1)
      #expect(run.output.isEmpty)
    }
    #expect(try launch("--help").status == 0)
  }
}
