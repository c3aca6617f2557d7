import CDunnockAdwaita
import GtkBridge
import Texts

/// What stands around the messages of a conversation: its title, and the buttons for what has no place yet.
final class ConversationFrame {
  private let title = Widget.selectableLabel(lines: 4, "subject", "title-2")
  private let clamp: Widget = adw_clamp_new()
  private let older: Widget = gtk_button_new()
  private let newer: Widget = gtk_button_new()
  /// All of them: they are not always shown.
  private let held: [Ref]

  init() {
    held = [clamp, older, newer].map { .sinking(floating: UnsafeMutableRawPointer($0)) }
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    box.addClasses("conversation-title")
    gtk_box_append(box.cast(), title)
    adw_clamp_set_child(clamp.opaque, box)
    for button in [older, newer] {
      button.addClasses("flat", "more-messages")
      gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
    }
  }

  /// - Parameter show: Called when older messages are to have a place, or newer ones.
  func onMore(_ show: @escaping @MainActor (_ isOlder: Bool) -> Void) {
    Signal.connect(older, "clicked") { show(true) }
    Signal.connect(newer, "clicked") { show(false) }
  }

  /// Shows the title, and how many messages there are before and behind those that have a place.
  func show(title text: String, before: Int, behind: Int) {
    title.showTitle(text.isEmpty ? tr("No subject") : text)
    gtk_button_set_label(
      older.cast(),
      trn("Show %1$s Older Message", "Show %1$s Older Messages", before).filling(before.grouped))
    gtk_button_set_label(
      newer.cast(),
      trn("Show %1$s Newer Message", "Show %1$s Newer Messages", behind).filling(behind.grouped))
  }

  /// What stands below one another, the topmost first.
  func surround(_ entries: [Widget], of messages: PlacedMessages) -> [Widget] {
    (messages.count > 1 ? [clamp] : []) + (messages.before > 0 ? [older] : []) + entries
      + (messages.behind > 0 ? [newer] : [])
  }

  /// Whether one of the buttons has the focus.
  func holdsFocus(older isOlder: Bool) -> Bool { (isOlder ? older : newer).holdsFocus }

  /// Has the title be as wide as the texts, px.
  func fit(_ width: Int32) {
    adw_clamp_set_maximum_size(clamp.opaque, width)
    adw_clamp_set_tightening_threshold(clamp.opaque, width)
  }
}
