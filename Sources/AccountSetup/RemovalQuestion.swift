import Accounts
import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// The dialog that asks what becomes of an account's mail when the account is removed.
package enum RemovalQuestion {
  package enum Answer: String { case cancel, keep, trash }

  /// Asks over a window, and does it.
  ///
  /// - Returns: The AdwMessageDialog.
  @discardableResult
  package static func ask(over window: Widget, _ account: Account, _ accounts: any AccountKeeping)
    -> Widget
  {
    let dialog: Widget = adw_message_dialog_new(
      window.cast(), tr("Remove the account?"),
      tr("“%1$s” and its password are forgotten. On the server everything stays as it is.")
        .filling("\u{2068}\(account.name)\u{2069}"))
    for (one, title) in [
      (Answer.cancel, tr("Cancel")), (.keep, tr("Keep its mail on this computer")),
      (.trash, tr("Move its mail to the trash")),
    ] {
      adw_message_dialog_add_response(dialog.cast(), one.rawValue, title)
      guard one != .cancel else { continue }
      Signal.connect(dialog, "response::\(one.rawValue)") {
        let held = Ref.retaining(none: window)
        Task {
          do { try await accounts.remove(account, trashing: one == .trash) } catch {
            let isThere = accounts.accounts.contains { $0.id == account.id }
            let heading =
              isThere ? tr("The account was not removed") : tr("Its mail was not removed")
            say(heading, sentence(for: error), over: held, or: accounts.openWindow)
          }
        }
      }
    }
    adw_message_dialog_set_response_appearance(
      dialog.cast(), Answer.trash.rawValue, ADW_RESPONSE_DESTRUCTIVE)
    adw_message_dialog_set_close_response(dialog.cast(), Answer.cancel.rawValue)
    adw_message_dialog_set_default_response(dialog.cast(), Answer.cancel.rawValue)
    gtk_window_set_destroy_with_parent(dialog.cast(), 1)
    gtk_window_present(dialog.cast())
    return dialog
  }

  /// - Parameters:
  ///   - asked: The window that it was asked over, which may be closed by now.
  ///   - other: What it is said over then.
  private static func say(
    _ heading: String, _ sentence: String, over asked: Ref, or other: Widget?
  ) {
    let window = asked.raw.assumingMemoryBound(to: GtkWidget.self)
    let isOpen = gtk_widget_get_mapped(window) != 0
    guard let window = isOpen ? window : other else { return }
    let dialog: Widget = adw_message_dialog_new(
      window.cast(), heading, sentence)
    adw_message_dialog_add_response(dialog.cast(), "close", tr("Close"))
    gtk_window_set_destroy_with_parent(dialog.cast(), 1)
    gtk_window_present(dialog.cast())
  }
}
