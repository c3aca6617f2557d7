import SwipeRows

extension Page {
  static let mannerOfGmail = Page(
    "As in Gmail", keywords: ["Google", "Android", "ItemTouchHelper", "archive", "manner"],
    text: """
      Gmail on Android has no tray that stays: a row goes back, or, dragged half its width or flung, is archived and offers to undo. \
      Let one go before the middle, another behind it.
      """
  ) { show in
    show.style = .swipesAway(share: 0.5, settlesIn: 0.25, projection: 0.25)
    show.width = 412
    show.items = Item.letters
    show.numbers = [
      ("Acts at 0.5 of the width", "ItemTouchHelper: getSwipeThreshold"),
      ("Settles in 0.25 s", "ItemTouchHelper: DEFAULT_SWIPE_ANIMATION_DURATION"),
      ("A fling counts 0.25 s of its velocity", "guessed, for ItemTouchHelper's 120 dp/s"),
      ("Offers to undo for 5 s", "guessed; Google publishes none"),
    ]
    show.content = { [unowned show] item in
      let archive = show.action("archive", "Archive", "folder-symbolic", .success, on: item) {
        .remove(undo: SwipeUndo("Archived")) { [weak show] in show?.remove(item) }
      }
      let side = SwipeSide([archive.looking(.icon)], allowsFullSwipe: true)
      return SwipeContent(label: item.label, leading: side, trailing: side)
    }
  }
}

extension PanStyle {
  /// Rows that are swiped away or come back, and never stay open.
  ///
  /// - Parameters:
  ///   - share: How far of the width a row is dragged to go.
  ///   - settlesIn: How long it takes to go or to come back, seconds.
  ///   - projection: How much of the velocity of a release counts, seconds.
  static func swipesAway(share: Double, settlesIn: Double, projection: Double) -> PanStyle {
    var style = PanStyle.standard
    // Further than any row is wide.
    style.release.opening = PanThreshold(distance: 1e5)
    style.fullSwipe?.share = share
    style.fullSwipe?.most = 1e5
    style.fullSwipe?.beyond = 0
    style.fullSwipe?.projection = projection
    style.bounds = .free
    style.opening = .stages([PanStage(settlesIn)])
    style.closing = .stages([PanStage(settlesIn)])
    return style
  }
}
