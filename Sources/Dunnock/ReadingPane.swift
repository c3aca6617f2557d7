import CAdwaita
import GtkBridge

/// The message that is read, in a scroller; a page in its place while there is none.
final class ReadingPane {
  /// The pane's widget, below the header bar.
  let widget: Widget = gtk_stack_new()
  /// The message on show.
  let message = MessageView()

  private let scroller: Widget = gtk_scrolled_window_new()

  init() {
    widget.addClasses("reading-pane")
    let nothing = statusPage(
      icon: "dnk-read-symbolic", title: tr("No message selected"), description: nil)
    nothing.addClasses("compact")
    gtk_stack_add_named(widget.opaque, nothing, Page.nothing.rawValue)
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    // It would keep two fingers that move aside from whoever goes back by them.
    for controller in scroller.controllers(of: gtk_event_controller_scroll_get_type()) {
      let flags = gtk_event_controller_scroll_get_flags(controller.opaque).rawValue
      gtk_event_controller_scroll_set_flags(
        controller.opaque, .init(flags & ~GTK_EVENT_CONTROLLER_SCROLL_HORIZONTAL.rawValue))
    }
    gtk_scrolled_window_set_child(scroller.opaque, message.widget)
    gtk_stack_add_named(widget.opaque, scroller, Page.message.rawValue)
    gtk_stack_set_vhomogeneous(widget.opaque, 0)
    gtk_widget_set_vexpand(widget, 1)
  }

  /// Shows that no message is selected.
  func clear() {
    message.clear()
    gtk_stack_set_visible_child_name(widget.opaque, Page.nothing.rawValue)
  }

  /// Shows a message from its top, over no text until its content comes.
  func show(_ shown: ShownMessage) {
    message.show(shown)
    gtk_stack_set_visible_child_name(widget.opaque, Page.message.rawValue)
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scroller.opaque), 0)
  }

  /// Scrolls by what is in sight, less a line or two that show where one was.
  ///
  /// - Returns: False at the end.
  func page(forward: Bool) -> Bool {
    let place = gtk_scrolled_window_get_vadjustment(scroller.opaque)
    let (value, page) = (gtk_adjustment_get_value(place), gtk_adjustment_get_page_size(place))
    let step = max(page - Self.overlap, page / 2)
    gtk_adjustment_set_value(place, value + (forward ? step : -step))
    return abs(gtk_adjustment_get_value(place) - value) >= 1
  }

  /// Two lines, px.
  private static let overlap = 48.0

  private enum Page: String { case nothing, message }
}
