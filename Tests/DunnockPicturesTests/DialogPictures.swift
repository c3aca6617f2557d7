import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import PictureApproval
import XCTest

@testable import Dunnock

/// Compares dialogs over a window of the app with the approved pictures, in every look.
///
/// - Parameter check: Shows dialogs over the window, each for ``checkDialog(_:named:)``.
func checkDialogsInEveryLook(
  _ check: @MainActor (_ look: ReadingLook, _ parent: Widget) throws -> Void
) throws {
  try onGtk {
    _ = try XCTUnwrap(PicturedApplication.shared)
    defer { ReadingLook.undress() }
    for look in ReadingLook.all {
      look.dress()
      let parent = present(
        gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), width: look.windowWidth, height: 700)
      try check(look, parent)
      close(parent)
    }
  }
}

/// Compares what is in a dialog with its approved picture, and closes it.
@MainActor
func checkDialog(_ dialog: Widget, named name: String) throws {
  let content = try XCTUnwrap(dialog.firstChild)
  content.addClasses("background")
  try Approval.check(
    stillPicture(of: content, in: dialog), named: name, of: "Tests/DunnockPicturesTests/Approved")
  close(dialog)
}
