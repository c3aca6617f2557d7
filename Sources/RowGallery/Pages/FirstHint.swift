import GtkBridge
import SwipeRows

extension Page {
  static let firstHint = Page(
    "A Hint at First", keywords: ["first run", "hint", "opens by itself", "BMX", "seed"],
    text: """
      To show once that there is something behind the rows, the first one opens by itself for two seconds, unless somebody was quicker. \
      Wait for it, then start over and press a row before it comes.
      """
  ) { show in
    show.items = Item.letters
    show.prepare = { list in
      var isTouched = false
      let listener = list.group.onInput { input, _ in
        if case .begin = input { isTouched = true }
      }
      after(1) { [weak list] in
        guard let list, !isTouched, list.openItems.isEmpty, list.open(0, .trailing) else { return }
        after(2) { [weak list] in
          listener.disconnect()
          if !isTouched { list?.close(0) }
        }
      }
    }
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        trailing: [
          show.action("trash", "Trash", "user-trash-symbolic", .destructive, on: item) {
            show.removal(of: item)
          },
          show.action("star", "Star", "starred-symbolic", .warning, on: item),
        ])
    }
  }
}
