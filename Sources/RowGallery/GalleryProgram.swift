import CDunnockGtk
import Glibc
import GtkBridge

/// The showroom of the row: every page shows one thing that it can do, live, with its numbers.
///
/// `row-gallery [PAGE]` opens it at a page, `row-gallery --list` names the pages; with `--alone` the window is small and shows nothing but
/// the page's list.
@main
enum GalleryProgram {
  static func main() {
    let words = CommandLine.arguments.dropFirst().filter { $0 != "--alone" }
    if words.contains("--list") {
      for page in Page.all { print("\(page.name)\t\(page.title)") }
      return
    }
    let page = words.first.map { word in Page.all.first { $0.name == word } } ?? Page.all[0]
    guard words.count < 2, let page else {
      return fail("usage: row-gallery [--alone] [PAGE]; row-gallery --list names the pages")
    }
    guard gtk_init_check() != 0 else { return fail("there is no display to open a window on") }
    MainLoop.adoptMainActor()
    let window = GalleryWindow()
    window.show(page)
    if CommandLine.arguments.contains("--alone") { window.showListAlone() }
    var isOpen = true
    Signal.connect(window.widget, "destroy") { isOpen = false }
    gtk_window_present(window.widget.cast())
    while isOpen { g_main_context_iteration(nil, 1) }
  }

  private static func fail(_ reason: String) {
    "row-gallery: \(reason)\n".withCString { _ = write(2, $0, strlen($0)) }
    exit(2)
  }
}
