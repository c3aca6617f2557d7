import Foundation
import Testing

/// The page that says what became of every capability of the seeds.
@Suite("The page of seeds")
struct SeedsPageTests {
  static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The cells of each line of the table.
  func lines() throws -> [[String]] {
    let page = Self.tests.deletingLastPathComponent()
      .appending(path: "Sources/Panning/Panning.docc/Seeds.md")
    return try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| ") }.dropFirst()
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
  }

  @Test func everyCapabilityHasOneLine() throws {
    #expect(try lines().map { $0.first } == (1...81).map { "\($0)" })
  }

  @Test func theTestsItNamesExist() throws {
    let sources = try ["PanningTests", "PanTraceTests", "RowGalleryTests"].flatMap { folder in
      let folder = Self.tests.appending(path: folder)
      return try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil
      ).filter { $0.pathExtension == "swift" }
        .map { try String(contentsOf: $0, encoding: .utf8) }
    }.joined()
    var count = 0
    for line in try lines() {
      let words = line[2].split(separator: "`", omittingEmptySubsequences: false)
      for (place, word) in words.enumerated() where place % 2 == 1 {
        // Words in code that are no tests: modules, programs, events and styles.
        let others = ["pan-trace", "SwipeRow", "didOpen", "willClose", "standard"]
        guard !others.contains(String(word)) else { continue }
        #expect(sources.contains("func \(word)("), "\(line[0]): \(word)")
        count += 1
      }
    }
    #expect(count > 40)
  }
}
