import SwipeRows

extension Page {
  static let askFirst = Page(
    "Asking First", keywords: ["confirm", "question", "dialog", "sure", "delete"],
    text: """
      An action may ask before it is done: its row stays as it is meanwhile, and closes if the answer is no. \
      Delete a row by its button, by a long swipe and by the Delete key, and answer either way.
      """
  ) { show in
    show.items = Item.letters
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        trailing: SwipeSide(
          [
            SwipeAction(
              "delete", title: "Delete", icon: "edit-delete-symbolic", role: .destructive,
              shortcut: "Delete",
              confirm: {
                show.say("Asked about \(item.title)")
                return await DetailWindow.ask(
                  "Delete “\(item.title)”?", yes: "Delete", over: show.widget)
              }
            ) { show.removal(of: item) },
            show.action("star", "Star", "starred-symbolic", .warning, on: item),
          ], allowsFullSwipe: true))
    }
  }
}
