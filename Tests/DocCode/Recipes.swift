import CDunnockGtk
import GtkBridge

/// What is in a widget, first to last, of what has a style class and is shown.
@MainActor func shown(_ name: String, in widget: Widget) -> [Widget] {
  if gtk_widget_has_css_class(widget, name) != 0 { return [widget] }
  return widget.children.filter { gtk_widget_get_mapped($0) != 0 }.flatMap { shown(name, in: $0) }
}

/// What the rows in a widget say.
@MainActor func texts(in widget: Widget) -> [String] {
  shown("swipe-front", in: widget).compactMap { front in
    front.firstInside(gtk_label_get_type()).map {
      String(cString: gtk_label_get_text($0.opaque))
    }
  }
}

/// Has the first row of a recipe removed.
@MainActor func tryRemoval(_ what: String, _ recipe: Widget, _ expected: [String]) {
  let window = present(recipe)
  until("\(what): the rows stand") { texts(in: recipe) == expected }
  gtk_widget_activate_action_variant(shown("swipe-item", in: recipe)[0], "row.remove", nil)
  until("\(what): the first row is gone") { texts(in: recipe) == Array(expected.dropFirst()) }
  gtk_window_destroy(window.cast())
}

/// Runs while the page's loop turns, and ends that.
@MainActor func tryRecipes() {
  until("the window stands") { texts(in: window) == ["Ada", "Bea", "Cleo"] }
  tryRemoval("list view", listView(), ["Ada", "Bea", "Cleo"])
  tryRemoval("grid view", gridView(), ["Ada", "Bea", "Cleo"])
  tryRemoval("list box", listBox(), ["Ada", "Bea", "Cleo"])
  tryRemoval("boxed list", boxedList(), ["Wi-Fi", "Bluetooth", "Printer"])
  tryRemoval("plain box", plainBox(), ["Wi-Fi", "Bluetooth", "Printer"])
  let tree = tree()
  present(tree)
  until("the roots stand") { texts(in: tree) == ["Inbox", "Sent"] }
  let item = shown("swipe-item", in: tree)[0]
  let expander = item.firstInside(gtk_tree_expander_get_type())
  gtk_widget_activate_action_variant(expander, "listitem.expand", nil)
  until("the child stands") { texts(in: tree) == ["Inbox", "Lists", "Sent"] }
  precondition(gtk_widget_activate_action_variant(item, "row.mark", nil) != 0)
  gtk_window_close(window.cast())
}

whenIdle { tryRecipes() }
// The code of the page.
