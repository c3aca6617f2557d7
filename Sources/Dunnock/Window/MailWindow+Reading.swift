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

  /// Selects a message and brings it into sight.
  func show(_ item: MailItem) {
    list.focus(item.id)
    showSelected()
  }

  /// Goes to the folder of a message and to the message there.
  func show(_ id: MessageRef) {
    if shown.source == .folder(id.folder), let item = list.row(of: id) { return show(item) }
    guard shown.source != .folder(id.folder) else { return list.selection.want(id) }
    open(.folder(id.folder))
    list.selection.want(id)
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
      notices.pass(tr("There are no more unread messages."))
    }
  }

  /// Pages back through the message, as far as it is in sight.
  func pageBack() { if frame.showsReadingSide { _ = reader.page(forward: false) } }

  /// Goes back to the list, from the message or the folders over it.
  func showList() {
    // The leaflet gives the focus to the row that had it when the list was left, and what has the focus is selected.
    let selected = list.selected?.id
    if !frame.isFolded { list.focusSelected() }
    frame.showListSide()
    showAvailability()
    if let selected { list.focus(selected) }
  }
}
