import CDunnockGtk
import GtkBridge
import Texts

/// What stands below a text that is not all on show: what is left out, and the buttons for more of it and of its links.
final class TextFoot {
  /// From the top; each is hidden while it has nothing to say.
  var widgets: [Widget] { [omission, more, moreLinks] }

  private let omission = Widget.selectableLabel("omission", "dim-label")
  private let more: Widget = gtk_button_new_with_label(tr("Show More"))
  private let moreLinks: Widget = gtk_button_new_with_label(tr("Show More Links"))

  init() {
    gtk_widget_set_tooltip_text(moreLinks, tr("Include the Next 200 Links"))
    gtk_widget_set_visible(moreLinks, 0)
    for button in [more, moreLinks] { gtk_widget_set_halign(button, GTK_ALIGN_START) }
  }

  /// - Parameters:
  ///   - showMore: Called when more of the text is wanted.
  ///   - reachMore: Called when more of the links are to be reached.
  func onPress(
    _ showMore: @escaping @MainActor () -> Void, links reachMore: @escaping @MainActor () -> Void
  ) {
    Signal.connect(more, "clicked") { showMore() }
    Signal.connect(moreLinks, "clicked") { reachMore() }
  }

  /// Whether "Show More" is offered.
  var offersMore: Bool { gtk_widget_get_visible(more) != 0 }

  /// Whether "Show More" has the focus.
  var holdsFocus: Bool { more.holdsFocus }

  /// Says what is left out, and offers more of the text or not.
  func show(_ text: String, hasMore: Bool) {
    omission.showText(text)
    gtk_widget_set_visible(more, hasMore.gboolean)
  }

  /// Offers more links or not.
  func show(hasMoreLinks: Bool) { gtk_widget_set_visible(moreLinks, hasMoreLinks.gboolean) }

  /// Says and offers nothing about the text.
  func hide() { for part in [omission, more] { gtk_widget_set_visible(part, 0) } }
}
