import AppWidgets
import CDunnockGtk
import GtkBridge
import Texts

/// The bar in which somebody looks for a phrase in the message.
package final class FindBar {
  /// A GtkSearchBar.
  package let widget: Widget = gtk_search_bar_new()

  /// The keys that open it, as GTK writes them.
  package static let keys = ["<Control>f"]

  private let entry: Widget = gtk_search_entry_new()
  private let count: Widget = gtk_label_new(nil)
  private var find: (String) -> (current: Int, count: Int) = { _ in (0, 0) }
  private var step: (Bool) -> (current: Int, count: Int) = { _ in (0, 0) }
  private var end: () -> Void = {}

  package init() {
    let row: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    gtk_widget_set_hexpand(entry, 1)
    entry.setSpokenLabel(tr("Find in Message"))
    gtk_search_entry_set_key_capture_widget(entry.opaque, nil)
    count.addClasses("dim-label", "find-count", "numeric")
    gtk_box_append(row.cast(), entry)
    gtk_box_append(row.cast(), count)
    for (icon, title, isForward) in [
      ("go-up-symbolic", tr("Find Previous"), false),
      ("go-down-symbolic", tr("Find Next"), true),
    ] {
      let button: Widget = gtk_button_new_from_icon_name(icon)
      button.addClasses("flat")
      gtk_widget_set_tooltip_text(button, title)
      button.setSpokenLabel(title)
      Signal.connect(button, "clicked") { [weak self] in self?.go(isForward) }
      gtk_box_append(row.cast(), button)
    }
    gtk_search_bar_set_child(widget.opaque, row)
    widget.opensForTyping(into: entry)
    widget.showCloseButton(named: tr("Close Find Bar"))
    Signal.connect(entry, "search-changed") { [weak self] in self?.look() }
    Signal.connect(entry, "activate") { [weak self] in self?.go(true) }
    Signal.connect(entry, "next-match") { [weak self] in self?.go(true) }
    Signal.connect(entry, "previous-match") { [weak self] in self?.go(false) }
    let keys = entry.addController(gtk_event_controller_key_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(keys, "key-pressed") { [weak self] (key: UInt32, _: UInt32, state: UInt32) in
      guard key == guint(GDK_KEY_Return) || key == guint(GDK_KEY_KP_Enter),
        state & GDK_SHIFT_MASK.rawValue != 0
      else { return false }
      self?.go(false)
      return true
    }
    Signal.connect(widget, "notify::search-mode-enabled") { [weak self] in
      guard let self, !isOpen else { return }
      end()
    }
  }

  /// - Parameters:
  ///   - find: Looks for a phrase; answers which one is gone to, from 1, and how many there are.
  ///   - step: Goes on, or back.
  ///   - end: Called when the bar is closed.
  package func onUse(
    find: @escaping (String) -> (current: Int, count: Int),
    step: @escaping (Bool) -> (current: Int, count: Int), end: @escaping () -> Void
  ) {
    (self.find, self.step, self.end) = (find, step, end)
  }

  package var isOpen: Bool { gtk_search_bar_get_search_mode(widget.opaque) != 0 }

  /// Opens the bar, with what was looked for before selected.
  package func open() {
    gtk_search_bar_set_search_mode(widget.opaque, 1)
    gtk_widget_grab_focus(entry)
    gtk_editable_select_region(entry.opaque, 0, -1)
    look()
  }

  /// Whether somebody types into the bar.
  package var hasFocus: Bool { isOpen && widget.holdsFocus }

  package func close() { gtk_search_bar_set_search_mode(widget.opaque, 0) }

  /// Looks anew, in another text.
  package func look() {
    guard isOpen else { return }
    show(find(phrase))
  }

  /// Goes to the next of what was found, or to the previous.
  package func go(_ isForward: Bool) {
    guard isOpen else { return open() }
    show(step(isForward))
  }

  private var phrase: String { String(cString: gtk_editable_get_text(entry.opaque)) }

  private func show(_ found: (current: Int, count: Int)) {
    let text =
      phrase.isEmpty
      ? ""
      : found.count == 0
        ? tr("Not found") : tr("%1$s of %2$s").filling(String(found.current), String(found.count))
    gtk_label_set_text(count.opaque, text)
    entry.setClass("error", !phrase.isEmpty && found.count == 0)
    if !text.isEmpty { entry.announce(text) }
  }
}
