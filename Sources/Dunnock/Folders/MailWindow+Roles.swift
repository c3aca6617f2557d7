import CDunnockGtk
import GtkBridge
import MailModel
import Triage

extension MailWindow {
  /// The colour of the account that a folder belongs to, where there are several.
  func accountColour(of folder: FolderID) -> AccountColour? {
    mailbox.flatMap { AccountColour(of: folder, $0.session.roles, in: $0.identity, settings) }
  }

  /// The parts of the preferences about the folders of each account; none where the store has its own roles.
  func folderPreferences() -> [FolderPreferences] {
    guard let mailbox, mailbox.store.fixedRoles.isEmpty else { return [] }
    let roles = mailbox.session.roles
    let inboxes: [FolderID?] = roles.inboxes.isEmpty ? [nil] : roles.inboxes
    return inboxes.map { inbox in
      let own = folders.list.all.filter { roles.inbox(of: $0) == inbox && $0 != inbox }
      let title = inboxes.count > 1 ? inbox.map { folders.list.shortName(of: $0) } : nil
      let part = FolderPreferences(
        title: title ?? "", folders: own.map { ($0, folders.list.name(of: $0)) })
      let show = { [weak self, weak part] in
        guard let self else { return }
        let roles = mailbox.session.roles
        let account = inbox ?? own.first
        part?.show(settings.roles(of: mailbox.identity)[inbox] ?? [:]) { role in
          account.flatMap { roles.folder(role, for: $0) }
        }
      }
      part.onChoice { [weak self] role, folder in
        self?.settings.choose(folder, as: role, for: inbox, of: mailbox.identity)
        Task { [weak self] in
          await self?.adoptRoles(in: mailbox)
          show()
        }
      }
      show()
      return part
    }
  }

  /// Has every window on a mailbox go by what the person has chosen its folders for.
  func adoptRoles(in opened: OpenMailbox) async {
    opened.session.chosenRoles = settings.rolesInEffect(of: opened.identity)
    guard let all = try? await opened.session.folders() else { return }
    for window in Self.showing(opened.shared) {
      if let mailbox = window.mailbox { window.show(all, of: mailbox) }
      window.list.swipes.updateAll()
      window.showAvailability()
    }
  }
}
