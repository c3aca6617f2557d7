import CDunnockGtk
import GtkBridge
import SwipeRows

extension Page {
  static let linkedSystems = Page(
    "The Linked Systems",
    keywords: [
      "DNSSwipeableTableCell", "SideSwipeTableView", "LRSlidingTableViewCell", "BMXSwipableCell",
      "TeehanLax", "Twitter",
    ],
    styles: ["dnsSwipeableCell", "sideSwipe", "slidingCell", "bmx", "teehanLax"],
    text: """
      Five cells that the documented ones led to, each by its own rules, from the style's numbers alone. \
      Choose one, swipe and fling its rows, and compare what opens, bounces and closes.
      """
  ) { show in
    show.width = 360
    show.rowHeight = 60
    let clicked: @MainActor (Item, String) -> Void = { [unowned show] item, meaning in
      show.say("\(meaning) on \(item.title)")
      if show.style.closes.contains(.action) { show.list?.close() }
    }
    switch show.styleName {
    case "sideSwipe": fillSideSwipe(show, clicked)
    case "slidingCell": fillSlidingCell(show)
    case "bmx": fillBmx(show, clicked)
    case "teehanLax":
      show.items = Item.numbered("Message ", 20)
      show.content = { [unowned show] item in
        SwipeContent(
          label: item.label,
          trailing: [
            show.action("delete", "Delete", "", .destructive, on: item) { show.fadeAway(item) }
              .looking(.title),
            show.action("more", "More", "", on: item).looking(.title),
          ])
      }
    default:
      show.items = Item.numbered("Longer Title Item #", 30)
      show.content = { [unowned show] item in
        let all = [
          show.action("delete", "Delete", "", .destructive, on: item) { show.fadeAway(item) }
            .looking(.title),
          show.action("option-1", "Option 1", "", on: item) { .keepOpen }.looking(.title),
          show.action("option-2", "Option 2", "", on: item) { .keepOpen }.looking(.title),
        ]
        return SwipeContent(
          label: item.label,
          trailing: SwipeSide(Array(all.prefix(item.id.isMultiple(of: 2) ? 2 : 3))))
      }
    }
  }

  /// Ten rows, each higher than the one before, and the menu of the Twitter app.
  private static func fillSideSwipe(
    _ show: Showcase, _ clicked: @escaping @MainActor (Item, String) -> Void
  ) {
    let buttons = [
      (icon: "mail-reply-sender-symbolic", meaning: "Reply"),
      (icon: "media-playlist-repeat-symbolic", meaning: "Retweet"),
      (icon: "starred-symbolic", meaning: "Favorite"),
      (icon: "avatar-default-symbolic", meaning: "Profile"),
      (icon: "insert-link-symbolic", meaning: "Links"),
      (icon: "emblem-system-symbolic", meaning: "Action"),
    ]
    show.items = Item.numbered("Cell ", 10)
    show.shown = { gtk_widget_set_size_request($0.widget, -1, Int32(44 + 5 * $1.id)) }
    show.content = { [unowned show] item in
      var content = SwipeContent(
        label: item.label,
        leading: SwipeSide(
          buttons.map {
            show.action($0.meaning.lowercased(), $0.meaning, $0.icon, on: item)
          }))
      for side in PanSide.allCases {
        content[side].view = BackView.make(
          "", ground: "dark", width: BackView.whole, buttons: buttons
        ) { clicked(item, $0) }
      }
      return content
    }
  }

  /// Thirty rows that leave to the right.
  private static func fillSlidingCell(_ show: Showcase) {
    show.items = Item.numbered("Sliding cell ", 30)
    show.content = { [unowned show] item in
      var content = SwipeContent(
        label: item.label, leading: [show.action("hello", "Hello", "", on: item)])
      content[.leading].view = BackView.make(
        "The background view", ground: "dark", width: BackView.whole)
      return content
    }
  }

  /// A basement 120 px wide.
  private static func fillBmx(
    _ show: Showcase, _ clicked: @escaping @MainActor (Item, String) -> Void
  ) {
    let buttons = [
      (icon: "view-more-symbolic", meaning: "More"),
      (icon: "user-trash-symbolic", meaning: "Delete"),
    ]
    show.items = Item.numbered("Swipable cell ", 20)
    show.content = { [unowned show] item in
      var content = SwipeContent(
        label: item.label,
        trailing: SwipeSide(
          buttons.map {
            show.action($0.meaning.lowercased(), $0.meaning, $0.icon, on: item)
          }))
      content[.trailing].view = BackView.make(
        "", ground: "pale", width: 120, buttons: buttons
      ) { clicked(item, $0) }
      return content
    }
  }
}
