import CDunnockGtk
import Foundation
import MailModel
import Texts
import XCTest

/// Icons are drawn, whatever they are called by.
final class IconTests: XCTestCase {
  func testEveryNameIsThatOfAnIcon() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
      .standardizedFileURL.path
    let names = try ["Dunnock", "AccountSetup", "AppWidgets", "Triage"].reduce(into: Set<String>())
    {
      for path in try files(below: "\(root)/Sources/\($1)") where path.hasSuffix(".swift") {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        $0.formUnion(text.matches(of: /"([a-z0-9-]+-symbolic)"/).map { String($0.1) })
      }
    }
    XCTAssertGreaterThan(names.count, 30)
    let theme = "/usr/share/icons/Adwaita"
    guard FileManager.default.fileExists(atPath: theme) else {
      throw XCTSkip("Adwaita's icons are not installed")
    }
    let icons = try Set(
      (files(below: "\(root)/Resources/icons") + files(below: theme)
        + resources(below: "/org/gtk/libgtk/icons") + resources(below: "/org/gnome/Adwaita/icons"))
        .map { String($0.split(separator: "/").last?.prefix { $0 != "." } ?? "") })
    let roles = Role.allCases.map(\.icon)
    XCTAssertEqual(names.union(roles).subtracting(icons), [])
  }

  private func files(below folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
  }

  private func resources(below path: String) -> [String] {
    guard let names = g_resources_enumerate_children(path, GResourceLookupFlags(0), nil) else {
      return []
    }
    defer { g_strfreev(names) }
    return sequence(first: names) { $0 + 1 }.lazy.map(\.pointee).prefix { $0 != nil }
      .compactMap { $0.map { String(cString: $0) } }.flatMap { name in
        name.hasSuffix("/") ? resources(below: "\(path)/\(name.dropLast())") : ["\(path)/\(name)"]
      }
  }
}
