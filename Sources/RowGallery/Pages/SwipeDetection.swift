import SwipeRows

extension Page {
  static let swipeDetection = Page(
    "Swipe Detection", keywords: ["blog", "discrete", "dim", "UITableViewCell", "toggle", "reset"],
    styles: ["swipeDetection"],
    text: """
      The blog's cell does not follow the finger: 40 px along, at most 40 px across and within 0.7 s are a swipe, which dims the cell, and another undims it. \
      Swipe some rows either way, and scroll them off the screen and back: they are reset.
      """
  ) { show in
    show.items = Item.list(
      (0..<40).map { ("Cell \($0 + 1)", "Swipe me either way", "image-x-generic-symbolic") })
    show.width = 320
    show.rowHeight = 52
    var swiped: Set<Int> = []
    var dims = "swiped"
    @MainActor func dim(_ show: Showcase, _ id: Int) {
      for name in ["swiped", "swiped-whole"] {
        show.list?.widget(of: id)?.setClass(name, swiped.contains(id) && name == dims)
      }
    }
    show.addChoice("Dimmed to", ["70 %, the author's", "50 %, a reader's"]) { [unowned show] in
      dims = $0 == 0 ? "swiped" : "swiped-whole"
      for id in swiped { dim(show, id) }
    }
    show.shown = { [unowned show] _, item in dim(show, item.id) }
    show.prepare = { [unowned show] list in
      list.onOffset { [unowned list] id, offset in
        // Its style reports releases only; where the row stands tells whether it is swiped.
        let isSwiped = list.openSide(of: id) != nil && offset != 0
        if isSwiped { swiped.insert(id) } else { swiped.remove(id) }
        dim(show, id)
      }
    }
    show.content = { [unowned show] item in
      var content = SwipeContent(
        label: item.label,
        trailing: [show.action("reset", "Reset", "edit-undo-symbolic", on: item)])
      // What moves is left to the reader there: here the front gives way to a mark.
      content[.trailing].view = BackView.make("✓", ground: "pale", width: 44)
      return content
    }
  }
}
