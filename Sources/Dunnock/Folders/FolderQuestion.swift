import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import Texts

/// The dialog that asks which folder is for something, when a command first needs one and there is none.
enum FolderQuestion {
  /// Asks over a window.
  ///
  /// - Parameters:
  ///   - place: The folder that is created if the person wants a new one; nil where one is there.
  ///   - isSynchronised: Whether Dunnock itself has it created on the server too.
  ///   - others: The folders to choose from, with their names.
  ///   - answer: Called with the choice, and with nil when there is none.
  /// - Returns: The dialog.
  static func ask(
    for role: Role, over window: Widget, create place: (folder: FolderID, name: String)?,
    isSynchronised: Bool,
    among others: [(folder: FolderID, name: String)],
    answer: @escaping @MainActor (FolderID?) -> Void
  ) -> Widget {
    let list: Widget = gtk_list_box_new()
    list.addClasses("boxed-list")
    list.setSpokenLabel(role.question)
    // Where the focus goes the choice goes along, so that Enter takes what is seen.
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_BROWSE)
    let choices =
      (place.map {
        [($0.folder, tr("Create “%1$s”").filling("\u{2068}\($0.name)\u{2069}"))]
      } ?? []) + others
    let rows = choices.map { row($0.1) }
    for (row, _) in rows { gtk_list_box_append(list.opaque, row) }
    Signal.connect(UnsafeMutableRawPointer(list), "row-selected") {
      // None is while the list goes.
      guard let chosen = index(in: list) else { return }
      for (place, (_, mark)) in rows.enumerated() {
        gtk_widget_set_opacity(mark, place == chosen ? 1 : 0)
      }
    }
    gtk_list_box_select_row(list.opaque, gtk_list_box_get_row_at_index(list.opaque, 0))
    for set in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { set(list, Self.edge) }
    for set in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { set(list, Self.edge) }
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, true.gboolean)
    gtk_scrolled_window_set_max_content_height(scroller.opaque, Self.height)
    gtk_scrolled_window_set_child(scroller.opaque, list)
    let hint: Widget = gtk_label_new(
      isSynchronised
        ? tr("The folder is also created on the server.")
        : tr(
          "A new folder must also be created on the server. Allow the program that syncs this mailbox to do so, or messages in the folder stay on this computer only."
        ))
    gtk_widget_set_visible(hint, (place != nil || !isSynchronised).gboolean)
    gtk_label_set_wrap(hint.opaque, true.gboolean)
    gtk_label_set_xalign(hint.opaque, 0)
    hint.addClasses("caption", "dim-label")
    let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
    gtk_widget_set_margin_top(content, 12)
    for part in [scroller, hint] { gtk_box_append(content.cast(), part) }
    return window.ask(
      role.question, extra: content,
      [
        .init(Self.cancel, tr("Cancel")),
        .init(Self.use, tr("Use This Folder"), ADW_RESPONSE_SUGGESTED),
      ], enter: Self.use
    ) { answer($0 == Self.use ? index(in: list).map { choices[$0].0 } : nil) }
  }

  /// A row and the mark that it is the chosen one.
  private static func row(_ title: String) -> (row: Widget, mark: Widget) {
    let row: Widget = adw_action_row_new()
    row.setRowTitle(title)
    let mark = Widget.silentImage()
    gtk_image_set_from_icon_name(mark.opaque, "object-select-symbolic")
    gtk_widget_set_opacity(mark, 0)
    adw_action_row_add_suffix(row.cast(), mark)
    return (row, mark)
  }

  /// Which row is chosen.
  private static func index(in list: Widget) -> Int? {
    gtk_list_box_get_selected_row(list.opaque).map { Int(gtk_list_box_row_get_index($0)) }
  }

  private static let cancel = "cancel"
  private static let use = "use"
  /// Some rows, the last of them cut, which shows that there are more, px.
  private static let height: Int32 = 250
  /// Room for the outline of the list, px.
  private static let edge: Int32 = 3
}

extension Role {
  /// What the person is asked when there is no folder for it.
  fileprivate var question: String {
    switch self {
    case .inbox: tr("Choose Inbox Folder")
    case .snoozed: tr("Choose Folder for Snoozed Messages")
    case .drafts: tr("Choose Drafts Folder")
    case .sent: tr("Choose Folder for Sent Messages")
    case .archive: tr("Choose Archive Folder")
    case .junk: tr("Choose Junk Folder")
    case .trash: tr("Choose Trash Folder")
    }
  }
}
