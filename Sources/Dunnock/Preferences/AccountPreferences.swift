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
    let adding = Widget.activatableRow(tr("Add an account…"), icon: "list-add-symbolic") {
      [weak self] in whenIdle { self?.add() }
    }
    rows = states.map(\.row) + unreadable + [adding]
    for row in rows { adw_preferences_group_add(widget.cast(), row) }
  }

  private func row(of account: Account) -> Widget {
    let row: Widget = adw_expander_row_new()
    row.setRowTitle(account.name)
    row.setRowSubtitle(subtitle(of: account))
    for (title, act) in [
      (tr("Folders…"), { [weak self] in self?.chooseFolders(of: account) }),
      (tr("Password…"), { [weak self] in self?.askPassword(of: account) }),
      (tr("Remove…"), { [weak self] in self?.remove(account) }),
    ] as [(String, () -> Void)] {
      adw_expander_row_add_row(row.cast(), Widget.activatableRow(title) { whenIdle { act() } })
    }
    return row
  }

  private var window: Widget? {
    gtk_widget_get_root(widget).map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self)
    }
  }

  private func askPassword(of account: Account) {
    if let window { PasswordDialog.present(over: window, account, fetching) }
  }

  private func chooseFolders(of account: Account) {
    if let window { AccountFolders.present(over: window, account, fetching) }
  }

  private func remove(_ account: Account) {
    if let window { RemovalQuestion.ask(over: window, account, fetching) }
  }
}

/// The window in which a person chooses which folders of an account are brought here.
enum AccountFolders {
  @discardableResult
  static func present(
    over parent: Widget, _ account: Account, _ fetching: MailFetching
  ) -> (steps: AccountSteps, folders: FolderChecks) {
    let steps = AccountSteps(over: parent, title: tr("Folders"))
    let folders = FolderChecks()
    folders.widget.setGroupDescription(
      tr("A folder that is not brought here any more stays on the server; its mail here stays too.")
    )
    steps.add("folders", title: account.name, next: tr("Save"), [folders.widget])
    let read: () -> Void = { [weak steps] in
      steps?.busy { [weak steps] in
        do {
          let password = try await fetching.engine.password(account)
          let found = try await fetching.engine.folders(account, password ?? "")
          if !Task.isCancelled { folders.show(found, leftOut: account.leftOut) }
        } catch {
          if !Task.isCancelled { steps?.say(sentence(for: error)) }
        }
      }
    }
    steps.onNext { [weak steps] _ in
      steps?.say(nil)
      // What could not be read is read again.
      if folders.folders.isEmpty { return read() }
      // As it is now: the window may be gone before anything else is done.
      var changed = account
      changed.leftOut = folders.leftOut
      for folder in folders.folders {
        if let role = folder.role { changed.roles[role] = folder.name }
      }
      steps?.busy { [weak steps, changed] in
        do {
          try await fetching.keep(changed)
          if let steps { gtk_window_close(steps.window.cast()) }
        } catch {
          steps?.say(sentence(for: error))
        }
      }
    }
    Hosted.install(steps, in: UnsafeMutableRawPointer(steps.window), key: "dunnock-folders")
    gtk_window_present(steps.window.cast())
    read()
    return (steps, folders)
  }
}

/// The dialog that asks what becomes of an account's mail when the account is removed.
enum RemovalQuestion {
  enum Answer: String { case cancel, keep, trash }

  /// Asks over a window, and does it.
  ///
  /// - Returns: The AdwMessageDialog.
  @discardableResult
  static func ask(over window: Widget, _ account: Account, _ fetching: MailFetching) -> Widget {
    let dialog: Widget = adw_message_dialog_new(
      window.cast(), tr("Remove the account?"),
      tr("“%1$s” and its password are forgotten. On the server everything stays as it is.")
        .filling("\u{2068}\(account.name)\u{2069}"))
    for (one, title) in [
      (Answer.cancel, tr("Cancel")), (.keep, tr("Keep its mail on this computer")),
      (.trash, tr("Move its mail to the trash")),
    ] {
      adw_message_dialog_add_response(dialog.cast(), one.rawValue, title)
      guard one != .cancel else { continue }
      Signal.connect(dialog, "response::\(one.rawValue)") {
        let held = Ref.retaining(none: window)
        Task {
          do { try await fetching.remove(account, trashing: one == .trash) } catch {
            let heading =
              error is TrashFailure
              ? tr("Its mail was not removed") : tr("The account was not removed")
            say(heading, sentence(for: error), over: held)
          }
        }
      }
    }
    adw_message_dialog_set_response_appearance(
      dialog.cast(), Answer.trash.rawValue, ADW_RESPONSE_DESTRUCTIVE)
    adw_message_dialog_set_close_response(dialog.cast(), Answer.cancel.rawValue)
    adw_message_dialog_set_default_response(dialog.cast(), Answer.cancel.rawValue)
    gtk_window_set_destroy_with_parent(dialog.cast(), 1)
    gtk_window_present(dialog.cast())
    return dialog
  }

  /// - Parameter asked: The window that it was asked over, which may be closed by now.
  private static func say(_ heading: String, _ sentence: String, over asked: Ref) {
    let window = asked.raw.assumingMemoryBound(to: GtkWidget.self)
    let isOpen = gtk_widget_get_mapped(window) != 0
    guard let window = isOpen ? window : MailWindow.all.first?.window else { return }
    let dialog: Widget = adw_message_dialog_new(
      window.cast(), heading, sentence)
    adw_message_dialog_add_response(dialog.cast(), "close", tr("Close"))
    gtk_window_set_destroy_with_parent(dialog.cast(), 1)
    gtk_window_present(dialog.cast())
  }
}
