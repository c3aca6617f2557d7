import Foundation
import Testing

@testable import MailText

/// Mails made after those that people get, each with what its reader must find in it.
@Suite struct KindsOfMailTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Corpus/kinds")

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".eml") }.map { String($0.dropLast(4)) }.sorted()

  @Test func thereAreSixty() { #expect(Self.names.count == 60) }

  @Test(arguments: names) func whatItSaysIsFound(name: String) throws {
    let mail = try Data(contentsOf: Self.folder.appending(path: name + ".eml"))
    let body = try #require(EnclosedMessage(Array(mail)).body())
    let text = Self.words(body.text)
    let links = Set(body.content.links.map(\.target))
    let shown = Set(
      body.content.marks.compactMap { mark -> String? in
        if case .picture(let contentID, _, _, _) = mark.kind { contentID } else { nil }
      })
    let listed = body.attachments.filter { !$0.isShown }
    func isListed(_ name: String) -> Bool {
      listed.contains { $0.name == name || $0.type == name || $0.contentID == name }
    }
    let expected = try String(
      contentsOf: Self.folder.appending(path: name + ".expect"), encoding: .utf8)
    for line in expected.split(separator: "\n") {
      let kind = line.prefix { $0 != ":" }
      let value = line.dropFirst(kind.count + 1).trimmingCharacters(in: .whitespaces)
      let isFound =
        switch kind {
        case "text": text.contains(Self.words(value))
        case "hidden": !text.contains(Self.words(value))
        case "link": links.contains(value)
        case "picture": shown.contains(value)
        case "part": isListed(value)
        case "either": shown.contains(value) || isListed(value)
        case "invitation": body.invitation != nil
        default: false
        }
      #expect(isFound, "\(name): \(line)")
    }
  }

  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
