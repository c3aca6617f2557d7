import CDunnockGtk
import GtkBridge
import MailModel
import Triage

extension MailWindow {
  /// Finds the folder of a role, asking the person which one it is when there is none; false when there is none then either, or the window
  /// shows something else by then. The sample never asks.
  func findFolder(_ role: Role, near folder: FolderID) async -> Bool {
    guard let mailbox, dialogs.question == nil else { return false }
    let (session, turn) = (mailbox.session, shown.turns)
    do {
      let all = try await session.folders()
      guard turn == shown.turns else { return false }
      if session.roles.folder(role, for: folder) != nil { return true }
      let place = try await session.store.place(forFolder: role.folderName, near: folder)
      guard turn == shown.turns else { return false }
      let account = session.roles.inbox(of: folder)
      var chosen: FolderID? = place
      if mailbox.place != .sample {
        let names = all.distinctNames()
        let others = all.filter {
          $0 != folder && session.roles.inbox(of: $0) == account
            && session.roles.role(of: $0) == nil
        }
        chosen = await dialogs.ask { answered in
          FolderQuestion.ask(
            for: role, over: window, create: all.contains(place) ? nil : place,
            among: others.map { ($0, names[$0] ?? $0.description) }, answer: answered)
        }
      }
      guard let chosen, turn == shown.turns else { return false }
      if !all.contains(chosen) { try await session.create(chosen) }
      settings.choose(chosen, as: role, for: account, of: mailbox.identity)
      await adoptRoles(in: mailbox)
    } catch {
      show(error, in: mailbox)
      return false
    }
    return mailbox === self.mailbox
  }

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
      let title = inboxes.count > 1 ? inbox.flatMap { folders.list.name(of: $0) } : nil
      let part = FolderPreferences(
        title: title ?? "", folders: own.map { ($0, folders.list.name(of: $0) ?? $0.description) })
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
