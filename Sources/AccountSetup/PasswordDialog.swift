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
      over: parent, title: isElsewhere ? tr("Sign In") : tr("Password"), height: 320)
    let entry = Widget.entryRow(tr("Password"), isSecret: true)
    let certificate = CertificateRows()
    let group: Widget = adw_preferences_group_new()
    group.setGroupDescription(
      tr("For %1$s on %2$s").filling(account.user, account.imap.host))
    let settings = Widget.activatableRow(
      tr("Online Accounts in Settings"), icon: "adw-external-link-symbolic"
    ) { [weak steps] in
      if !Desktop.showOnlineAccounts() {
        steps?.say(tr("Open Settings, then choose Online Accounts."))
      }
    }
    switch account.signIn {
    case nil: adw_preferences_group_add(group.cast(), entry)
    case .gnome: adw_preferences_group_add(group.cast(), settings)
    // The button leads there.
    case .browser: break
    }
    steps.add(step, title: account.shownName, next: tr("Log In"), [group])
    steps.add(certificate)
    steps.onNext { [weak steps] shown in
      let password = entry.typedExactly
      guard isElsewhere || !password.isEmpty else { return }
      var account = account
      if shown == CertificateRows.step { account.certificate = certificate.pem }
      steps?.logIn(at: account.imap.host, failingAt: step, showing: certificate) { [account] in
        var secret = isElsewhere ? "" : password
        if case .browser(let client, _) = account.signIn {
          secret = try await accounts.engine.signIn(
            client, account.address, Desktop.opening(over: parent))
        }
        _ = try await accounts.engine.folders(account, secret)
        try Task.checkCancellation()
        try await accounts.keep(account, password: secret.isEmpty ? nil : secret)
      }
    }
    Hosted.install(steps, in: steps.dialog.widget, key: "dunnock-password")
    if isElsewhere { steps.present() } else { steps.present(with: entry) }
    return (steps, entry)
  }
}
