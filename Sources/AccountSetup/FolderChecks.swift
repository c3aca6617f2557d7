import Accounts
import AppWidgets
import CDunnockAdwaita
import FileSystem
import GtkBridge
import MailModel
import MailText
import Texts

/// The folders of a server, each to be brought here or not.
package final class FolderChecks {
  /// An AdwPreferencesGroup.
  package let widget: Widget = adw_preferences_group_new()

  private var edit: ((ServerFolder) -> Void)?
  private var rows: [(folder: ServerFolder, check: Widget, row: Widget)] = []

  /// Offers to change each folder but the inbox and views of others, in the folders that are shown from then on.
  package func onEdit(_ edit: @escaping (ServerFolder) -> Void) { self.edit = edit }

  /// Shows folders.
  ///
  /// - Parameter leftOut: Those that are not brought here; nil where nobody has chosen yet.
  package func show(_ folders: [ServerFolder], leftOut: Set<String>? = nil) {
    for row in rows { adw_preferences_group_remove(widget.cast(), row.row) }
    rows = folders.map { folder in
      let row: Widget = adw_action_row_new()
      row.setRowTitle(folder.shownName)
      if folder.isAllMail {
        row.setRowSubtitle(tr("Contains messages of the other folders again"))
      } else if let role = folder.role, role.title != folder.shownName {
        row.setRowSubtitle(role.title)
      }
      adw_action_row_set_subtitle_lines(row.cast(), 0)
      let icon = Widget.silentImage()
      gtk_image_set_from_icon_name(icon.opaque, folder.role?.icon ?? "folder-symbolic")
      adw_action_row_add_prefix(row.cast(), icon)
      if let edit, !folder.isInbox, !folder.isAllMail {
        let button: Widget = gtk_button_new_from_icon_name("document-edit-symbolic")
        button.addClasses("flat")
        gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
        let words = tr("Rename or Delete “%1$s”").filling("\u{2068}\(folder.shownName)\u{2069}")
        gtk_widget_set_tooltip_text(button, words)
        button.setSpokenLabel(words)
        // The row may be gone before the button is done with its click.
        Signal.connect(button, "clicked") { whenIdle { edit(folder) } }
        adw_action_row_add_suffix(row.cast(), button)
      }
      let check: Widget = gtk_check_button_new()
      gtk_widget_set_valign(check, GTK_ALIGN_CENTER)
      check.setSpokenLabel(folder.shownName)
      let isIn = leftOut.map { !$0.contains(folder.name) } ?? !folder.isAllMail
      gtk_check_button_set_active(check.cast(), (isIn || folder.isInbox).gboolean)
      // Without it there would be no mail at all.
      gtk_widget_set_sensitive(check, (!folder.isInbox).gboolean)
      adw_action_row_add_suffix(row.cast(), check)
      adw_action_row_set_activatable_widget(row.cast(), check)
      adw_preferences_group_add(widget.cast(), row)
      return (folder, check, row)
    }
  }

  /// What is shown.
  package var folders: [ServerFolder] { rows.map(\.folder) }

  /// The names of those that are not to be brought here.
  package var leftOut: Set<String> {
    Set(
      rows.filter { gtk_check_button_get_active($0.check.cast()) == 0 }.map(\.folder.name))
  }
}

extension [ServerFolder] {
  /// As the window lists folders: the inbox, those that are for something, and the others by their names.
  package var inOrder: [ServerFolder] {
    func rank(_ folder: ServerFolder) -> Int {
      if folder.isInbox { return 0 }
      let place = folder.role.flatMap { Role.allCases.firstIndex(of: $0) } ?? Role.allCases.count
      return place + 1
    }
    return sorted { (rank($0), $0.shownName) < (rank($1), $1.shownName) }
  }
}

extension ServerFolder {
  fileprivate var isInbox: Bool { name.uppercased() == "INBOX" }

  /// What a person reads of its last level.
  package var shownLeaf: String {
    let leaf = name.split(separator: "/").last.map(String.init) ?? name
    return DisplayText.safe(ModifiedUTF7.decoded(ByteName(leaf).bytes) ?? leaf)
  }

  /// What a person reads.
  package var shownName: String { name.shownFolder.shownInbox }
}
