import CDunnockGtk
import GtkBridge
import SwipeRows

extension Page {
  static let listPanning = Page(
    "The Whole List",
    keywords: ["Sparrow", "table panning", "sidebar", "panels", "folders", "PanEngine", "seed"],
    text: """
      Sparrow draws the whole list aside, over the folders behind it; the same engine moves it here, and a row's own tray is on the other side. \
      Drag to the right anywhere, tap what is left of the list, or use Shift+Right and Escape.
      """
  ) { show in
    show.items = Item.letters
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        trailing: [
          show.action("archive", "Archive", "folder-symbolic", .success, on: item) {
            show.removal(of: item)
          },
          show.action("star", "Star", "starred-symbolic", .warning, on: item),
        ])
    }
    show.arrange = { [unowned show] list in
      let folders: Widget = gtk_list_box_new()
      let pane = Pane(list, over: folders, width: 240)
      // An open row comes first: a drag to the right closes it.
      pane.isFree = { [unowned show] in show.list?.openItems.isEmpty ?? true }
      folders.addClasses("back", "sparrow")
      folders.setSpokenLabel("Folders")
      let names = ["Inbox", "Starred", "Archive"]
      for name in names {
        let label: Widget = gtk_label_new(name)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_list_box_append(folders.opaque, label)
        label.parent?.setSpokenLabel(name)
      }
      Signal.connect(folders, "row-activated") {
        [unowned show, unowned pane] (row: UnsafeMutableRawPointer?) in
        guard let row else { return }
        let index = Int(gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self)))
        let letters = show.items.filter { index == 0 || $0.id % 3 == index }
        show.store.replace(0..<show.store.count, with: letters)
        show.say("\(names[index]): \(letters.count) letters")
        pane.close()
      }
      return pane.widget
    }
  }
}
