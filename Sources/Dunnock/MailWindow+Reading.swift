import CAdwaita
import GtkBridge
import MailModel

extension MailWindow {
  /// Shows the text of a message in the reading pane; what is known of it at once, the rest when it has been read.
  func read(_ item: MailItem?) {
    reading?.cancel()
    showAvailability()
    guard let item, let mailbox else { return reader.clear() }
    reading = Task { [weak self] in
      let shown = await ShownText(of: item.message, in: mailbox.store)
      if !Task.isCancelled { self?.reader.show(shown) }
    }
  }

  /// Shows a text anew that could not be read, since the folder can be now, and one of which something else is to be said.
  func readAgainIfNeeded() {
    guard let shown = reader.shown, let selected = list.selected else { return }
    if shown.isFailed || shown.isMarked != selected.message.isMarkedForDeletion { read(selected) }
  }

  /// Fetches the beginning of a message's text for its row, unless that scrolls out of sight first.
  func fetchPreview(of id: MessageID) {
    guard let mailbox else { return }
    Task { [weak self] in
      guard self?.list.boundRows[id] != nil,
        let message = try? await mailbox.store.messageWithPreview(id)
      else { return }
      if let self, mailbox === self.mailbox { list.update(message) }
    }
  }

  /// Selects a message and brings it into sight.
  func show(_ item: MailItem) {
    list.focus(item.id)
    showSelected()
  }

  /// Brings the selected message into sight and gives it the focus.
  func showSelected() {
    guard list.selected != nil, let sides else { return }
    adw_leaflet_set_visible_child(leaflet.opaque, sides.reading)
    reader.grabFocus()
  }

  /// Goes back to the list, from the message or the folders over it.
  func showList() {
    guard let sides else { return }
    if foldersCover { revealFolders(false) }
    adw_leaflet_set_visible_child(leaflet.opaque, sides.list)
    list.focusSelected()
  }
}

extension ShownText {
  /// A message with its text, or with the reason why that cannot be shown.
  init(of message: Message, in store: any MessageStore) async {
    subject = message.isFile ? message.shownSender : message.shownSubject
    sender = message.isFile ? message.shownSubject : message.shownSender
    address = message.address
    (date, arrival) = message.fullDates
    note = message.warning ?? ""
    isMarked = message.isMarkedForDeletion
    guard message.canChange, message.problem != .empty else { return }
    do {
      let content = try await store.body(of: message.id)
      body = content.text
      recipients = content.headers.filter { ["To", "Cc"].contains($0.name) }
        .map { ($0.name == "To" ? tr("To: %1$s") : tr("Cc: %1$s")).filling($0.value) }
        .joined(separator: "\n")
      attachments = content.attachments.map { $0.name.isEmpty ? $0.type : $0.name }
      if content.moreAttachments > 0 {
        attachments.append(
          trn("%1$s more attachment", "%1$s more attachments", content.moreAttachments)
            .filling(String(content.moreAttachments)))
      }
      if content.isCut {
        note =
          message.isFile
          ? tr("This is very long; its end is not shown.")
          : tr("This message is very long; its end is not shown.")
      }
    } catch {
      note = sentence(for: error)
      isFailed = true
    }
  }
}
