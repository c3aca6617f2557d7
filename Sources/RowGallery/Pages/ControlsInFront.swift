import CDunnockGtk
import GtkBridge
import SwipeRows

extension Page {
  static let controlsInFront = Page(
    "Controls in a Row",
    keywords: ["check button", "entry", "menu button", "popover", "focus", "front"],
    text: """
      What slides can hold controls, which work as anywhere: a click is theirs, a drag that begins on one is the row's, and Tab walks through them to the tray. \
      Check, write and choose, in closed rows and in open ones.
      """
  ) { show in
    var done: Set<Int> = []
    show.items = Item.list([
      ("Water the plants", "Kitchen", ""), ("Post the parcel", "Town", ""),
      ("Tune the piano", "Home", ""), ("Call the landlord", "Boiler", ""),
      ("Return two books", "Library", ""), ("Oil the bicycle", "Shed", ""),
    ])
    show.prepareFront = { [unowned show] front in
      front.addCheck { [unowned front, unowned show] isOn in
        guard let item = front.item, isOn != done.contains(item.id) else { return }
        done.formSymmetricDifference([item.id])
        show.say("\(item.title): \(isOn ? "done" : "to do")")
      }
      let note: Widget = gtk_entry_new()
      gtk_entry_set_placeholder_text(note.cast(), "A note")
      let button: Widget = gtk_button_new_with_label("Tomorrow")
      let popover: Widget = gtk_popover_new()
      gtk_popover_set_child(popover.cast(), button)
      let menu: Widget = gtk_menu_button_new()
      gtk_menu_button_set_icon_name(menu.opaque, "alarm-symbolic")
      gtk_menu_button_set_popover(menu.opaque, popover)
      Signal.connect(button, "clicked") { [unowned front, unowned show] in
        gtk_popover_popdown(popover.cast())
        if let item = front.item { show.say("\(item.title): tomorrow") }
      }
      for (control, what) in [(note, "Note"), (menu, "When")] {
        control.setSpokenLabel(what)
        gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
        gtk_box_append(front.widget.cast(), control)
      }
    }
    show.shown = { front, item in front.check(done.contains(item.id)) }
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        trailing: [
          show.action("delete", "Delete", "edit-delete-symbolic", .destructive, on: item) {
            show.removal(of: item)
          }
        ])
    }
  }
}
