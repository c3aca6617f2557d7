import CDunnockGtk
import GtkBridge
import MailModel
import SwipeRows
import Texts
import Triage

extension MailWindow {
  /// The selected messages, if commands are about them: not where one message lies over the list.
  var selectedGroup: MessageGroup? {
    list.isPicking && !(frame.isFolded && frame.showsReadingSide) ? list.picked : nil
  }

  /// Shows how many messages are selected, and what can be done to them.
  func showSelection() {
    let hadFocus = [frame.selection.headerBar, frame.selection.foot].contains { $0.holdsFocus }
    if list.isPicking != (frame.selection.count > 0) {
      list.keepPlace { showAvailability() }
    } else {
      showAvailability()
    }
    if !list.isPicking, hadFocus { list.focusSelected() }
    notices.spareCurrent()
  }

  /// Selects the current message beside others, or selects it no more; not where it lies over the list, which would not show it.
  func selectCurrent() {
    if !frame.isFolded || !frame.showsReadingSide { list.pickTarget() }
  }

  /// Selects only the rows for which the closure returns true, or shows a notice if there are none. Waits until all messages of the folder
  /// are listed, as the keys that follow do.
  ///
  /// - Parameter command: The command to run again then.
  func select(by command: WindowCommand, where isSo: (Conversation) -> Bool) {
    guard listsAll else {
      changes.holdKeys(for: .whole)
      return changes.hold([command])
    }
    if !list.pick(where: isSo) { notices.pass(tr("There are no such messages here.")) }
  }

  /// Whether all messages of the folder are listed.
  private var listsAll: Bool { shown.progress.map { $0.total <= list.messages.count } ?? true }

  /// Selects the rows with a message of who has sent the newest of the current one.
  func selectSender() {
    guard let address = list.target?.message.address.lowercased() else { return }
    select(by: .selectSender) { $0.messages.contains { $0.address.lowercased() == address } }
  }

  /// Covers the folders again that lie where the list was, or else ends the selecting, or what was looked for, or else goes back to the
  /// list from the message.
  func goBack() {
    if folders.isShown, folders.covers {
      folders.reveal(false)
    } else if selectedGroup != nil {
      list.unpick()
    } else if search.isOpen, frame.pages.holdsFocus {
      search.close()
    } else {
      showList()
    }
  }
}
