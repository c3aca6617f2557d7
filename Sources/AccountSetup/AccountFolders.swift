import Accounts
import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// The window in which a person chooses which folders of an account are brought here, and renames and deletes them.
///
/// The dialog keeps this object alive.
package final class AccountFolders {
  package let steps: AccountSteps
  package let folders = FolderChecks()
  package let name = Widget.entryRow(tr("Name"))

  private let accounts: any AccountKeeping
  private var account: Account
  /// The folder that is to be renamed or deleted.
  private var edited: ServerFolder?

  package enum Step {
    package static let (folders, folder) = ("folders", "folder")
  }

  @discardableResult
  package static func present(
    over parent: Widget, _ account: Account, _ accounts: any AccountKeeping
  ) -> AccountFolders {
    let window = AccountFolders(over: parent, account, accounts)
    window.steps.present()
    window.read()
    return window
  }

  private init(over parent: Widget, _ account: Account, _ accounts: any AccountKeeping) {
    self.account = account
    self.accounts = accounts
    steps = AccountSteps(over: parent, title: tr("Folders"))
    folders.widget.setGroupDescription(
      tr(
        "Folders that are no longer synced stay on the server, and their messages stay on this computer."
      )
    )
    steps.add(Step.folders, title: account.shownName, next: tr("Save"), [folders.widget])
    let group: Widget = adw_preferences_group_new()
    group.setGroupDescription(
      tr(
        "The folder is renamed or deleted on the server now, and on this computer the next time mail is fetched."
      )
    )
    let deleting = Widget.activatableRow(tr("Delete…")) { [weak self] in self?.askToDelete() }
    for row in [name, deleting] { adw_preferences_group_add(group.cast(), row) }
    steps.add(Step.folder, title: tr("Folder"), next: tr("Rename"), [group])
    folders.onEdit { [weak self] folder in
      guard let self, !steps.isBusy else { return }
      edited = folder
      name.type(folder.shownLeaf)
      steps.show(Step.folder)
    }
    steps.onNext { [weak self] step in
      guard let self else { return }
      steps.say(nil)
      if step == Step.folders { return save() }
      if let edited { make(.rename(edited.name, to: name.typed)) }
    }
    Hosted.install(self, in: steps.dialog.widget, key: "dunnock-folders")
  }

  private func read() {
    steps.busy { [weak self] in
      try await self?.show()
    }
  }

  private func show() async throws {
    let password = try await accounts.engine.password(account) ?? ""
    let found = try await accounts.engine.folders(account, password)
    if !Task.isCancelled { folders.show(found, leftOut: account.leftOut) }
  }

  private func save() {
    // What could not be read is read again.
    if folders.folders.isEmpty { return read() }
    // As it is now: the window may be gone before anything else is done.
    account.leftOut = folders.leftOut
    account.takeRoles(of: folders.folders)
    steps.busy { [weak self, accounts, account] in
      try await accounts.keep(account, password: nil)
      self?.steps.close()
    }
  }

  /// The dialog of the question; nil where none was asked.
  @discardableResult
  package func askToDelete() -> Widget? {
    guard let edited else { return nil }
    return steps.dialog.widget.ask(
      tr("Delete “%1$s”?").filling("\u{2068}\(edited.shownName)\u{2069}"),
      tr("The folder is also deleted on the server. Only an empty folder can be deleted."),
      [
        .init("cancel", tr("Cancel")),
        .init("delete", tr("Delete"), ADW_RESPONSE_DESTRUCTIVE),
      ]
    ) { [weak self] answer in
      if answer == "delete" { self?.make(.remove(edited.name)) }
    }
  }

  /// Changes a folder on the server, and shows what there is then.
  private func make(_ change: FolderChange) {
    account.leftOut = folders.leftOut
    steps.busy { [weak self, accounts, account] in
      var account = account
      let password = try await accounts.engine.password(account) ?? ""
      try await accounts.engine.change(change, account, password)
      // It is so by now, whoever still waits for it.
      account.follow(change)
      try await accounts.keep(account, password: nil)
      guard let self, !Task.isCancelled else { return }
      self.account = account
      steps.show(Step.folders)
      try await show()
    }
  }
}
