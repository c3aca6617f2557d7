import Accounts
import CGtk
import GtkBridge
import MailModel

extension MailWindow {
  /// Asks for an account, and shows its mail once it is added.
  func addAccount() {
    AddAccountWindow.present(over: window, fetching) { [weak self] account in
      self?.begin(with: account)
    }
  }

  /// The part of the preferences about accounts, and about the command of what is open, if that could have one.
  func accountPreferences() -> AccountPreferences {
    var command: FetchCommandPreferences?
    if let mailbox, case .folder = mailbox.place, !mailbox.holdsFiles {
      command = FetchCommandPreferences(
        name: mailbox.place.name, line: settings.fetchCommand(of: mailbox.identity)
      ) { [fetching, shared = mailbox.shared] line in
        fetching.use(line.isEmpty ? nil : FetchCommand(line), for: shared)
      }
    }
    return AccountPreferences(fetching, command: command) { [weak self] in
      self?.dialogs.preferences?.close()
      self?.addAccount()
    }
  }

  /// Shows the mail of an account that was added just now, in which everything may be done.
  private func begin(with account: Account) {
    Task { [weak self, settings, mailboxes, fetching] in
      let place = MailboxPlace.at(ByteName(fetching.places.mail))
      guard let opened = try? await mailboxes.open(place, settings) else { return }
      settings.adopt(account, in: opened.identity)
      self?.open(place, folder: account.folder("INBOX"))
    }
  }
}
