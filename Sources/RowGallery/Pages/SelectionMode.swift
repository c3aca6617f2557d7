import CDunnockGtk
import GtkBridge
import SwipeRows

extension Page {
  static let selectionMode = Page(
    "While Selecting",
    keywords: ["edit mode", "selection", "disabled", "isEnabled", "check", "BMX", "seed"],
    text: """
      While rows are being selected none can be swiped: what was open closes, and drags, keys and the menu do nothing. \
      Open a row, switch Select on, and check some; swipe again when it is off.
      """
  ) { show in
    var isSelecting = false
    var selected: Set<Int> = []
    show.items = Item.letters
    show.addSwitch("Select") { [unowned show] in
      isSelecting = $0
      selected = []
      show.list?.isEnabled = !isSelecting
      show.list?.updateAll()
    }
    show.prepare = { $0.isEnabled = !isSelecting }
    show.prepareFront = { [unowned show] front in
      front.addCheck { [unowned front, unowned show] isOn in
        guard let item = front.item, isOn != selected.contains(item.id) else { return }
        selected.formSymmetricDifference([item.id])
        show.say("\(selected.count) selected")
      }
    }
    show.shown = { front, item in
      front.check(selected.contains(item.id))
      gtk_widget_set_visible(front.check, isSelecting.gboolean)
    }
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        leading: [show.action("read", "Read", "view-reveal-symbolic", .accent, on: item)],
        trailing: [
          show.action("trash", "Trash", "user-trash-symbolic", .destructive, on: item) {
            show.removal(of: item)
          }
        ])
    }
  }
}
