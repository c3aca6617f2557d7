import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import SwipePane
import SwipeRows
import Texts
import Triage

/// The folders beside the mail; where there is no room they lie behind it, and it is drawn aside from over them, by hand or at the press of a
/// button.
final class FolderSide {
  /// What the side tells of itself.
  enum Event {
    /// The person has come to another folder, or to what gathers mail of several.
    case selected(Source)
    /// The person has chosen the folder for good.
    case activated
    /// It came or went, or changed its place.
    case moved
    /// It went, and with it the focus.
    case lostFocus
  }

  /// The folders and the mail.
  var widget: Widget { pane.widget }
  let headerBar: Widget = adw_header_bar_new()
  let list = FolderList()
  let menu: FolderMenu
  let line = FetchLine(WindowCommand.fetchDetails)
  /// Of what is to be sent.
  let outboxLine = FetchLine(WindowCommand.outbox)
  /// Whether the mail gets the focus when it comes: its folder was chosen for good, or it had the focus until it ended.
  private(set) var yieldsFocus = false

  private let pane: Pane
  private let mail: Widget = adw_bin_new()
  private var tell: (Event) -> Void = { _ in }
  /// Whether it is to be seen where there is room.
  private var isWanted = false
  /// Whether it was decided for this mailbox whether it is to be seen.
  private var isOffered = false
  /// Counts the unread messages of the folders; nil while nothing is counted.
  private var counting: Task<Void, Never>?
  /// Whether something changed since the counting began.
  private var mustCountAgain = false
  private var mailbox: OpenMailbox?

  init() {
    menu = FolderMenu(of: list)
    let side: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    side.addClasses("folder-side", "background")
    // The border of its header bar reaches over the line beside it.
    gtk_widget_set_overflow(side, GTK_OVERFLOW_HIDDEN)
    gtk_widget_set_size_request(side, Self.width, -1)
    adw_header_bar_set_title_widget(headerBar.opaque, adw_window_title_new(tr("Folders"), ""))
    adw_header_bar_set_show_end_title_buttons(headerBar.opaque, 0)
    for part in [headerBar, list.widget, outboxLine.widget, line.widget] {
      gtk_box_append(side.cast(), part)
    }
    let back: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    for part in [side, gtk_separator_new(GTK_ORIENTATION_VERTICAL)] {
      part.map { gtk_box_append(back.cast(), $0) }
    }
    // The mail beside it has room for what is in its rows.
    let front = Widget.wishing(width: Self.mailWidth, mail)
    // It must hide the folders.
    front.addClasses("background")
    pane = Pane(front, over: back, fitsBeside: true)
    pane.onFold = { [weak self] in
      guard let self else { return }
      reveal(isWanted && !covers)
      tell(.moved)
      // Now they would be measured in the midst of a layout; then they may have gone with their window.
      let rows = Ref.retaining(none: list.widget)
      whenIdle { [weak self] in
        if let self { rows.raw.assumingMemoryBound(to: GtkWidget.self).setClass("covered", covers) }
      }
    }
    pane.onChange = { [weak self] in
      guard let self else { return }
      if isShown, covers { list.grabFocus() }
      if !isShown, list.hasFocus { tell(.lostFocus) }
      tell(.moved)
    }
    list.onEvent { [weak self] event in
      guard let self else { return }
      switch event {
      case .selected(let source):
        yieldsFocus = false
        tell(.selected(source))
      case .activated:
        yieldsFocus = true
        tell(.activated)
      }
    }
  }

  /// Has what the person does here told.
  func onEvent(_ tell: @escaping (Event) -> Void) { self.tell = tell }

  /// Puts the mail beside it.
  func surround(_ content: Widget) { adw_bin_set_child(mail.cast(), content) }

  /// Has the mail drawn aside by drags.
  ///
  /// - Parameters:
  ///   - mayDraw: Whether a drag does it that begins on this widget of the mail, so far from its leading edge, px.
  ///   - onDraw: Called when one does.
  func drawn(
    from mayDraw: @escaping (Widget, Double) -> Bool, onDraw: @escaping () -> Void
  ) {
    (pane.mayDraw, pane.onDraw) = (mayDraw, onDraw)
  }

  /// Whether the mail lies over it instead of beside it.
  var covers: Bool { pane.covers }

  var isShown: Bool { pane.isOpen }

  /// Whether it is to be seen beside the mail.
  var isBeside: Bool { isShown && !covers }

  func reveal(_ shows: Bool) { if shows { pane.open() } else { pane.close() } }

  /// Comes or goes, as the person asks.
  ///
  /// - Returns: Whether it is shown now, with the focus.
  func toggle() -> Bool {
    let shows = !isShown
    if !covers { isWanted = shows }
    reveal(shows)
    if shows { list.grabFocus() }
    return shows
  }

  /// Takes the focus until there is mail again.
  func keepFocus() {
    list.grabFocus()
    yieldsFocus = true
  }

  /// Leaves the focus to the mail that is to come.
  func yieldFocus() { yieldsFocus = true }

  /// The mail has come, with the focus or without.
  func mailHasCome() { yieldsFocus = false }

  /// Counts no more; what is under way finds itself no longer wanted.
  func leave() {
    counting?.cancel()
    counting = nil
    mailbox = nil
  }

  /// Shows no folders.
  func clear() {
    leave()
    isOffered = false
    list.show([], open: .folder(.inbox))
  }

  /// Shows the folders of a mailbox from now on.
  func show(_ opened: OpenMailbox) {
    mailbox = opened
    if opened.folders.isEmpty, opened.store.hasInbox {
      // There are many, which come once there is mail to see.
      isWanted = true
      if !covers { reveal(true) }
    }
    list.call(inbox: opened.holdsFiles ? opened.place.name : nil)
  }

  /// Shows folders.
  ///
  /// - Returns: Whether folders came or went, or are for something else now.
  func show(_ all: [FolderID], of opened: OpenMailbox, open: Source) -> Bool {
    let isOther = list.show(all, opened.session.roles, open: open)
    guard !isOffered else { return isOther }
    // A mailbox of one folder needs no list of them.
    isOffered = true
    isWanted = list.offersChoice || line.text != nil
    if !covers { reveal(isWanted) }
    return isOther
  }

  /// Says below the folders how fetching mail goes; what is fetched has folders to see, however few there are yet.
  func show(_ summary: FetchSummary?) {
    let isNew = line.text == nil && summary != nil
    line.show(summary)
    guard isNew, isOffered, !isWanted else { return }
    isWanted = true
    if !covers { reveal(true) }
  }

  /// Looks at the folders and counts what is unread in each: one look at a time, and one more when something changed meanwhile.
  ///
  /// - Parameter show: Called with the folders before they are counted.
  func refresh(_ show: @escaping ([FolderID], OpenMailbox) -> Void) {
    guard let opened = mailbox else { return }
    guard counting == nil else {
      mustCountAgain = true
      return
    }
    mustCountAgain = false
    counting = Task { [weak self] in
      let all = (try? await opened.session.folders()) ?? []
      if opened === self?.mailbox, !all.isEmpty { show(all, opened) }
      for folder in all {
        guard opened === self?.mailbox else { break }
        guard let unread = try? await opened.store.unreadCount(in: folder) else { continue }
        if opened === self?.mailbox { self?.list.show(unread: unread, in: folder) }
      }
      guard let self, opened === mailbox else { return }
      counting = nil
      if mustCountAgain { refresh(show) }
    }
  }

  /// Wide enough for the usual names, px.
  private static let width: Int32 = 210
  /// What the mail has at least while the folders stand beside it, px.
  private static let mailWidth: Int32 = 509
}
