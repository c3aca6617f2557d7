import SwipeRows

extension Page {
  static let mannerOfIOS = Page(
    "As on iOS", keywords: ["Apple", "Mail", "UIKit", "SwipeCellKit", "manner"],
    text: """
      Mail on iOS: any fling opens a tray of buttons, its spring swings a little, and a drag almost to the other edge runs the first of \
      them. Fling a row gently, then drag one all the way.
      """
  ) { show in
    var spring = PanSpring()
    spring.response = 0.63
    spring.dampingRatio = 0.9
    spring.stopsOnArrival = false
    show.style.opening = .spring(spring)
    show.style.closing = .spring(spring)
    show.style.release.opening = PanThreshold(distance: 30)
    show.style.fullSwipe?.share = 0.8
    show.style.fullSwipe?.most = 1000
    show.style.fullSwipe?.beyond = 30
    show.width = 390
    show.items = Item.letters
    show.numbers = [
      (
        "Spring of damping ratio 0.9 and period 0.63 s",
        "SwipeCellKit: mass 1, stiffness 100, damping 18"
      ),
      ("Full swipe at 0.8 of the width", "SwipeCellKit: touchThreshold"),
      ("Full swipe 30 px past the tray at least", "SwipeCellKit: overscroll of its fill"),
      ("Rubber band of 0.55", "guessed; Apple publishes none"),
      ("Opens from 30 px on without a fling", "guessed; Apple publishes none"),
    ]
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        leading: SwipeSide(
          [show.action("read", "Read", "mail-read-symbolic", .accent, on: item)],
          allowsFullSwipe: true),
        trailing: SwipeSide(
          [
            show.action("trash", "Trash", "user-trash-symbolic", .destructive, on: item) {
              show.removal(of: item)
            },
            show.action("flag", "Flag", "mail-mark-important-symbolic", .warning, on: item),
            show.action("more", "More", "view-more-symbolic", on: item) { .keepOpen },
          ], allowsFullSwipe: true))
    }
  }
}
