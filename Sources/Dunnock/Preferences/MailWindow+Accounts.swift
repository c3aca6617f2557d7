import AccountSetup
import Accounts
import CDunnockGtk
import FileSystem
import GtkBridge
import MailModel

extension MailWindow {
  /// Asks for an account, and shows its mail once it is added.
  func addAccount() {
    AddAccountWindow.present(over: window, fetching) { [weak self, fetching] account in
      self?.open(.at(ByteName(fetching.places.mail)), folder: account.folder("INBOX"))
    }
  }

  /// The part of the preferences about accounts, and about the command of what is open, if that could have one.
  func accountPreferences() -> AccountPreferences {
    var command: FetchCommandPreferences?
    if let mailbox, case .folder = mailbox.place, !mailbox.holdsFiles {
      command = FetchCommandPreferences(
        name: mailbox.place.name, line: settings.fetchCommand(of: mailbox.identity)
      ) { [fetching, weak shared = mailbox.shared] line in
        guard let shared else { return }
        fetching.use(line.isEmpty ? nil : FetchCommand(line), for: shared)
      }
    }
    return AccountPreferences(fetching, command: command) { [weak self] in
      self?.dialogs.preferences?.close()
      self?.addAccount()
    }
  }
}
