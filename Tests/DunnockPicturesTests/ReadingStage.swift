import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import PictureApproval
import XCTest

@testable import Dunnock
@testable import MailReading

/// A reading pane in a window, to be drawn.
@MainActor
final class ReadingStage {
  private let pane = ReadingPane()
  private let host = PicturedInternet()
  private let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private let window: Widget

  /// - Parameters: In px.
  init(width: Int32, height: Int32 = 480) throws {
    _ = try XCTUnwrap(PicturedApplication.shared)
    pane.ask(host)
    content.addClasses("background")
    gtk_widget_set_hexpand(content, 1)
    gtk_box_append(content.cast(), pane.widget)
    let holder: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_box_append(holder.cast(), content)
    window = present(holder, width: width, height: height)
    XCTAssertEqual(
      Look.missingFonts(for: window), [],
      "fonts of the pictures are missing: run .scripts/install-dependencies test")
  }

  /// What the pane shows of a mail.
  func picture(of kind: String, from mail: ReadingMail) throws -> Picture {
    let (message, content, source) = try mail.content(of: kind)
    pane.show(message)
    pane.message.show(content, of: source)
    pump("the pictures of the mail") { !Self.isAny("is-awaited", in: pane.message.text.widget) }
    return stillPicture(of: self.content, in: window)
  }

  /// What the pane shows further down of a mail whose pictures were loaded from the internet.
  func loadedPicture(of kind: String, from mail: ReadingMail) throws -> Picture {
    _ = try picture(of: kind, from: mail)
    pane.message.perform(.loadPictures)
    pump("the pictures") {
      !pane.message.canPerform(.loadPictures)
        && !Self.isAny("is-left-out", in: pane.message.text.widget)
    }
    // The line that offered them goes away.
    _ = stillPicture(of: content, in: window)
    _ = pane.page(forward: true)
    return stillPicture(of: content, in: window)
  }

  private static func isAny(_ name: String, in widget: Widget) -> Bool {
    gtk_widget_has_css_class(widget, name) != 0
      || widget.children.contains { isAny(name, in: $0) }
  }

  func end() { close(window) }
}
