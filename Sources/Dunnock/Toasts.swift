import CAdwaita
import GtkBridge

/// Short notices at the bottom of the window, the newest in place of the one before.
final class Toasts {
  /// The GtkWidget that carries the notices above its child.
  let widget: Widget

  private let add: (OpaquePointer) -> Void
  private var current: (toast: Ref, title: Widget)?
  private var shownAt = -Double.infinity
  private var isWaiting = false
  private var wanted: Notice?

  /// Notices on an AdwToastOverlay of their own.
  init() {
    let overlay: Widget = adw_toast_overlay_new()
    widget = overlay
    add = { adw_toast_overlay_add_toast(overlay.opaque, $0) }
  }

  /// Notices in an AdwPreferencesWindow, which must outlive this object.
  init(in preferences: Widget) {
    widget = preferences
    add = { adw_preferences_window_add_toast(preferences.cast(), $0) }
  }

  /// What the newest notice says, nil when there is none.
  var text: String? { wanted?.text }

  /// Shows a notice and has screen readers say it.
  ///
  /// - Parameters:
  ///   - button: The title of its button and the name of the action behind it.
  func show(_ text: String, button: (title: String, action: String)? = nil) {
    wanted = Notice(text: text, button: button)
    widget.announce(button.map { tr("%1$s. %2$s available.").filling(text, $0.title) } ?? text)
    replaceWhenSettled()
  }

  private struct Notice {
    let text: String
    let button: (title: String, action: String)?
  }

  /// Puts what is wanted in place of what is shown, once that stands still: libadwaita 1.2 crashes on a toast that is dismissed
  /// while it still slides in.
  private func replaceWhenSettled() {
    if rewrite() { return }
    let rest = shownAt + Self.slideInSeconds - now
    guard rest > 0 else { return replace() }
    guard !isWaiting else { return }
    isWaiting = true
    after(rest) { [weak self] in
      self?.isWaiting = false
      self?.replace()
    }
  }

  /// Has the notice on show say what is wanted, if it will stay long enough for that to be read.
  ///
  /// A run of quick changes would else have one notice after the other slide in and out, which libadwaita 1.2 does not survive either.
  private func rewrite() -> Bool {
    guard let current, let wanted, now - shownAt < Double(Self.seconds) / 2 else { return false }
    fill(current, with: wanted)
    return true
  }

  private func replace() {
    let former = current
    current = nil
    if let former { adw_toast_dismiss(former.toast.opaque) }
    guard let wanted, let toast = adw_toast_new("") else { return }
    adw_toast_set_timeout(toast, Self.seconds)
    // libadwaita's own title is cut to one line, which on a narrow window leaves no name of the mail.
    let title: Widget = gtk_label_new(nil)
    title.addClasses("heading")
    gtk_label_set_wrap(title.opaque, true.gboolean)
    // A path may be one long word.
    gtk_label_set_wrap_mode(title.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_lines(title.opaque, 3)
    gtk_label_set_ellipsize(title.opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(title.opaque, 0)
    adw_toast_set_custom_title(toast, title)
    let shown = (toast: Ref.retaining(none: UnsafeMutableRawPointer(toast)), title: title)
    fill(shown, with: wanted)
    current = shown
    shownAt = now
    Signal.connect(shown.toast.raw, "dismissed") { [weak self, raw = shown.toast.raw] in
      guard let self, current?.toast.raw == raw else { return }
      current = nil
      self.wanted = nil
    }
    add(toast)
  }

  private func fill(_ shown: (toast: Ref, title: Widget), with notice: Notice) {
    gtk_label_set_label(shown.title.opaque, notice.text)
    adw_toast_set_button_label(shown.toast.opaque, notice.button?.title)
    adw_toast_set_action_name(shown.toast.opaque, notice.button?.action)
  }

  private var now: Double { Double(g_get_monotonic_time()) / 1e6 }

  /// Takes the notice on show away.
  func dismiss() {
    wanted = nil
    replaceWhenSettled()
  }

  /// Long enough to read and to reach the button.
  private static let seconds: guint = 8

  /// Somewhat longer than libadwaita's 0.3 s, for machines that drop frames.
  private static let slideInSeconds = 0.5
}
