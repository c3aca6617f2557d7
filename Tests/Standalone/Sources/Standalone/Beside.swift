import GtkBridge
import OtherGtk
import SwipeRows

/// Shows a row around what a package has made that has GTK in a C module of its own, in a window of that package; says whether the
/// row moves it, and calls `done`.
@MainActor func showBesideAnotherPackage(_ done: @escaping @MainActor () -> Void) {
  // A GtkWidget is one type, whichever C module it is from.
  let badge = Badge("Made elsewhere")
  let keep = SwipeAction("keep", title: "Keep", icon: "emblem-ok-symbolic") { .restore }
  let row = SwipeRow(badge.widget, content: SwipeContent(label: badge.text, trailing: [keep]))

  // What has no type there goes over as an OpaquePointer, and comes back by Widget.
  let window = Window()
  window.show(row.widget.opaque)
  let shown = Widget(window.pointer)
  var atRest: Float?
  onEachFrame(of: shown) { _ in
    guard let left = badge.left else { return true }
    guard let atRest else {
      atRest = left
      row.open(.trailing, animated: false)
      return true
    }
    guard left < atRest else { return true }
    print("Beside: \(badge.text), moved by its row")
    done()
    return false
  }
}
