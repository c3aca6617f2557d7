import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import Texts
import Triage

/// What stands above and below the list, and beside it, while messages are selected: how many, what else to select, and the commands for them.
final class SelectionBars {
  /// An AdwHeaderBar that takes the place of the list's own.
  let headerBar: Widget = adw_header_bar_new()
  /// The bar at the foot, where thumbs are.
  let foot: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)

  /// What stands in place of the message beside the list.
  let page = SelectionPage()

  private let counter: Widget = gtk_menu_button_new()
  private let buttons = WindowCommand.forSelected.map { command in
    (command: command, widget: Widget.iconButton(.changing(command.entry)))
  }
  /// How many are selected; 0 while the bars are hidden.
  private(set) var count = 0

  init() {
    gtk_widget_add_css_class(counter, "flat")
    counter.setMenu(WindowFrame.menu(of: [WindowCommand.selecting]))
    adw_header_bar_set_title_widget(headerBar.opaque, counter)
    adw_header_bar_set_centering_policy(headerBar.opaque, ADW_CENTERING_POLICY_LOOSE)
    let cancel: Widget = gtk_button_new_with_label(tr("Cancel"))
    gtk_actionable_set_action_name(cancel.opaque, WindowCommand.selectNone.action)
    adw_header_bar_pack_end(headerBar.opaque, cancel)
    foot.addClasses("toolbar", "message-foot")
    for (_, button) in buttons {
      gtk_widget_set_hexpand(button, 1)
      gtk_box_append(foot.cast(), button)
    }
    for bar in [headerBar, foot] { gtk_widget_set_visible(bar, 0) }
  }

  /// The commands whose buttons are on show.
  var offered: [Command] {
    buttons.filter { count > 0 && gtk_widget_get_visible($0.widget) != 0 }.map(\.command)
  }

  /// Shows the bars for these messages; none hides them.
  ///
  /// - Parameter rows: How many rows of the list they are in.
  func show(_ group: MessageGroup, rows: Int, isOffered: (Command) -> Bool) {
    let text =
      rows == group.count
      ? trn("%1$s selected", "%1$s selected", rows).filling(rows.grouped)
      : trn("%1$s Conversation", "%1$s Conversations", rows).filling(rows.grouped)
    if count != group.count, !group.messages.isEmpty {
      gtk_menu_button_set_label(counter.opaque, text)
      counter.setSpokenLabel(tr("%1$s, change selection").filling(text))
      headerBar.announce(text)
    }
    count = group.count
    for bar in [headerBar, foot] { gtk_widget_set_visible(bar, (count > 0).gboolean) }
    guard count > 0 else { return }
    for (command, button) in buttons {
      let entry = command.entry
      gtk_widget_set_visible(button, isOffered(command).gboolean)
      gtk_button_set_icon_name(button.cast(), entry.icon(for: group))
      gtk_widget_set_tooltip_text(button, tr(entry.title(for: group)))
      button.setSpokenLabel(tr(entry.title(for: group)))
    }
    page.show(group, rows: rows, isOffered: isOffered)
  }
}
