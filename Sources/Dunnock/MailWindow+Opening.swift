import CAdwaita
import CGtkShim
import GtkBridge
import MailModel
import Triage

extension MailWindow {
  /// Opens a mailbox in this window in place of the one on show.
  ///
  /// - Parameter allowingChanges: The person has allowed changes to it already, which is remembered.
  func open(_ place: MailboxPlace, allowingChanges: Bool = false) {
    forgetTrouble()
    leaveMailbox()
    actions.setEnabled(WindowCommand.tryAgain.name, false)
    list.clear()
    reader.clear()
    toasts.dismiss()
    notice.hide()
    showName(place.name)
    folders.show([], open: .inbox)
    showAvailability()
    show(.loading)
    showList()
    following = Task { [weak self, mailboxes, settings] in
      do {
        let opened = try await mailboxes.open(place, settings)
        guard !Task.isCancelled else { return }
        if allowingChanges { settings.allowChanges(to: opened.identity) }
        self?.adopt(opened)
        await self?.finishInterrupted(in: opened)
        // Listening begins before the first look, so that nothing falls in between.
        let changes = opened.shared.changes()
        await self?.showAll(of: opened)
        for await _ in changes {
          guard await self?.refresh(opened) == true else { return }
        }
      } catch {
        if !Task.isCancelled { self?.showFailure(error, at: place) }
      }
    }
  }

  /// Gives back what reading a long list took and no longer needs.
  private func returnMemory() {
    guard list.count > 10_000 else { return }
    Task.detached(priority: .background) { dnk_give_back_memory() }
  }

  /// Brings list and folders up to date with the disk.
  ///
  /// - Returns: False when the window has left the mailbox meanwhile.
  func refresh(_ opened: OpenMailbox) async -> Bool {
    let look = beginLook()
    do {
      let messages = try await opened.store.messages(
        in: opened.folder, by: list.order, batch: nil)
      let isWritable = await opened.store.isWritable
      guard opened === mailbox else { return false }
      show(messages, look, isWritable: isWritable, in: opened)
      // What another window on this mailbox did can be undone here too.
      await showWayBack(in: opened)
    } catch {
      guard opened === mailbox else { return false }
      showTrouble(error, look, in: opened)
    }
    return opened === mailbox
  }

  /// Numbers a look at the directory that begins now.
  private func beginLook() -> Int {
    looks.begun += 1
    return looks.begun
  }

  /// Has the looks under way count no more: they may have seen the directory before a change.
  func forgetLooks() { looks.oldest = looks.begun + 1 }

  private func adopt(_ opened: OpenMailbox) {
    mailbox = opened
    folders.inboxName = opened.holdsFiles ? opened.place.name : nil
    list.listView.setSpokenLabel(opened.holdsFiles ? tr("Files") : tr("Messages"))
    showPermissionEverywhere()
    showFolders(of: opened)
  }

  private func show(
    _ messages: [Message], _ look: Int, isWritable: Bool, in opened: OpenMailbox
  ) {
    guard look >= looks.oldest else { return }
    forgetTrouble()
    if opened.shared.isWritable != isWritable {
      opened.shared.isWritable = isWritable
      showPermissionEverywhere()
    }
    showListing(messages, look)
    readAgainIfNeeded()
    refreshFolders(of: opened)
  }

  private func showTrouble(_ error: any Error, _ look: Int, in opened: OpenMailbox) {
    guard look >= looks.oldest, let error = error as? StoreError else { return }
    looks.oldest = look
    show(trouble: error, in: opened)
    refreshFolders(of: opened)
  }

  /// Finishes what a crash interrupted, where changes are allowed, and tells what is wrong with the record of changes.
  private func finishInterrupted(in opened: OpenMailbox) async {
    if let problem = opened.shared.problem { show(problem) }
    let lost = await opened.shared.recover()
    await showWayBack(in: opened)
    guard !lost.isEmpty else { return }
    toasts.show(
      trn(
        "%1$s message was being changed when Dunnock ended, and another program has moved it since.",
        "%1$s messages were being changed when Dunnock ended, and another program has moved them since.",
        lost.count
      ).filling(String(lost.count)))
  }

  /// Shows all messages; of a long list the newest as soon as they are read, and more at a time whenever four times as many are known.
  func showAll(of opened: OpenMailbox) async {
    let (batches, continuation) = AsyncStream<(read: [Message], total: Int)>.makeStream()
    let look = beginLook()
    defer { progress = nil }
    let early = Task { [weak self] in
      // Some are read twice, such as those that were still being written.
      var known: [MessageID: Message] = [:]
      var shown = 0
      for await batch in batches where !Task.isCancelled {
        for message in batch.read { known[message.id] = message }
        self?.progress = (known.count, batch.total)
        guard known.count > 4 * shown else { continue }
        guard let order = self?.list.order else { return }
        let newest = known.values.sortedNewestFirst(by: order)
        if shown == 0 {
          self?.showListing(Array(newest.prefix(Self.screenful)), look)
          await self?.frameIsDrawn()
          guard !Task.isCancelled else { return }
        }
        shown = known.count
        self?.showListing(newest, look)
      }
    }
    defer { early.cancel() }
    do {
      let messages = try await opened.store.messages(in: opened.folder, by: list.order) {
        continuation.yield(($0, $1))
      }
      let isWritable = await opened.store.isWritable
      early.cancel()
      // A frame may still be drawn with the first rows, before the many are put behind them.
      await early.value
      guard !Task.isCancelled, opened === mailbox else { return }
      progress = nil
      show(messages, look, isWritable: isWritable, in: opened)
      returnMemory()
    } catch {
      guard !Task.isCancelled, opened === mailbox else { return }
      showTrouble(error, look, in: opened)
    }
  }

  /// More rows than are in sight of a window at first, whose widgets are made in no time.
  private static let screenful = 40

  /// Shows the messages that a look found, less those that are leaving.
  private func showListing(_ found: [Message], _ look: Int) {
    guard look >= looks.oldest else { return }
    looks.oldest = look
    var messages = leaving.isEmpty ? found : found.filter { !leaving.contains($0.id) }
    if look <= looks.unordered { messages = messages.sortedNewestFirst(by: list.order) }
    let wasEmpty = list.count == 0
    // What is newer may come after the first rows; who has gone to another row meanwhile stays there.
    let beginsAnew = wasEmpty || firstSelected != nil && list.selected?.id == firstSelected
    list.show(messages)
    // What is unread elsewhere is counted once there is mail to see.
    if wasEmpty, !messages.isEmpty, let mailbox { refreshFolders(of: mailbox) }
    showCount()
    if beginsAnew, let first = messages.first?.id {
      // Who goes through the folders by key stays there.
      if choseFolder || !folders.hasFocus { list.focus(first) } else { list.select(first) }
      firstSelected = first
    }
    if !messages.isEmpty { choseFolder = false }
  }

  /// Shows how many messages are unread, and the list, or that it is empty.
  func showCount() {
    if progress == nil { showTitle() }
    showAvailability()
    if let mailbox { folders.show(unread: list.unreadCount, in: mailbox.folder) }
    if list.count > 0 {
      show(.list)
      hint.offer()
    } else if page != .other {
      // It may still be on a row that is in the window no more.
      let around = gtk_window_get_focus(window.cast()).map { Array($0.ancestry) } ?? []
      let losesFocus = page == .list && (!around.contains(window) || around.contains(pages))
      showPage(
        statusPage(
          icon: "dnk-archive-symbolic", title: tr("All done"),
          description: mailbox?.holdsFiles == true
            ? tr("There are no files here. New ones appear by themselves.")
            : tr("There is no mail here. New messages appear by themselves.")))
      if losesFocus { passFocusFromEmptyList() }
    }
  }

  /// Gives the focus to what a person turns to who is done with a folder: the other folders, or where these are hidden the first button.
  private func passFocusFromEmptyList() {
    if showsFolders {
      folders.grabFocus()
      // With the next mail it goes back.
      choseFolder = true
    } else if let listHeaderBar {
      gtk_widget_child_focus(listHeaderBar, GTK_DIR_TAB_FORWARD)
    }
  }

  /// Shows the name of the mailbox, and of the folder where there are several, with the number of unread messages or of files.
  func showTitle() {
    let place = mailbox?.place.name ?? ""
    showName(place.isEmpty ? Product.name : place)
    let folder = mailbox.flatMap { folders.offersChoice ? folders.name(of: $0.folder) : nil }
    adw_window_title_set_subtitle(
      title.opaque,
      [folder, shownCount].compactMap { $0 }.filter { $0 != place }.joined(separator: " · "))
  }

  private var shownCount: String? {
    guard let mailbox else { return nil }
    if mailbox.holdsFiles {
      return list.count == 0
        ? nil : trn("%1$s file", "%1$s files", list.count).filling(String(list.count))
    }
    let unread = list.unreadCount
    return unread == 0 ? nil : trn("%1$s unread", "%1$s unread", unread).filling(String(unread))
  }

  /// Shows how far the reading of a long list has come.
  func showProgress() {
    guard let progress, progress.read < progress.total else { return }
    adw_window_title_set_subtitle(
      title.opaque,
      trn("%2$s of %1$s message read", "%2$s of %1$s messages read", progress.total)
        .filling(String(progress.total), String(progress.read)))
  }

  private func showName(_ name: String) {
    adw_window_title_set_title(title.opaque, name)
    adw_window_title_set_subtitle(title.opaque, "")
    gtk_window_set_title(window.cast(), name)
  }
}
