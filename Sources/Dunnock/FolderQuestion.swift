import CAdwaita
import GtkBridge
import MailStore

/// The dialog that asks which folder is for something, when a command first needs one and there is none.
enum FolderQuestion {
  /// Asks over a window.
  ///
  /// - Parameters:
  ///   - place: The folder that is created if the person wants a new one.
  ///   - others: The folders to choose from, with their names.
  ///   - answer: Called with the choice, and with nil when there is none.
  /// - Returns: The AdwMessageDialog.
  static func ask(
    for role: Role, over window: Widget, create place: FolderID,
    among others: [(folder: FolderID, name: String)],
    answer: @escaping @MainActor (FolderID?) -> Void
  ) -> Widget {
    let dialog: Widget = adw_message_dialog_new(
      window.cast(), role.question,
      tr(
        "If another program keeps this mailbox and a server alike, it must be allowed to create folders there; else mail in a new one stays on this computer alone."
      ))
    let choices =
      [(place, tr("Create “%1$s”").filling("\u{2068}\(place.description)\u{2069}"))] + others
    let list: Widget = gtk_list_box_new()
    list.addClasses("boxed-list")
    list.setSpokenLabel(role.question)
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
    var buttons: [Widget] = []
    for (_, name) in choices {
      let row: Widget = adw_action_row_new()
      adw_preferences_row_set_use_markup(row.cast(), false.gboolean)
      adw_preferences_row_set_title(row.cast(), name)
      let button: Widget = gtk_check_button_new()
      gtk_check_button_set_group(button.cast(), buttons.first?.cast())
      gtk_check_button_set_active(button.cast(), buttons.isEmpty.gboolean)
      button.setSpokenLabel(name)
      gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
      adw_action_row_add_prefix(row.cast(), button)
      adw_action_row_set_activatable_widget(row.cast(), button)
      gtk_list_box_append(list.opaque, row)
      buttons.append(button)
    }
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, true.gboolean)
    gtk_scrolled_window_set_max_content_height(scroller.opaque, Self.height)
    gtk_scrolled_window_set_child(scroller.opaque, list)
    adw_message_dialog_set_extra_child(dialog.cast(), scroller)
    adw_message_dialog_add_response(dialog.cast(), Self.cancel, tr("Cancel"))
    adw_message_dialog_add_response(dialog.cast(), Self.use, tr("Use this folder"))
    adw_message_dialog_set_response_appearance(dialog.cast(), Self.use, ADW_RESPONSE_SUGGESTED)
    adw_message_dialog_set_default_response(dialog.cast(), Self.use)
    adw_message_dialog_set_close_response(dialog.cast(), Self.cancel)
    gtk_window_set_destroy_with_parent(dialog.cast(), true.gboolean)
    Signal.connectPointer(dialog, "response::\(Self.cancel)") { _ in answer(nil) }
    Signal.connectPointer(dialog, "response::\(Self.use)") { _ in
      let chosen = buttons.firstIndex { isTrue(gtk_check_button_get_active($0.cast())) }
      answer(chosen.map { choices[$0].0 })
    }
    gtk_window_present(dialog.cast())
    return dialog
  }

  private static let cancel = "cancel"
  private static let use = "use"
  /// Some four rows; more scroll, px.
  private static let height: Int32 = 230
}

extension Role {
  /// What the person is asked when there is no folder for it.
  fileprivate var question: String {
    switch self {
    case .inbox: tr("Which folder is the inbox?")
    case .snoozed: tr("Where does mail wait that is put off?")
    case .drafts: tr("Where are drafts kept?")
    case .sent: tr("Where is sent mail kept?")
    case .archive: tr("Where does archived mail go?")
    case .junk: tr("Where does junk go?")
    case .trash: tr("Where does trashed mail go?")
    }
  }

  /// What the person knows it by.
  var title: String {
    switch self {
    case .inbox: tr("Inbox")
    case .snoozed: tr("Snoozed")
    case .drafts: tr("Drafts")
    case .sent: tr("Sent")
    case .archive: tr("Archive")
    case .junk: tr("Junk")
    case .trash: tr("Trash")
    }
  }

  /// The name of its symbolic icon.
  var icon: String { "dnk-\(self == .snoozed ? "snooze" : rawValue)-symbolic" }
}
