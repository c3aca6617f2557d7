import CDunnockAdwaita
import GtkBridge

/// A page that says in one picture and a few words why there is nothing else to see.
///
/// - Parameters:
///   - buttons: The title of each and the name of the action it activates, the suggested one first.
package func statusPage(
  icon: String, title: String, description: String?, buttons: [(title: String, action: String)] = []
) -> Widget {
  let page: Widget = adw_status_page_new()
  adw_status_page_set_icon_name(page.opaque, icon)
  adw_status_page_set_title(page.opaque, title)
  page.setPageDescription(description)
  if !buttons.isEmpty {
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
    gtk_widget_set_halign(box, GTK_ALIGN_CENTER)
    for (index, button) in buttons.enumerated() {
      let child: Widget = gtk_button_new_with_label(button.title)
      child.addClasses("pill")
      if index == 0 { child.addClasses("suggested-action") }
      gtk_actionable_set_action_name(child.opaque, button.action)
      gtk_box_append(box.cast(), child)
    }
    adw_status_page_set_child(page.opaque, box)
  }
  gtk_widget_set_vexpand(page, 1)
  return page
}
