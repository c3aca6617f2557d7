import CDunnockGtk
import GtkBridge
import SwipeRows

gtk_init()
let letters = ListStore<String>()
letters.replace(0..<0, with: ["From Ada", "From Bea"])

@MainActor func drop(_ letter: String) {
  let place = (0..<letters.count).first { letters[$0] == letter }
  if let place { letters.replace(place..<place + 1, with: []) }
}

let scroller: Widget = gtk_scrolled_window_new()
gtk_scrolled_window_set_child(
  scroller.opaque, gtk_list_view_new(gtk_no_selection_new(letters.consumed()), nil))
// The code of the page.
let window = present(swipes.widget)
until("the row stands") { swipes.row(of: "From Ada") != nil }
until("the row opens") { swipes.open("From Ada", .trailing, animated: false) }
let item = swipes.widget(of: "From Ada")
precondition(gtk_widget_activate_action_variant(item, "row.delete", nil) != 0)
until("the letter is gone") { letters.count == 1 && letters[0] == "From Bea" }
