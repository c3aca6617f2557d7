import GtkBridge
import GtkTestSupport
import MailModel
import XCTest

@testable import Dunnock

/// The button of a notice that undoes what it tells of.
final class UndoNoticeTests: XCTestCase {
  func testANoticeGoesOnceAnotherWindowHasUndoneItsStep() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { one in
        try withWindow(on: .path(mailbox.path), allowsChanges: true) { two in
          for window in [one, two] { window.waitFor(["Subject 0", "Subject 1", "Subject 2"]) }
          one.obey(.archive)
          two.waitFor(["Subject 1", "Subject 2"])
          pump("the notice") { one.notices.undoableStep != nil }
          // What another change does is nothing to it.
          two.obey(.toggleStar)
          pump("the star") { two.list.selected?.message.isStarred == true }
          pump("the end") { two.changes.waiting == 0 }
          two.undo()
          pump("the star gone") { two.list.selected?.message.isStarred == false }
          pump("the end") { two.changes.waiting == 0 }
          XCTAssertNotNil(one.notices.undoableStep)
          two.undo()
          one.waitFor(["Subject 0", "Subject 1", "Subject 2"])
          pump("the notice to go") { one.notices.passing == nil }
        }
      }
    }
  }
}
