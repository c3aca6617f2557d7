import SwipeRows

extension Page {
  static let transitions = Page(
    "Reveal or Drag", keywords: ["transition", "uncover", "follow", "slide in"],
    text: """
      A tray can lie still while the front uncovers it, or come in with the front. The front may lift, and the icons fade in and spring. Choose \
      one and drag a row slowly, then far.
      """
  ) { show in
    show.items = Item.letters
    var transition = SwipeTransition.reveal
    show.addChoice("The tray", ["lies still", "comes in", "is lively"]) { [unowned show] choice in
      transition = [.reveal, .drag, .lively][choice]
      show.list?.transition = transition
    }
    show.prepare = { $0.transition = transition }
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        leading: [
          show.action("reply", "Reply", "mail-reply-sender-symbolic", .accent, on: item),
          show.action("forward", "Forward", "mail-forward-symbolic", on: item),
        ],
        trailing: SwipeSide(
          [
            show.action("flag", "Flag", "mail-mark-important-symbolic", .warning, on: item),
            show.action("junk", "Junk", "mail-mark-junk-symbolic", .destructive, on: item),
          ], allowsFullSwipe: true))
    }
  }
}
