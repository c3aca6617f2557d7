import Foundation
import PanStyles
import Testing

@testable import PanTrace

/// The recorded traces of the seeds and of the systems that followed them.
@Suite("Recorded traces")
struct GoldenTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")
  /// Traces of the same format for what those do not show; each file names its style.
  static let ownFolder = folder.deletingLastPathComponent().appending(path: "Traces")

  /// The page that says which traces do not come out; ids stand in its first table's first column.
  static let exceptions: Set<String> = {
    let page = folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Sources/Panning/Panning.docc/NotExpressed.md")
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    let table = text.components(separatedBy: "\n\n").first { $0.hasPrefix("| trace |") } ?? ""
    let ids = table.split(separator: "\n").dropFirst(2).compactMap { line in
      line.split(separator: "|").first?.trimmingCharacters(in: .whitespaces)
    }
    return Set(ids)
  }()

  static let names = NamedStyle.all.map(\.name).filter { $0 != "standard" }

  @Test(arguments: names)
  func comeOut(_ name: String) throws {
    try replay(Self.folder.appending(path: name + ".json"), NamedStyle.named(name))
  }

  @Test(arguments: ["scrolling", "swallowing", "staying"])
  func ofOurOwnComeOut(_ name: String) throws {
    try replay(Self.ownFolder.appending(path: name + ".json"), nil)
  }

  /// Replays a file by a style, or else by the one that it names.
  func replay(_ file: URL, _ style: NamedStyle?) throws {
    let recorded = try JSONDecoder().decode(JSON.self, from: Data(contentsOf: file))
    // What is recorded must not be looked at: it is taken away before the replay.
    let question = try JSONEncoder().encode(recorded.withoutAnswers)
    let answer = try JSONDecoder().decode(
      JSON.self,
      from: Document(question).replayed(
        style ?? .named(#require(recorded.object?["style"]?.string))))
    let recordedTraces = try #require(recorded.object?["traces"]?.array)
    let answeredTraces = try #require(answer.object?["traces"]?.array)
    #expect(!recordedTraces.isEmpty)
    #expect(recordedTraces.count == answeredTraces.count)
    for (recorded, answered) in zip(recordedTraces, answeredTraces) {
      let id = try #require(recorded.object?["id"]?.string)
      if Self.exceptions.contains(id) {
        #expect(!recorded.isClose(to: answered), "\(id) comes out: take it off the table")
      } else {
        #expect(recorded.isClose(to: answered), "\(id): \(answered)")
      }
    }
  }

  @Test func everyExceptionIsOfALinkedSystem() {
    #expect(Self.exceptions == ["n21", "w07"])
  }
}

extension JSON {
  /// The document with every `out` and `final` taken away.
  var withoutAnswers: JSON {
    switch self {
    case .object(let fields):
      .object(
        fields.filter { $0.key != "out" && $0.key != "final" }.mapValues(\.withoutAnswers))
    case .array(let values): .array(values.map(\.withoutAnswers))
    default: self
    }
  }

  /// Equal, numbers to 0.01.
  func isClose(to other: JSON) -> Bool {
    if let number, let other = other.number { return abs(number - other) < 0.01 }
    switch (self, other) {
    case (.object(let one), .object(let two)):
      return one.keys == two.keys && one.allSatisfy { two[$0.key]?.isClose(to: $0.value) == true }
    case (.array(let one), .array(let two)):
      return one.count == two.count && zip(one, two).allSatisfy { $0.isClose(to: $1) }
    default: return self == other
    }
  }
}
