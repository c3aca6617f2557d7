import CDunnockGtk
import GtkBridge
import MailModel

extension MailWindow {
  /// The action that opens one of the mailboxes that were open before, by its path.
  static let openRecent = "open-recent"

  /// Remembers what the window shows, which the next start opens.
  func rememberShown() {
    if let mailbox { settings.remember(mailbox.place, folder: shown.folder) }
  }

  /// Offers the mailboxes that were open before, but for the one on show.
  func showRecent() {
    frame.show(recent: settings.recentPlaces.filter { $0 != mailbox?.place })
  }

  /// Opens one more window, on what this one shows.
  func openAnother() {
    guard let application = gtk_window_get_application(window.cast()) else { return }
    let another = MailWindow(
      application: application, settings: settings, mailboxes: mailboxes, fetching: fetching,
      composer: waysOut.composer)
    let last = settings.lastShown
    another.open(
      mailbox?.place ?? last?.place ?? .sample, folder: mailbox == nil ? last?.folder : shown.folder
    )
    another.frame.presentWithMail()
  }
}
