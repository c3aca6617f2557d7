import SwipeRows

extension Page {
  static let undoInPlace = Page(
    "Undo in the Row’s Place", keywords: ["undo", "take back", "notice", "archive", "long swipe"],
    text: """
      What leaves can stay undone for a while: the row's place says what was done, with a button that brings it back. \
      Drag a row far to the right, and press Undo, by Tab too; after five seconds it is too late.
      """
  ) { show in
    show.items = Item.letters
    show.content = { [unowned show] item in
      @MainActor func action(
        _ name: String, _ title: String, _ icon: String, _ role: SwipeAction.Role, _ done: String
      ) -> SwipeAction {
        show.action(name, title, icon, role, on: item) {
          .remove(undo: SwipeUndo(done) { show.say("Undone: \(item.title)") }) {
            show.remove(item)
          }
        }
      }
      return SwipeContent(
        label: item.label,
        leading: SwipeSide(
          [action("archive", "Archive", "folder-symbolic", .success, "Archived")],
          allowsFullSwipe: true),
        trailing: SwipeSide(
          [
            action("trash", "Trash", "user-trash-symbolic", .destructive, "Moved to the trash"),
            action("snooze", "Snooze", "alarm-symbolic", .warning, "Snoozed until tomorrow"),
          ], allowsFullSwipe: true))
    }
  }
}
