import CGtk
import GtkBridge
import MailStore
import Triage

extension MailWindow {
  /// Does a command that needs a folder which is not there, once the person has said which one it is. The sample never asks.
  func findFolder(
    _ role: Role, near folder: FolderID, then proceed: @escaping @MainActor () -> Void
  ) {
    guard let mailbox else { return }
    Task { [weak self] in
      let session = mailbox.session
      do {
        let all = try await session.folders()
        guard let self, mailbox === self.mailbox else { return }
        if session.roles.folder(role, for: folder) != nil { return proceed() }
        let place = try await session.store.place(forFolder: role.folderName, near: folder)
        guard mailbox === self.mailbox, question == nil else { return }
        if mailbox.place == .sample {
          return use(place, isNew: true, as: role, near: folder, in: mailbox, then: proceed)
        }
        let account = session.roles.inbox(of: folder)
        let names = all.distinctNames()
        let others = all.filter {
          session.roles.inbox(of: $0) == account && session.roles.role(of: $0) == nil
        }
        question = FolderQuestion.ask(
          for: role, over: window, create: place,
          among: others.map { ($0, names[$0] ?? $0.description) }
        ) { [weak self] answer in
          guard let self else { return }
          question = nil
          guard let answer, mailbox === self.mailbox else { return }
          use(
            answer, isNew: answer == place, as: role, near: folder, in: mailbox, then: proceed)
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

  /// Has every window on a mailbox go by what the person has chosen its folders for.
  func adoptRoles(in opened: OpenMailbox) async {
    opened.session.chosenRoles = settings.roles(of: opened.identity)
    guard let all = try? await opened.session.folders() else { return }
    for window in Self.showing(opened.shared) {
      if let mailbox = window.mailbox { window.show(all, of: mailbox) }
      window.list.refreshRows()
      window.showAvailability()
    }
  }
}
