import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import Texts
import Triage

/// What stands beside the list while messages are selected: how many, and what can be done with them, by name.
final class SelectionPage {
  /// An AdwStatusPage; hidden at first.
  let widget: Widget = statusPage(
    icon: "object-select-symbolic", title: "", description: nil)

  private let buttons = WindowCommand.forSelected.map { command in
    (
      command: command, content: adw_button_content_new() as Widget,
      widget: gtk_button_new() as Widget
    )
  }

  init() {
    widget.addClasses("compact", "reading-pane")
    let box: Widget = gtk_flow_box_new()
    gtk_flow_box_set_selection_mode(box.opaque, GTK_SELECTION_NONE)
    gtk_flow_box_set_max_children_per_line(box.opaque, 2)
    gtk_flow_box_set_homogeneous(box.opaque, 1)
    for set in [gtk_flow_box_set_row_spacing, gtk_flow_box_set_column_spacing] {
      set(box.opaque, 12)
    }
    gtk_widget_set_halign(box, GTK_ALIGN_CENTER)
    for (command, content, button) in buttons {
      gtk_widget_set_halign(content, GTK_ALIGN_CENTER)
      gtk_button_set_child(button.cast(), content)
      gtk_actionable_set_action_name(
        button.opaque, WindowCommand.changing(command.entry).action)
      // The keys stay those of the list.
      gtk_widget_set_focus_on_click(button, 0)
      let child: Widget = gtk_flow_box_child_new()
      gtk_widget_set_focusable(child, 0)
      gtk_flow_box_child_set_child(child.cast(), button)
      gtk_flow_box_insert(box.opaque, child, -1)
    }
    adw_status_page_set_child(widget.opaque, box)
    gtk_widget_set_visible(widget, 0)
  }

  /// Says how many are selected, and offers what can be done with them.
  ///
  /// - Parameter rows: How many rows of the list they are in.
  func show(_ group: MessageGroup, rows: Int, isOffered: (Command) -> Bool) {
    let count =
      rows == group.count
      ? trn("%1$s Message Selected", "%1$s Messages Selected", rows)
      : trn("%1$s Conversation Selected", "%1$s Conversations Selected", rows)
    adw_status_page_set_title(widget.opaque, count.filling(rows.grouped))
    widget.setPageDescription(
      rows == group.count
        ? nil : trn("%1$s message", "%1$s messages", group.count).filling(group.count.grouped))
    for (command, content, button) in buttons {
      adw_button_content_set_icon_name(content.opaque, command.entry.icon(for: group))
      let title = tr(command.entry.title(for: group))
      adw_button_content_set_label(content.opaque, title)
      button.setSpokenLabel(title)
      if let child = button.parent {
        gtk_widget_set_visible(child, isOffered(command).gboolean)
      }
    }
  }
}
