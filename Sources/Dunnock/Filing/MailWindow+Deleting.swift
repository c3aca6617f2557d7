import CDunnockAdwaita
import GtkBridge
import MailModel
import Texts
import Triage

extension MailWindow {
  /// Whether the folder on show is a trash with mail in it, all of which is listed.
  var canEmptyTrash: Bool {
    guard let mailbox, let folder = shown.folder, mayChange, shown.progress == nil,
      list.first != nil
    else { return false }
    return Command.delete.isOffered(in: folder, of: mailbox.session)
  }

  /// Asks whether messages in the trash are to be gone for ever.
  func confirmsDeleting(_ group: MessageGroup) async -> Bool {
    guard let message = group.messages.first else { return false }
    let folder = shownFolder(message.id.folder)
    guard group.count == 1 else {
      return await confirmsDeleting(
        group.messages,
        tr("What is selected in “%1$s” will be gone. This cannot be undone.").filling(folder))
    }
    let consequence = tr("“%1$s” in “%2$s” will be gone. This cannot be undone.")
      .filling("\u{2068}\(message.shortName)\u{2069}", folder)
    guard await confirmsDeleting([message], consequence) else { return false }
    let now = list.row(of: message.id)?.conversation.messages.first { $0.id == message.id }
    if now?.isSameMail(as: message) == true { return true }
    notices.pass(
      sentence(for: now == nil ? StoreError.messageVanished : StoreError.messageReplaced))
    return false
  }

  /// Asks whether all that is listed in the trash is to be gone for ever, and deletes it when the person says so.
  func emptyTrash() {
    guard let folder = shown.folder, canEmptyTrash else { return }
    let messages = list.messages.filter(\.canChange)
    let ids = messages.map(\.id)
    let consequence = tr("All mail that is in “%1$s” now will be gone. This cannot be undone.")
      .filling(shownFolder(folder))
    Task.immediate { [weak self] in
      guard await self?.confirmsDeleting(messages, consequence) == true, let self, let mailbox
      else { return }
      changes.leave(ids)
      begin(.delete, on: ids) { [weak self] result in
        guard let self, mailbox === self.mailbox else { return }
        changes.arrive(ids)
        shown.forgetLooks()
        show(result, in: mailbox)
      }
    }
  }

  /// The whole name of a folder, in isolates.
  private func shownFolder(_ folder: FolderID) -> String {
    "\u{2068}\(folders.list.name(of: folder) ?? folder.description)\u{2069}"
  }

  /// Asks whether messages are to be gone for ever; an answer that comes when the window shows another mailbox or folder is no.
  private func confirmsDeleting(_ messages: [Message], _ consequence: String) async -> Bool {
    let (mailbox, source) = (mailbox, shown.source)
    let isWanted = await dialogs.ask { (answered: @escaping @MainActor (Bool?) -> Void) in
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
      Signal.connect(dialog, "response::\(Self.cancel)") { answered(false) }
      Signal.connect(dialog, "response::\(Self.delete)") { answered(true) }
      gtk_window_present(dialog.cast())
      return dialog
    }
    guard isWanted == true, mailbox === self.mailbox, source == shown.source else { return false }
    if !mayChange { refuse() }
    return mayChange
  }

  private static let cancel = "cancel"
  private static let delete = "delete"
}
