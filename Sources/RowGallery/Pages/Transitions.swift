import SwipeRows

extension Page {
  static let transitions = Page(
    "Reveal or drag", keywords: ["transition", "uncover", "follow", "slide in"],
    text: """
      A tray can lie still while the front uncovers it, or come in with the front. Choose one and drag a row slowly, then a little too far.
      """
  ) { show in
    show.items = Item.letters
    var transition = SwipeTransition.reveal
    show.addChoice("The tray", ["lies still", "comes in"]) { [unowned show] choice in
      transition = choice == 0 ? .reveal : .drag
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
        trailing: [
          show.action("flag", "Flag", "mail-mark-important-symbolic", .warning, on: item),
          show.action("junk", "Junk", "mail-mark-junk-symbolic", .destructive, on: item),
        ])
    }
  }
}
