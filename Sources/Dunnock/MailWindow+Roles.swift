import CGtk
import GtkBridge
import MailModel
import Triage

extension MailWindow {
  /// Does a command that needs a folder which is not there, once the person has said which one it is. The sample never asks.
  func findFolder(
    _ role: Role, near folder: FolderID, then proceed: @escaping @MainActor () -> Void
  ) {
    guard let mailbox, dialogs.question == nil else { return }
    Task { [weak self] in
      let session = mailbox.session
      do {
        let all = try await session.folders()
        guard let self, mailbox === self.mailbox else { return }
        if session.roles.folder(role, for: folder) != nil { return proceed() }
        let place = try await session.store.place(forFolder: role.folderName, near: folder)
        guard mailbox === self.mailbox else { return }
        if mailbox.place == .sample {
          return use(place, isNew: true, as: role, near: folder, in: mailbox, then: proceed)
        }
        let account = session.roles.inbox(of: folder)
        let names = all.distinctNames()
        let others = all.filter {
          $0 != folder && session.roles.inbox(of: $0) == account
            && session.roles.role(of: $0) == nil
        }
        dialogs.ask { answered in
          FolderQuestion.ask(
            for: role, over: window, create: all.contains(place) ? nil : place,
            among: others.map { ($0, names[$0] ?? $0.description) }
          ) { [weak self] answer in
            answered()
            guard let self, let answer, mailbox === self.mailbox else { return }
            use(
              answer, isNew: !all.contains(answer), as: role, near: folder, in: mailbox,
              then: proceed)
          }
        }
      } catch {
        self?.show(error, in: mailbox)
      }
    }
  }

  private func use(
    _ chosen: FolderID, isNew: Bool, as role: Role, near folder: FolderID, in mailbox: OpenMailbox,
    then proceed: @escaping @MainActor () -> Void
  ) {
    let session = mailbox.session
    let inbox = session.roles.inbox(of: folder)
    Task { [weak self] in
      do {
        if isNew { try await session.create(chosen) }
        self?.settings.choose(chosen, as: role, for: inbox, of: mailbox.identity)
        await self?.adoptRoles(in: mailbox)
        if mailbox === self?.mailbox { proceed() }
      } catch {
        self?.show(error, in: mailbox)
      }
    }
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
    opened.session.chosenRoles = settings.roles(of: opened.identity)
    guard let all = try? await opened.session.folders() else { return }
    for window in Self.showing(opened.shared) {
      if let mailbox = window.mailbox { window.show(all, of: mailbox) }
      window.list.swipes.updateAll()
      window.showAvailability()
    }
  }
}
