import CDunnockGtk
import GtkBridge
import SwipeRows

extension Page {
  static let livingModel = Page(
    "A Model at Work",
    keywords: ["filter", "sort", "delete", "undo", "focus", "identity", "search"],
    text: """
      Rows are their items', wherever those go: an open one stays open as the list is sorted and filtered, and closes for good if its item leaves. \
      Open one and sort, let another program delete the first, and undo: the focus is on what came back.
      """
  ) { show in
    var all: [Item] = []
    var deleted: [Item] = []
    var isSorted = false
    var words = ""
    show.items = Item.letters
    @MainActor func list(in show: Showcase) {
      let found = all.filter { words.isEmpty || $0.label.lowercased().contains(words) }
        .sorted { isSorted ? $0.title < $1.title : $0.id < $1.id }
      let listed = (0..<show.store.count).compactMap { show.store[$0] }
      // What stays keeps its place under the eye.
      for change in found.difference(from: listed, by: { $0.id == $1.id }) {
        switch change {
        case .remove(let place, _, _): show.store.replace(place..<place + 1, with: [])
        case .insert(let place, let item, _): show.store.replace(place..<place, with: [item])
        }
      }
    }
    @MainActor func delete(_ item: Item, from show: Showcase) {
      all.removeAll { $0.id == item.id }
      deleted.append(item)
      list(in: show)
    }
    let search: Widget = gtk_search_entry_new()
    Signal.connect(search, "search-changed") { [unowned show] in
      words = String(cString: gtk_editable_get_text(search.opaque)).lowercased()
      list(in: show)
    }
    show.add(search, "Filter")
    show.addSwitch("Sort by Name") { [unowned show] in
      isSorted = $0
      list(in: show)
    }
    show.addButton("Delete First From Outside") { [unowned show] in
      if let first = show.store[0] { delete(first, from: show) }
    }
    show.addButton("Undo") { [unowned show] in
      guard let item = deleted.popLast() else { return }
      all.append(item)
      list(in: show)
      show.say("Back: \(item.title)")
      show.list?.focus(item.id)
    }
    show.prepare = { [unowned show] _ in
      (all, deleted) = (show.items, [])
      list(in: show)
    }
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        leading: [show.action("read", "Read", "view-reveal-symbolic", .accent, on: item)],
        trailing: [
          show.action(
            "delete", "Delete", "edit-delete-symbolic", .destructive, on: item, key: "Delete"
          ) {
            .remove { delete(item, from: show) }
          }
        ])
    }
  }
}
