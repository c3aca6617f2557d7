import SwipeRows

extension Page {
  static let mannerOfMaterial = Page(
    "As in Material", keywords: ["Compose", "SwipeToDismissBox", "Android", "dismiss", "manner"],
    text: """
      Compose's box goes once it has been dragged a fixed way, however wide it is: 56 px here. \
      Drag rows slowly to see how soon that is, and compare with Gmail's half of the width.
      """
  ) { show in
    show.style = .swipesAway(share: 0, settlesIn: 0.3, projection: 0.1)
    show.style.minimumFront = 0
    show.style.fullSwipe?.hysteresis = 0
    show.style.fullSwipe?.most = 0
    show.width = 412
    show.items = Item.letters
    show.numbers = [
      ("Acts at 56 px", "SwipeToDismissBox: positional threshold of 56 dp"),
      ("A fling counts 0.1 s of its velocity", "guessed, for its velocity threshold of 125 dp/s"),
      ("Settles in 0.3 s", "Compose: the default tween"),
      ("No way back at the threshold", "guessed"),
    ]
    show.content = { [unowned show] item in
      let dismiss = show.action(
        "dismiss", "Dismiss", "window-close-symbolic", .destructive, on: item
      ) {
        show.removal(of: item)
      }
      let view = BackView.make("Dismiss", ground: "dark", width: 56)
      return SwipeContent(
        label: item.label,
        leading: SwipeSide([dismiss], view: view, allowsFullSwipe: true),
        trailing: SwipeSide([dismiss], view: view, allowsFullSwipe: true))
    }
  }
}
