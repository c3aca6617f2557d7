import Accounts
import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailServers
import Texts

/// The window in which a person says that the mail of an account is at another server, or reached in another way, which is tried before it
/// is kept.
package enum ServerDialog {
  private static let step = "server"

  @discardableResult
  package static func present(
    over parent: Widget, _ account: Account, _ accounts: any AccountKeeping
  ) -> (steps: AccountSteps, servers: ServerRows, password: Widget) {
    let steps = AccountSteps(over: parent, title: tr("Mail Server"))
    let (servers, outgoing) = (ServerRows(), ServerRows(.outgoing))
    let password = Widget.entryRow(tr("Password"), isSecret: true)
    let certificate = CertificateRows()
    servers.show(account.imap, user: account.user)
    outgoing.show(account.smtp, user: account.user)
    outgoing.explain(tr("Leave empty to write messages in another program."))
    let group: Widget = adw_preferences_group_new()
    group.setGroupDescription(
      tr("Leave the password empty to keep using the one in your keyring."))
    adw_preferences_group_add(group.cast(), password)
    steps.add(
      step, title: account.shownName, next: tr("Log In"), [servers.widget, outgoing.widget, group])
    steps.add(certificate)
    var accepted: (certificate: String?, server: MailServer) = (account.certificate, account.imap)
    steps.onNext { [weak steps] shown in
      let server = servers.server
      if let complaint = server.complaint ?? outgoing.named?.complaint {
        steps?.fail(complaint, at: step)
        return
      }
      if shown == CertificateRows.step { accepted = (certificate.pem, server) }
      // As it is now: its folders may have been chosen meanwhile.
      var changed = accounts.accounts.first { $0.id == account.id } ?? account
      changed.imap = server
      changed.smtp = outgoing.named
      changed.user = servers.user
      changed.certificate = accepted.server == server ? accepted.certificate : nil
      let typed = password.typedExactly
      steps?.logIn(at: server.host, failingAt: step, showing: certificate) { [changed] in
        var changed = changed
        let kept = typed.isEmpty ? try await accounts.engine.password(changed) : nil
        let found = try await accounts.engine.folders(changed, kept ?? typed)
        try Task.checkCancellation()
        changed.takeRoles(of: found)
        try await accounts.keep(changed, password: typed.isEmpty ? nil : typed)
      }
    }
    Hosted.install(steps, in: steps.dialog.widget, key: "dunnock-server")
    steps.present()
    return (steps, servers, password)
  }
}
