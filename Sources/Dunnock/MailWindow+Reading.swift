import GtkBridge
import MailModel

extension MailWindow {
  /// Shows the text of a message in the reading pane.
  func read(_ item: MailItem?) {
    showAvailability()
    notices.spareCurrent()
    guard let item, let mailbox else { return reader.clear() }
    reader.show(item.message, of: mailbox)
  }

  /// Does what the message on show asks.
  func obey(_ event: MessageView.Event) {
    switch event {
    case .pointed: break
    case .followed(let link): waysOut.follow(link)
    case .zoomed(let steps): zoom(by: steps)
    case .unsubscribe(let way): waysOut.unsubscribe(way)
    case .changed: showReadingAvailability()
    case .told(let text): notices.pass(text)
    }
  }

  /// Shows which commands can be used on the message that is read.
  func showReadingAvailability() {
    for (command, own) in [
      (WindowCommand.print, MessageCommand.print), (.source, .source), (.save, .save),
    ] {
      frame.actions.setEnabled(command.name, reader.message.canPerform(own))
    }
    frame.actions.setEnabled(WindowCommand.saveAttachments.name, reader.message.attachments.canSave)
  }

  /// Fetches the beginning of a message's text for its row, unless that scrolls out of sight first.
  func fetchPreview(of id: RowID) {
    guard let mailbox else { return }
    Task { [weak self] in
      guard self?.list.swipes.widget(of: id) != nil,
        let message = try? await mailbox.store.messageWithPreview(id.message)
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
    guard list.selected != nil else { return }
    frame.showReadingSide()
    reader.grabFocus()
  }

  /// Pages through the message, and goes on to the next unread one behind its end; brings it into sight first.
  func page() {
    guard list.selected != nil, frame.showsReadingSide else { return showSelected() }
    // What is to be read has not come yet, and must not be passed over.
    guard reader.shown != nil, !reader.page(forward: true) else { return }
    if !reader.showMore(), !list.goToNextUnread() {
      notices.pass(tr("There is nothing more to read."))
    }
  }

  /// Pages back through the message, as far as it is in sight.
  func pageBack() { if frame.showsReadingSide { _ = reader.page(forward: false) } }

  /// Goes back to the list, from the message or the folders over it.
  func showList() {
    frame.showListSide()
    list.focusSelected()
  }
}
