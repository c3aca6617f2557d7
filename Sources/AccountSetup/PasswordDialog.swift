import Accounts
import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// The window that asks for the password of an account anew, and tries it before it is kept; and that shows the server's certificate where
/// nobody vouches for it.
package enum PasswordDialog {
  private static let step = "password"

  @discardableResult
  package static func present(
    over parent: Widget, _ account: Account, _ accounts: any AccountKeeping
  ) -> (steps: AccountSteps, entry: Widget) {
    let steps = AccountSteps(over: parent, title: tr("Password"), height: 320)
    let entry = Widget.entryRow(tr("Password"), isSecret: true)
    let certificate = CertificateRows()
    let group: Widget = adw_preferences_group_new()
    group.setGroupDescription(
      tr("For %1$s at %2$s").filling(account.user, account.imap.host))
    adw_preferences_group_add(group.cast(), entry)
    steps.add(step, title: account.shownName, next: tr("Log in"), [group])
    steps.add(certificate)
    steps.onNext { [weak steps] shown in
      let password = entry.typedExactly
      guard !password.isEmpty else { return }
      var account = account
      if shown == CertificateRows.step { account.certificate = certificate.pem }
      steps?.logIn(at: account.imap.host, failingAt: step, showing: certificate) { [account] in
        _ = try await accounts.engine.folders(account, password)
        try Task.checkCancellation()
        try await accounts.keep(account, password: password)
      }
    }
    Hosted.install(steps, in: UnsafeMutableRawPointer(steps.window), key: "dunnock-password")
    gtk_window_present(steps.window.cast())
    gtk_widget_grab_focus(entry)
    return (steps, entry)
  }
}
