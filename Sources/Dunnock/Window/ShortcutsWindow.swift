import AppWidgets
import CDunnockAdwaita
import GtkBridge

/// The dialog that lists every key, made from the table of commands.
///
/// GtkShortcutsWindow is wider than a narrow screen, and does not scroll.
enum ShortcutsWindow {
  /// Opens the dialog over a window.
  ///
  /// - Parameter letters: Whether single letters are keys.
  static func present(
    over parent: Widget, sections: [(title: String, commands: [WindowCommand])],
    withLetters letters: Bool
  ) {
    dialog(over: parent, sections: sections, withLetters: letters).present()
  }

  /// The dialog, not yet on screen.
  static func dialog(
    over parent: Widget, sections: [(title: String, commands: [WindowCommand])],
    withLetters letters: Bool
  ) -> Dialog {
    let dialog = Dialog(
      pagesTitled: WindowCommand.shortcuts.title, over: parent, width: 460, height: 640)
    let page: Widget = adw_preferences_page_new()
    for (title, commands) in sections {
      let group: Widget = adw_preferences_group_new()
      group.setGroupTitle(title)
      for command in commands {
        let keys = command.keys(withLetters: letters) + (letters ? command.sequences : [])
        if !keys.isEmpty { adw_preferences_group_add(group.cast(), row(command.title, keys)) }
      }
      adw_preferences_page_add(page.cast(), group.cast())
    }
    dialog.add(page)
    return dialog
  }

  private static func row(_ title: String, _ shortcuts: [String]) -> Widget {
    let row: Widget = adw_action_row_new()
    row.setRowTitle(title)
    let keys: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    gtk_widget_set_valign(keys, GTK_ALIGN_CENTER)
    gtk_widget_set_margin_top(keys, 6)
    gtk_widget_set_margin_bottom(keys, 6)
    for key in shortcuts {
      let label: Widget = gtk_shortcut_label_new(key)
      // Keys are written from left to right in every language.
      gtk_widget_set_halign(label, row.isRightToLeft ? GTK_ALIGN_START : GTK_ALIGN_END)
      gtk_box_append(keys.cast(), label)
    }
    adw_action_row_add_suffix(row.cast(), keys)
    return row
  }
}
