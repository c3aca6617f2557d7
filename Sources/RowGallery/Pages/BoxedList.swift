import CDunnockGtk
import GtkBridge
import SwipeRows

extension Page {
  static let boxedList = Page(
    "A Boxed List",
    keywords: ["GtkListBox", "boxed-list", "settings", "slider", "scale", "volume"],
    text: """
      The rows of a list box with rounded corners, as in settings; a slider in a row keeps the drags that begin on it. \
      Drag a row by its name, and then its slider.
      """
  ) { show in
    var levels = [0: 70.0, 1: 45.0, 2: 60.0]
    show.container = .boxedList
    show.rowHeight = 68
    show.items = Item.list([
      ("Speakers", "Living room", "audio-speakers-symbolic"),
      ("Headphones", "Bluetooth", "audio-headphones-symbolic"),
      ("Microphone", "Desk", "audio-input-microphone-symbolic"),
    ])
    show.prepareFront = { front in
      let slider: Widget = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 100, 1)
      gtk_widget_set_size_request(slider, 220, -1)
      slider.setSpokenLabel("Volume")
      Signal.connect(slider, "value-changed") { [unowned front] in
        guard let item = front.item else { return }
        levels[item.id] = gtk_range_get_value(slider.cast())
      }
      gtk_box_append(front.widget.cast(), slider)
    }
    show.shown = { front, item in
      guard let slider = gtk_widget_get_last_child(front.widget) else { return }
      gtk_range_set_value(slider.cast(), levels[item.id] ?? 0)
    }
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        trailing: [
          show.action("remove", "Remove", "list-remove-symbolic", .destructive, on: item) {
            show.removal(of: item)
          },
          show.action("mute", "Mute", "audio-volume-muted-symbolic", .accent, on: item) {
            levels[item.id] = 0
            show.list?.update(item.id)
            return .restore
          },
        ])
    }
  }
}
