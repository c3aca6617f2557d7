import Foundation
import SwipeRows
import XCTest

/// The table of style classes in the documentation, which stylesheets are written by.
final class StyleClassTests: XCTestCase {
  private let module = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/SwipeRows")

  private func texts(_ kind: String) throws -> String {
    let files = try XCTUnwrap(FileManager.default.enumerator(atPath: module.path))
    return try files.compactMap { $0 as? String }.filter { $0.hasSuffix(kind) }
      .map { try String(contentsOf: module.appending(path: $0), encoding: .utf8) }
      .joined(separator: "\n")
  }

  func testTheTableHasEveryClassThatTheRowGivesOrStyles() throws {
    let table = try String(
      contentsOf: module.appending(path: "SwipeRows.docc/SwipeRows.md"), encoding: .utf8
    ).split(separator: "\n").filter { $0.hasPrefix("| `.") }.joined()
    let documented = Set(table.matches(of: /`\.([a-z-]+)`/).map { String($0.1) })

    let styled = try texts(".css").matches(of: /\.([a-z][a-z-]+)/).map { String($0.1) }
    let calls = try texts(".swift").matches(of: /(?:addClasses|setClass)\(([^\n]*)/)
    let given = calls.flatMap { $0.1.matches(of: /"([a-z-]+)"/).map { String($0.1) } }
    XCTAssertGreaterThan(given.count, 15)

    let roles = Set(SwipeAction.Role.allCases.map(\.rawValue))
    // No program but those of this package has a pane.
    let ofPanes: Set = ["pane-front", "drawn"]
    XCTAssertEqual(
      Set(styled).union(given).subtracting(roles).subtracting(ofPanes),
      documented.subtracting(["swipe-exempt"]))
  }
}
