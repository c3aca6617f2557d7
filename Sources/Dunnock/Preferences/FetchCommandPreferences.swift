import Accounts
import AppWidgets
import CDunnockAdwaita
import FileSystem
import Glibc
import GtkBridge
import Texts

/// The part of the preferences about the command that fetches the mail of a mailbox which another program fills.
final class FetchCommandPreferences {
  /// An AdwPreferencesGroup.
  let widget: Widget = adw_preferences_group_new()
  let entry = Widget.entryRow(tr("Command to Fetch Mail"))

  private let suggestion = Widget.activatableRow("", icon: "dnk-compose-symbolic") {}

  /// - Parameters:
  ///   - name: What the mailbox is called.
  ///   - line: What is run now; nil: nothing.
  ///   - choose: Called with what the person has typed.
  init(name: String, line: String?, choose: @escaping (String) -> Void) {
    widget.setGroupTitle(name)
    widget.setGroupDescription(
      tr(
        "Runs every few minutes, after your changes, and when you fetch mail. Leave empty to turn off."
      ))
    entry.type(line ?? "")
    adw_entry_row_set_show_apply_button(entry.cast(), 1)
    adw_entry_row_set_activates_default(entry.cast(), 0)
    adw_preferences_group_add(widget.cast(), entry)
    Signal.connect(entry, "apply") { [entry] in choose(entry.typed) }
    adw_preferences_group_add(widget.cast(), suggestion)
    gtk_widget_set_visible(suggestion, 0)
    Signal.connect(UnsafeMutableRawPointer(suggestion), "activated") { [weak self] in
      guard let self else { return }
      entry.type(Self.usual)
      choose(Self.usual)
      gtk_widget_set_visible(suggestion, 0)
      gtk_widget_grab_focus(entry)
    }
    if line == nil { suggest() }
  }

  /// Offers what most people would type, where they have set up mbsync.
  private func suggest() {
    let places = [
      String(cString: g_get_home_dir()) + "/.mbsyncrc",
      String(cString: g_get_user_config_dir()) + "/isyncrc",
    ]
    Task { [weak self] in
      let isThere = await onOwnThread("suggestion") { _ in
        places.contains { access($0, R_OK) == 0 }
      }
      guard let self, isThere else { return }
      suggestion.setRowTitle(
        tr("Use “%1$s”, Which Is Set Up").filling(Self.usual))
      gtk_widget_set_visible(suggestion, 1)
    }
  }

  private static let usual = "mbsync -a"
}
