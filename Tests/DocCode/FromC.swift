// The code of the page.
@MainActor func counted() -> String { String(cString: gtk_label_get_text(counter.opaque)) }

present(group.widget)
precondition(counted() == "7")
until("the button has its action") { gtk_widget_is_sensitive(button) != 0 }
gtk_widget_activate(button)
until("the action of the second row has run") { counted() == "8" }
counter_set(counter.opaque, 7)
precondition(gtk_widget_activate_action_variant(row.widget, "row.count", nil) != 0)
until("the action of the first row has run") { counted() == "8" }

gtk_window_present(window.cast())
until("the folder is read, and a row stands") {
  swipes.row(of: "etc").map { gtk_widget_get_width($0.widget) } ?? 0 > 0
}
swipes.open("etc", .leading, animated: false)
precondition(swipes.openItems == ["etc"])
gtk_window_close(window.cast())
precondition(gtk_widget_get_visible(window) != 0)
until("the timer has closed the row") { swipes.openItems.isEmpty }
