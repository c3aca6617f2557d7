import Foundation
import MailModel
import StoreOpening
import Testing

@testable import Dunnock

struct SampleMailboxTests {
  private let root = NSTemporaryDirectory() + "dunnock-" + UUID().uuidString
  private var source: String { root + "/installed" }
  private var own: String { root + "/data/dunnock/sample" }
  private let files = FileManager.default

  @Test func copiesOnceAndNeverOverwrites() throws {
    defer { try? files.removeItem(atPath: root) }
    try install()
    try SampleMailbox.prepare(from: source, at: own)
    #expect(try files.contentsOfDirectory(atPath: own + "/cur") == ["1.a:2,"])
    for folder in ["new", "tmp"] { #expect(files.fileExists(atPath: own + "/" + folder)) }

    try files.removeItem(atPath: own + "/cur/1.a:2,")
    try SampleMailbox.prepare(from: source, at: own)
    #expect(try files.contentsOfDirectory(atPath: own + "/cur").isEmpty)
  }

  @Test func aReadOnlySampleBecomesOneThatCanBeChanged() throws {
    defer { try? files.removeItem(atPath: root) }
    try install()
    try files.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: source + "/cur/1.a:2,")
    try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: source + "/cur")
    defer { try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: source + "/cur") }
    try SampleMailbox.prepare(from: source, at: own)
    #expect(try permissions(own + "/cur") == 0o700)
    #expect(try permissions(own + "/cur/1.a:2,") == 0o600)
  }

  @Test func whatAnInterruptedCopyLeftIsNoMailboxAndIsRemoved() throws {
    defer { try? files.removeItem(atPath: root) }
    try install()
    let unfinished = own + ".unfinished-earlier"
    try files.createDirectory(atPath: unfinished + "/cur", withIntermediateDirectories: true)
    try SampleMailbox.prepare(from: source, at: own)
    #expect(try files.contentsOfDirectory(atPath: root + "/data/dunnock") == ["sample"])
    #expect(try files.contentsOfDirectory(atPath: own + "/cur") == ["1.a:2,"])
  }

  @Test func withoutAnInstalledSampleNothingIsLeftBehind() throws {
    defer { try? files.removeItem(atPath: root) }
    #expect(throws: (any Error).self) { try SampleMailbox.prepare(from: source, at: own) }
    #expect(!files.fileExists(atPath: own))
  }

  @Test func itsMailStandsInOneOrderHoweverLateItIsCopied() async throws {
    defer { try? files.removeItem(atPath: root) }
    let repository = URL(fileURLWithPath: #filePath).pathComponents.dropLast(3)
    let sample = "/" + repository.dropFirst().joined(separator: "/") + "/Resources/Sample"
    try SampleMailbox.prepare(from: sample, at: own)
    let messages = try await openStore(at: own).messages(in: .inbox)
    #expect(messages.count > 30)
    #expect(messages == messages.sortedNewestFirst(by: .date))
  }

  private func install() throws {
    try files.createDirectory(atPath: source + "/cur", withIntermediateDirectories: true)
    try "Subject: A\n\nText\n".write(
      toFile: source + "/cur/1.a:2,", atomically: false, encoding: .utf8)
  }

  private func permissions(_ path: String) throws -> Int? {
    try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}
