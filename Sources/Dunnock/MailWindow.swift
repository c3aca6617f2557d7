import CAdwaita
import GtkBridge
import MailModel
import Triage
import TriageJournal

/// The window on one mailbox: its folders, the messages of one of them, and the text of the selected message.
///
/// The GtkWindow keeps this object alive.
final class MailWindow {
  /// The AdwApplicationWindow.
  let window: Widget

  let settings: Settings
  let mailboxes: Mailboxes
  let list = MailList()
  let reader = ReadingPane()
  let folders = FolderList()
  let notice = NoticeBar()
  let toasts = Toasts()
  let actions = ActionGroup()
  lazy var hint = SwipeHint(of: self)
  let title: Widget = adw_window_title_new(Product.name, "")
  let pages: Widget = gtk_stack_new()
  let leaflet: Widget = adw_leaflet_new()
  let flap: Widget = adw_flap_new()
  let menuButton: Widget = gtk_menu_button_new()
  var sides: (list: Widget, reading: Widget)?
  var listHeaderBar: Widget?
  var readingHeaderBar: Widget?
  var foldersHeaderBar: Widget?
  var backButton: Widget?
  var changeButtons: [(command: Command, widget: Widget)] = []
  var fileChooser: Ref?
  /// The dialog that asks whether to delete; nil as a rule.
  var question: Widget?
  weak var preferences: PreferencesWindow?

  /// The mailbox on show; nil while none is open.
  var mailbox: OpenMailbox?
  /// Opens the mailbox, lists it and follows what other programs do to it.
  var following: Task<Void, Never>?
  /// Lists the folder that was chosen last.
  var showing: Task<Void, Never>?
  /// Counts the unread messages of the folders; nil while nothing is counted.
  var counting: Task<Void, Never>?
  /// Whether something changed since the counting began.
  var mustCountAgain = false
  /// Whether the folders are to be seen where there is room.
  var wantsFolders = false
  /// Whether it was decided for this mailbox whether its folders are to be seen.
  var hasOfferedFolders = false
  /// Whether the list gets the focus when it comes: its folder was chosen for good, or it had the focus until it ended.
  var choseFolder = false
  /// Why the mail on show cannot be reached; nil as a rule.
  var trouble: StoreError?
  /// What is wrong with the record of changes, until the person has read it; nil as a rule.
  var recordProblem: JournalProblem?
  /// The mailbox that could not be opened, while the window says so.
  var failed: MailboxPlace?
  /// Fetches the text of the selected message.
  var reading: Task<Void, Never>?
  /// The number of the last look at the directory, of the oldest whose answer may still be shown, and of the last that asked for another
  /// order than the list now has.
  var looks = (begun: 0, oldest: 0, unordered: 0)
  /// How many messages of the list have been read, while it is read for the first time.
  var progress: (read: Int, total: Int)? { didSet { showProgress() } }
  /// The message that was selected when the list came, while more of the list is read.
  var firstSelected: MessageID?
  /// Messages that are being moved away.
  var leaving: Set<MessageID> = []
  /// What messages whose rows are still on their way out were known by before their move.
  var flights: [MessageID: MessageID] = [:]
  /// The message that undo or redo brought back last, until it is selected.
  var returned: MessageID?
  /// The changes of this mailbox under way or still to begin.
  var waitingChanges = 0
  /// How often the last of a run of changes has ended.
  var endedRuns = 0
  /// How often it was looked, or a change made it needless to look, whether there is something to undo.
  var wayBackLooks = 0
  /// What keys have asked for since an undo or redo that is not shown yet; nil when there is none, or the person has gone elsewhere.
  var earlyKeys: [WindowCommand]?

  /// A window of the application, not yet on screen.
  init(
    application: UnsafeMutablePointer<GtkApplication>, settings: Settings, mailboxes: Mailboxes
  ) {
    window = adw_application_window_new(application)
    self.settings = settings
    self.mailboxes = mailboxes
    layOut()
    installCommands()
    followKeysOfChanges()
    settings.onSwipesChange = { for window in Self.all { window.showSwipes() } }
    showSwipes()
    settings.onOrderChange = { for window in Self.all { window.showOrder() } }
    showOrder()
    list.swipes.onFailure = { [weak self] in self?.toasts.show($1) }
    Signal.connectPointer(window, "notify::focus-widget") { [weak self] _ in
      self?.list.selectFocused()
    }
    list.onRefusedDrag = { [weak self] in
      if let self, mailbox != nil, !mayChange { refuse() }
    }
    Signal.connectPointer(window, "notify::is-active") { [weak self] _ in
      self?.lookWhetherWritable()
      self?.list.refreshDates()
    }
    list.onSelection = { [weak self] in self?.read($0) }
    list.onMissingPreview = { [weak self] in self?.fetchPreview(of: $0) }
    list.onActivation = { [weak self] in self?.show($0) }
    list.onClick = { [weak self] item in
      // Side by side, selecting the row has shown it already.
      if let self, isFolded { show(item) }
    }
    settings.restoreSize(of: window)
    Signal.connectStop(window, "close-request") { [weak self] in
      if let self { self.settings.rememberSize(of: self.window) }
      return false
    }
    Signal.connect(window, "destroy") { [weak self] in self?.leaveMailbox() }
    Hosted.install(self, in: window, key: Self.key)
  }

  /// The object behind a window.
  static func hosted(by window: Widget) -> MailWindow? {
    Hosted.guest(of: window, key: key)
  }

  private static let key = "dunnock-mail-window"

  /// Has the rows move and offer what the person has chosen.
  private func showSwipes() {
    list.swipes.close(animated: false)
    list.swipes.style = settings.swipes.sensitivity.style
    list.refreshRows()
    preferences?.show(settings.swipes)
  }

  /// Has the list be in the order that the person has chosen.
  private func showOrder() {
    actions.choose(WindowCommand.order(by: settings.order).name)
    looks.unordered = looks.begun
    list.order = settings.order
  }

  /// Puts the window on screen.
  func present() { gtk_window_present(window.cast()) }

  /// Closes the window as its close button does.
  func close() { gtk_window_close(window.cast()) }

  /// Stops all that would still come from the mailbox on show; what is under way finds itself no longer wanted.
  func leaveMailbox() {
    following?.cancel()
    showing?.cancel()
    counting?.cancel()
    counting = nil
    reading?.cancel()
    failed = nil
    hasOfferedFolders = false
    forgetLooks()
    progress = nil
    hint.end()
    mailbox = nil
    trouble = nil
    recordProblem = nil
    leaving = []
    flights = [:]
    returned = nil
    waitingChanges = 0
    earlyKeys = nil
    for command in WindowCommand.wayBack { actions.setEnabled(command.name, false) }
    actions.setEnabled(WindowCommand.tryAgain.name, false)
  }
}
