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
  /// - Returns: The dialog.
  @discardableResult
  package static func ask(over window: Widget, _ account: Account, _ accounts: any AccountKeeping)
    -> Widget
  {
    window.ask(
      tr("Remove Account?"),
      words(of: account).filling("\u{2068}\(account.shownName)\u{2069}"),
      [
        .init(Answer.cancel.rawValue, tr("Cancel")),
        .init(Answer.keep.rawValue, tr("Keep Messages on This Computer")),
        .init(Answer.trash.rawValue, tr("Move Messages to Trash"), ADW_RESPONSE_DESTRUCTIVE),
      ]
    ) { answer in
      guard answer != Answer.cancel.rawValue else { return }
      let held = Ref.retaining(none: window)
      Task {
        do {
          try await accounts.remove(account, trashing: answer == Answer.trash.rawValue)
        } catch {
          let isThere = accounts.accounts.contains { $0.id == account.id }
          let heading =
            isThere ? tr("Account Not Removed") : tr("Messages Not Removed")
          say(heading, sentence(for: error), over: held, or: accounts.openWindow)
        }
      }
    }
  }

  private static func words(of account: Account) -> String {
    if case .gnome = account.signIn {
      return tr(
        "“%1$s” will be removed from Dunnock. Nothing changes on the server or in Online Accounts.")
    }
    return tr(
      "“%1$s” and its password will be removed from Dunnock. Nothing changes on the server.")
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
    window.ask(heading, sentence, [.init("close", tr("Close"))])
  }
}
