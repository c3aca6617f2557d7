import GtkBridge
import MailModel
import MailReading
import MailText
import Texts
import Triage

extension MailWindow {
  /// Shows the text of a message in the reading pane.
  func read(_ item: MailItem?) {
    showAvailability()
    notices.spareCurrent()
    guard let item, let mailbox else { return reader.clear() }
    reader.show(
      item.conversation, of: mailbox.store, amongOthers: settings.gathersConversations,
      isSought: !shown.source.words.isEmpty)
    attend()
  }

  /// Goes to the next message of the conversation or to the previous, and at its end to the next row or the previous.
  func step(forward: Bool) {
    if !frame.showsReadingSide || !reader.step(forward: forward) { goToRow(forward: forward) }
  }

  /// Goes to the next row of the list or to the previous, and on in its text who reads there.
  func goToRow(forward: Bool) {
    let isReading = reader.widget.holdsFocus
    if isReading { list.focusSelected() }
    list.go(forward ? .next : .previous)
    if isReading { showSelected() }
  }

  /// Whether a folder is for what the person writes, whose rows say whom it goes to.
  func isWritten(in folder: FolderID) -> Bool {
    guard let mailbox, !mailbox.holdsFiles else { return false }
    let roles = mailbox.session.roles
    return roles.isWithin(.sent, folder) || roles.isWithin(.drafts, folder)
  }

  /// Fetches whom a message went to for its row, unless that scrolls out of sight first.
  func fetchRecipients(of id: RowID) {
    guard let mailbox, let message = list[id]?.message else { return }
    Task { [weak self] in
      guard self?.list.swipes.widget(of: id) != nil,
        let body = try? await mailbox.store.body(of: message.id, within: Self.headerAlone)
      else { return }
      if let self, mailbox === self.mailbox {
        list.show(body.addressing, of: message.id, in: id)
      }
    }
  }

  private static let headerAlone = TextBudget(bytes: 1, lines: 1)

  /// Fetches the beginning of a message's text for its row, unless that scrolls out of sight first.
  func fetchPreview(of id: RowID) {
    guard let mailbox, let message = list[id]?.message else { return }
    mailbox.fetchPreview(of: message.id) { [weak self] in
      self?.list.swipes.widget(of: id) != nil
    } then: { [weak self] message in
      if let self, mailbox === self.mailbox { list.update(message, in: id) }
    }
  }

  /// Fetches what the row of a conversation says of all of it, unless that scrolls out of sight first.
  func fetchSummary(of id: RowID) {
    guard let mailbox, let message = list[id]?.message else { return }
    mailbox.fetchSummary(of: message.id) { [weak self] in
      self?.list.swipes.widget(of: id) != nil
    } then: { [weak self] summary in
      if let self, mailbox === self.mailbox { list.show(summary, of: id) }
    }
  }

  /// Selects a message and brings it into sight.
  func show(_ item: MailItem) {
    list.focus(item.id)
    showSelected()
  }

  /// Goes to the folder of a message and to the message there.
  func show(_ id: MessageID) {
    if shown.source == .folder(id.folder), let item = list.row(of: id) { return show(item) }
    guard shown.source != .folder(id.folder) else { return list.comeBack(to: id) }
    open(.folder(id.folder))
    list.comeBack(to: id)
  }

  /// Brings the selected message into sight and gives it the focus.
  func showSelected() {
    guard list.selected != nil else { return }
    frame.showReadingSide()
    showAvailability()
    reader.grabFocus()
    attendToMessage()
  }

  /// Pages through the message, and goes on to the next unread one behind its end; brings it into sight first.
  func page() {
    guard list.selected != nil, frame.showsReadingSide else { return showSelected() }
    defer { frame.noteReading() }
    // What is to be read has not come yet, and must not be passed over.
    guard reader.isRead, !reader.page(forward: true) else { return }
    if !reader.showMore(), !list.goToNextUnread() {
      notices.pass(tr("There is nothing more to read."))
    }
  }

  /// Pages back through the message, as far as it is in sight.
  func pageBack() { if frame.showsReadingSide { _ = reader.page(forward: false) } }

  /// Goes back to the list, from the message or the folders over it.
  func showList() {
    frame.showListSide()
    showAvailability()
    list.focusSelected()
  }
}
