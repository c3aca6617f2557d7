import CDunnockGtk
import GtkBridge
import SwipeRows

extension Page {
  static let twoLists = Page(
    "Two Lists", keywords: ["several lists", "side by side", "move", "triage"],
    text: """
      Two lists in one window know nothing of each other: each has its engine, its keys, and its open row, which a press in the other closes. \
      Open rows in both, and move some across: the focus goes with them.
      """
  ) { show in
    let others = ListStore<Item>()
    var other: SwipeList<Int>?
    show.items = Item.letters
    show.rowHeight = 52
    show.arrange = { [unowned show] list in
      let (second, _) = show.makeList(of: others, "Put aside")
      other = second
      others.replace(0..<others.count, with: [])
      second.widget.addClasses("gallery-beside")
      let both: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 1)
      gtk_box_set_homogeneous(both.cast(), true.gboolean)
      for part in [list, second.widget] { gtk_box_append(both.cast(), part) }
      return both
    }
    show.content = { [unowned show] item in
      let isAside = show.place(of: item.id) == nil
      let aside = show.action("aside", "Aside", "go-next-symbolic", .accent, on: item) {
        .remove {
          show.remove(item)
          others.replace(others.count..<others.count, with: [item])
          other?.focus(item.id)
        }
      }
      let back = show.action("back", "Back", "go-previous-symbolic", .success, on: item) {
        .remove {
          let place = (0..<others.count).first { others[$0]?.id == item.id }
          if let place { others.replace(place..<place + 1, with: []) }
          show.store.replace(show.store.count..<show.store.count, with: [item])
          show.list?.focus(item.id)
        }
      }
      return SwipeContent(
        label: item.label, leading: isAside ? [] : [aside], trailing: isAside ? [back] : [])
    }
  }
}
