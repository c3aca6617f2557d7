import AppWidgets
import CDunnockGtk
import GtkBridge
import MailModel
import MailText
import Texts

extension MailWindow {
  /// Looks for messages as the person asks in the bar, and comes back to where the list was.
  func followSearch() {
    search.onEvent { [weak self] event in
      guard let self else { return }
      switch event {
      case .opened:
        debugLog("search opened")
        guard let mailbox else { return search.leave() }
        search.begin(
          from: .init(
            source: shown.source, message: list.selected?.message, top: list.topOfSelected),
          named: mailbox.holdsFiles ? mailbox.place.name : folders.list.name(of: shown.source),
          ofMail: !mailbox.holdsFiles)
        search.open()
      case .changed: if let source = search.source { look(for: source) }
      case .wentOn: goToFound()
      case .closed(let place):
        debugLog("search closed")
        open(place.source)
        list.selection.want(place.message?.id, as: place.message, at: place.top)
        list.focusSelected()
      }
    }
  }

  /// Opens the bar in which somebody looks for messages.
  func startSearching() {
    guard mailbox != nil else { return }
    frame.showListSide()
    search.open()
  }

  /// Looks for what the bar says in all folders.
  func searchEverywhere() { search.lookEverywhere() }

  /// Finds in the message where that has the focus, and looks for messages elsewhere.
  func find() { if reader.widget.holdsFocus { reader.startFinding() } else { startSearching() } }

  /// Lists what is looked for; what is listed stays until it is found.
  private func look(for source: Source) {
    guard source != shown.source else { return }
    search.note(isLeft: false)
    changes.forget(mailbox: false)
    changes.holdKeys(for: .found)
    shown.show(source)
    showWhatIsFound()
    search.showWaiting()
    showPermission()
  }

  /// Goes to the first of what is found, or to where it is to be; the bar tells of what was typed last a moment later than of Return.
  private func goToFound() {
    if let source = search.source { look(for: source) }
    search.note(isLeft: true)
    if !changes.awaits(.found) { attendToMessage() }
    if list.count > 0 { return list.focusSelected() }
    guard changes.awaits(.found) else { return }
    frame.focusPage()
    // A page may have nothing that takes it; what is typed is for the words no more.
    if search.widget.holdsFocus { gtk_window_set_focus(window.cast(), nil) }
  }

  /// Has keys that were meant for the first of what is looked for be answered, once that is listed or there is none.
  func showFirstFound() {
    guard changes.awaits(.found), list.count > 0 || !isStillReading else { return }
    // Selecting the first is the person's choice only if they have gone on to it.
    if search.isLeft { attendToMessage() }
    answerEarlyKeys(for: .found)
    // There is nothing to go to.
    if list.count == 0, gtk_window_get_focus(window.cast()) == nil { search.open() }
  }

  /// Has the rows show why they are listed: the words that are looked for, and the folders where these are several.
  func showWhatIsFound() {
    let source = shown.source
    list.mark(
      source.words.isEmpty ? nil : source.query,
      naming: source.folder == nil ? { [folders] in folders.list.shortName(of: $0) } : nil)
  }

  /// Says in the bar what was found.
  func showFound() {
    if search.isOpen { search.show(found: list.messages.count, shown.searched) }
  }

  /// What is said where nothing is listed.
  var emptyTitle: String {
    if isFetchingFirst { return Self.fetchingTitle }
    guard shown.source.isNarrowed else {
      // Of a trash and of drafts nobody has to catch up with anything.
      return switch shown.source.folder.flatMap({ mailbox?.session.roles.role(of: $0) }) {
      case .trash: tr("Trash Is Empty")
      case .drafts: tr("No Drafts")
      default: tr("All Caught Up")
      }
    }
    return isStillReading ? tr("No Results Yet") : tr("No Results Found")
  }

  /// Whether more of the mail is being read for what is looked for.
  var isStillReading: Bool {
    shown.searched.map { !$0.isComplete && !$0.hasStopped } ?? false
  }

  /// Why nothing is listed, in place of the list.
  var emptyPage: Widget {
    if isFetchingFirst {
      return statusPage(
        icon: "dnk-inbox-symbolic", title: emptyTitle,
        description: tr("Messages appear here as they are fetched."))
    }
    guard shown.source.isNarrowed else {
      return statusPage(
        icon: emptyIcon, title: emptyTitle,
        description: mailbox?.holdsFiles == true
          ? tr("There are no files here. New files appear automatically.")
          : tr("There are no messages here. New messages appear automatically."))
    }
    if isStillReading {
      return statusPage(
        icon: "edit-find-symbolic", title: emptyTitle,
        description: tr("Messages are still being searched. Results appear automatically."))
    }
    let isElsewhere = shown.source.folders != nil && !shown.source.words.isEmpty
    return statusPage(
      icon: "edit-find-symbolic", title: emptyTitle, description: reasonForNothingFound,
      buttons: isElsewhere && mailbox?.holdsFiles == false
        ? [(WindowCommand.searchEverywhere.title, WindowCommand.searchEverywhere.action)] : [])
  }

  /// That of what the folder is for.
  private var emptyIcon: String {
    guard let mailbox, !mailbox.holdsFiles, let folder = shown.source.folder else {
      return shown.source.filters.first?.icon ?? "folder-symbolic"
    }
    return mailbox.session.roles.role(of: folder)?.icon ?? "folder-symbolic"
  }

  private var reasonForNothingFound: String {
    if shown.searched?.hasStopped == true { return tr("Not All Messages Could Be Read") }
    if mailbox?.holdsFiles == true { return tr("No file has a matching name.") }
    return !shown.source.filters.isEmpty && !shown.source.words.isEmpty
      ? tr("No message matches your search and the filters.")
      : tr("No message matches your search.")
  }
}
