import CAdwaita
import GtkBridge
import MailModel
import Triage

extension MailWindow {
  /// Whether the folder on show is a trash with mail in it, all of which is listed.
  var canEmptyTrash: Bool {
    guard let mailbox, mayChange, progress == nil, list.first != nil else { return false }
    return Command.delete.isOffered(in: mailbox.folder, of: mailbox.session)
  }

  /// Asks whether a message in the trash is to be gone for ever, and deletes it when the person says so.
  func askToDelete(_ message: Message) {
    ask(
      about: [message],
      tr("“%1$s” in “%2$s” will be gone. This cannot be undone.")
        .filling("\u{2068}\(message.shortName)\u{2069}", shownFolder(message.id.folder))
    ) { [weak self] in
      guard let self, let mailbox else { return }
      guard let now = list[message.id]?.message else {
        return toasts.show(sentence(for: StoreError.messageVanished))
      }
      guard now.isSameMail(as: message) else {
        return toasts.show(sentence(for: StoreError.messageReplaced))
      }
      list.swipes.perform(
        removal(Command.delete.entry, of: now, in: mailbox.session), on: message.id)
    }
  }

  /// Asks whether all that is listed in the trash is to be gone for ever, and deletes it when the person says so.
  func emptyTrash() {
    guard let mailbox, canEmptyTrash else { return }
    let messages = list.messages.filter(\.canChange)
    let ids = messages.map(\.id)
    ask(
      about: messages,
      tr("All mail that is in “%1$s” now will be gone. This cannot be undone.")
        .filling(shownFolder(mailbox.folder))
    ) { [weak self] in
      guard let self else { return }
      leaving.formUnion(ids)
      begin(.delete, on: ids) { [weak self] result in
        guard let self, mailbox === self.mailbox else { return }
        leaving.subtract(ids)
        forgetLooks()
        show(result, in: mailbox)
      }
    }
  }

  /// The whole name of a folder, in isolates.
  private func shownFolder(_ folder: FolderID) -> String {
    "\u{2068}\(folders.name(of: folder) ?? folder.description)\u{2069}"
  }

  /// Asks before `delete`, unless the window shows another mailbox or folder by the time of the answer.
  private func ask(
    about messages: [Message], _ consequence: String, then delete: @escaping () -> Void
  ) {
    guard question == nil, let mailbox else { return }
    let folder = mailbox.folder
    let heading = trn(
      "Delete %1$s message for ever?", "Delete %1$s messages for ever?", messages.count
    ).filling(String(messages.count))
    let dialog: Widget = adw_message_dialog_new(window.cast(), heading, consequence)
    adw_message_dialog_add_response(dialog.cast(), Self.cancel, tr("Cancel"))
    adw_message_dialog_add_response(dialog.cast(), Self.delete, tr("Delete for ever"))
    adw_message_dialog_set_response_appearance(
      dialog.cast(), Self.delete, ADW_RESPONSE_DESTRUCTIVE)
    adw_message_dialog_set_default_response(dialog.cast(), Self.cancel)
    adw_message_dialog_set_close_response(dialog.cast(), Self.cancel)
    gtk_window_set_destroy_with_parent(dialog.cast(), true.gboolean)
    question = dialog
    Signal.connectPointer(dialog, "response") { [weak self] _ in
      self?.question = nil
    }
    Signal.connectPointer(dialog, "response::\(Self.delete)") { [weak self] _ in
      guard let self, mailbox === self.mailbox, mailbox.folder == folder else { return }
      if mayChange { delete() } else { refuse() }
    }
    gtk_window_present(dialog.cast())
  }

  private static let cancel = "cancel"
  private static let delete = "delete"
}
