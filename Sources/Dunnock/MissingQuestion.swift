import CAdwaita
import GtkBridge

/// The dialog that asks what is to become of mail that is gone here though nobody has deleted it in this program.
enum MissingQuestion {
  enum Answer: String, Sendable, CaseIterable { case notNow, fetchAgain, delete }

  /// Asks over a window.
  ///
  /// - Parameter counts: How many are gone from each folder, by its name.
  /// - Returns: The AdwMessageDialog.
  static func ask(
    over window: Widget, _ counts: [(folder: String, count: Int)],
    answer: @escaping @MainActor (Answer?) -> Void
  ) -> Widget {
    var lines = counts.prefix(mostFolders).map { folder, count in
      trn(
        "%1$s message of “%2$s” is gone from this computer.",
        "%1$s messages of “%2$s” are gone from this computer.", count
      ).filling(count.grouped, "\u{2068}\(folder)\u{2069}")
    }
    let rest = counts.dropFirst(mostFolders).reduce(0) { $0 + $1.count }
    if rest > 0 {
      lines.append(
        trn("And %1$s of another folder.", "And %1$s of other folders.", rest)
          .filling(rest.grouped))
    }
    lines.append(tr("They were not deleted in Dunnock, and are still on the server."))
    let dialog: Widget = adw_message_dialog_new(
      window.cast(), tr("Delete them on the server too?"), lines.joined(separator: "\n"))
    for (one, title) in [
      (Answer.notNow, tr("Not now")), (.fetchAgain, tr("Fetch them again")),
      (.delete, tr("Delete on the server too")),
    ] {
      adw_message_dialog_add_response(dialog.cast(), one.rawValue, title)
      Signal.connectPointer(dialog, "response::\(one.rawValue)") { _ in answer(one) }
    }
    adw_message_dialog_set_response_appearance(
      dialog.cast(), Answer.fetchAgain.rawValue, ADW_RESPONSE_SUGGESTED)
    adw_message_dialog_set_response_appearance(
      dialog.cast(), Answer.delete.rawValue, ADW_RESPONSE_DESTRUCTIVE)
    adw_message_dialog_set_close_response(dialog.cast(), Answer.notNow.rawValue)
    adw_message_dialog_set_default_response(dialog.cast(), Answer.notNow.rawValue)
    gtk_window_set_destroy_with_parent(dialog.cast(), 1)
    gtk_window_present(dialog.cast())
    return dialog
  }

  private static let mostFolders = 6
}
