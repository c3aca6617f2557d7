import CAdwaita
import GtkBridge
import MailText

/// One message as it is read, without a scroller of its own: what is known of it, its text, and what comes with it.
final class MessageView {
  /// What a message asks of the window that it is shown in.
  enum Event {
    /// Somebody points at a link, or at nothing any more.
    case pointed(at: MarkedText.Link?)
    /// Somebody wants to go where a link leads.
    case followed(MarkedText.Link)
    /// Something is to be said in passing.
    case told(String)
  }

  /// An AdwClamp.
  let widget: Widget = adw_clamp_new()

  let header = MessageHeader()
  let text = MessageText()
  let attachments = AttachmentList()
  /// What was read of it; nil until it has been.
  private(set) var content: ShownContent?

  private let omission = Widget.readingText("omission", "dim-label")
  private let more: Widget = gtk_button_new()
  private var performMore: (() -> Void)?
  private var tell: (Event) -> Void = { _ in }

  init() {
    let column: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
    column.addClasses("message")
    gtk_button_set_label(more.cast(), tr("Show more"))
    gtk_widget_set_halign(more, GTK_ALIGN_START)
    Signal.connect(more, "clicked") { [weak self] in self?.performMore?() }
    for part in [
      header.widget, gtk_separator_new(GTK_ORIENTATION_HORIZONTAL), text.widget, omission, more,
      attachments.widget,
    ] {
      gtk_box_append(column.cast(), part)
    }
    adw_clamp_set_maximum_size(widget.opaque, Self.widest)
    adw_clamp_set_tightening_threshold(widget.opaque, Self.widest)
    adw_clamp_set_child(widget.opaque, column)
  }

  /// Shows what is known of a message, over no text until its content comes.
  func show(_ message: ShownMessage) {
    clear()
    header.show(message)
  }

  /// Shows what was read of the message on show. A text that goes on behind the one on show leaves the
  /// place and the selection as they are.
  func show(_ content: ShownContent, of source: any MessageSource) {
    // Where more of it cannot be read, what is on show stays.
    if content.isFailed, self.content?.isFailed == false { return header.show(note: content.note) }
    self.content = content
    header.show(content)
    text.show(content.body?.content ?? MarkedText())
    omission.showText(content.omission)
    let hasMore = content.body?.hasMoreText == true
    if !hasMore, more.holdsFocus { text.grabFocus() }
    gtk_widget_set_visible(more, hasMore.gboolean)
    if let body = content.body { attachments.show(body, of: source) }
  }

  /// - Parameter tell: Called for each event.
  func onEvent(_ tell: @escaping (Event) -> Void) { self.tell = tell }

  /// Sets what "Show more" does.
  func onMore(_ perform: @escaping () -> Void) { performMore = perform }

  /// Does what "Show more" does where that is offered; false where it is not.
  func showMore() -> Bool {
    guard gtk_widget_get_visible(more) != 0 else { return false }
    performMore?()
    return true
  }

  /// Shows nothing.
  func clear() {
    content = nil
    performMore = nil
    text.clear()
    attachments.clear()
    for part in [omission, more] { gtk_widget_set_visible(part, 0) }
  }

  /// The width that lines of mail stay readable at, px.
  private static let widest: Int32 = 700
}
