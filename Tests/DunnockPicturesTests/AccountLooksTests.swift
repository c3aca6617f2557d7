import AccountSetup
import Accounts
import AppWidgets
import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import MailModel
import MailServers
import PictureApproval
import XCTest

@testable import Dunnock

/// What a person sees of accounts, each compared with the picture that was approved.
final class AccountLooksTests: XCTestCase {
  func testDialogsLookAsApproved() throws {
    try checkDialogsInEveryLook { look, parent in
      for asked in look.sample(of: AccountDialog.allCases) {
        let accounts = PicturedAccounts(asked.answers)
        let dialog = try asked.open(over: parent, accounts)
        // As a telephone has it.
        if look.width < 640, dialog.isA(gtk_window_get_type()),
          !dialog.isA(adw_message_dialog_get_type())
        {
          gtk_window_set_default_size(dialog.cast(), look.width, 640)
          pump("its width") { gtk_widget_get_width(dialog) <= look.width }
        }
        try checkDialog(dialog, named: "account, \(asked.rawValue), \(look.name)")
        accounts.fetching.end()
      }
    }
  }

  func testTheWindowLooksAsApproved() throws {
    try onGtk {
      defer { ReadingLook.reset() }
      for look in ReadingLook.all {
        look.apply()
        for state in look.sample(of: FetchState.allCases)
        where state == .allInboxes || look.width >= 640 {
          let accounts = PicturedAccounts(state.answers)
          try accounts.add()
          let stage = try WindowStage(
            on: accounts.places.mail, width: look.windowWidth,
            mailboxes: accounts.mailboxes, fetching: accounts.fetching)
          try Approval.check(
            state.picture(on: stage), named: "fetching, \(state.rawValue), \(look.name)",
            of: "Tests/DunnockPicturesTests/Approved")
          stage.end()
          accounts.fetching.end()
        }
      }
    }
  }
}

/// How fetching mail may go.
private enum FetchState: String, CaseIterable {
  case updated, progress, offline, problem, missing
  case allInboxes = "all inboxes"

  @MainActor var answers: PicturedAnswers {
    var answers = PicturedAnswers()
    let (work, home) = (PicturedAccounts.work, PicturedAccounts.home)
    switch self {
    case .updated, .allInboxes: break
    case .progress: answers.runs = [work.name: .under(way: .halfWay), home.name: .ended()]
    case .offline:
      answers.runs = [
        work.name: .failed(.offline("imap.example.org")),
        home.name: .failed(.offline("imap.example.org")),
      ]
    case .problem: answers.runs = [work.name: .failed(.wrongPassword)]
    case .missing:
      let missing = MissingMail(counts: [work.folder("INBOX"): 1_200])
      answers.runs = [work.name: .ended(SyncResult(missing: missing))]
    }
    return answers
  }

  @MainActor func picture(on stage: WindowStage) -> Picture {
    let window = stage.window
    pump("the line") { window.folders.line.text?.contains(self.said) == true }
    guard self == .allInboxes else {
      return stage.picture(of: window.folders.line.widget.parent ?? window.folders.widget)
    }
    pump("the folders") { window.mailbox?.session.roles.inboxes.count == 2 }
    if let roles = window.mailbox?.session.roles { window.open(Source(folders: roles.inboxes)) }
    pump("both") { window.list.count == 4 }
    return stage.picture()
  }

  private var said: String {
    switch self {
    case .updated, .allInboxes: "Updated"
    case .progress: "1234"
    case .offline: "Offline"
    case .problem: "password"
    case .missing: "1200"
    }
  }
}

/// What is asked about accounts, and told of them.
private enum AccountDialog: String, CaseIterable {
  case who, advised
  case notInstalled = "not installed"
  case refused
  case elsewhere
  case byHand = "by hand"
  case certificate, folders, password
  case wrongPassword = "wrong password"
  case server
  case chosenFolders = "chosen folders"
  case folder
  case progress, problem, missing, preferences, removal
  case missingMail = "missing mail"
  case gone
  case goneMail = "gone mail"

  @MainActor var answers: PicturedAnswers {
    var answers = PicturedAnswers()
    let work = PicturedAccounts.work
    switch self {
    case .who, .password, .server, .removal, .missingMail, .goneMail: break
    case .advised:
      answers.suggestion = ServerSuggestion(
        imap: MailServer(host: "imap.gmail.com", port: 993, security: .tls),
        advice: Sentence(
          msgid("%1$s wants a password that is made for programs, not the usual one."), "Gmail"),
        link: "https://myaccount.google.com/apppasswords")
    case .notInstalled: answers.missing = NeededProgram.allCases
    case .refused, .wrongPassword: answers.check = .failure(.wrongPassword)
    case .elsewhere:
      let server = MailServer(
        host: "mailbox14.rechenzentrum.example.net", port: 993, security: .tls)
      answers.suggestion = ServerSuggestion(imap: server, foreign: [server])
    case .byHand:
      answers.suggestion = nil
      answers.check = .failure(.unreachable("imap.philharmonische-gesellschaft.example"))
    case .certificate:
      answers.check = .failure(
        .certificate(
          pem: "PEM", fingerprint: String(repeating: "0f1e2d3c4b5a6978", count: 4)))
    case .folders, .chosenFolders, .folder:
      answers.check = .success([
        ServerFolder(name: "INBOX"), ServerFolder(name: "Archive", role: .archive),
        ServerFolder(name: "Entw&APw-rfe", role: .drafts),
        ServerFolder(name: "[Gmail]/All Mail", isAllMail: true),
        ServerFolder(name: "Gesellschafterversammlungen/Einladungen und Tagesordnungen/2020"),
        ServerFolder(name: "Sent", role: .sent), ServerFolder(name: "Trash", role: .trash),
      ])
    case .progress, .preferences:
      answers.runs = [work.name: .under(way: .halfWay)]
    case .problem:
      answers.runs = [
        work.name: .failed(.wrongPassword),
        PicturedAccounts.home.name: .ended(
          SyncResult(
            waiting: 3, warnings: ["Warning: message 17 is too large for the server to take"])),
      ]
    case .missing:
      answers.runs = [
        work.name: .ended(
          SyncResult(missing: MissingMail(counts: [work.folder("INBOX"): 1_200])))
      ]
    case .gone:
      answers.runs = [
        work.name: .ended(
          SyncResult(
            gone: GoneMail(counts: [work.folder("INBOX"): .init(gone: 800, known: 1_200)]),
            unusable: ["new", "Einladungen und Tagesordnungen/cur"]))
      ]
    }
    return answers
  }

  /// - Returns: The dialog.
  @MainActor func open(over parent: Widget, _ accounts: PicturedAccounts) throws -> Widget {
    let fetching = accounts.fetching
    let work = PicturedAccounts.work
    switch self {
    case .who, .advised, .notInstalled, .refused, .elsewhere, .byHand, .certificate, .folders:
      return add(over: parent, fetching)
    case .password, .wrongPassword:
      let (steps, entry) = PasswordDialog.present(over: parent, work, fetching)
      if self == .wrongPassword {
        entry.type("secret")
        steps.goOn(steps.step ?? "")
        pump("the refusal") { steps.problemText != nil && !steps.isBusy }
      }
      return steps.dialog.widget
    case .server: return ServerDialog.present(over: parent, work, fetching).steps.dialog.widget
    case .chosenFolders, .folder:
      let shown = AccountFolders.present(over: parent, work, fetching)
      pump("the folders") { !shown.folders.folders.isEmpty && !shown.steps.isBusy }
      if self == .folder {
        let buttons = shown.folders.widget.below(gtk_button_get_type())
        try Signal.emit(XCTUnwrap(buttons.last), "clicked")
        pump("the folder") { shown.steps.step == AccountFolders.Step.folder }
      }
      return shown.steps.dialog.widget
    case .progress, .problem, .missing, .gone:
      try fetched(accounts)
      let details = FetchDetails(over: parent, fetching.allJobs) { _, _ in }
      details.present()
      for row in details.dialog.widget.below(adw_expander_row_get_type()) {
        adw_expander_row_set_expanded(row.cast(), 1)
      }
      return details.dialog.widget
    case .preferences:
      try fetched(accounts)
      return try preferences(over: parent, fetching)
    case .removal: return RemovalQuestion.ask(over: parent, work, fetching)
    case .missingMail:
      return MissingQuestion.ask(
        over: parent,
        [("Inbox", 1_200), ("Gesellschafterversammlungen/Einladungen und Tagesordnungen", 1)]
      ) { _ in }
    case .goneMail:
      return MissingQuestion.askAboutGone(
        over: parent,
        [
          ("Inbox", .init(gone: 1_200, known: 1_200)),
          ("Gesellschafterversammlungen/Einladungen und Tagesordnungen", .init(gone: 7, known: 9)),
        ]
      ) { _ in }
    }
  }

  @MainActor private func add(over parent: Widget, _ fetching: MailFetching) -> Widget {
    let dialog = AddAccountWindow.present(over: parent, fetching) { _ in }
    let steps = dialog.steps
    if self != .who {
      dialog.address.type(
        self == .advised ? "antonin@gmail.com" : PicturedAccounts.work.address)
      dialog.password.type("s3cret word")
      steps.goOn(AddAccountWindow.Step.who)
    }
    switch self {
    case .advised: pump("the advice") { dialog.isAdvising }
    case .notInstalled: pump("the hint") { isTrue(gtk_widget_get_visible(dialog.install.widget)) }
    case .refused: pump("the refusal") { steps.problemText != nil }
    case .elsewhere: pump("the servers") { steps.step == AddAccountWindow.Step.servers }
    case .byHand:
      pump("the servers") { steps.step == AddAccountWindow.Step.servers && !steps.isBusy }
      steps.goOn(AddAccountWindow.Step.servers)
      pump("what is wrong") { steps.problemText != nil }
    case .certificate: pump("it") { steps.step == AddAccountWindow.Step.certificate }
    case .folders: pump("them") { steps.step == AddAccountWindow.Step.folders }
    default: break
    }
    pump("the answers") { !steps.isBusy }
    return steps.dialog.widget
  }

  /// Has both accounts fetch their mail, as far as they do.
  @MainActor private func fetched(_ accounts: PicturedAccounts) throws {
    try accounts.add()
    pump("the runs") {
      accounts.fetching.allJobs.count == 2
        && accounts.fetching.allJobs.allSatisfy {
          $0.progress.map { $0 == .halfWay } ?? ($0.updated != nil || $0.report.problem != nil)
        }
    }
  }

  @MainActor private func preferences(
    over parent: Widget, _ fetching: MailFetching
  ) throws -> Widget {
    let part = AccountPreferences(
      fetching,
      command: FetchCommandPreferences(name: "Mail", line: "mbsync -a") { _ in }
    ) {}
    let window = PreferencesWindow(over: parent, settings: Settings(), accounts: part)
    window.present()
    let group = part.widgets[0]
    let dialog = window.dialog.widget
    let page = try XCTUnwrap(gtk_widget_get_ancestor(group, adw_preferences_page_get_type()))
    adw_preferences_page_set_name(page.cast(), "accounts")
    dialog.setProperty("visible-page-name", "accounts")
    let row = try XCTUnwrap(group.below(adw_expander_row_get_type()).first)
    adw_expander_row_set_expanded(row.cast(), 1)
    return dialog
  }
}

extension SyncProgress {
  fileprivate static var halfWay: SyncProgress {
    var progress = SyncProgress()
    (progress.fetched, progress.toFetch) = (1_234, 12_345)
    return progress
  }
}
