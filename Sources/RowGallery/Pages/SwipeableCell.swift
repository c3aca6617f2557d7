import GtkBridge
import SwipeRows

extension Page {
  static let swipeableCell = Page(
    "SwipeableCell",
    keywords: ["tutorial", "iOS", "buttons", "Ray Wenderlich", "bounce", "detail"],
    styles: ["swipeableCell"],
    text: """
      The SwipeableCell tutorial: thirty rows, two buttons, a bounce of 20 px, and as many open rows as you like. \
      Open some, press a button, or activate a row, and its detail window tells what the delegate was told; colour the layers as it does.
      """
  ) { show in
    show.items = Item.numbered("Longer Title Item #", 30)
    show.width = 320
    show.rowHeight = 44
    show.shown = { front, _ in front.widget.addClasses("plain-titles") }
    show.activated = { [unowned show] in
      DetailWindow.show($0.title, over: show.widget)
    }
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        trailing: SwipeSide(
          [("1", SwipeAction.Role.destructive), ("2", .accent)].map { number, role in
            show.action("button-\(number)", "Button \(number)", "", role, on: item) {
              DetailWindow.show(
                "Clicked button \(number) for\n\(item.title)", over: show.widget)
              return .keepOpen
            }.looking(.title)
          }))
    }
  }
}
