import CDunnockGtk
import GtkBridge
import SwipeRows

extension Page {
  static let customTray = Page(
    "A Tray of Your Own", keywords: ["custom", "widget", "view", "rating", "SwipeTrayView"],
    text: """
      In place of buttons a side can show any widget: five stars on the right of each row, a note on the left. \
      Drag a row to the left and rate it, or do the same from its menu.
      """
  ) { show in
    show.items = Item.list([
      ("The analytical engine", "not rated", "folder-documents-symbolic"),
      ("A symphony in C", "not rated", "folder-music-symbolic"),
      ("Pictures of a garden", "not rated", "folder-pictures-symbolic"),
      ("How bread is made", "not rated", "folder-videos-symbolic"),
      ("Letters from Kyoto", "not rated", "folder-documents-symbolic"),
      ("Songs without words", "not rated", "folder-music-symbolic"),
      ("The tides at Brest", "not rated", "folder-documents-symbolic"),
    ])
    @MainActor func rate(_ show: Showcase, _ item: Item, _ stars: Int) {
      var item = item
      item.detail = String(repeating: "★", count: stars) + String(repeating: "☆", count: 5 - stars)
      show.update(item)
      show.say("\(item.title): \(stars) of 5")
    }
    show.content = { [unowned show] item in
      var content = SwipeContent(
        label: item.label,
        trailing: SwipeSide(
          (1...5).map { stars in
            SwipeAction(
              "rate-\(stars)", title: "\(stars) of 5", icon: "starred-symbolic"
            ) {
              rate(show, item, stars)
              return .restore
            }
          }))
      content[.trailing].view = BackView.make(
        "", ground: "dark",
        buttons: (1...5).map { ("starred-symbolic", "\($0) of 5") }
      ) { meaning in
        guard let stars = meaning.first?.wholeNumberValue else { return }
        rate(show, item, stars)
        show.list?.close()
      }
      content[.leading].view = BackView.make("Any widget can be here", ground: "pale")
      return content
    }
  }
}
