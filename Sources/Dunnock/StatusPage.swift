import CAdwaita
import GtkBridge

/// A page that says in one picture and a few words why there is nothing else to see.
///
/// - Parameters:
///   - button: Its title and the name of the action it activates.
func statusPage(
  icon: String, title: String, description: String?, button: (title: String, action: String)? = nil
) -> Widget {
  let page: Widget = adw_status_page_new()
  adw_status_page_set_icon_name(page.opaque, icon)
  adw_status_page_set_title(page.opaque, title)
  if let description, let escaped = g_markup_escape_text(description, -1) {
    adw_status_page_set_description(page.opaque, escaped)
    g_free(escaped)
  }
  if let button {
    let child: Widget = gtk_button_new_with_label(button.title)
    child.addClasses("pill", "suggested-action")
    gtk_widget_set_halign(child, GTK_ALIGN_CENTER)
    gtk_actionable_set_action_name(child.opaque, button.action)
    adw_status_page_set_child(page.opaque, child)
  }
  gtk_widget_set_vexpand(page, 1)
  return page
}
