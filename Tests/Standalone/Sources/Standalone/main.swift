import CGtk
import GtkBridge
import SwipeRows

// A program with a list, as GTK's documentation shows how to write one.
gtk_init()
let names = gtk_string_list_new(nil)
for number in 0..<1000 { gtk_string_list_append(names, "Row \(number)") }
let listView: Widget = gtk_list_view_new(gtk_single_selection_new(names), nil)
let scroller: Widget = gtk_scrolled_window_new()
gtk_scrolled_window_set_child(scroller.opaque, listView)

@MainActor func drop(_ name: String) {
  let count = g_list_model_get_n_items(names)
  let place = (0..<count).first { String(cString: gtk_string_list_get_string(names, $0)) == name }
  if let place { gtk_string_list_remove(names, place) }
}

// Word for word what README.md shows; the test compares the two.
let swipe = SwipeList<String>(around: scroller)  // show swipe.widget where the scroller was
let factory = ListFactory(
  setup: { cell in cell.child = SwipeRow(front: gtk_label_new(nil)).widget },
  bind: { [weak swipe] cell in
    guard let item = cell.item, let row = cell.child.flatMap(SwipeRow.hosted) else { return }
    let name = String(cString: gtk_string_object_get_string(OpaquePointer(item)))
    gtk_label_set_text(row.front.opaque, name)
    let cut = SwipeAction("cut", title: "Cut", icon: "edit-cut-symbolic") { .remove { drop(name) } }
    swipe?.bind(row, to: name, item: item, label: name, actions: SwipeActions(trailing: [cut]))
  },
  unbind: { [weak swipe] in $0.child.flatMap(SwipeRow.hosted).map { swipe?.unbind($0) } })
gtk_list_view_set_factory(listView.opaque, factory.opaque)

// Nobody is there to swipe: open a row and run its action once the window shows it.
let window: Widget = gtk_window_new()
gtk_window_set_default_size(window.cast(), 400, 500)
gtk_window_set_child(window.cast(), swipe.widget)
gtk_window_present(window.cast())
let loop = g_main_loop_new(nil, 0)
onEachFrame(of: window) { _ in
  guard gtk_widget_get_width(listView) > 0, let first = listView.firstChild else { return true }
  swipe.open("Row 0", side: .trailing, animated: false)
  print("Open: \(swipe.openItem ?? "none")")
  gtk_widget_activate_action_variant(first, "row.cut", nil)
  return false
}
onEachFrame(of: window) { _ in
  guard g_list_model_get_n_items(names) < 1000 else { return true }
  print("Left: \(g_list_model_get_n_items(names)), open: \(swipe.openItem ?? "none")")
  g_main_loop_quit(loop)
  return false
}
g_main_loop_run(loop)
