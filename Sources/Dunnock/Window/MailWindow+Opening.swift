import AppWidgets
import CDunnockGtk
import GtkBridge
import MailModel
import MailReading
import Texts
import Triage

extension MailWindow {
  /// Opens a mailbox in this window in place of the one on show.
  ///
  /// - Parameters:
  ///   - folder: The folder to begin with, if it is there; else its inbox.
  ///   - allowingChanges: The person has allowed changes to it already, which is remembered.
  func open(_ place: MailboxPlace, folder: FolderID? = nil, allowingChanges: Bool = false) {
    shown.open(place, folder: folder, allowingChanges: allowingChanges)
  }

  /// Shows something else of the mailbox; what was done in what was shown before can still be undone.
  func open(_ source: Source) {
    guard mailbox != nil, source != shown.source else { return }
    search.leave()
    changes.forget(mailbox: false)
    changes.holdKeys(for: .listed)
    list.clear()
    reader.clear()
    shown.show(source)
    showOrder()
    rememberShown()
    showWhatIsFound()
    showPermission()
    frame.show(.loading)
  }

  /// Stops all that would still come from the mailbox on show.
  func leaveMailbox() {
    shown.leave()
    stop()
  }

  /// Shows no mailbox but the ways to begin, as before any was opened: the one on show has no mail any more.
  func leaveForWelcome() {
    if let place = mailbox?.place { settings.forget(place) }
    shown.leave()
    clear()
    showTitle()
    welcome()
  }

  private func stop() {
    reader.cancel()
    folders.leave()
    hint.end()
    changes.forget(mailbox: true)
    frame.actions.setEnabled(WindowCommand.tryAgain.name, false)
  }

  /// Shows in list, title and folders what there is to show of the mailbox.
  func followMailbox() {
    shown.onEvent { [weak self] event in
      guard let self else { return }
      switch event {
      case .opening(let place): showOpening(of: place)
      case .opened(let opened): adopt(opened)
      case .recovered(let lost): showRecovery(lost)
      case .progressed: showProgress()
      case .listed(let messages, let isNew): show(messages, isNew: isNew)
      case .lookedAt: lookedAt()
      case .permitted: showPermissionEverywhere()
      case .troubled(let error, let isNew):
        frame.presentIfAwaited()
        show(trouble: error, isNew: isNew)
      case .recoveredFromTrouble: endTrouble()
      case .failed(let error):
        frame.presentIfAwaited()
        showFailure(error)
      }
    }
  }

  /// Shows the list, or that it is empty, and how many messages are unread.
  ///
  /// - Parameters:
  ///   - isNew: Whether something else is listed than before.
  ///   - isFound: Whether that is all there is; else rows have gone by themselves, and what was found for words may be found elsewhere now.
  func showCount(isNew: Bool = false, isFound: Bool = false) {
    if shown.progress == nil { showTitle() }
    showAvailability()
    if list.count == 0, !isFound, !shown.source.words.isEmpty { return search.showWaiting() }
    // What there is in a place just gone to is not known yet.
    if list.count == 0, !isFound, shown.isNew { return }
    showFound()
    if let folder = shown.folder, !shown.source.isNarrowed {
      folders.list.show(unread: list.unreadCount, in: folder)
    }
    if list.count > 0 {
      frame.show(.list)
      hint.offer()
    } else if isNew || frame.page != .other || frame.pageTitle != emptyTitle {
      // It may still be on a row that is in the window no more.
      let losesFocus = frame.page == .list && frame.hasFocusOnList
      frame.show(emptyPage)
      if losesFocus { passFocus() }
    }
  }

  /// Has the focus go where a person turns to who has come to the end of a list: who looks for something to other words, who is done with
  /// a folder to the other folders, or where these are hidden to the keys that lead there.
  func passFocus() {
    if search.isOpen, !isStillReading {
      search.open()
    } else if folders.isShown, !search.isOpen {
      folders.keepFocus()
    } else {
      frame.focusPage()
    }
  }

  /// Shows the name of the mailbox, and of the folder where there are several, with the number of unread messages or of files.
  func showTitle() {
    let place = mailbox?.place.name ?? ""
    let folder =
      folders.list.offersChoice ? folders.list.name(of: search.begun ?? shown.source) : nil
    frame.show(
      title: place.isEmpty ? Product.name : place,
      subtitle: [folder, shownCount].compactMap { $0 }.filter { $0 != place && !$0.isEmpty }
        .joined(separator: " · "))
  }

  /// Shows folders of a mailbox.
  func show(_ all: [FolderID], of opened: OpenMailbox) {
    // What is done in a folder, and whether it may be, depends on what it is for.
    if folders.show(all, of: opened, open: search.begun ?? shown.source) {
      showPermission()
      dialogs.preferences?.show(folderPreferences())
    }
    showOrder()
    showTitle()
  }

  private func showOpening(of place: MailboxPlace) {
    frame.cover(with: nil)
    clear()
    frame.show(title: place.name)
    frame.show(.loading)
    showList()
  }

  private func clear() {
    stop()
    showFetching()
    gtk_widget_set_sensitive(list.widget, 1)
    search.leave()
    list.clear()
    list.mark(nil, naming: nil)
    reader.clear()
    notices.clear()
    folders.clear()
    dialogs.preferences?.show([FolderPreferences]())
    showAvailability()
  }

  private func adopt(_ opened: OpenMailbox) {
    folders.show(opened)
    list.listView.setSpokenLabel(opened.holdsFiles ? tr("Files") : tr("Messages"))
    if let problem = opened.shared.problem { notices.keep(problem) }
    showOrder()
    rememberShown()
    showRecent()
    showFetching()
    showPermissionEverywhere()
    // The rest of many folders, and the numbers of their unread messages, can wait until there is mail to see.
    if !opened.folders.isEmpty {
      show(Array(opened.folders.prefix(Self.mostFoldersAtFirst)), of: opened)
    }
  }

  /// More than are in sight.
  private static let mostFoldersAtFirst = 50

  private func showRecovery(_ lost: [MessageRef]) {
    lookForUndo()
    guard !lost.isEmpty else { return }
    notices.pass(
      trn(
        "%1$s message was being changed when Dunnock stopped, and another program has moved it since.",
        "%1$s messages were being changed when Dunnock stopped, and another program has moved them since.",
        lost.count
      ).filling(String(lost.count)))
  }

  /// Shows the messages that a look found, less those that are leaving.
  private func show(_ found: [Message], isNew: Bool) {
    let messages = changes.staying(found)
    let (wasEmpty, hadFocus) = (list.count == 0, frame.pages.holdsFocus)
    let read = reader.shown.flatMap { shown in
      list.selected?.conversation.contains(shown.id) == true ? shown : nil
    }
    list.gather(gathersConversations)
    // What is fetched for the first time comes in any order.
    let isWhole = shown.progress == nil && !isFetchingFirst
    let begins = list.show(messages, isWhole: isWhole, isNew: isNew)
    if let read, !begins, !shown.source.isNarrowed { sayIfGone(read) }
    // What is unread elsewhere is counted once there is mail to see.
    if wasEmpty, !messages.isEmpty { refreshFolders() }
    showCount(isNew: isNew, isFound: true)
    // A window on screen would be laid out and drawn once more without its rows.
    frame.presentIfAwaited()
    // Who goes through the folders by key stays there, and who types goes on typing.
    let isBusy =
      !hadFocus
      && (folders.list.hasFocus && !folders.yieldsFocus || search.widget.holdsFocus
        || hasFocusOnField)
    if begins {
      list.selectFirst(takingFocus: !isBusy)
    } else if hadFocus, !list.hasFocus {
      // The row that had it went without another in its place.
      list.focusSelected()
    } else if isNew, list.count == 0, !isBusy {
      // Nothing but what has the focus answers single letters.
      frame.focusPage()
    }
    if !messages.isEmpty { folders.mailHasCome() }
    showFirstFound()
    if isNew { answerEarlyKeys(for: .listed) }
    if shown.progress == nil { answerEarlyKeys(for: .whole) }
    notices.spareCurrent()
    debugLog(
      """
      list loaded: messages: \(messages.count), rows: \(list.count - list.removing.count), \
      new: \(isNew), whole: \(isWhole)
      """)
    if let searched = shown.searched {
      debugLog("search listed: messages: \(messages.count), complete: \(searched.isComplete)")
    }
  }

  /// Says that the message that was being read has gone, which nobody here sent away: another is on show in its place now.
  private func sayIfGone(_ message: Message) {
    guard list.row(of: message.id) == nil, !changes.removes(message.id), frame.showsReadingSide
    else {
      return
    }
    let turn = shown.turns
    notices.passInTurn(
      .init(naming: message.name) {
        tr("“%1$s” is no longer in this folder.").filling("\u{2068}\($0)\u{2069}")
      }
    ) { [weak self] in self?.shown.turns == turn }
  }

  private func lookedAt() {
    if let mailbox, let selected = list.selected {
      reader.showAgainIfNeeded(selected.conversation, of: mailbox.store)
    }
    list.forgetSummaries()
    refreshFolders()
    learnOwnAddresses()
    // What another window on this mailbox did can be undone here too.
    lookForUndo()
  }

  private func lookForUndo() {
    guard let session = mailbox?.session else { return }
    Task { [filing] in await filing.lookForUndo(in: session) }
  }

  private func refreshFolders() {
    folders.refresh { [weak self] in self?.show($0, of: $1) }
  }

  private var shownCount: String? {
    // What was found is counted where it is looked for.
    guard let mailbox, !search.isOpen else { return nil }
    if mailbox.holdsFiles {
      return list.count == 0
        ? nil : trn("%1$s file", "%1$s files", list.count).filling(String(list.count))
    }
    let unread = list.unreadCount
    return unread == 0 ? nil : trn("%1$s unread", "%1$s unread", unread).filling(String(unread))
  }

  /// Shows how far the reading of a long list has come.
  private func showProgress() {
    guard let progress = shown.progress, progress.read < progress.total else { return }
    frame.show(
      subtitle: trn("%2$s of %1$s message read", "%2$s of %1$s messages read", progress.total)
        .filling(String(progress.total), String(progress.read)))
  }

  // MARK: Trouble

  /// Says in a page why a mailbox cannot be opened; it is opened as soon as its place changes.
  private func showFailure(_ error: any Error) {
    clear()
    folders.reveal(false)
    showTitle()
    offerTryAgain(true)
    frame.show(
      statusPage(
        icon: "dialog-warning-symbolic", title: tr("Mailbox Cannot Be Opened"),
        description: sentence(for: error),
        buttons: [
          (WindowCommand.tryAgain.title, WindowCommand.tryAgain.action),
          (tr("Open Another Mailbox"), WindowCommand.open.action),
        ]))
  }

  /// Shows that what is listed cannot be reached now; it is neither deleted nor to be changed, and looked for until it is back.
  private func show(trouble error: StoreError, isNew: Bool) {
    changes.goElsewhere()
    if isNew {
      showPermission()
      offerTryAgain(true)
    }
    if list.count > 0 {
      frame.show(.list)
      gtk_widget_set_sensitive(list.widget, 0)
    } else {
      frame.show(
        statusPage(
          icon: "dialog-warning-symbolic", title: tr("Mailbox Not Available"),
          description: error.sentence.translated,
          buttons: [(WindowCommand.tryAgain.title, WindowCommand.tryAgain.action)]))
    }
    refreshFolders()
  }

  /// The mail can be reached again.
  private func endTrouble() {
    gtk_widget_set_sensitive(list.widget, 1)
    if frame.page == .other { frame.show(.loading) }
    // The row that had it lost it with the list's being out of use.
    if gtk_window_get_focus(window.cast()) == nil { list.focusSelected() }
    offerTryAgain(false)
    showPermission()
  }
}
