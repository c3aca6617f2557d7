import CDunnockGtk
import GtkBridge
import MailComposing

/// The pages of a window that mail is written in, over all else in it, the newest on top.
final class WritingPages: ComposerPlace {
  /// A GtkStack of what they lie over, and of them.
  let widget: Widget = gtk_stack_new()
  /// The GtkWindow.
  let window: Widget

  private let content: Widget
  private let changed: () -> Void
  private var pages: [Widget] = []
  /// Those that are still to be seen on their way out: a stack that loses a page while it slides from that ends the program.
  private var leaving: [Widget] = []

  /// - Parameters:
  ///   - content: What they lie over.
  ///   - changed: Called when there is a page and was none, or none any more.
  init(over content: Widget, in window: Widget, changed: @escaping () -> Void) {
    (self.content, self.window, self.changed) = (content, window, changed)
    gtk_stack_add_child(widget.opaque, content)
    Signal.connect(UnsafeMutableRawPointer(widget), "notify::transition-running") {
      [weak self] in
      self?.clear()
    }
  }

  /// Whether one is on show.
  var isShown: Bool { !pages.isEmpty }

  func show(_ page: Widget) {
    let isFirst = pages.isEmpty
    if let index = pages.firstIndex(of: page) {
      pages.remove(at: index)
    } else {
      gtk_stack_add_child(widget.opaque, page)
    }
    pages.append(page)
    slide(to: page, GTK_STACK_TRANSITION_TYPE_OVER_LEFT)
    if isFirst { changed() }
  }

  func remove(_ page: Widget) {
    guard let index = pages.firstIndex(of: page) else { return }
    pages.remove(at: index)
    leaving.append(page)
    slide(to: pages.last ?? content, GTK_STACK_TRANSITION_TYPE_UNDER_RIGHT)
    clear()
    if pages.isEmpty { changed() }
  }

  private func slide(to page: Widget, _ way: GtkStackTransitionType) {
    gtk_stack_set_transition_type(widget.opaque, way)
    gtk_stack_set_visible_child(widget.opaque, page)
  }

  private func clear() {
    guard gtk_stack_get_transition_running(widget.opaque) == 0 else { return }
    let gone = leaving
    leaving = []
    for page in gone { gtk_stack_remove(widget.opaque, page) }
  }
}
