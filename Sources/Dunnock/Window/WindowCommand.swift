import CDunnockGtk
import GtkBridge
import MailModel
import MailReading
import Texts
import Triage

/// One thing that a person can do in the window. Shortcuts, menu, buttons and the shortcuts window are made from the one table of these.
struct WindowCommand {
  /// Where the keys of a command work.
  enum Reach {
    /// While the list or the message has the focus, so that single letters never get into somebody's typing.
    case mail
    /// While a row of the list has the focus, in place of what the list view itself would do.
    case row
    /// In the whole window; single letters as those of `mail`.
    case window
  }

  /// The action's name, after `WindowCommand.prefix`, as an `ActionGroup` takes it.
  var name: String { fixedName.description }
  /// The name as a literal, which the debug log accepts.
  let fixedName: StaticString
  let title: String
  var icon: String?
  /// The keys, as GTK writes them.
  let keys: [String]
  /// The keys that mean it one after the other, with a plus between: letters and signs.
  var sequences: [String] = []
  let reach: Reach
  /// Whether menus leave it out while it cannot be used, for most windows never need it.
  var isHiddenWhenDisabled = false
  /// Whether it is on or off, which menus show.
  var isSwitch = false
  /// What it does to messages, and which row is gone on to then; nil for what changes no mail.
  var change: (command: Command, then: MailList.Step?)?
  private let body: (MailWindow) -> Void

  init(
    name: StaticString, title: String, icon: String? = nil, keys: [String],
    sequences: [String] = [], reach: Reach, isHiddenWhenDisabled: Bool = false,
    isSwitch: Bool = false, change: (command: Command, then: MailList.Step?)? = nil,
    run: @escaping (MailWindow) -> Void
  ) {
    fixedName = name
    self.title = title
    self.icon = icon
    self.keys = keys
    self.sequences = sequences
    self.reach = reach
    self.isHiddenWhenDisabled = isHiddenWhenDisabled
    self.isSwitch = isSwitch
    self.change = change
    body = run
  }

  func run(_ window: MailWindow) {
    debugLog("command: \(fixedName)")
    body(window)
  }

  /// The keys that work, with single letters or without.
  func keys(withLetters: Bool) -> [String] {
    withLetters ? keys : keys.filter { !Self.isLetter($0) }
  }

  /// Whether a key types a letter or a sign, so that who dictates or has a heavy hand would strike it unawares.
  static func isLetter(_ key: String) -> Bool {
    var code: guint = 0
    var modifiers = GdkModifierType(0)
    gtk_accelerator_parse(key, &code, &modifiers)
    return modifiers.rawValue & ~GDK_SHIFT_MASK.rawValue == 0
      && g_unichar_isgraph(gdk_keyval_to_unicode(code)) != 0
  }

  /// What the names of the window's actions begin with.
  static let prefix = "mail"

  /// The name by which widgets activate the command.
  var action: String { Self.prefix + "." + name }

  /// The commands that change mail, from the table that also makes the swipe actions.
  static let changes = Command.all.map { changing($0) }

  static func changing(_ entry: CommandEntry) -> WindowCommand {
    changing(
      entry.command, name: entry.fixedName, title: tr(entry.title), icon: entry.icon,
      keys: entry.shortcuts)
  }

  private static func changing(
    _ command: Command, name: StaticString, title: String, icon: String? = nil, keys: [String],
    then step: MailList.Step? = nil
  ) -> WindowCommand {
    WindowCommand(
      name: name, title: title, icon: icon, keys: keys, reach: .mail, change: (command, step),
      run: { $0.filing.perform(command, then: step) })
  }

  static let archiveUp = changing(
    .archive, name: "archive-up", title: tr("Archive and Select Previous"),
    keys: ["bracketleft", "braceleft", "<Control>bracketleft"], then: .previous)

  static let archiveDown = changing(
    .archive, name: "archive-down", title: tr("Archive and Select Next"),
    keys: ["bracketright", "braceright", "<Control>bracketright"], then: .next)

  /// What changes mail, and where it goes on.
  static let filing = changes + [archiveUp, archiveDown]

  static let emptyTrash = WindowCommand(
    name: "empty-trash", title: tr("Empty Trash…"), keys: [], reach: .window,
    isHiddenWhenDisabled: true, run: { $0.filing.emptyTrash() })

  static let reply = WindowCommand(
    name: "reply", title: tr("Reply"), icon: "dnk-reply-symbolic", keys: ["r", "<Control>r"],
    reach: .mail,
    run: { $0.answer(.reply) })

  /// What `reply` is called where it goes on with a draft.
  static let edit = WindowCommand(
    name: reply.fixedName, title: tr("Edit"), icon: "document-edit-symbolic", keys: [],
    reach: .mail,
    run: { $0.answer(.reply) })

  static let replyAll = WindowCommand(
    name: "reply-all", title: tr("Reply to All"), icon: "dnk-reply-all-symbolic",
    keys: ["a", "<Control><Shift>r"],
    reach: .mail, run: { $0.answer(.replyAll) })

  static let forward = WindowCommand(
    name: "forward", title: tr("Forward"), icon: "dnk-forward-symbolic",
    keys: ["f", "<Control>l"],
    reach: .mail, run: { $0.answer(.forward) })

  static let compose = WindowCommand(
    name: "compose", title: tr("New Message"), icon: "dnk-compose-symbolic",
    keys: ["c", "<Control>n"],
    reach: .mail, run: { $0.waysOut.write() })

  static let drafts = WindowCommand(
    name: "drafts", title: tr("Drafts on This Computer"), keys: [], reach: .window,
    isHiddenWhenDisabled: true,
    run: { $0.showDrafts() })

  static let outbox = WindowCommand(
    name: "outbox", title: tr("Outbox"), keys: [], reach: .window, isHiddenWhenDisabled: true,
    run: { $0.showOutbox() })

  /// The commands that answer a message or pass it on; each has a button with the message.
  static let answers = [reply, replyAll, forward]

  /// The commands that begin a mail.
  static let writing = answers + [compose]

  static let show = WindowCommand(
    name: "show", title: tr("Show Message"), keys: ["Return", "o"], reach: .mail,
    run: { window in
      if let row = window.list.selected, window.edit(row.message) { return }
      window.showSelected()
    })

  /// With the focus on a row the row itself answers these keys, each for its own side.
  static let reveal = WindowCommand(
    name: "reveal", title: tr("Show Row Actions"), keys: ["<Shift>Left", "<Shift>Right"],
    reach: .mail, run: { $0.list.revealSelected() })

  /// With the focus on a row the row itself answers these keys.
  static let rowMenu = WindowCommand(
    name: "row-menu", title: tr("Show Row Menu"), keys: ["Menu", "<Shift>F10"], reach: .mail,
    run: { $0.list.openMenuOfSelected() })

  static let page = WindowCommand(
    name: "page", title: tr("Page Down or Next Unread Message"), keys: ["space"],
    reach: .mail, run: { $0.page() })

  static let pageBack = WindowCommand(
    name: "page-back", title: tr("Page Up"), keys: ["<Shift>space"], reach: .mail,
    run: { $0.pageBack() })

  static let nextMessage = WindowCommand(
    name: "next-message", title: tr("Next Message of Conversation or List"),
    keys: ["n", "<Alt>Page_Down"], reach: .mail, run: { $0.step(forward: true) })

  static let previousMessage = WindowCommand(
    name: "previous-message", title: tr("Previous Message of Conversation or List"),
    keys: ["p", "<Alt>Page_Up"], reach: .mail, run: { $0.step(forward: false) })

  static let nextRow = WindowCommand(
    name: "next-row", title: tr("Next Row"), keys: ["j", "<Alt>Down"], reach: .mail,
    run: { $0.goToRow(forward: true) })

  static let previousRow = WindowCommand(
    name: "previous-row", title: tr("Previous Row"), keys: ["k", "<Alt>Up"],
    reach: .mail, run: { $0.goToRow(forward: false) })

  static let back = WindowCommand(
    name: "back", title: tr("Back to List"), icon: "go-previous-symbolic",
    keys: ["Escape", "<Alt>Left", "u"], reach: .mail,
    run: { $0.goBack() })

  static let search = WindowCommand(
    name: "search", title: tr("Search"), icon: "edit-find-symbolic",
    keys: ["slash", "<Control><Shift>f"], reach: .mail,
    run: { $0.startSearching() })

  static let searchEverywhere = WindowCommand(
    name: "search-everywhere", title: tr("Search in All Folders"), keys: [], reach: .window,
    run: { $0.searchEverywhere() })

  static let find = WindowCommand(
    name: "find", title: tr("Find in Message or Search"), keys: FindBar.keys, reach: .window,
    run: { $0.find() })

  static let findNext = WindowCommand(
    name: "find-next", title: tr("Find Next"), keys: ["F3", "<Control>g"], reach: .mail,
    run: { $0.reader.findNext(true) })

  static let findPrevious = WindowCommand(
    name: "find-previous", title: tr("Find Previous"),
    keys: ["<Shift>F3", "<Control><Shift>g"], reach: .mail, run: { $0.reader.findNext(false) })

  static let zoomIn = WindowCommand(
    name: "zoom-in", title: tr("Zoom In"),
    keys: ["<Control>plus", "<Control>equal", "<Control>KP_Add"], reach: .mail,
    run: { $0.zoom(by: 1) })

  static let zoomOut = WindowCommand(
    name: "zoom-out", title: tr("Zoom Out"), keys: ["<Control>minus", "<Control>KP_Subtract"],
    reach: .mail, run: { $0.zoom(by: -1) })

  static let zoomNormal = WindowCommand(
    name: "zoom-normal", title: tr("Reset Zoom"),
    keys: ["<Control>0", "<Control>KP_0"], reach: .mail, run: { $0.settings.textScale = 100 })

  static let print = WindowCommand(
    name: "print", title: tr("Print Message"), keys: MessageCommand.print.keys, reach: .window,
    run: { $0.reader.message.perform(.print) })

  static let source = WindowCommand(
    name: "source", title: tr("Show Source"), keys: MessageCommand.source.keys,
    reach: .window,
    run: { $0.reader.message.perform(.source) })

  static let save = WindowCommand(
    name: "save", title: tr("Save Message"), keys: MessageCommand.save.keys, reach: .window,
    run: { $0.reader.message.perform(.save) })

  static let saveAttachments = WindowCommand(
    name: "save-attachments", title: tr("Save Attachments"), keys: ["<Control><Shift>s"],
    reach: .window, run: { $0.reader.message.attachments.saveThemAll() })

  static let asSent = WindowCommand(
    name: "as-sent", title: tr("Show as Sent or as Text"), keys: MessageCommand.asSent.keys,
    reach: .window, run: { $0.reader.message.perform(.asSent) })

  static let plainText = WindowCommand(
    name: "plain-text", title: tr("Show as Plain Text or With Formatting"),
    keys: MessageCommand.plainText.keys, reach: .window,
    run: { $0.reader.message.perform(.plainText) })

  static let asWritten = WindowCommand(
    name: "as-written", title: tr("Show Original or Joined Lines"),
    keys: MessageCommand.asWritten.keys, reach: .window,
    run: { $0.reader.message.perform(.asWritten) })

  static let loadPictures = WindowCommand(
    name: "load-pictures", title: tr("Load Pictures of Message"),
    keys: MessageCommand.loadPictures.keys, reach: .window,
    run: { $0.reader.message.perform(.loadPictures) })

  /// The commands that need a message whose text was read.
  static let reading = [
    loadPictures, asSent, plainText, asWritten, print, source, save, saveAttachments,
  ]

  static let select = WindowCommand(
    name: "select", title: tr("Select or Deselect Message"), keys: ["x", "<Control>space"],
    reach: .mail, run: { $0.selectCurrent() })

  /// The steps that select all on their way.
  static let selectingSteps = [
    ("select-previous" as StaticString, tr("Extend Selection Up"), "Up", MailList.Step.previous),
    ("select-next", tr("Extend Selection Down"), "Down", .next),
    ("select-to-first", tr("Extend Selection to First"), "Home", .first),
    ("select-to-last", tr("Extend Selection to Last"), "End", .last),
  ].map { name, title, key, step in
    WindowCommand(
      name: name, title: title, keys: ["<Shift>" + key, "<Shift>KP_" + key], reach: .row,
      run: { $0.list.pick(to: step) })
  }

  static let selectAll: WindowCommand = WindowCommand(
    name: "select-all", title: tr("Select All"), keys: ["<Control>a"],
    sequences: ["asterisk+a"], reach: .row, run: { $0.select(by: .selectAll) { _ in true } })

  static let selectNone = WindowCommand(
    name: "select-none", title: tr("Select None"), keys: [], sequences: ["asterisk+n"],
    reach: .mail, run: { $0.list.unpick() })

  static let selectRead: WindowCommand = WindowCommand(
    name: "select-read", title: tr("Select Read"), keys: [], sequences: ["asterisk+r"],
    reach: .mail, isHiddenWhenDisabled: true, run: { $0.select(by: .selectRead) { !$0.isUnread } })

  static let selectUnread: WindowCommand = WindowCommand(
    name: "select-unread", title: tr("Select Unread"), keys: [], sequences: ["asterisk+u"],
    reach: .mail,
    isHiddenWhenDisabled: true, run: { $0.select(by: .selectUnread, where: \.isUnread) })

  static let selectStarred: WindowCommand = WindowCommand(
    name: "select-starred", title: tr("Select Starred"), keys: [], sequences: ["asterisk+s"],
    reach: .mail,
    isHiddenWhenDisabled: true, run: { $0.select(by: .selectStarred, where: \.isStarred) })

  static let selectUnstarred: WindowCommand = WindowCommand(
    name: "select-unstarred", title: tr("Select Unstarred"), keys: [], sequences: ["asterisk+t"],
    reach: .mail, isHiddenWhenDisabled: true,
    run: { $0.select(by: .selectUnstarred) { !$0.isStarred } })

  static let selectSender: WindowCommand = WindowCommand(
    name: "select-sender", title: tr("Select All From This Sender"), keys: [], reach: .window,
    isHiddenWhenDisabled: true, run: { $0.selectSender() })

  /// Those that files have nothing for.
  static let selectingMail = [
    selectRead, selectUnread, selectStarred, selectUnstarred, selectSender,
  ]

  /// What selects several at once.
  static let selecting = [selectAll, selectNone] + selectingMail

  /// What needs no message, and so has its letters among the folders too, where the focus is when a folder is done.
  static let besideMail = [back, search, compose] + all.filter { $0.reach == .window }

  /// What goes to a folder of the account on show, or to what gathers mail of all.
  static let going: [WindowCommand] = [
    going(to: .inbox, "go-inbox", tr("Go to Inbox"), "i", "1"),
    WindowCommand(
      name: "go-starred", title: tr("Go to Starred"), keys: ["<Alt>2"],
      sequences: ["g+s"], reach: .window, run: { $0.goToStarred() }),
    going(to: .sent, "go-sent", tr("Go to Sent"), "t", "3"),
    going(to: .drafts, "go-drafts", tr("Go to Drafts"), "d", "4"),
    going(to: .archive, "go-archive", tr("Go to Archive"), "a", "5"),
  ]

  private static func going(
    to role: Role, _ name: StaticString, _ title: String, _ letter: String, _ digit: String
  ) -> WindowCommand {
    WindowCommand(
      name: name, title: title, keys: ["<Alt>" + digit],
      sequences: ["g+" + letter], reach: .window, run: { $0.go(to: role) })
  }

  static let sweep = WindowCommand(
    name: "sweep", title: tr("All From This Sender…"), keys: [], reach: .window,
    run: { window in window.list.target.map { window.filing.sweep(like: $0.message) } })

  static let block = WindowCommand(
    name: "block", title: tr("Block Sender…"), keys: [], reach: .window,
    run: { window in window.list.target.map { window.block(senderOf: $0.message) } })

  static let undo = WindowCommand(
    name: "undo", title: tr("Undo"), keys: ["<Control>z", "z"], reach: .window,
    run: { $0.filing.undo() })

  static let redo = WindowCommand(
    name: "redo", title: tr("Redo"), keys: ["<Control><Shift>z"], reach: .window,
    run: { $0.filing.redo() })

  /// The commands that need something that was done.
  static let wayBack = [undo, redo]

  /// What the list is ordered by; a folder of files has one order only.
  static let orders = MessageOrder.choices.map { order(by: $0) }

  static func order(by order: MessageOrder) -> WindowCommand {
    let name: StaticString =
      switch order {
      case .arrival: "order::arrival"
      case .date: "order::date"
      case .waking: "order::waking"
      }
    return WindowCommand(
      name: name,
      title: order == .arrival ? tr("Sort by Arrival") : tr("Sort by Date"), keys: [],
      reach: .window, isHiddenWhenDisabled: true, run: { $0.settings.order = order })
  }

  static let conversations = WindowCommand(
    name: "conversations", title: tr("Show Conversations"), keys: [], reach: .window,
    isHiddenWhenDisabled: true, isSwitch: true,
    run: { $0.settings.gathersConversations.toggle() })

  static let open = WindowCommand(
    name: "open", title: tr("Open Another Mailbox…"), icon: "document-open-symbolic",
    keys: ["<Control>o"], reach: .window,
    run: { $0.chooseMailbox() })

  static let newWindow = WindowCommand(
    name: "new-window", title: tr("New Window"), keys: ["<Control><Shift>n"], reach: .window,
    run: { $0.openAnother() })

  static let folders = WindowCommand(
    name: "folders", title: tr("Show or Hide Folders"), icon: "dnk-sidebar-symbolic",
    keys: ["F9"], reach: .window, run: { $0.toggleFolders() })

  /// Its key is the same as that of fetching mail, which does this first.
  static let tryAgain = WindowCommand(
    name: "try-again", title: tr("Try Again"), keys: [], reach: .window,
    run: { $0.shown.tryAgain() })

  static let fetch = WindowCommand(
    name: "fetch", title: tr("Fetch Mail"), keys: ["F5"], reach: .window,
    isHiddenWhenDisabled: true, run: { $0.fetchMail() })

  static let fetchDetails = WindowCommand(
    name: "fetch-details", title: tr("Sync Details"), keys: [], reach: .window,
    isHiddenWhenDisabled: true, run: { $0.showFetchDetails() })

  static let addAccount = WindowCommand(
    name: "add-account", title: tr("Add Account…"), keys: [], reach: .window,
    run: { $0.addAccount() })

  static let allowChanges = WindowCommand(
    name: "allow-changes", title: tr("Allow Changes"), keys: [], reach: .window,
    run: { $0.allowChanges() })

  static let preferences = WindowCommand(
    name: "preferences", title: tr("Preferences"), keys: ["<Control>comma"], reach: .window,
    run: { $0.showPreferences() })

  static let shortcuts = WindowCommand(
    name: "shortcuts", title: tr("Keyboard Shortcuts"),
    keys: ["F1", "<Control>question", "question"],
    reach: .window, run: { $0.showShortcuts() })

  static let about = WindowCommand(
    name: "about", title: tr("About Dunnock"), keys: [], reach: .window, run: { $0.showAbout() })

  static let menu = WindowCommand(
    name: "menu", title: tr("Main Menu"), icon: "open-menu-symbolic", keys: ["F10"],
    reach: .window, run: { $0.frame.showMenu() })

  static let close = WindowCommand(
    name: "close", title: tr("Close Window"), keys: ["<Control>w"], reach: .window,
    run: { $0.close() })

  static let quit = WindowCommand(
    name: "quit", title: tr("Quit"), keys: ["<Control>q"], reach: .window,
    run: { _ in MailWindow.closeAll() })

  /// The buttons above a message, the one at the edge first.
  static let aboveMessage: [Command] = [
    .archive, .moveToInbox, .notJunk, .snooze, .trash, .delete, .moveElsewhere, .toggleStar,
  ]

  /// Those of them that are there only where there is room.
  static let givingWay: Set<Command> = [.moveElsewhere, .toggleStar]

  /// What the menu at the foot of a message has, but for what has a button there.
  static let inFootMenu = aboveMessage + [.junk, .toggleRead]

  /// What the menu of one message of a conversation has. What is gone for ever asks first, by the row of a message alone.
  static let ofMessage: [Command] = [
    .archive, .moveToInbox, .notJunk, .snooze, .trash, .moveElsewhere, .junk, .toggleStar,
    .toggleRead,
  ]

  /// The buttons for what is selected.
  static let forSelected: [Command] = [
    .archive, .moveToInbox, .notJunk, .snooze, .toggleRead, .toggleStar, .moveElsewhere, .junk,
    .trash, .delete,
  ]

  /// The main menu, section by section; the menu of the view stands before the last but one.
  static let menuSections = [
    [compose, fetch], [undo, redo, emptyTrash], [outbox, open], [preferences, shortcuts, about],
  ]

  /// The menu of the view, section by section.
  static let viewSections = [orders, [conversations], [selectAll], [drafts], [newWindow]]

  /// Every command, as the shortcuts window groups them.
  static let sections = [
    (
      title: tr("Messages"),
      commands: filing + writing + [
        sweep, block, undo, redo, reveal, rowMenu, show, page, pageBack, nextRow, previousRow,
        nextMessage,
        previousMessage, back,
        search,
      ]
    ),
    (
      title: tr("Selection"),
      commands: [select] + selectingSteps + selecting
    ),
    (
      title: tr("Reading"),
      commands: [find, findNext, findPrevious, zoomIn, zoomOut, zoomNormal] + reading
    ),
    (
      title: tr("Window"),
      commands: [
        folders
      ] + going + [
        newWindow, open, fetch, fetchDetails, addAccount, drafts, outbox, emptyTrash, allowChanges,
        tryAgain,
        menu, preferences, shortcuts,
        about,
        close, quit, conversations,
      ] + orders
    ),
  ]

  static var all: [WindowCommand] { sections.flatMap(\.commands) }
}
