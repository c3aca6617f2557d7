import SwipeRow

extension Page {
  static let standardRow = Page(
    "The standard row", keywords: ["mail", "tray", "fling", "keyboard", "menu", "spring"],
    text: """
      A row slides over its actions, stays open past half of them, and springs back otherwise. Drag one either way, fling it, \
      or use Shift+Left and Shift+Right, Tab and Escape; the Menu key, a right click or a long press offers the same as a menu.
      """
  ) { show in
    show.items = Item.letters
    var starred: Set<Int> = []
    show.actions = { [unowned show] item in
      SwipeActions(
        leading: [
          show.action("archive", "Archive", "folder-symbolic", .success, on: item, key: "e") {
            show.removal(of: item)
          },
          show.action("read", "Read", "view-reveal-symbolic", .accent, on: item, key: "<Shift>i"),
        ],
        trailing: [
          show.action(
            "trash", "Trash", "user-trash-symbolic", .destructive, on: item, key: "Delete"
          ) {
            show.removal(of: item)
          },
          show.action(
            "star", starred.contains(item.id) ? "Unstar" : "Star",
            starred.contains(item.id) ? "starred-symbolic" : "non-starred-symbolic", .warning,
            on: item, key: "s"
          ) {
            starred.formSymmetricDifference([item.id])
            show.update(item)
            return .restore
          },
        ])
    }
  }
}
