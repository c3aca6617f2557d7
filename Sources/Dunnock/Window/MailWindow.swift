import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import MailReading
import SwipeRows
import Triage

/// The window on one mailbox: its folders, the messages of one of them, and the text of the selected message.
///
/// It composes parts that own their state, and says what each has to do with the others. The GtkWindow keeps this object alive.
final class MailWindow {
  let settings: Settings
  let mailboxes: Mailboxes
  let fetching: MailFetching
  let list: MailList
  let reader: Reader
  let search = SearchBar()
  let folders: FolderSide
  let notices: Notices
  let frame: WindowFrame
  let shown: ShownMailbox
  let filing: Filing
  let dialogs = Dialogs()
  let hint: SwipeHint
  let attention: Attention
  /// What answers and new mail are written in.
  let waysOut: WaysOut

  /// A window of the application, not yet on screen.
  init(
    application: UnsafeMutablePointer<GtkApplication>, settings: Settings, mailboxes: Mailboxes,
    fetching: MailFetching,
    list: MailList = MailList(), composer: any Composer = DesktopComposer(),
    progress: ChangeProgress = ChangeProgress(), attention: Attention = Attention()
  ) {
    self.settings = settings
    self.mailboxes = mailboxes
    self.fetching = fetching
    self.attention = attention
    self.list = list
    reader = Reader()
    folders = FolderSide()
    notices = Notices { [unowned list] in list.selected.flatMap { list.swipes.widget(of: $0.id) } }
    frame = WindowFrame(
      application, list: list.widget, reader: reader.widget, search: search, folders: folders,
      notices: notices, progress: progress)
    waysOut = WaysOut(
      of: frame.window, dialogs: dialogs, notices: notices, composer: composer)
    shown = ShownMailbox(mailboxes, settings) { [frame] in
      frame.progress.text != nil
    } mostRowsInSight: { [frame, settings] in
      settings.mostRowsInSight(of: frame.window)
    } frameIsDrawn: { [window = frame.window] in
      await window.frameIsDrawn()
    }
    filing = Filing(
      list, in: frame, shown, folders, notices, attention, settings, asking: dialogs)
    hint = SwipeHint(list, in: frame, settings)
    installCommands()
    followKeys()
    followList()
    followMailbox()
    followFiling()
    followFolders()
    followSearch()
    followSettings()
    followWindow()
    followFetching()
    followOutbox()
    Hosted.install(self, in: window, key: Self.key)
  }

  /// The AdwApplicationWindow.
  var window: Widget { frame.window }

  /// What was asked for and is not shown yet.
  var changes: ChangesUnderWay { filing.changes }

  /// The mailbox on show; nil while none is open.
  var mailbox: OpenMailbox? { shown.mailbox }

  /// The object behind a window.
  static func hosted(by window: Widget) -> MailWindow? {
    Hosted.guest(of: window, key: key)
  }

  private static let key = "dunnock-mail-window"

  /// Puts the window on screen.
  func present() { frame.present() }

  /// Closes the window as its close button does.
  func close() {
    // Where one stands over it libadwaita closes that alone.
    guard window.isBelowDialog else { return gtk_window_close(window.cast()) }
    if !staysOpen() { gtk_window_destroy(window.cast()) }
  }

  private func followList() {
    list.offer { [weak filing] in filing?.content(of: $0) ?? SwipeContent(label: "") }
    list.swipes.onFailure { [weak self] in self?.notices.pass($1) }
    let facts = RowFacts(of: list, shown)
    list.onEvent { [weak self] event in
      guard let self else { return }
      switch event {
      case .selected(let item): read(item)
      case .misses(let fact, let id): facts.fetch(fact, for: id)
      // While rows are selected, whatever is done to one selects it too.
      case .activated(let item):
        if list.isPicking { list.pick(item.id) } else if !edit(item.message) { show(item) }
      // Side by side, selecting the row has shown it already.
      case .clicked(let item):
        if !frame.isFolded { attendToMessage() } else if !edit(item.message) { show(item) }
      case .picked: showSelection()
      case .refusedDrag: if mailbox != nil, !mayChange { refuse() }
      case .scrolled: notices.spareCurrent()
      case .pulled: fetchMail()
      }
    }
    reader.ask(self)
    list.texts.recognise { [weak self] in self?.isOwn($0) == true }
    let colour = { [weak self] in self?.accountColour(of: $0) } as (FolderID) -> AccountColour?
    list.texts.colour(by: colour)
    folders.list.colour(by: colour)
    list.texts.sayRecipients { [weak self] folder in self?.isWritten(in: folder) == true }
    frame.onReading { [weak self] in self?.attendToMessage() }
    frame.onWritten { [weak self] in self?.attend() }
    frame.onLostFocus {
      [weak self] in
      self?.list.focusSelected()
    } message: {
      [weak self] in
      self?.reader.grabFocus()
    }
  }

  private func followFiling() {
    filing.onEvent { [weak self] event in
      guard let self else { return }
      switch event {
      case .refused(let again): refuse(unlessWritable: again)
      case .journalFailed(let problem): show(problem)
      case .blocks(let message): block(senderOf: message)
      case .answers(let answer, let item): self.answer(answer, of: item)
      case .removed: showCount()
      case .leftText(let readsNext): if readsNext { showSelected() } else { showList() }
      case .shown:
        // The button that ended it had it, and is gone.
        if gtk_window_get_focus(window.cast()) == nil { list.focusSelected() }
        answerEarlyKeys(for: .restored)
      }
    }
    filing.questions.onAsking { [fetching] folder, mailbox in
      let inbox = mailbox.session.roles.inbox(of: folder)
      return fetching.inboxes(of: mailbox.shared).contains { $0 == inbox }
    }
    filing.questions.onChoice { [weak self] folder, role, mailbox, account in
      self?.settings.choose(folder, as: role, for: account, of: mailbox.identity)
      await self?.adoptRoles(in: mailbox)
    }
  }

  private func followFolders() {
    followDrawing()
    folders.menu.offer { [weak self] in self?.deeds(in: $0) ?? [] }
    folders.onEvent { [weak self] event in
      guard let self else { return }
      switch event {
      case .selected(let source): open(source)
      case .activated: showList()
      case .moved: frame.showFolding()
      case .lostFocus: focusMail()
      }
    }
  }

  /// Gives the focus to the mail that is in sight where the folders were.
  func focusMail() {
    if frame.isFolded, frame.showsReadingSide {
      reader.grabFocus()
    } else if list.count > 0 {
      list.focusSelected()
    } else {
      passFocus()
    }
  }

  private func followSettings() {
    settings.onChange { change in
      for window in Self.all {
        switch change {
        case .swipes: window.showSwipes()
        case .order: window.showOrder()
        case .conversations: window.showConversations()
        case .textScale: window.showZoom()
        case .recent: window.showRecent()
        case .reading: window.showReadMarking()
        case .letters: window.showLetters()
        case .rows:
          window.list.show(window.settings.rowLook)
          window.reader.settingsChanged()
        case .pictures: window.reader.settingsChanged()
        }
      }
    }
    showSwipes()
    showOrder()
    showConversations()
    showZoom()
    showRecent()
    showLetters()
    list.show(settings.rowLook)
  }

  private func followWindow() {
    settings.restoreSize(of: window)
    Signal.connect(window, "notify::focus-widget") { [weak self] in
      self?.list.selectFocused()
      self?.attend()
    }
    window.onUse { [weak self] in
      guard let self else { return }
      list.refreshDates()
      attend()
      fetching.attention(
        isActive: Self.all.contains { gtk_window_is_active($0.window.cast()) != 0 })
      guard window.isUsed else { return }
      notices.windowIsActive()
      showFetching()
      rememberShown()
      shown.look()
    }
    Signal.connect(window, "close-request") { [weak self] in
      self?.staysOpen() ?? false
    }
    Signal.connect(window, "destroy") { [weak self] in
      self?.leaveMailbox()
      debugLog("window closed")
    }
  }

  /// Notes that the window is to be closed; whether something is asked first.
  private func staysOpen() -> Bool {
    settings.rememberSize(of: window)
    return keepsWriting() || asksBeforeLeaving()
  }

  /// Has the rows move and offer what the person has chosen.
  private func showSwipes() {
    list.swipes.close(animated: false)
    list.swipes.style = settings.swipes.sensitivity.style
    list.swipes.updateAll()
    dialogs.preferences?.show(settings.swipes)
  }

  /// Has messages be marked as read as the person has chosen.
  private func showReadMarking() {
    showPermission()
    dialogs.preferences?.showReading()
  }

  /// Has single letters be keys, or not, as the person has chosen.
  private func showLetters() {
    letKeysBeLetters(settings.usesLetters)
    dialogs.preferences?.showReading()
    list.swipes.updateAll()
  }

  /// Has the list be in the order that the person has chosen, but for what waits to come back.
  func showOrder() {
    frame.actions.choose(WindowCommand.order(by: settings.order).name)
    let waits = shown.folder.map { mailbox?.session.roles.role(of: $0) == .snoozed } ?? false
    let order = waits ? .waking : settings.order
    shown.order(by: order)
    list.order(by: order)
  }

  /// Has the rows be conversations or single messages, as the person has chosen.
  private func showConversations() {
    frame.actions.setOn(WindowCommand.conversations.name, settings.gathersConversations)
    list.gather(gathersConversations)
  }

  /// Whether messages that belong together share a row. Where words are looked for each shows what was found in it.
  var gathersConversations: Bool {
    settings.gathersConversations && mailbox?.store.abilities.contains(.conversations) == true
      && shown.source.words.isEmpty
  }
}
