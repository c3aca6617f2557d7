import AccountSetup
import Accounts
import AppWidgets
import CDunnockAdwaita
import FileSystem
import GtkBridge
import GtkTestSupport
import MailModel
import Texts
import XCTest

@testable import Dunnock

/// What a window shows when accounts come and go.
final class RemovedAccountTests: XCTestCase {
  func testEnterRemovesNothing() throws {
    try onGtk {
      let stand = AccountStand()
      let account = stand.account()
      stand.keep(account)
      let parent = present(gtk_label_new(""), width: 360)
      let question = RemovalQuestion.ask(over: parent, account, stand.fetching)
      pump("the question") { gtk_widget_get_mapped(question) != 0 }
      pumpFrames(of: question, 6)
      XCTAssertEqual(question.defaultAnswer, RemovalQuestion.Answer.cancel.rawValue)
      let focus = try XCTUnwrap(question.focusInWindow)
      XCTAssertEqual(
        gtk_button_get_label(focus.cast()).map { String(cString: $0) }, tr("Cancel"))
      question.dismiss()
      XCTAssertEqual(stand.fetching.accounts, [account])
    }
  }

  func testTheLastAccountLeavesTheWaysToBegin() throws {
    try onGtk {
      let stand = AccountStand()
      let account = stand.account()
      try stand.deliver("One", to: account)
      stand.keep(account)
      try stand.withWindow { window in
        window.open(account.folder("INBOX"))
        window.waitFor(["One"])
        Self.remove(account, of: stand)
        pump("the ways to begin") { window.isWelcoming }
        XCTAssertNil(window.mailbox)
        XCTAssertEqual(window.list.count, 0)
        XCTAssertFalse(
          stand.settings.recentPlaces.contains { $0.path == ByteName(stand.places.mail) })
      }
    }
  }

  func testAnAccountThatAnotherProgramAddsIsThere() throws {
    try onGtk {
      let stand = AccountStand()
      let (work, home) = (stand.account("Work"), stand.account("Home"))
      try stand.deliver("One", to: work)
      stand.keep(work)
      try stand.withWindow { window in
        Task { await stand.fetching.load() }
        window.open(work.folder("INBOX"))
        window.waitFor(["One"])
        try stand.deliver("Two", to: home)
        try AccountFiles(stand.places).save(home)
        pump("the other account") { stand.fetching.accounts == [home, work] }
        pump("its folder") { window.folders.list.all.contains(home.folder("INBOX")) }
        Self.remove(work, of: stand)
        window.waitFor(["Two"])
        XCTAssertEqual(window.shown.source, .folder(home.folder("INBOX")))
        XCTAssertEqual(stand.fetching.accounts, [home])
        try AccountFiles(stand.places).remove(home)
        pump("no account") { stand.fetching.accounts.isEmpty }
      }
    }
  }

  func testPreferencesListNoFolderOfARemovedAccount() throws {
    try onGtk {
      let stand = AccountStand()
      let (work, home) = (stand.account("Work"), stand.account("Home"))
      for (account, folder) in [(work, "Work Drafts"), (home, "Home Drafts")] {
        try stand.deliver("One", to: account)
        try stand.deliver("A draft", to: account, folder: folder)
        stand.keep(account)
      }
      try stand.withWindow { window in
        window.open(work.folder("INBOX"))
        window.waitFor(["One"])
        pump("the folders") { window.folders.list.all.count == 4 }
        window.showPreferences()
        let preferences = try XCTUnwrap(window.dialogs.preferences)
        XCTAssertTrue(preferences.offers("Work Drafts"))
        Self.remove(work, of: stand)
        pump("the folders of the other alone") {
          preferences.offers("Home Drafts") && !preferences.offers("Work Drafts")
        }
        Self.remove(home, of: stand)
        pump("no folders") { !preferences.offers("Home Drafts") }
        preferences.close()
      }
    }
  }

  @MainActor private static func remove(_ account: Account, of stand: AccountStand) {
    var isRemoved = false
    Task {
      try await stand.fetching.remove(account, trashing: true)
      isRemoved = true
    }
    pump("the removal") { isRemoved }
  }
}

@MainActor
extension MailWindow {
  /// Whether the window offers the ways to begin.
  fileprivate var isWelcoming: Bool {
    window.all(adw_status_page_get_type()).contains {
      gtk_widget_get_mapped($0) != 0
        && String(cString: adw_status_page_get_title($0.opaque)).hasPrefix("Welcome")
    }
  }
}

@MainActor
extension PreferencesWindow {
  /// Whether a folder can be chosen for something.
  fileprivate func offers(_ name: String) -> Bool {
    folders.contains { $0.folders.contains { $0.name.hasSuffix(name) } }
  }
}
