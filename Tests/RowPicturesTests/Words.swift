import CDunnockGtk
import SwipeRows

@testable import RowGallery

/// What the rows say, in a language that is read the way the widgets are laid out.
@MainActor
struct Words {
  let archive, read, trash, star, remind, more, sender, subject, failure: String

  static var now: Words {
    gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL ? hebrew : english
  }

  private static let english = Words(
    archive: "Archive", read: "Read", trash: "Trash", star: "Star", remind: "Remind", more: "More",
    sender: "Choir", subject: "Rehearsal moved to seven",
    failure: "The letter could not be archived: the folder is full.")

  private static let hebrew = Words(
    archive: "ארכיון", read: "נקרא", trash: "מחיקה", star: "כוכב", remind: "תזכורת", more: "עוד",
    sender: "מקהלה", subject: "החזרה נדחתה לשבע",
    failure: "אי אפשר להעביר לארכיון: התיקייה מלאה.")

  // MARK: Actions

  var leading: [SwipeAction] {
    [
      action("archive", archive, "folder-symbolic", .success),
      action("read", read, "view-reveal-symbolic", .accent),
    ]
  }

  var trailing: [SwipeAction] {
    [
      action("trash", trash, "user-trash-symbolic", .destructive),
      action("star", star, "starred-symbolic", .warning),
      action("remind", remind, "alarm-symbolic", .neutral),
    ]
  }

  /// One of each role.
  var all: [SwipeAction] { leading + trailing }

  var letter: SwipeContent {
    SwipeContent(
      label: "", leading: SwipeSide(leading), trailing: SwipeSide(Array(trailing.prefix(2))))
  }

  var long: SwipeContent {
    SwipeContent(
      label: "", leading: SwipeSide(leading, allowsFullSwipe: true),
      trailing: SwipeSide(Array(trailing.prefix(2)), allowsFullSwipe: true))
  }

  private func action(
    _ name: String, _ title: String, _ icon: String, _ role: SwipeAction.Role
  ) -> SwipeAction {
    SwipeAction(name, title: title, icon: icon, role: role) { .restore }
  }
}

extension SwipeAction {
  /// The same action, switched off.
  @MainActor var off: SwipeAction {
    SwipeAction(name, title: title, icon: icon, role: role, isEnabled: false, perform: perform)
      .looking(look)
  }
}
