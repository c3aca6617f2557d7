import AppWidgets
import CDunnockAdwaita
import FileSystem
import GtkBridge
import GtkTestSupport
import MailModel
import Triage
import XCTest

@testable import Dunnock

/// A folder is left while something of it is still to come: nothing of that is shown in the next.
final class LeavingTests: XCTestCase {
  private static let archive = FolderID(path: ByteName(".Archive"))

  func testAPageGivesWayToTheNextWhileItStillFadesIn() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Subject 0"])
        let stack = window.frame.pages
        pump("the list") { gtk_widget_get_mapped(stack) != 0 }
        // What comes to it late would show the list.
        window.leaveMailbox()
        // One that was lost while the stack faded from it has ended the program.
        let pages = Array(stack.children)
        for name in ["One", "Two", "Three"] {
          window.frame.show(statusPage(icon: "dnk-archive-symbolic", title: name, description: nil))
          XCTAssertEqual(Array(stack.children), pages)
          pumpFrames(of: stack, 2)
          if name == "Two" { window.frame.show(.list) }
        }
        pump("the last to be still") { gtk_stack_get_transition_running(stack.opaque) == 0 }
        XCTAssertEqual(window.statusTexts.first, "Three")
        window.frame.show(.list)
      }
    }
  }

  func testRowsThatStillDepartSayNothingOfTheFolderGoneTo() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 4)
      try mailbox.add("Old", age: 60, folder: ".Archive")
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor((0..<4).map { "Subject \($0)" })
        var seen: [WindowFrame.Page?] = []
        Signal.connect(
          UnsafeMutableRawPointer(window.frame.pages), "notify::visible-child"
        ) { [weak window] in seen.append(window?.frame.page) }
        for _ in 0..<2 { window.obey(.trash) }
        pump("both to be moved") { window.changes.waiting == 0 }
        XCTAssertEqual(window.list.removing.count, 2)
        window.open(Self.archive)
        window.waitFor(["Old"])
        XCTAssertEqual(seen, [.loading, .list])
      }
    }
  }

  func testWhatAFilterLeavesIsNotKnownBeforeItIsLookedFor() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      try mailbox.add("Old", age: 60, folder: ".Archive")
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0"])
        var titles: [String?] = []
        Signal.connect(
          UnsafeMutableRawPointer(window.frame.pages), "notify::visible-child"
        ) { [weak window] in titles.append(window?.frame.pageTitle) }
        window.obey(.archive)
        pump("it to be moved") { window.changes.waiting == 0 }
        window.startSearching()
        let unread = try XCTUnwrap(window.search.widget.button(MessageFilter.unread.title))
        gtk_toggle_button_set_active(unread.cast(), 1)
        XCTAssertTrue(window.shown.isNew)
        let rows = Set(window.list.removing)
        XCTAssertTrue(window.list.finishRemoval(of: rows))
        window.showCount()
        XCTAssertEqual(titles, [])
        pump("that nothing is found") { window.statusTexts.first == "No Results Found" }
      }
    }
  }

  func testWhatIsFiledLastIsFoundWhereTheWindowTurnsTo() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2, flags: "F")
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1"])
        window.obey(.archive)
        window.open(.allStarred)
        pump("it to be moved") { window.changes.waiting == 0 }
        window.waitFor(["Subject 0", "Subject 1"])
      }
    }
  }

  func testHowFarAFolderIsReadIsNotSaidOfTheNext() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      // So many that they are told in several portions.
      let mailbox = try TestMailbox(count: 700)
      try mailbox.add("Old", age: 60, folder: ".Archive")
      let shown = ShownMailbox(Mailboxes(), .withoutHint()) {
        false
      } mostRowsInSight: {
        40
      } frameIsDrawn: {
      }
      var (hasLeft, isListed) = (false, false)
      shown.onEvent { [unowned shown] event in
        switch event {
        case .progressed where !hasLeft && shown.progress != nil:
          hasLeft = true
          shown.show(.folder(Self.archive))
        case .progressed:
          XCTAssertNotEqual(hasLeft && shown.progress?.total == 700, true)
        case .listed(let messages, _) where hasLeft:
          XCTAssertEqual(messages.map(\.subject), ["Old"])
          isListed = true
        default: break
        }
      }
      shown.open(.path(mailbox.path))
      pump("the other folder") { isListed }
      let store = try XCTUnwrap(shown.mailbox?.store)
      var isRead = false
      Task {
        _ = try? await store.messages(in: .inbox)
        isRead = true
      }
      pump("what was left to be read") { isRead && shown.progress == nil }
      shown.leave()
    }
  }

  func testANoticeInTurnIsLeftOutThatIsNoMoreSo() throws {
    try onGtk {
      let toasts = Toasts(sparing: { nil }, staying: 0.02)
      let widget = Ref.sinking(floating: toasts.widget)
      let button = Toasts.Button(title: "Undo") {}
      for isSo in [false, true] {
        toasts.show(.init("Archived"), button: button)
        toasts.showInTurn(.init("It is gone")) { isSo }
        XCTAssertEqual(toasts.text, "Archived")
        pump("the next") { toasts.text != "Archived" }
        XCTAssertEqual(toasts.text, isSo ? "It is gone" : nil)
      }
      withExtendedLifetime(widget) {}
    }
  }

  func testNothingIsAskedOfAFolderThatIsLeft() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2, folders: [".Trash"])
      try mailbox.add("Old", age: 60, folder: ".Work")
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        for command in [Command.moveElsewhere, .archive] {
          window.open(.inbox)
          window.waitFor(["Subject 0", "Subject 1"])
          pump("the folders") { window.folders.list.all.count == 3 }
          window.obey(command)
          window.open(FolderID(path: ByteName(".Work")))
          window.waitFor(["Old"])
          pumpFrames(of: window.window, 4)
          XCTAssertNil(window.dialogs.question)
        }
        window.open(.inbox)
        window.waitFor(["Subject 0", "Subject 1"])
        let first = try XCTUnwrap(window.list.first)
        window.filing.sweep(like: first.message)
        window.open(FolderID(path: ByteName(".Work")))
        window.waitFor(["Old"])
        pumpFrames(of: window.window, 4)
        XCTAssertNil(window.dialogs.question)
      }
    }
  }
}
