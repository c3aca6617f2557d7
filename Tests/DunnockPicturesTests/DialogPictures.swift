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
    defer { ReadingLook.reset() }
    for look in ReadingLook.all {
      look.apply()
      // Which AdwDialogs have a place in.
      let parent: Widget = adw_window_new()
      let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      gtk_widget_set_size_request(content, look.windowWidth, 700)
      adw_window_set_content(parent.cast(), content)
      gtk_window_present(parent.cast())
      pump("the window") { gtk_widget_get_width(parent) > 0 }
      try check(look, parent)
      close(parent)
    }
  }
}

/// Compares what is in a dialog with its approved picture, and closes it.
@MainActor
func checkDialog(_ dialog: Widget, named name: String) throws {
  // An AdwDialog is as large as its window, and draws what it stands on itself.
  let content = try XCTUnwrap(dialog.firstChild)
  if dialog.isA(gtk_window_get_type()) { content.addClasses("background") }
  try Approval.check(
    stillPicture(of: content, in: dialog.window ?? dialog), named: name,
    of: "Tests/DunnockPicturesTests/Approved")
  var isFreed = false
  onFree(of: dialog) { isFreed = true }
  dialog.dismiss()
  pump("its end") { isFreed }
}
