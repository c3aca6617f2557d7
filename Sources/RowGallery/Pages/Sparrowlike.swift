import SwipeRows

extension Page {
  static let sparrowlike = Page(
    "sparrowlike", keywords: ["Sparrow", "README", "handle", "back view", "seed"],
    styles: ["sparrowlike"],
    text: """
      The list that sparrowlike took from the Sparrow mail app: a row opens all the way and leaves 20 px as a handle to drag it back by. \
      Fling one to the left, open another, and switch its later closing on scroll on.
      """
  ) { show in
    show.style.minimumFront = 20
    show.items = Item.list([
      ("House sparrow", "Crumbs by the kitchen window", ""),
      ("Tree sparrow", "Re: the hollow in the pear tree", ""),
      ("Rock sparrow", "A wall to let, facing south", ""),
      ("Dunnock", "I am no sparrow, by the way", ""),
      ("Song sparrow", "Rehearsal at half past four", ""),
      ("Snow finch", "Too warm down there", ""),
      ("Reed bunting", "Moving to the lake", ""),
    ])
    show.width = 320
    show.rowHeight = 58
    show.addSwitch("Close on Scrolling") { [unowned show] isOn in
      if isOn { show.style.closes.insert(.scroll) } else { show.style.closes.remove(.scroll) }
    }
    show.content = { [unowned show] item in
      let buttons = [
        (icon: "mail-reply-sender-symbolic", meaning: "Reply"),
        (icon: "non-starred-symbolic", meaning: "Star"),
        (icon: "bookmark-new-symbolic", meaning: "Label"),
        (icon: "folder-symbolic", meaning: "Archive"),
        (icon: "user-trash-symbolic", meaning: "Trash"),
      ]
      var content = SwipeContent(
        label: item.label,
        trailing: SwipeSide(
          buttons.map {
            show.action($0.meaning.lowercased(), $0.meaning, $0.icon, on: item)
          }))
      content[.trailing].view = BackView.make(
        "", ground: "sparrow", width: BackView.whole, buttons: buttons
      ) { show.say("\($0): \(item.title)") }
      return content
    }
  }
}
