import CDunnockGtk
import GtkBridge
import SwipePane
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
      gtk_widget_set_size_request(folders, 240, -1)
      let pane = Pane(list, over: folders)
      // An open row comes first: a drag to the right on it closes it.
      let isFree = { [unowned show] in show.list?.openItems.isEmpty ?? true }
      pane.mayDraw = { [unowned show] picked, _ in
        !(show.list?.group.openRows.contains { picked.ancestry.contains($0.widget) } ?? false)
      }
      pane.onDraw = { [unowned show] in show.list?.close() }
      pane.onChange = { [unowned pane] in
        let part = pane.isOpen ? folders : list
        gtk_widget_child_focus(part, GTK_DIR_TAB_FORWARD)
      }
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
      // Shift and an arrow do what dragging that way would.
      let keys = pane.widget.addController(gtk_event_controller_key_new(), in: GTK_PHASE_CAPTURE)
      Signal.connect(keys, "key-pressed") {
        [unowned pane] (key: UInt32, _: UInt32, state: UInt32) in
        let key = Int32(bitPattern: key)
        guard state & GDK_SHIFT_MASK.rawValue != 0, [GDK_KEY_Left, GDK_KEY_Right].contains(key)
        else { return false }
        let opens = (key == GDK_KEY_Right) != pane.widget.isRightToLeft
        guard opens != pane.isOpen, isFree() else { return false }
        if opens { pane.open() } else { pane.close() }
        return true
      }
      return pane.widget
    }
  }
}
