import SwipeRows

extension Page {
  static let fullSwipe = Page(
    "Long Swipe", keywords: ["full swipe", "armed", "commit", "fly out", "grow"],
    text: """
      Dragged far past its buttons, a row arms its outermost action: that button fills the tray, and letting go runs it. \
      Drag a row to the right until Archive grows, go back a little to disarm it, or let go to see the row leave.
      """
  ) { show in
    show.items = Item.letters
    var sides = Set(PanSide.allCases)
    for (side, title) in [(PanSide.leading, "To the right"), (.trailing, "To the left")] {
      show.addSwitch(title, isOn: true) { [unowned show] isOn in
        if isOn { sides.insert(side) } else { sides.remove(side) }
        show.list?.updateAll()
      }
    }
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        leading: SwipeSide(
          [
            show.action("archive", "Archive", "folder-symbolic", .success, on: item) {
              show.removal(of: item)
            },
            show.action("read", "Read", "view-reveal-symbolic", .accent, on: item),
          ], allowsFullSwipe: sides.contains(.leading)),
        trailing: SwipeSide(
          [
            show.action("snooze", "Snooze", "alarm-symbolic", .warning, on: item),
            show.action("trash", "Trash", "user-trash-symbolic", .destructive, on: item) {
              show.removal(of: item)
            },
          ], allowsFullSwipe: sides.contains(.trailing)))
    }
  }
}
