import CAdwaita
import GtkBridge
import MailModel
import Triage

extension MailWindow {
  /// Says in a page why a mailbox cannot be opened, and opens it as soon as its place changes.
  func showFailure(_ error: any Error, at place: MailboxPlace) {
    forgetTrouble()
    leaveMailbox()
    list.clear()
    notice.hide()
    folders.show([], open: .inbox)
    revealFolders(false)
    showTitle()
    toasts.dismiss()
    showAvailability()
    failed = place
    actions.setEnabled(WindowCommand.tryAgain.name, true)
    showPage(
      statusPage(
        icon: "dialog-warning-symbolic", title: tr("This mailbox cannot be opened"),
        description: sentence(for: error),
        buttons: [
          (WindowCommand.tryAgain.title, WindowCommand.tryAgain.action),
          (tr("Open another mailbox"), WindowCommand.open.action),
        ]))
    awaitReturn(to: place, from: PlaceState(place))
  }

  /// Looks again, at once.
  func tryAgain() {
    if let failed { return open(failed) }
    if let mailbox { Task { [weak self] in _ = await self?.refresh(mailbox) } }
  }

  /// Shows that what is listed cannot be reached now; it is neither deleted nor to be changed, and looked for until it is back.
  func show(trouble error: StoreError, in opened: OpenMailbox) {
    let isNew = trouble != error
    trouble = error
    if isNew { showPermission() }
    if list.count > 0 {
      show(.list)
      gtk_widget_set_sensitive(list.widget, 0)
    } else {
      showPage(
        statusPage(
          icon: "dialog-warning-symbolic", title: tr("The mail cannot be reached"),
          description: error.sentence.translated,
          buttons: [(WindowCommand.tryAgain.title, WindowCommand.tryAgain.action)]))
    }
    guard isNew else { return }
    actions.setEnabled(WindowCommand.tryAgain.name, true)
    opened.shared.lookAgain()
  }

  /// Ends the trouble: the mail is there.
  func forgetTrouble() {
    guard trouble != nil else { return }
    trouble = nil
    gtk_widget_set_sensitive(list.widget, 1)
    if page == .other { show(.loading) }
    // The row that had it lost it with the list's being out of use.
    if gtk_window_get_focus(window.cast()) == nil { list.focusSelected() }
    actions.setEnabled(WindowCommand.tryAgain.name, false)
    showPermission()
  }

  /// What the notice bar says and offers while there is trouble.
  func showTroubleNotice(_ error: StoreError) {
    guard case .folderEmptied = error else {
      return notice.show(error.sentence.translated, button: WindowCommand.tryAgain.title) {
        [weak self] in self?.tryAgain()
      }
    }
    notice.show(error.sentence.translated, button: tr("Show it as empty")) { [weak self] in
      guard let self, let mailbox else { return }
      Task { [weak self] in
        await mailbox.store.accept(empty: mailbox.folder)
        _ = await self?.refresh(mailbox)
      }
    }
  }

  /// Seconds between looks at a place that could not be opened.
  private static let pause = 1.0

  private func awaitReturn(to place: MailboxPlace, from before: PlaceState) {
    after(Self.pause) { [weak self] in
      guard let self, failed == place, mailbox == nil else { return }
      guard PlaceState(place) == before else { return open(place) }
      awaitReturn(to: place, from: before)
    }
  }
}
