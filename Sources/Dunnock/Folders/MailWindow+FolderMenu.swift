import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import Texts
import Triage

extension MailWindow {
  /// What can be done with a folder, whether or not it is open.
  func deeds(in folder: FolderID) -> [FolderMenu.Deed] {
    guard let mailbox, !mailbox.holdsFiles, mayChange,
      mailbox.session.allowsChanges(in: folder)
    else { return [] }
    var deeds: [FolderMenu.Deed] = []
    if folders.list.unread(in: folder).map({ $0 > 0 }) == true {
      deeds.append(
        .init(name: "mark-read", title: tr("Mark All as Read")) { [weak self] in
          self?.filing.markAllRead(in: folder)
        })
    }
    deeds.append(
      .init(name: "new", title: tr("New Folder…")) { [weak self] in
        self?.askForFolder(near: folder)
      })
    if Command.delete.isOffered(in: folder, of: mailbox.session) {
      deeds.append(
        .init(name: "empty", title: WindowCommand.emptyTrash.title) { [weak self] in
          self?.filing.empty(folder)
        })
    }
    return deeds
  }

  /// Asks what a new folder of the account of another is to be called, and creates it.
  private func askForFolder(near other: FolderID) {
    guard let mailbox else { return }
    let group: Widget = adw_preferences_group_new()
    let row = Widget.entryRow(tr("Name"))
    adw_preferences_group_add(group.cast(), row)
    Task { [weak self, dialogs, window] in
      let name: String? = await dialogs.ask { answer in
        let dialog = window.ask(
          tr("New Folder"), extra: group,
          [
            .init("cancel", tr("Cancel")),
            .init("create", tr("Create"), ADW_RESPONSE_SUGGESTED),
          ], enter: "create"
        ) { answer($0 == "create" ? row.typed : nil) }
        let look = {
          dialog.setAnswer("create", isPossible: !row.typed.isEmpty)
        }
        Signal.connect(row, "changed") { look() }
        look()
        return dialog
      }
      guard let name, !name.isEmpty, let self, mailbox === self.mailbox else { return }
      await create(name, near: other, in: mailbox)
    }
  }

  private func create(_ name: String, near other: FolderID, in mailbox: OpenMailbox) async {
    let session = mailbox.session
    do {
      let folder = try await session.store.place(forFolder: name, near: other)
      guard try await !session.folders().contains(folder) else {
        return notices.pass(tr("Another folder has this name. Enter a different one."))
      }
      try await session.create(folder)
      folders.refresh { [weak self] in self?.show($0, of: $1) }
    } catch {
      notices.pass(sentence(for: error))
    }
  }
}

extension Filing {
  /// Marks all mail of a folder as read, as one step.
  func markAllRead(in folder: FolderID) {
    perform(.markRead, onAllIn: folder) { $0.isUnread }
  }

  /// Asks whether all mail of a trash is to be gone for ever, and deletes it when the person says so.
  func empty(_ folder: FolderID) {
    guard folder != shown.folder else { return emptyTrash() }
    perform(.delete, onAllIn: folder) { _ in
      true
    } asking: { [questions] in
      await questions.confirmsEmptying(folder, of: $0)
    }
  }

  private func perform(
    _ command: Command, onAllIn folder: FolderID, which isMeant: @escaping (Message) -> Bool,
    asking isWanted: @escaping (Int) async -> Bool = { _ in true }
  ) {
    guard let mailbox = shown.mailbox else { return }
    Task { [weak self] in
      let all: [Message]
      do {
        all = try await mailbox.store.messages(in: folder, by: .arrival, batch: nil)
      } catch {
        self?.notices.pass(sentence(for: error))
        return
      }
      let messages = all.filter { $0.canChange && isMeant($0) }
      guard let self, mailbox === shown.mailbox, !messages.isEmpty,
        await isWanted(messages.count), mailbox === shown.mailbox
      else { return }
      perform(
        command, on: Target(MessageGroup(messages), in: list.rows(of: messages)),
        isAnswered: true)
    }
  }
}
