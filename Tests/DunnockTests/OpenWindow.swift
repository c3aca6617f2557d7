import AppWidgets
import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import MailModel
import SwipeRows
import Texts
import Triage
import XCTest

@testable import Dunnock

/// A window of the app for the length of a test: closed afterwards, with proof that it, its rows and what no other window shows are
/// freed.
@MainActor
func withWindow(
  on place: MailboxPlace, allowsChanges: Bool = false, settings: Settings = .withoutHint(),
  list: MailList = MailList(), composer: any Composer = DesktopComposer(),
  progress: ChangeProgress = ChangeProgress(), attention: Attention = Attention(),
  fetching: MailFetching? = nil, mailboxes: Mailboxes? = nil, _ body: (MailWindow) throws -> Void
) throws {
  let application = try XCTUnwrap(TestApplication.shared)
  var isWindowFreed = false
  var rows = 0
  var freedRows = 0
  weak var freed: MailWindow?
  weak var shared: SharedMailbox?
  do {
    let window = MailWindow(
      application: application.raw.assumingMemoryBound(to: GtkApplication.self),
      settings: settings, mailboxes: mailboxes ?? TestApplication.mailboxes,
      fetching: fetching ?? MailFetching(settings, Mailboxes()), list: list,
      composer: composer, progress: progress, attention: attention)
    freed = window
    // On a slow machine a notice would go before it is looked at.
    window.notices.toasts.replaceTimer { _, _ in }
    onFree(of: window.window) { isWindowFreed = true }
    window.open(place, allowingChanges: allowsChanges)
    window.present()
    try body(window)
    for item in window.list.listView.children {
      guard let row = item.firstChild else { continue }
      rows += 1
      onFree(of: row) { freedRows += 1 }
    }
    XCTAssertEqual(rows > 0, window.list.count > 0)
    shared = window.mailbox?.shared
    window.close()
  }
  pump("the window to be freed") { isWindowFreed && freed == nil }
  pump("the rows to be freed") { freedRows == rows }
  pump("the mailbox to be freed") { shared.map { !MailWindow.showing($0).isEmpty } ?? true }
}

@MainActor
extension Settings {
  /// Settings with which nothing moves, and nothing is marked as read, by itself. Windows have their first size, whatever an earlier test
  /// made of its window.
  static func withoutHint() -> Settings {
    let settings = Settings()
    settings.isHintShown = true
    settings[Settings.windowWidth] = Settings.windowWidth.standard
    settings[Settings.windowHeight] = Settings.windowHeight.standard
    settings[Settings.isMaximized] = false
    settings.reading = ReadMarking(whenRead: .never, whenFiled: false)
    return settings
  }
}

@MainActor
extension MailWindow {
  /// The subjects in the list, first to last.
  var subjects: [String] { list.messages.map(\.subject) }

  /// Waits until the list shows these subjects.
  func waitFor(_ subjects: [String], file: StaticString = #filePath, line: UInt = #line) {
    pump("the list to show \(subjects)", file: file, line: line) {
      self.subjects == subjects && frame.page == (subjects.isEmpty ? .other : .list)
    }
    XCTAssertEqual(self.subjects, subjects, file: file, line: line)
  }

  /// What a row says and offers.
  func content(of item: MailItem) -> SwipeContent { filing.content(of: item) }

  var canEmptyTrash: Bool { filing.canEmptyTrash }

  /// What the row of a message says and offers.
  func content(of message: Message) -> SwipeContent {
    list.row(of: message.id).map { filing.content(of: $0) } ?? SwipeContent(label: "")
  }

  /// Does a command to what is selected, as its key does.
  func obey(_ command: Command) { filing.perform(command) }

  /// Does a command to one message, as its menu does.
  func obey(_ command: Command, on message: Message) { filing.perform(command, on: message) }

  func undo() { filing.undo() }

  func redo() { filing.redo() }

  /// Shows another folder.
  func open(_ folder: FolderID) { open(.folder(folder)) }

  /// Activates a command by its action, as keys and buttons do.
  func activate(_ command: WindowCommand) {
    gtk_widget_activate_action_variant(window, command.action, nil)
  }

  /// The title and description of the page shown in place of the list.
  var statusTexts: [String] {
    guard frame.page == .other, let page = frame.statusPage else { return [] }
    return [adw_status_page_get_title(page.opaque), adw_status_page_get_description(page.opaque)]
      .compactMap { $0.map { String(cString: $0) } }
  }
}

@MainActor
extension MailList {
  func focus(_ id: MessageRef) { if let row = row(of: id) { focus(row.id) } }

  /// The rows that are not on their way out, first to last.
  var shownRows: [MailItem] {
    var rows: [MailItem] = []
    for message in messages {
      if let row = row(of: message.id), row !== rows.last { rows.append(row) }
    }
    return rows
  }

  /// The row on screen of a message.
  func row(of message: Message) -> Widget? {
    row(of: message.id).flatMap { swipes.widget(of: $0.id) }
  }
}

/// The one application of the test process.
@MainActor
private enum TestApplication {
  static let mailboxes = Mailboxes()

  static let shared: Ref? = {
    MainLoop.adoptMainActor()
    SentAddresses.timeout = 3_600
    XCTAssertTrue(registerResources(), "no resources in \(Places.resources)")
    guard let raw = adw_application_new(Product.id, G_APPLICATION_NON_UNIQUE) else { return nil }
    let application = Ref.adopting(full: UnsafeMutableRawPointer(raw))
    guard
      g_application_register(
        application.raw.assumingMemoryBound(to: GApplication.self), nil, nil) != 0
    else { return nil }
    Application.prepare(application.raw.assumingMemoryBound(to: GtkApplication.self))
    return application
  }()
}
