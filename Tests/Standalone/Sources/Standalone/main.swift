import CDunnockGtk
import GtkBridge
import SwipeRows

// A program with a list, as GTK's documentation shows how to write one.
gtk_init()
let names = gtk_string_list_new(nil)
for number in 0..<1000 { gtk_string_list_append(names, "Row \(number)") }
let listView: Widget = gtk_list_view_new(gtk_single_selection_new(names), nil)
let scroller: Widget = gtk_scrolled_window_new()
gtk_scrolled_window_set_child(scroller.opaque, listView)

@MainActor func drop(_ item: ModelObject) {
  let count = g_list_model_get_n_items(names)
  let place = (0..<count).first { place in
    let found = g_list_model_get_item(names, place)
    defer { g_object_unref(found) }
    return found == item.raw
  }
  if let place { gtk_string_list_remove(names, place) }
}

// Word for word what README.md shows; test-doc-code compares the two.
let swipes = SwipeList(  // show swipes.widget where the scroller was
  around: scroller, id: { $0.string }, front: { gtk_label_new(nil) },
  show: { item, label in
    gtk_label_set_text(label.opaque, item.string)
    let cut = SwipeAction("cut", title: "Cut", icon: "edit-cut-symbolic") { .remove { drop(item) } }
    return SwipeContent(label: item.string, trailing: [cut])
  })

// Nobody is there to swipe: open a row and run its action once the window shows it.
let window: Widget = gtk_window_new()
gtk_window_set_default_size(window.cast(), 400, 500)
gtk_window_set_child(window.cast(), swipes.widget)
gtk_window_present(window.cast())
let loop = g_main_loop_new(nil, 0)
onEachFrame(of: window) { _ in
  guard gtk_widget_get_width(listView) > 0, let first = listView.firstChild else { return true }
  swipes.open("Row 0", .trailing, animated: false)
  print("Open: \(swipes.openItems.last ?? "none")")
  gtk_widget_activate_action_variant(first, "row.cut", nil)
  return false
}
onEachFrame(of: window) { _ in
  guard g_list_model_get_n_items(names) < 1000 else { return true }
  print("Left: \(g_list_model_get_n_items(names)), open: \(swipes.openItems.last ?? "none")")
  showBesideAnotherPackage { g_main_loop_quit(loop) }
  return false
}
g_main_loop_run(loop)
