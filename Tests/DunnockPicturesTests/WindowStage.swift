import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import PictureApproval
import XCTest

@testable import Dunnock

/// A window of the app on a mailbox, to be drawn.
@MainActor
final class WindowStage {
  let window: MailWindow
  private var isFreed = false

  /// Opens the window and waits for its rows.
  ///
  /// - Parameter width: px.
  convenience init(on mail: TriageMail, width: Int32) throws {
    try self.init(on: mail.path, width: width)
    // The count of a row comes when all folders are known.
    pump("the conversation") {
      window.list.messages.contains { window.list.row(of: $0.id)?.summary?.count == 4 }
    }
  }

  /// - Parameter width: px.
  init(
    on path: String, width: Int32, mailboxes: Mailboxes = Mailboxes(),
    fetching: MailFetching? = nil
  ) throws {
    let application = try XCTUnwrap(PicturedApplication.shared)
    let settings = Settings()
    settings.isHintShown = true
    // Otherwise pictures on a slow machine show fewer unread messages.
    settings.reading.whenRead = .never
    window = MailWindow(
      application: application.raw.assumingMemoryBound(to: GtkApplication.self),
      settings: settings, mailboxes: mailboxes,
      fetching: fetching ?? MailFetching(settings, mailboxes))
    gtk_window_set_default_size(window.window.cast(), width, Self.height)
    window.frame.content.addClasses("background")
    onFree(of: window.window) { [weak self] in self?.isFreed = true }
    window.open(.path(path), allowingChanges: true)
    window.present()
    pump("the rows") { window.list.count > 0 && window.frame.page == .list }
  }

  func picture(of part: Widget? = nil) -> Picture {
    stillPicture(of: part ?? window.frame.content, in: window.window)
  }

  func end() {
    window.close()
    pump("the window to be freed") { isFreed }
  }

  /// px.
  private static let height: Int32 = 560
}

@MainActor extension WindowFrame {
  /// All of the window, header bars included.
  var content: Widget {
    adw_application_window_get_content(window.cast()) ?? window
  }
}
