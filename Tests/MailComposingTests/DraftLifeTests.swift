import Accounts
import Foundation
import Glibc
import GtkTestSupport
import MailComposing
import MailSpool
import MailWriting
import TestPrograms
import TestWaiting
import XCTest

/// What becomes of drafts, and of mail that is taken back from the outbox, where the program is killed or the disk is full at any of the
/// system calls that it takes: nothing is lost, nothing is there by half, and what is refused is said.
final class DraftLifeTests: XCTestCase {
  /// Every so many calls, others with each fault: each where all is to be tried.
  private static let stride = isWhole ? 1 : 11

  private var root = ""
  private var shim: String { root + "/faults.so" }

  override func setUpWithError() throws {
    root = NSTemporaryDirectory() + "dunnock-life-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().path
    let (status, said) = try Self.run(
      "/usr/bin/cc", "-O1", "-shared", "-fPIC", "-o", shim, tests + "/StoreFaults/faults.c", "-ldl")
    XCTAssertEqual(status, 0, said)
  }

  override func tearDown() { try? FileManager.default.removeItem(atPath: root) }

  private static func run(
    _ words: String..., with variables: [String: String] = [:]
  ) throws -> (status: Int32, said: String) {
    let run = try TestProgram.run(
      words, environment: ProcessInfo.processInfo.environment.merging(variables) { $1 })
    return (run.status, run.output)
  }

  func testADraftOutlivesAKillAtEachCall() throws {
    try tryEachCall(from: 1, ["FAULT_ERRNO": "0"])
  }

  func testACallThatIsRefusedLosesNothingAndIsSaid() throws {
    try tryEachCall(from: 3, ["FAULT_ERRNO": String(ENOSPC)])
  }

  func testADiskThatIsFullFromAnyCallOnLosesNothing() throws {
    try tryEachCall(from: 5, ["FAULT_ERRNO": String(ENOSPC), "FAULT_FULL": "1"])
  }

  /// - Parameter first: The first call, unless all are tried.
  private func tryEachCall(from first: Int, _ fault: [String: String]) throws {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(fileURLWithPath: own).deletingLastPathComponent().path + "/MailComposingStand"
    var call = isWhole ? 1 : first
    while true {
      let folder = "\(root)/\(call)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(Self.content).write(to: URL(fileURLWithPath: folder + "/file"))
      try writeEarlierStores(in: folder)
      let (status, said) = try Self.run(
        program, "--life", folder,
        with: fault.merging(["LD_PRELOAD": shim, "FAULT_AT": String(call)]) { $1 })
      let steps = said.split(separator: "\n").map(String.init)
      try look(
        in: folder, after: steps, isKilled: fault["FAULT_ERRNO"] == "0", "call \(call): \(said)")
      if status == 10 {
        XCTAssertEqual(steps.count { $0.hasPrefix("did ") }, 6, said)
        break
      }
      try FileManager.default.removeItem(atPath: folder)
      call += Self.stride
      if call > 10_000 { return XCTFail("it has no end") }
    }
    XCTAssertGreaterThan(call, 20)
  }

  private static let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

  private static func id(_ name: String) -> UUID {
    UUID(uuidString: String(repeating: name, count: 8) + "-0000-0000-0000-000000000000") ?? UUID()
  }

  /// Writes what versions before the spool kept: a draft, a message in the outbox, and one that is in both.
  private func writeEarlierStores(in folder: String) throws {
    func mail(_ name: String) throws -> Data {
      try JSONEncoder().encode(
        OutgoingMail(
          id: Self.id(name), account: UUID(), from: .init(address: "robin@example.org"),
          text: name))
    }
    func write(_ data: Data, _ path: String) throws {
      let file = URL(fileURLWithPath: folder + "/" + path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
    for name in ["d", "f"] {
      try write(try mail(name), "drafts/\(Self.id(name).uuidString)/draft.json")
    }
    for name in ["e", "f"] {
      let record: [String: Any] = [
        "account": UUID().uuidString, "added": 0, "tries": 1, "state": ["unknown": [:]],
        "mail": try JSONSerialization.jsonObject(with: try mail(name)),
        "made": [
          "messageID": name, "sender": "", "recipients": [], "subject": "", "blindField": "",
        ],
      ]
      let place = "state/outbox/\(Self.id(name).uuidString)"
      try write(try JSONSerialization.data(withJSONObject: record), place + "/record")
      try write(Data("Text".utf8), place + "/message")
    }
  }

  private func look(
    in folder: String, after steps: [String], isKilled: Bool, _ what: String
  ) throws {
    let spool = Spool(places(in: folder))
    let read = { (name: String) in spool.draft(Self.id(name)) }
    let did = { (name: String) in steps.contains("did " + name) }
    let refused = { (name: String) in steps.contains { $0.hasPrefix("refused \(name): ") } }
    // It says what became of each step, unless it was killed at one.
    for name in ["a1", "a2", "b1", "b2", "c1", "c2"] where !isKilled {
      XCTAssertTrue(did(name) != refused(name), what)
    }
    let text = read("a")?.text
    if did("a2") {
      XCTAssertEqual(text, "two", what)
    } else if did("a1") {
      XCTAssertTrue(["one", "two"].contains(text), what)
    }
    if !isKilled, !did("a1"), !did("a2") {
      XCTAssertTrue([nil, "one", "two"].contains(text), what)
    }

    let all = try waiting(in: folder)
    XCTAssertEqual(
      Set(all.filter { $0.state == .unknown }.compactMap(\.mail?.text)), ["e", "f"], what)
    XCTAssertEqual(
      spool.drafts().map(\.text).filter { ["d", "e", "f"].contains($0) }.sorted(), ["d", "f"],
      what)
    let entries = all.filter { $0.state != .unknown }
    XCTAssertLessThanOrEqual(entries.count, 1, what)
    let draft = read("b")
    XCTAssertTrue(draft == nil || entries.isEmpty, "doubled: \(what)")
    if did("b1") {
      XCTAssertTrue(draft != nil || !entries.isEmpty, "lost: \(what)")
    } else if refused("b1") {
      XCTAssertTrue(draft == nil && entries.isEmpty, what)
    }
    if did("b2") { XCTAssertTrue(draft != nil && entries.isEmpty, what) }
    for mail in [draft, entries.first?.mail].compactMap({ $0 }) {
      XCTAssertEqual(mail.text, "sent", what)
      XCTAssertEqual(
        mail.attachments.map { FileManager.default.contents(atPath: $0.path) },
        [Data(Self.content)], what)
    }
  }

  private func places(in folder: String) -> AccountPlaces {
    AccountPlaces(
      accounts: folder + "/accounts", state: folder + "/state", mail: folder + "/mail")
  }

  private func waiting(in folder: String) throws -> [OutboxEntry] {
    let places = places(in: folder)
    let read = expectation(description: "the outbox")
    let box = Box()
    Task.detached {
      box.entries = await Outbox(places, Passwords(service: "dunnock.test")).entries()
      read.fulfill()
    }
    wait(for: [read], timeout: waitLimit / .seconds(1))
    return box.entries
  }

  private final class Box: @unchecked Sendable {
    var entries: [OutboxEntry] = []
  }
}
