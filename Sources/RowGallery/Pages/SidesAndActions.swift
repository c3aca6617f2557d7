import SwipeRows

extension Page {
  static let sidesAndActions = Page(
    "Sides and Actions",
    keywords: ["per row", "disabled", "icon", "title", "more", "menu", "refuse", "empty side"],
    text: """
      Every row has actions of its own, on either side or none, with an icon, a title or both, and what finds no room goes behind More. \
      Try each row, make the window narrower, and switch sending off while a row is open.
      """
  ) { show in
    var isOnline = true
    var pinned: Set<Int> = []
    show.addSwitch("Allow Sending", isOn: true) { [unowned show] isOn in
      isOnline = isOn
      show.list?.updateAll()
    }
    let kinds = ActionKind.allCases
    show.items = Item.list(kinds.map { ($0.title, $0.detail, "") })
    show.content = { [unowned show] item in
      let pin = show.action(
        "pin", pinned.contains(item.id) ? "Unpin" : "Pin",
        pinned.contains(item.id) ? "list-remove-symbolic" : "view-pin-symbolic", .accent, on: item
      ) {
        pinned.formSymmetricDifference([item.id])
        show.update(item)
        return .keepOpen
      }
      let send = show.action(
        "send", "Send", "document-send-symbolic", .success, on: item, isEnabled: isOnline)
      let edit = show.action("edit", "Edit", "document-edit-symbolic", on: item)
      let delete = show.action(
        "delete", "Delete", "edit-delete-symbolic", .destructive, on: item
      ) {
        show.removal(of: item)
      }
      @MainActor func looking(_ look: SwipeAction.Look) -> [SwipeAction] {
        [delete, send, edit].map { $0.looking(look) }
      }
      switch kinds[item.id] {
      case .both: return SwipeContent(label: item.label, leading: [send, edit], trailing: [delete])
      case .leading: return SwipeContent(label: item.label, leading: [send, edit])
      case .trailing: return SwipeContent(label: item.label, trailing: [delete, edit])
      case .none: return SwipeContent(label: item.label)
      case .changing: return SwipeContent(label: item.label, leading: [pin], trailing: [delete])
      case .disabled: return SwipeContent(label: item.label, trailing: [send, delete])
      case .icons: return SwipeContent(label: item.label, trailing: SwipeSide(looking(.icon)))
      case .titles: return SwipeContent(label: item.label, trailing: SwipeSide(looking(.title)))
      case .long:
        return SwipeContent(
          label: item.label,
          trailing: [
            show.action(
              "file", "File under Correspondence", "folder-symbolic", .accent, on: item), delete,
          ])
      case .many:
        let folders = ["Home", "Work", "Garden", "Travel", "Music", "Bills", "Recipes", "Letters"]
        return SwipeContent(
          label: item.label,
          trailing: SwipeSide(
            folders.map { show.action($0.lowercased(), $0, "folder-symbolic", on: item) }))
      }
    }
  }
}

/// What the rows of the page differ in.
private enum ActionKind: CaseIterable {
  case both, leading, trailing, none, changing, disabled, icons, titles, long, many

  var title: String {
    switch self {
    case .both: "Both sides"
    case .leading: "Leading side only"
    case .trailing: "Trailing side only"
    case .none: "No actions"
    case .changing: "An action that changes"
    case .disabled: "An action that can be off"
    case .icons: "Icons alone"
    case .titles: "Titles alone"
    case .long: "A long title"
    case .many: "More than fit"
    }
  }

  var detail: String {
    switch self {
    case .both: "Two on the left, one on the right"
    case .leading: "A drag to the left is refused"
    case .trailing: "A drag to the right is refused"
    case .none: "It does not move at all"
    case .changing: "Pin becomes Unpin, and the row stays open"
    case .disabled: "Send is grey while sending is not allowed"
    case .icons: "Their titles are tooltips"
    case .titles: "They need less height"
    case .long: "It is cut short"
    case .many: "Eight folders; the rest is behind More"
    }
  }
}
