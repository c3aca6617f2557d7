import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailText
import Texts

/// A mail that came within another, in a window of its own, which keeps this object.
final class EnclosedWindow {
  /// The AdwWindow.
  let window: Widget = adw_window_new()
  /// What shows the mail.
  let pane = ReadingPane()

  private let source: any MessageSource
  private let host: (any ReadingHost)?
  private let actions = ActionGroup()
  private var budget = TextBudget.portion
  private var reading: Task<Void, Never>?

  /// A window over the one that a widget is in, not yet on screen.
  ///
  /// - Parameter host: What is asked in that other window.
  init(
    _ source: any MessageSource, title: String, over widget: Widget,
    asking host: (any ReadingHost)?
  ) {
    self.source = source
    let inner = host?.surround(pane.widget, in: window)
    self.host = inner?.host
    gtk_window_set_title(window.cast(), title)
    gtk_window_set_default_size(window.cast(), 720, 640)
    gtk_widget_set_size_request(window, 360, 200)
    window.addClasses("enclosed-window")
    window.stand(over: widget.window, isModal: false)
    let bar: Widget = adw_header_bar_new()
    adw_header_bar_set_title_widget(bar.opaque, adw_window_title_new(title, tr("Attached Message")))
    let column: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    for part in [bar, inner?.widget ?? pane.widget] { gtk_box_append(column.cast(), part) }
    adw_window_set_content(window.cast(), column)
    followKeys()
    pane.show(ShownMessage(subject: title))
    if let host = inner?.host { pane.ask(host) }
    Signal.connect(window, "destroy") { [weak self] in self?.reading?.cancel() }
    Hosted.install(self, in: window, key: "dunnock-enclosed-window")
    read()
  }

  /// Puts the window on screen.
  func present() { gtk_window_present(window.cast()) }

  private func read() {
    reading?.cancel()
    let choice = pane.message.shown?.choice ?? []
    reading = Task { [weak self, source, budget] in
      let content = await ShownContent(
        of: source, isFile: false, as: choice, within: budget)
      guard !Task.isCancelled, let self else { return }
      if pane.message.content == nil, let body = content.body {
        pane.message.show(ShownMessage(of: body))
        pane.grabFocus()
        // What is shown of another would be read no more.
        pane.message.onReading { [weak self] isMore in
          guard let self else { return }
          if isMore { self.budget = self.budget + .portion }
          read()
        }
      }
      pane.message.show(content, of: source)
    }
  }

  private func followKeys() {
    let keys = gtk_shortcut_controller_new()
    for command in MessageCommand.allCases {
      for key in command.keys { keys?.addShortcut(key, command.action) }
    }
    actions.add("find") { [weak self] in self?.pane.startFinding() }
    actions.insert(into: window, prefix: "enclosed")
    for key in FindBar.keys { keys?.addShortcut(key, "enclosed.find") }
    keys?.addClosing()
    // Around all that has the focus, and the message's own actions are found from within it only.
    pane.message.widget.addController(keys)
    if let keys { gtk_shortcut_controller_set_scope(keys, GTK_SHORTCUT_SCOPE_MANAGED) }
  }
}
