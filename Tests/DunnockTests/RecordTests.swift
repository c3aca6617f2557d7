import Foundation
import GtkTestSupport
import Texts
import XCTest

@testable import Dunnock

/// What the person is told when the record of changes cannot be kept.
final class RecordTests: XCTestCase {
  /// The files of the record of a mailbox.
  @MainActor
  private static func files(of mailbox: TestMailbox) throws -> [String] {
    let name = try XCTUnwrap(mailbox.path.split(separator: "/").last)
    return try FileManager.default.contentsOfDirectory(atPath: Places.journals)
      .filter { $0.hasPrefix(name.prefix(40)) && !$0.hasSuffix(".lock") }
      .map { "\(Places.journals)/\($0)" }
  }

  @MainActor
  private static func damage(_ mailbox: TestMailbox) throws {
    let files = try files(of: mailbox)
    XCTAssertFalse(files.isEmpty)
    for file in files {
      let handle = try XCTUnwrap(FileHandle(forWritingAtPath: file))
      try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(handle.seekToEnd()) + 8192))
      try handle.seek(toOffset: 0)
      try handle.write(contentsOf: Data(repeating: 0xA5, count: 16_384))
      try handle.close()
    }
  }

  func testARecordThatIsDamagedMeanwhileIsToldUntilThatIsRead() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 4)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2", "Subject 3"])
        window.obey(.archive)
        pump("the change and its note") { window.changes.waiting == 0 }
        try Self.damage(mailbox)
        window.obey(.archive)
        pump("the notice") {
          window.notices.bar.text.contains("history of changes could not be saved")
        }
        pump("the change") { (try? mailbox.onDisk(".Archive").count) == 2 }
        window.obey(.archive)
        pump("the change") { (try? mailbox.onDisk(".Archive").count) == 3 }
        window.undo()
        window.undo()
        pump("the way back") { (try? mailbox.onDisk(".Archive").count) == 1 }
        XCTAssertTrue(window.notices.bar.offersButton, "it stays until it is read")
      }
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        pump("the notice") { window.notices.bar.text.contains("history of changes was damaged") }
        window.waitFor(["Subject 1", "Subject 2", "Subject 3"])
        XCTAssertTrue(window.notices.bar.offersButton)
      }
      for file in try Self.files(of: mailbox) { try FileManager.default.removeItem(atPath: file) }
    }
  }
}
