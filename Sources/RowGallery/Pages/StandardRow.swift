import SwipeRows

extension Page {
  static let standardRow = Page(
    "The Standard Row", keywords: ["mail", "tray", "fling", "keyboard", "menu", "spring"],
    text: """
      A row slides aside and uncovers its actions; past half of them it stays open, else it springs back. Drag one either way, fling it, \
      or use Shift+Left and Shift+Right, Tab and Escape; the Menu key, a right click or a long press offers the same as a menu.
      """
  ) { show in
    show.items = Item.letters
    let starredIcon = "starred-symbolic"
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        leading: [
          show.action("archive", "Archive", "folder-symbolic", .success, on: item, key: "e") {
            show.removal(of: item)
          },
          show.action("read", "Read", "view-reveal-symbolic", .accent, on: item, key: "<Shift>i") {
            var read = item
            if !item.detail.hasSuffix(" · read") { read.detail += " · read" }
            show.update(read)
            return .restore
          },
        ],
        trailing: [
          show.action(
            "trash", "Trash", "user-trash-symbolic", .destructive, on: item, key: "Delete"
          ) {
            show.removal(of: item)
          },
          show.action(
            "star", item.icon == starredIcon ? "Unstar" : "Star",
            item.icon == starredIcon ? "non-starred-symbolic" : starredIcon, .warning,
            on: item, key: "s"
          ) {
            var starred = item
            starred.icon = item.icon == starredIcon ? "avatar-default-symbolic" : starredIcon
            show.update(starred)
            return .restore
          },
        ])
    }
  }
}
