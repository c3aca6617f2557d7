import SwipeRows

extension Page {
  static let stockDelete = Page(
    "The Stock Delete Button",
    keywords: ["SwipeableCell", "tutorial", "iOS", "editing style", "fade", "Ray Wenderlich"],
    text: """
      The first half of the SwipeableCell tutorial: the one button that a table brings along. Drag a row to the left and press Delete; \
      the row fades away.
      """
  ) { show in
    show.items = Item.numbered("Longer Title Item #", 30)
    show.width = 320
    show.rowHeight = 44
    show.shown = { front, _ in front.widget.addClasses("plain-titles") }
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        trailing: [
          show.action("delete", "Delete", "", .destructive, on: item) { show.fadeAway(item) }
            .looking(.title)
        ])
    }
  }
}
