import AccountSetup
import Accounts
import AppWidgets
import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import MailModel
import XCTest

@testable import Dunnock

/// Accounts are called by any signs; a warning of GTK about them would end the test.
final class AccountNameTests: XCTestCase {
  private static let names = [
    ("Kunz & <b>Söhne</b>", "Kunz & <b>Söhne</b>"), ("&amp;", "&amp;"),
    ("one\ntwo\u{1B}", "one\u{FFFD}two\u{FFFD}"), ("\u{202E}evil\u{2066}", "evil"),
  ]

  func testEveryWindowSaysThemAsTheyAre() throws {
    for (name, shown) in Self.names { try onGtk { try Self.lookAround(name, shown) } }
  }

  @MainActor private static func lookAround(_ name: String, _ shown: String) throws {
    let stand = AccountStand()
    let one = stand.account("One")
    let account = Account(
      name: name, address: "me@example.org", imap: one.imap, directory: "Named")
    stand.fake.set { $0.results = Array(repeating: .failure(.wrongPassword), count: 9) }
    stand.keep(one)
    stand.keep(account)
    pump("both runs") { stand.fetching.allJobs.allSatisfy { $0.report.problem != nil } }
    let parent = present(gtk_label_new(""))
    for window in [
      PasswordDialog.present(over: parent, account, stand.fetching).steps.dialog.widget,
      AccountFolders.present(over: parent, account, stand.fetching).steps.dialog.widget,
    ] {
      pump("the title of \(name)") { window.texts.contains(shown) }
      window.dismiss()
    }
    let question = RemovalQuestion.ask(over: parent, account, stand.fetching)
    let body = question.questionText ?? ""
    XCTAssertTrue(body.contains("“\u{2068}\(shown)\u{2069}”"), body)
    question.dismiss()
    let details = FetchDetails(over: parent, stand.fetching.allJobs) { _, _ in }
    details.present()
    pump("the details of \(name)") { details.dialog.widget.texts.contains(shown) }
    details.dialog.close()
    let preferences = AccountPreferences(stand.fetching, command: nil) {}
    let list = present(try XCTUnwrap(preferences.widgets.first))
    pump("the row of \(name)") { list.texts.contains(shown) }
    let job = try XCTUnwrap(stand.fetching.job(of: account))
    let other = try XCTUnwrap(stand.fetching.job(of: one))
    XCTAssertTrue(
      FetchSummary([job, other])?.text.hasPrefix("\u{2068}\(shown)\u{2069}: ") == true)
    close(list)
    close(parent)
  }
}
