import SwipeRows

extension Page {
  static let headings = Page(
    "Headings", keywords: ["section", "day", "group", "heading"],
    text: """
      A row may have a line above it, such as the day that begins with it: it stands still while the front moves, and screen readers say it first. \
      Drag a row below a heading, and archive it: the next one has the heading.
      """
  ) { show in
    let days = ["Today", "Yesterday", "Last week"]
    @MainActor func day(_ item: Item) -> String { days[min(item.id / 4, 2)] }
    show.items = Item.letters
    show.content = { [unowned show] item in
      var content = SwipeContent(
        label: item.label,
        leading: [
          show.action("archive", "Archive", "folder-symbolic", .success, on: item) {
            .remove {
              show.remove(item)
              show.list?.updateAll()
            }
          }
        ])
      let before = show.place(of: item.id).flatMap { show.store[$0 - 1] }
      if before.map(day) != day(item) { content.heading = day(item) }
      return content
    }
  }
}
