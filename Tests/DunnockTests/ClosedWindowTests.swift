import CDunnockGtk
import FileSystem
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import Triage
import XCTest

@testable import Dunnock

/// A window that is closed in the midst of things, while what it waits for still holds the object behind it.
final class ClosedWindowTests: XCTestCase {
  func testNothingThatEndsLaterTouchesWhatIsGone() throws {
    try onGtk {
      for turns in [0, 3, 30] {
        try Self.closing(after: turns) { $0.activate(.nextRow) }
        try Self.closing(after: turns) { $0.open(FolderID(path: ByteName(".Archive"))) }
        try Self.closing(after: turns) {
          $0.obey(.archive)
          $0.undo()
        }
      }
    }
  }

  @MainActor
  private static func closing(after turns: Int, _ act: (MailWindow) -> Void) throws {
    let mailbox = try TestMailbox(count: 30, folders: [".Archive"])
    try mailbox.add("The plan", age: -1)
    for number in 1..<12 {
      try mailbox.add("Re: The plan \(number)", age: -1 - number, answering: ["The plan"])
    }
    try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
      pump("the list") { window.list.count == 31 }
      act(window)
      for _ in 0..<turns { g_main_context_iteration(nil, 0) }
      // As what is awaited of it would, until the timers of the window have ended, which are shorter.
      onFree(of: window.window) { after(0.3) { withExtendedLifetime(window) {} } }
    }
  }
}
