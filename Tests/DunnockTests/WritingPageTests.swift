import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import MailWriting
import Triage
import XCTest

@testable import Dunnock
@testable import MailComposing

/// Mail that is written in a page of a narrow window.
final class WritingPageTests: XCTestCase {
  private static func withPage(
    closed: @MainActor (OwnComposer) throws -> Void = { _ in },
    _ body: @MainActor (MailWindow, ComposerWindow, OwnComposer) throws -> Void
  ) throws {
    try onGtk {
      try OwnComposerTests.withOwn(closed: closed) { window, _, own, _ in
        narrow(window)
        window.activate(.compose)
        pump("the page") { ComposerWindow.all.count == 1 }
        let composer = try XCTUnwrap(ComposerWindow.all.values.first)
        pump("the page on show") {
          gtk_widget_get_mapped(composer.frame.widget) != 0 && !isSliding(window)
        }
        try body(window, composer, own)
      }
      XCTAssertTrue(ComposerWindow.all.isEmpty)
    }
  }

  @MainActor
  private static func narrow(_ window: MailWindow, to width: Int32 = 360) {
    gtk_window_set_default_size(window.window.cast(), width, 640)
    pump("\(width) px") { window.frame.isFolded == (width < 700) }
  }

  @MainActor
  private static func isSliding(_ window: MailWindow) -> Bool {
    gtk_stack_get_transition_running(window.frame.writing.widget.opaque) != 0
  }

  @MainActor
  private static func pumpUntilBack(_ window: MailWindow) {
    pump("the list") { ComposerWindow.all.isEmpty && !isSliding(window) }
  }

  func testItIsAPageThatFitsAndNoOtherWindow() throws {
    try Self.withPage { window, composer, _ in
      XCTAssertEqual(composer.window, window.window)
      XCTAssertTrue(composer.isActive || gtk_window_is_active(window.window.cast()) == 0)
      XCTAssertLessThanOrEqual(gtk_widget_get_width(composer.frame.widget), 360)
      XCTAssertFalse(window.window.holdsFocus && !composer.frame.widget.holdsFocus)
      composer.perform("close")
      Self.pumpUntilBack(window)
      pump("the focus on the list") { window.list.hasFocus }
    }
  }

  func testKeysOfTheListAreNotAnsweredWhileItIsWritten() throws {
    try Self.withPage { window, composer, _ in
      var isFound = false
      for command in [WindowCommand.undo, .search, .compose, .reply, .forward] {
        isFound =
          isFound || gtk_widget_activate_action_variant(window.window, command.action, nil) != 0
      }
      XCTAssertFalse(isFound)
      composer.perform("close")
      Self.pumpUntilBack(window)
      XCTAssertNotEqual(
        gtk_widget_activate_action_variant(window.window, WindowCommand.compose.action, nil), 0)
      pump("a page again") { ComposerWindow.all.count == 1 }
      ComposerWindow.all.values.first?.perform("close")
      Self.pumpUntilBack(window)
    }
  }

  func testAWindowThatIsMadeWideKeepsItsPage() throws {
    try Self.withPage { window, composer, own in
      composer.text.paste("Words")
      gtk_window_set_default_size(window.window.cast(), 1_000, 640)
      pump("a wide page") { gtk_widget_get_width(composer.frame.widget) > 800 }
      XCTAssertTrue(gtk_widget_get_mapped(composer.frame.widget) != 0)
      XCTAssertEqual(composer.mail.text, "Words")
      composer.perform("close")
      Self.pumpUntilBack(window)
      XCTAssertEqual(own.spool.drafts().map(\.text), ["Words"])
      pump("list and message side by side") { !window.frame.isFolded }
      window.activate(.compose)
      pump("a window") { ComposerWindow.all.count == 1 }
      let second = try XCTUnwrap(ComposerWindow.all.values.first)
      XCTAssertNotEqual(second.window, window.window)
      second.perform("discard")
      pump("its end") { ComposerWindow.all.isEmpty }
    }
  }

  func testOfTwoPagesTheOneBelowComesBack() throws {
    try Self.withPage { window, composer, own in
      composer.text.paste("First")
      Task {
        _ = await own.compose(
          Draft(subject: "Second"), over: window.window)
      }
      pump("the second") { ComposerWindow.all.count == 2 && !Self.isSliding(window) }
      let second = try XCTUnwrap(ComposerWindow.all.values.first { $0 !== composer })
      XCTAssertEqual(gtk_widget_get_mapped(composer.frame.widget), 0)
      // Asked for again, the one below comes to the front.
      ComposerWindow.present(composer.mail, host: own, beside: window.window)
      pump("the first") {
        gtk_widget_get_mapped(composer.frame.widget) != 0 && !Self.isSliding(window)
      }
      second.perform("discard")
      pump("the end of the second") { ComposerWindow.all.count == 1 && !Self.isSliding(window) }
      XCTAssertTrue(gtk_widget_get_mapped(composer.frame.widget) != 0)
      composer.perform("close")
      Self.pumpUntilBack(window)
      XCTAssertEqual(own.spool.drafts().map(\.text), ["First"])
    }
  }

  func testAWindowThatIsClosedKeepsWhatIsWrittenInIt() throws {
    let look = { @MainActor (own: OwnComposer) in
      XCTAssertEqual(own.spool.drafts().map(\.text), ["Words"])
    }
    try Self.withPage(closed: look) { _, composer, _ in composer.text.paste("Words") }
  }
}
