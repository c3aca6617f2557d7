import SwipeRows

extension Page {
  static let mannerOfTelegram = Page(
    "As in Telegram", keywords: ["reply", "WhatsApp", "chat", "release", "manner"],
    text: """
      Swipe to reply: the message gives way a little, the arrow comes in with it, letting go replies, and the message goes home in any \
      case. Pull one a little, then until the arrow is whole.
      """
  ) { show in
    show.style.bounds = .rubberBand(0.15)
    show.width = 390
    show.rowHeight = 52
    show.items = Item.letters
    show.numbers = [
      ("Replies from 56 px on", "guessed; Telegram publishes none"),
      ("Rubber band of 0.15 beyond", "guessed; Telegram publishes none"),
    ]
    show.prepare = { $0.transition = .lively }
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        trailing: SwipeSide(
          [
            show.action("reply", "Reply", "mail-reply-sender-symbolic", .accent, on: item).looking(
              .icon)
          ],
          actsOnRelease: true))
    }
  }
}
