import Accounts
import CAdwaita
import GtkBridge

/// The window that asks for the password of an account anew, and tries it before it is kept.
enum PasswordDialog {
  @discardableResult
  static func present(
    over parent: Widget, _ account: Account, _ fetching: MailFetching
  ) -> (steps: AccountSteps, entry: Widget) {
    let steps = AccountSteps(over: parent, title: tr("Password"), height: 260)
    let entry = Widget.entryRow(tr("Password"), isSecret: true)
    let group: Widget = adw_preferences_group_new()
    adw_preferences_group_set_description(
      group.cast(),
      tr("For %1$s at %2$s").filling(account.user, account.imap.host).markupEscaped)
    adw_preferences_group_add(group.cast(), entry)
    steps.add("password", title: account.name, next: tr("Log in"), [group])
    steps.onNext { [weak steps] _ in
      let password = entry.typedExactly
      guard !password.isEmpty else { return }
      steps?.say(nil)
      steps?.busy { [weak steps] in
        do {
          _ = try await fetching.engine.folders(account, password)
          try await fetching.keep(account, password: password)
          if let steps { gtk_window_close(steps.window.cast()) }
        } catch {
          if !Task.isCancelled { steps?.say(sentence(for: error)) }
        }
      }
    }
    Hosted.install(steps, in: UnsafeMutableRawPointer(steps.window), key: "dunnock-password")
    gtk_window_present(steps.window.cast())
    gtk_widget_grab_focus(entry)
    return (steps, entry)
  }
}
