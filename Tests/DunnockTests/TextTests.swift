import Accounts
import GtkTestSupport
import MailModel
import Texts
import XCTest

@testable import Dunnock

final class TextTests: XCTestCase {
  func testFillingPutsValuesInAnyOrder() throws {
    try onGtk {
      XCTAssertEqual("%1$s and %2$s".filling("a", "b"), "a and b")
      XCTAssertEqual("%2$s, %1$s".filling("a", "b"), "b, a")
      XCTAssertEqual("100 % of %1$s".filling("%1$s"), "100 % of %1$s")
      XCTAssertEqual("%3$s %".filling("a"), "%3$s %")
      XCTAssertEqual("".filling("a"), "")
    }
  }

  func testOnlyTheNameOfAFolderIsTranslatedAsTheInbox() throws {
    try onGtk {
      XCTAssertEqual(
        Sentence("Archived “%1$s”", "\u{2068}INBOX\u{2069}").translated,
        "Archived “\u{2068}INBOX\u{2069}”")
      XCTAssertEqual(Sentence("“%1$s” is empty.", "INBOX/old").translated, "“INBOX/old” is empty.")
      XCTAssertEqual(
        SyncProblem.renumbered("INBOX/Entw&APw-rfe").sentence.translated,
        "The server has replaced the folder “\u{2068}Inbox/Entwürfe\u{2069}”. It is no longer synced."
      )
    }
  }
}
