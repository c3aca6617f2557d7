import Accounts
import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// Says which programs accounts need that are missing, with the command that installs them.
package final class InstallHint {
  /// An AdwPreferencesGroup, hidden while nothing is missing.
  package let widget: Widget = adw_preferences_group_new()

  private let row: Widget = adw_action_row_new()
  package private(set) var command: String?

  package init() {
    widget.setGroupTitle(tr("Additional Software Needed"))
    adw_action_row_set_title_lines(row.cast(), 0)
    row.addClasses("monospace")
    let copy: Widget = gtk_button_new_from_icon_name("edit-copy-symbolic")
    copy.addClasses("flat")
    gtk_widget_set_valign(copy, GTK_ALIGN_CENTER)
    gtk_widget_set_tooltip_text(copy, tr("Copy Command"))
    copy.setSpokenLabel(tr("Copy Command"))
    adw_action_row_add_suffix(row.cast(), copy)
    adw_action_row_set_activatable_widget(row.cast(), copy)
    adw_preferences_group_add(widget.cast(), row)
    Signal.connect(copy, "clicked") { [weak self] in
      guard let self, let command else { return }
      widget.copy(command)
    }
    show([])
  }

  /// Shows what is missing.
  package func show(_ missing: [NeededProgram]) {
    gtk_widget_set_visible(widget, (!missing.isEmpty).gboolean)
    guard !missing.isEmpty else { return }
    let names = missing.map(\.rawValue).joined(separator: ", ")
    command = NeededProgram.installing(missing)
    widget.setGroupDescription(
      command == nil
        ? tr("Accounts need %1$s. Install them with your system’s software manager.").filling(names)
        : tr("Accounts need %1$s. Run this command in a terminal, then continue here:").filling(
          names))
    row.setRowTitle(command ?? "")
    gtk_widget_set_visible(row, (command != nil).gboolean)
  }
}
