import Accounts
import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// The window that asks for the password of an account anew, or leads to where somebody signs in instead, and tries that before it is kept;
/// and that shows the server's certificate where nobody vouches for it.
package enum PasswordDialog {
  private static let step = "password"

  @discardableResult
  package static func present(
    over parent: Widget, _ account: Account, _ accounts: any AccountKeeping
  ) -> (steps: AccountSteps, entry: Widget) {
    let isElsewhere = account.signIn != nil
    let steps = AccountSteps(
      over: parent, title: isElsewhere ? tr("Sign in") : tr("Password"), height: 320)
    let entry = Widget.entryRow(tr("Password"), isSecret: true)
    let certificate = CertificateRows()
    let group: Widget = adw_preferences_group_new()
    group.setGroupDescription(
      tr("For %1$s at %2$s").filling(account.user, account.imap.host))
    let settings = Widget.activatableRow(
      tr("Online Accounts in Settings"), icon: "adw-external-link-symbolic"
    ) { [weak steps] in
      if !Desktop.showOnlineAccounts() {
        steps?.say(tr("Open Settings, and Online Accounts there."))
      }
    }
    adw_preferences_group_add(group.cast(), isElsewhere ? settings : entry)
    steps.add(step, title: account.shownName, next: tr("Log in"), [group])
    steps.add(certificate)
    steps.onNext { [weak steps] shown in
      let password = entry.typedExactly
      guard isElsewhere || !password.isEmpty else { return }
      var account = account
      if shown == CertificateRows.step { account.certificate = certificate.pem }
      steps?.logIn(at: account.imap.host, failingAt: step, showing: certificate) { [account] in
        _ = try await accounts.engine.folders(account, password)
        try Task.checkCancellation()
        try await accounts.keep(account, password: isElsewhere ? nil : password)
      }
    }
    Hosted.install(steps, in: UnsafeMutableRawPointer(steps.window), key: "dunnock-password")
    gtk_window_present(steps.window.cast())
    gtk_widget_grab_focus(isElsewhere ? settings : entry)
    return (steps, entry)
  }
}
