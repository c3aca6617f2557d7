import CAdwaita
import GtkBridge
import MailModel
import MailText

extension MailWindow {
  /// Shows a message in the reading pane: what is known of it at once, the rest when it has been read.
  func read(_ item: MailItem?) {
    reading?.cancel()
    showAvailability()
    guard let item, mailbox != nil else { return reader.clear() }
    reader.show(ShownMessage(of: item.message))
    readContent(of: item, within: .portion)
  }

  private func readContent(of item: MailItem, within budget: TextBudget) {
    reading?.cancel()
    guard let mailbox, item.message.canChange, item.message.problem != .empty else { return }
    reader.onMore { [weak self] in self?.readContent(of: item, within: budget + .portion) }
    reading = Task { [weak self] in
      let content = await ShownContent(of: item.message, in: mailbox.store, within: budget)
      if !Task.isCancelled { self?.reader.show(content) }
    }
  }

  /// Shows a text anew that could not be read, since the folder can be now, and one of which something else is to be said.
  func readAgainIfNeeded() {
    guard let shown = reader.shown, let selected = list.selected else { return }
    let isFailed = reader.content?.isFailed == true
    if isFailed || shown.isMarked != selected.message.isMarkedForDeletion { read(selected) }
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

extension ShownMessage {
  init(of message: Message) {
    subject = message.isFile ? message.shownSender : message.shownSubject
    sender = message.isFile ? message.shownSubject : message.shownSender
    address = message.address
    (date, arrival) = message.fullDates
    note = message.warning ?? ""
    isMarked = message.isMarkedForDeletion
  }
}

extension ShownContent {
  /// The text of a message, or the reason why that cannot be shown.
  init(of message: Message, in store: any MessageStore, within budget: TextBudget) async {
    do {
      let content = try await store.body(of: message.id, within: budget)
      body = content.text
      hasMore = content.hasMoreText
      recipients = content.headers.filter { ["To", "Cc"].contains($0.name) }
        .map { ($0.name == "To" ? tr("To: %1$s") : tr("Cc: %1$s")).filling($0.value) }
        .joined(separator: "\n")
      attachments = content.attachments.map { $0.name.isEmpty ? $0.type : $0.name }
      if content.moreAttachments > 0 {
        attachments.append(
          trn("%1$s more attachment", "%1$s more attachments", content.moreAttachments)
            .filling(String(content.moreAttachments)))
      }
      var omissions: [String] = []
      if content.isCut, !content.hasMoreText {
        omissions.append(
          message.isFile
            ? tr("This is very long; its end is not shown.")
            : tr("This message is very long; its end is not shown."))
      }
      if content.moreParts > 0 {
        omissions.append(
          trn(
            "%1$s more part of this message is not shown.",
            "%1$s more parts of this message are not shown.", content.moreParts
          ).filling(String(content.moreParts)))
      }
      omission = omissions.joined(separator: "\n")
    } catch {
      note = sentence(for: error)
    }
  }
}
