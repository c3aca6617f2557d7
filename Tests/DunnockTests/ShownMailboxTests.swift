import GtkBridge
import GtkTestSupport
import MailModel
import XCTest

@testable import Dunnock

/// What a window shows of a mailbox, and what it stops at when the window goes.
final class ShownMailboxTests: XCTestCase {
  /// The window may be gone by then, and nobody else holds it.
  func testWhoLeavesAMailboxWhileItIsReadWaitsForNoFrame() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      // So many that the first are told before all are read.
      let mailbox = try TestMailbox(count: 600)
      var frames = 0
      let shown = ShownMailbox(Mailboxes(), .withoutHint()) {
        false
      } mostRowsInSight: {
        40
      } frameIsDrawn: {
        frames += 1
      }
      var hasBegun = false
      shown.onEvent { [unowned shown] event in
        guard case .progressed = event, !hasBegun, shown.progress != nil else { return }
        hasBegun = true
        shown.leave()
      }
      shown.open(.path(mailbox.path))
      var isOver = false
      Task { [work = shown.following] in
        await work?.value
        isOver = true
      }
      pump("all to be over") { isOver }
      XCTAssertTrue(hasBegun)
      XCTAssertEqual(frames, 0)
    }
  }
}
