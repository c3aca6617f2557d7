import SwipeRows

extension Page {
  static let containers = Page(
    "Containers", keywords: ["GtkListView", "GtkGridView", "GtkListBox", "boxed-list"],
    text: """
      The same rows in a list view, a grid view of one column, which makes far fewer of them, a list box, and a boxed list. \
      Choose one, and see that hand, keys and menu find the same in each.
      """
  ) { show in
    show.items = Item.letters
    let containers = Showcase.Container.allCases
    show.addChoice("In a", containers.map(\.rawValue)) { [unowned show] choice in
      show.container = containers[choice]
      show.startOver()
    }
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        leading: [show.action("read", "Read", "mail-read-symbolic", .accent, on: item)],
        trailing: SwipeSide(
          [
            show.action("trash", "Trash", "user-trash-symbolic", .destructive, on: item) {
              show.removal(of: item)
            },
            show.action("star", "Star", "starred-symbolic", .warning, on: item),
          ], allowsFullSwipe: true))
    }
  }
}
