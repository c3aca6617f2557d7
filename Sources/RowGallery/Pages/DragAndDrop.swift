import CDunnockGtk
import GtkBridge
import SwipeRows

extension Page {
  static let dragAndDrop = Page(
    "Drag and Drop", keywords: ["GtkDragSource", "GtkDropTarget", "move", "hold"],
    text: """
      A row can be dragged out of its list as well: one that is held still by the mouse for a moment is dragged and dropped, one that moves \
      at once is swiped. Hold one and drop it below, then swipe another.
      """
  ) { show in
    // The type of a string in a value, a macro that Swift does not see.
    let stringType = GType(16 << G_TYPE_FUNDAMENTAL_SHIFT)
    show.items = Item.letters
    show.prepareFront = { front in
      let source = front.widget.addController(gtk_drag_source_new())
      Signal.connect(source, "prepare") {
        [weak front] (_: Double, _: Double) -> UnsafeMutableRawPointer? in
        guard let front, let item = front.item else { return nil }
        var text = GValue()
        g_value_init(&text, stringType)
        g_value_set_string(&text, item.title)
        defer { g_value_unset(&text) }
        return UnsafeMutableRawPointer(gdk_content_provider_new_for_value(&text))
      }
    }
    show.arrange = { [unowned show] list in
      let place: Widget = gtk_label_new("Drop a row here")
      place.addClasses("gallery-log")
      gtk_widget_set_size_request(place, -1, 72)
      let target = place.addController(
        gtk_drop_target_new(stringType, GDK_ACTION_COPY))
      Signal.connect(target, "drop") {
        [unowned show] (value: UnsafeMutableRawPointer?, _: Double, _: Double) in
        guard let value = value?.assumingMemoryBound(to: GValue.self),
          let text = g_value_get_string(value).map({ String(cString: $0) }),
          let item = show.items.first(where: { $0.title == text })
        else { return false }
        show.say("Dropped: \(text)")
        show.remove(item)
        return true
      }
      return Showcase.stacked(list, place)
    }
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        trailing: [
          show.action("archive", "Archive", "folder-symbolic", .success, on: item) {
            show.removal(of: item)
          }
        ])
    }
  }
}
