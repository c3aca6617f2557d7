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
    case .followed(let link): go(to: link)
    case .told(let text): notices.pass(text)
    }
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

  /// Goes back to the list, from the message or the folders over it.
  func showList() {
    frame.showListSide()
    list.focusSelected()
  }
}
