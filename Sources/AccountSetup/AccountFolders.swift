import Accounts
import AppWidgets
import CDunnockGtk
import GtkBridge
import Texts

/// The window in which a person chooses which folders of an account are brought here.
package enum AccountFolders {
  @discardableResult
  package static func present(
    over parent: Widget, _ account: Account, _ accounts: any AccountKeeping
  ) -> (steps: AccountSteps, folders: FolderChecks) {
    let steps = AccountSteps(over: parent, title: tr("Folders"))
    let folders = FolderChecks()
    folders.widget.setGroupDescription(
      tr("A folder that is not brought here any more stays on the server; its mail here stays too.")
    )
    steps.add("folders", title: account.shownName, next: tr("Save"), [folders.widget])
    let read: () -> Void = { [weak steps] in
      steps?.busy { [weak steps] in
        do {
          let password = try await accounts.engine.password(account)
          let found = try await accounts.engine.folders(account, password ?? "")
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
          try await accounts.keep(changed, password: nil)
          steps?.close()
        } catch {
          if !Task.isCancelled { steps?.say(sentence(for: error)) }
        }
      }
    }
    Hosted.install(steps, in: UnsafeMutableRawPointer(steps.window), key: "dunnock-folders")
    gtk_window_present(steps.window.cast())
    read()
    return (steps, folders)
  }
}
