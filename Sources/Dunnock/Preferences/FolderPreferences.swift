import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import Texts

/// The part of the preferences that says which folder of an account is for what.
final class FolderPreferences {
  /// An AdwPreferencesGroup.
  let widget: Widget = adw_preferences_group_new()

  let folders: [(folder: FolderID, name: String)]
  private let rows: [(role: Role, row: Widget)]
  private(set) var choose: (Role, FolderID?) -> Void = { _, _ in }
  private var isShowing = false

  /// - Parameters:
  ///   - title: The name of the account, where there are several.
  ///   - folders: The folders of the account but its inbox, with their names.
  init(title: String, folders: [(folder: FolderID, name: String)]) {
    self.folders = folders
    rows = Role.allCases.filter { $0 != .inbox }.map { ($0, adw_combo_row_new()) }
    widget.setGroupTitle(title)
    for (role, row) in rows {
      row.setRowTitle(role.title)
      let icon = Widget.silentImage()
      gtk_image_set_from_icon_name(icon.opaque, role.icon)
      adw_action_row_add_prefix(row.cast(), icon)
      row.setChoices([tr("Automatic")] + folders.map(\.name))
      row.onSelect { [weak self] selected in
        guard let self, !isShowing else { return }
        let folder = selected > 0 ? folders[selected - 1].folder : nil
        // The row is told its new state when it has done telling this one.
        whenIdle { [weak self] in self?.choose(role, folder) }
      }
      adw_preferences_group_add(widget.cast(), row)
    }
  }

  /// - Parameter choose: Called with a choice; no folder means that the server and names decide.
  func onChoice(_ choose: @escaping (Role, FolderID?) -> Void) { self.choose = choose }

  /// Shows what is chosen, and which folder that comes to.
  func show(_ chosen: [Role: FolderID], _ found: (Role) -> FolderID?) {
    isShowing = true
    defer { isShowing = false }
    for (role, row) in rows {
      let index = chosen[role].flatMap { folder in folders.firstIndex { $0.folder == folder } }
      adw_combo_row_set_selected(row.cast(), guint(index.map { $0 + 1 } ?? 0))
      let name = found(role).flatMap { folder in folders.first { $0.folder == folder }?.name }
      // What is found is said; what was chosen stands there already.
      row.setRowSubtitle(
        index == nil ? name ?? tr("Not Set") : "")
    }
  }
}
