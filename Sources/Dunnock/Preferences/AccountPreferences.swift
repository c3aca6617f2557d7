import AccountSetup
import Accounts
import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import Texts

/// The part of the preferences that lists the accounts, and what can be done to each.
final class AccountPreferences {
  /// AdwPreferencesGroups.
  var widgets: [Widget] { [widget] + (command.map { [$0.widget] } ?? []) }

  private let widget: Widget = adw_preferences_group_new()
  private let fetching: MailFetching
  private let command: FetchCommandPreferences?
  private let add: () -> Void
  private var rows: [Widget] = []
  private var states: [(account: Account, row: Widget)] = []
  private var stop: () -> Void = {}

  /// - Parameters:
  ///   - command: The part about a mailbox that a command fetches the mail of, where one is open that could have one.
  ///   - add: Asks for an account.
  init(_ fetching: MailFetching, command: FetchCommandPreferences?, add: @escaping () -> Void) {
    self.fetching = fetching
    self.command = command
    self.add = add
    widget.setGroupTitle(tr("Accounts"))
    list()
    stop = fetching.onChange { [weak self] in self?.show() }
  }

  isolated deinit { stop() }

  private func show() {
    if states.map(\.account) != fetching.accounts { return list() }
    for (account, row) in states {
      row.setRowSubtitle(subtitle(of: account))
    }
  }

  private func subtitle(of account: Account) -> String {
    [account.address, fetching.job(of: account).flatMap { FetchSummary([$0])?.text }]
      .compactMap { $0 }.joined(separator: " · ")
  }

  private func list() {
    for row in rows { adw_preferences_group_remove(widget.cast(), row) }
    states = fetching.accounts.map { ($0, row(of: $0)) }
    let unreadable = fetching.unreadable.map { problem in
      let row: Widget = adw_action_row_new()
      row.setRowTitle(problem.sentence.translated)
      adw_action_row_set_title_lines(row.cast(), 0)
      return row
    }
    // The list is made anew while the row still tells of its activation.
    let adding = Widget.activatableRow(tr("Add Account…"), icon: "list-add-symbolic") {
      [weak self] in whenIdle { self?.add() }
    }
    rows = states.map(\.row) + unreadable + [adding]
    for row in rows { adw_preferences_group_add(widget.cast(), row) }
  }

  private func row(of account: Account) -> Widget {
    let row: Widget = adw_expander_row_new()
    row.setRowTitle(account.shownName)
    row.setRowSubtitle(subtitle(of: account))
    var deeds: [(String, () -> Void)] = [
      (tr("Folders…"), { [weak self] in self?.chooseFolders(of: account) })
    ]
    if account.smtp != nil {
      deeds.append(
        (tr("Name and Signature…"), { [weak self] in self?.editSender(of: account) }))
    }
    // Whoever signs in elsewhere has the servers from there.
    if account.signIn == nil {
      deeds.append((tr("Server…"), { [weak self] in self?.editServer(of: account) }))
    }
    deeds += [
      (
        account.signIn == nil ? tr("Password…") : tr("Sign In…"),
        { [weak self] in self?.askPassword(of: account) }
      ),
      (tr("Remove…"), { [weak self] in self?.remove(account) }),
    ]
    for (title, act) in deeds {
      adw_expander_row_add_row(row.cast(), Widget.activatableRow(title) { whenIdle { act() } })
    }
    return row
  }

  private func askPassword(of account: Account) {
    if let window = widget.window { PasswordDialog.present(over: window, account, fetching) }
  }

  private func editSender(of account: Account) {
    if let window = widget.window { SenderDialog.present(over: window, account, fetching) }
  }

  private func editServer(of account: Account) {
    if let window = widget.window { ServerDialog.present(over: window, account, fetching) }
  }

  private func chooseFolders(of account: Account) {
    if let window = widget.window { AccountFolders.present(over: window, account, fetching) }
  }

  private func remove(_ account: Account) {
    if let window = widget.window { RemovalQuestion.ask(over: window, account, fetching) }
  }
}
