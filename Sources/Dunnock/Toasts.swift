import CAdwaita
import GtkBridge

/// Short notices at the bottom of the window, the newest in place of the one before.
final class Toasts {
  /// The GtkWidget that carries the notices above its child.
  let widget: Widget = adw_toast_overlay_new()

  private var current: Ref?

  init() {}

  /// What the notice on show says, nil when there is none.
  private(set) var text: String?

  /// Shows a notice and has screen readers say it.
  ///
  /// - Parameters:
  ///   - button: The title of its button and the name of the action behind it.
  func show(_ text: String, button: (title: String, action: String)? = nil) {
    dismiss()
    guard let escaped = g_markup_escape_text(text, -1) else { return }
    defer { g_free(escaped) }
    guard let toast = adw_toast_new(escaped) else { return }
    adw_toast_set_timeout(toast, Self.seconds)
    if let button {
      adw_toast_set_button_label(toast, button.title)
      adw_toast_set_action_name(toast, button.action)
    }
    let shown = Ref.retaining(none: UnsafeMutableRawPointer(toast))
    current = shown
    self.text = text
    Signal.connect(shown.raw, "dismissed") { [weak self, raw = shown.raw] in
      guard let self, self.current?.raw == raw else { return }
      self.current = nil
      self.text = nil
    }
    adw_toast_overlay_add_toast(widget.opaque, toast)
    widget.announce(text)
  }

  /// Takes the notice on show away.
  func dismiss() {
    guard let toast = current else { return }
    current = nil
    text = nil
    adw_toast_dismiss(toast.opaque)
  }

  /// Long enough to read and to reach the button.
  private static let seconds: guint = 8
}
