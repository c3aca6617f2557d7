import Accounts
import AppWidgets
import CDunnockAdwaita
import FileSystem
import GtkBridge
import GtkTestSupport
import MailModel
import XCTest

@testable import Dunnock

final class FetchingTests: XCTestCase {
  func testTheLineTellsHowItGoes() throws {
    try onGtk {
      let stand = AccountStand()
      let account = stand.account()
      try stand.deliver("One", to: account)
      stand.fake.set {
        $0.isHeld = true
        var progress = SyncProgress()
        (progress.fetched, progress.toFetch) = (40, 300)
        $0.progress = progress
      }
      try AccountFiles(stand.places).save(account)
      try stand.withWindow { window in
        window.waitFor(["One"])
        XCTAssertNil(window.folders.line.text)
        XCTAssertFalse(window.frame.actions.isEnabled(WindowCommand.fetch.name))
        load(stand)
        pump("the progress") { window.folders.line.text == "Fetching 40 of 300…" }
        XCTAssertTrue(window.frame.actions.isEnabled(WindowCommand.fetch.name))
        stand.fake.set { $0.isHeld = false }
        pump("the end") { window.folders.line.text?.hasPrefix("Updated ") == true }
        stand.fake.set { $0.results = [.failure(.wrongPassword)] }
        window.activate(.fetch)
        pump("the trouble") { window.folders.line.text?.contains("password") == true }
        XCTAssertEqual(stand.fake.runCount, 2)
        // It is not tried again before the person asks.
        stand.fetching.attention(isActive: true)
        pump("the loop") { true }
        XCTAssertEqual(stand.fake.runCount, 2)
        // Unless it may have been done in the settings of GNOME.
        stand.fake.set { $0.results = [.failure(.signIn(.attention))] }
        window.activate(.fetch)
        pump("the sentence") { window.folders.line.text?.contains("Online Accounts") == true }
        stand.fake.set { $0.results = [.failure(.offline("imap.example.org"))] }
        stand.fetching.attention(isActive: true)
        pump("no network") { window.folders.line.text == "Offline" }
        let job = try XCTUnwrap(stand.fetching.allJobs.first)
        job.note { $0.changed(at: .now) }
        job.note { $0.changed(at: .now) }
        XCTAssertEqual(window.folders.line.text, "Offline: 2 changes are waiting to be sent.")
      }
    }
  }

  func testTheFirstMailIsAwaited() throws {
    try onGtk {
      let stand = AccountStand()
      let account = stand.account()
      try stand.deliver("One", to: account)
      try FileManager.default.removeItem(atPath: stand.places.mail + "/Work/INBOX/cur")
      try FileManager.default.createDirectory(
        atPath: stand.places.mail + "/Work/INBOX/cur", withIntermediateDirectories: true)
      try AccountFiles(stand.places).save(account)
      stand.fake.set { $0.isHeld = true }
      try stand.withWindow { window in
        window.waitFor([])
        XCTAssertFalse(window.folders.isShown)
        load(stand)
        pump("what is said") { window.frame.pageTitle == MailWindow.fetchingTitle }
        XCTAssertTrue(window.folders.isShown)
        try stand.deliver("Two", to: account)
        window.waitFor(["Two"])
        // What comes is shown from its beginning, and not said to have come above.
        for number in 0..<3 {
          for one in 0..<20 { try stand.deliver("Portion \(number), \(one)", to: account) }
          pump("the portion") { window.list.count == 1 + 20 * (number + 1) }
          XCTAssertEqual(window.list.selected?.id, window.list.first?.id)
        }
        pump("the first in sight") {
          window.list.first.flatMap { window.list.swipes.widget(of: $0.id) } != nil
        }
        XCTAssertTrue(window.list.view.arrivals.isEmpty)
        // Who has gone somewhere stays there.
        window.list.focus(window.list.messages[30].id)
        window.list.selection.pressed(at: 0)
        let chosen = window.list.selected?.id
        try stand.deliver("Late", to: account)
        pump("it") { window.list.count == 62 }
        XCTAssertEqual(window.list.selected?.id, chosen)
        window.list.selection.released()
        stand.fake.set { $0.isHeld = false }
        pump("the end") { window.folders.line.text?.hasPrefix("Updated") == true }
      }
    }
  }

  func testWhatIsDoneHereIsBroughtThereAndWhatComesIsNot() throws {
    try onGtk {
      let stand = AccountStand()
      let (work, home) = (stand.account("Work"), stand.account("Home"))
      for account in [work, home] {
        try stand.deliver("To \(account.name)", to: account)
        try stand.deliver("Filed", to: account, folder: "Archive")
        try AccountFiles(stand.places).save(account)
      }
      load(stand)
      pump("the first runs") { stand.fetching.allJobs.allSatisfy { $0.updated != nil } }
      try stand.withWindow { window in
        window.waitFor(["To Home"])
        window.open(work.folder("INBOX"))
        window.waitFor(["To Work"])
        let job = try XCTUnwrap(stand.fetching.job(of: work))
        let other = try XCTUnwrap(stand.fetching.job(of: home))
        // What another program brings is no reason to fetch.
        try stand.deliver("Another", to: work)
        pump("the arrival") { window.subjects.count == 2 }
        XCTAssertGreaterThan(try XCTUnwrap(job.schedule.wait(at: .now)), 60)
        window.obey(.archive)
        pump("the change") { job.schedule.wait(at: .now).map { $0 <= 3 } ?? true }
        XCTAssertGreaterThan(try XCTUnwrap(other.schedule.wait(at: .now)), 60)
      }
    }
  }

  func testTheRecordSaysWhereMailWent() throws {
    try onGtk {
      let stand = AccountStand()
      let account = stand.account()
      try stand.deliver("One", to: account)
      try stand.deliver("Filed", to: account, folder: "Archive")
      try AccountFiles(stand.places).save(account)
      try stand.withWindow { window in
        window.waitFor(["One"])
        let id = try XCTUnwrap(window.list.messages.first).id
        window.obey(.archive)
        window.waitFor([])
        let foreign = MessageRef(folder: id.folder, key: ByteName("unknown"))
        stand.fake.set { $0.asksAfter = [id, foreign] }
        load(stand)
        pump("the answer") { !stand.fake.get(\.departures).isEmpty }
        let answers = stand.fake.get(\.departures)
        XCTAssertEqual(Array(answers.keys), [id])
        let place = try XCTUnwrap(XCTUnwrap(answers[id]))
        XCTAssertEqual(place.folder, account.folder("Archive"))
      }
    }
  }

  func testWhatTheServerLostIsSaidAndComesBackByItsButton() throws {
    try onGtk {
      let stand = AccountStand()
      let account = stand.account()
      try stand.deliver("One", to: account)
      try stand.deliver("Filed", to: account, folder: "Archive")
      try AccountFiles(stand.places).save(account)
      // The first step of the record.
      stand.fake.set {
        $0.results = [.success(SyncResult(lost: [account.folder("INBOX"): 1], lostStep: 1))]
      }
      try stand.withWindow { window in
        window.waitFor(["One"])
        window.obey(.archive)
        window.waitFor([])
        var ends: [@MainActor () -> Void] = []
        window.notices.toasts.replaceTimer { _, end in ends.append(end) }
        load(stand)
        pump("what went") {
          window.notices.passing
            == "1 message from “\u{2068}Inbox\u{2069}” is no longer on the server and was moved to “Lost on Server”."
        }
        // Whoever is in another window has not read it.
        let other = present(gtk_label_new(""))
        pump("the other window to be used") { !window.window.isUsed }
        try XCTUnwrap(ends.last)()
        XCTAssertNotNil(window.notices.passing)
        close(other)
        Signal.emit(try XCTUnwrap(window.window.button("Undo")), "clicked")
        window.waitFor(["One"])
      }
    }
  }

  func testWhatCannotBeFetchedIsToldAndStandsInTheDetails() throws {
    try onGtk {
      let stand = AccountStand()
      let account = stand.account()
      try stand.deliver("One", to: account)
      try AccountFiles(stand.places).save(account)
      stand.fake.set { $0.results = [.success(SyncResult(skipped: 2))] }
      let said = "2 messages on the server cannot be fetched because they are damaged or too large."
      try stand.withWindow { window in
        window.waitFor(["One"])
        load(stand)
        pump("the notice") { window.notices.passing == said }
        window.showFetchDetails()
        let details = try XCTUnwrap(window.dialogs.fetchDetails)
        pump("the details") {
          details.dialog.widget.texts.contains { $0.contains(said) }
        }
      }
    }
  }

  func testAFileThatIsReplacedEndsNoFetch() throws {
    try onGtk {
      var replace: @MainActor () -> Void = {}
      let stand = AccountStand { replace() }
      let (work, home) = (stand.account("Work"), stand.account("Home"))
      let files = AccountFiles(stand.places)
      stand.fake.set { $0.isHeld = true }
      stand.keep(work)
      stand.fetching.attention(isActive: true)
      pump("the fetch") { stand.fake.runCount == 1 }
      load(stand)
      let job = try XCTUnwrap(stand.fetching.job(of: work))
      pump("the accounts to be watched") { stand.fetching.hasNoAccounts == false }
      replace = {
        for account in [work, home] { try? files.save(account) }
      }
      try files.remove(work)
      pump("both accounts") { stand.fetching.accounts == [home, work] }
      XCTAssertTrue(stand.fetching.job(of: work) === job)
      XCTAssertNotNil(job.progress)
      XCTAssertEqual(stand.fake.get(\.cancelled), 0)
      stand.fetching.end()
    }
  }

  func testMissingMailIsAskedAboutWithNumbers() throws {
    try onGtk {
      let stand = AccountStand()
      let account = stand.account()
      try stand.deliver("One", to: account)
      try AccountFiles(stand.places).save(account)
      let missing = MissingMail(counts: [account.folder("INBOX"): 1200])
      stand.fake.set { $0.results = [.success(SyncResult(missing: missing))] }
      try stand.withWindow { window in
        window.waitFor(["One"])
        load(stand)
        pump("the line") {
          window.folders.line.text?.contains("messages are missing on this computer") == true
        }
        // Nothing comes between the person and their mail.
        gtk_window_present(window.window.cast())
        pump("what waits") { window.window.button("Decide…") != nil }
        XCTAssertNil(window.dialogs.question)
        Signal.emit(try XCTUnwrap(window.window.button("Decide…")), "clicked")
        pump("the question") { window.dialogs.question != nil }
        XCTAssertFalse(window.notices.bar.offersButton)
        let question = try XCTUnwrap(window.dialogs.question)
        question.answer(MissingQuestion.Answer.delete.rawValue)
        pump("the run") { stand.fake.runCount == 2 }
        guard case .deleteOnServer(let agreed) = stand.fake.get({ $0.runs[1].decision }) else {
          return XCTFail("not deleted")
        }
        XCTAssertEqual(agreed, missing)
        pump("the end") { window.folders.line.text?.hasPrefix("Updated") == true }
      }
    }
  }

  func testMailThatIsGoneFromTheServerIsAskedAboutWithNumbers() throws {
    try onGtk {
      let stand = AccountStand()
      let account = stand.account()
      try stand.deliver("One", to: account)
      try AccountFiles(stand.places).save(account)
      let gone = GoneMail(counts: [account.folder("INBOX"): .init(gone: 1200, known: 1300)])
      stand.fake.set {
        $0.results = [
          .success(
            SyncResult(gone: gone, unusable: ["new", "Entw&APw-rfe/cur"], vanished: ["Lists"])),
          .success(SyncResult(trashed: ["Old"])),
        ]
      }
      try stand.withWindow { window in
        window.waitFor(["One"])
        load(stand)
        pump("the line") {
          window.folders.line.text?.contains("messages are missing on the server") == true
        }
        // Nothing comes between the person and their mail.
        gtk_window_present(window.window.cast())
        pump("what waits") { window.window.button("Decide…") != nil }
        XCTAssertNil(window.dialogs.question)
        Signal.emit(try XCTUnwrap(window.window.button("Decide…")), "clicked")
        pump("the question") { window.dialogs.question != nil }
        XCTAssertFalse(window.notices.bar.offersButton)
        let question = try XCTUnwrap(window.dialogs.question)
        let body = question.questionText ?? ""
        XCTAssertTrue(body.contains("1200 of 1300 messages in “\u{2068}"), body)
        // Not now, at first.
        question.answer(MissingQuestion.Answer.notNow.rawValue)
        pump("the end of the question") { window.dialogs.question == nil }
        XCTAssertEqual(stand.fake.runCount, 1)
        window.showFetchDetails()
        let details = try XCTUnwrap(window.dialogs.fetchDetails)
        for name in ["new", "Entwürfe/cur"] {
          pump(name) {
            details.dialog.widget.texts.contains { $0.contains("“\(name)” cannot be stored") }
          }
        }
        XCTAssertTrue(
          details.dialog.widget.texts.contains { $0.contains("Its mail stays on this computer") })
        let row = try XCTUnwrap(
          details.dialog.widget.shown(adw_action_row_get_type()).first {
            String(cString: adw_preferences_row_get_title($0.cast()))
              == "Move to “Lost on Server”"
          })
        adw_action_row_activate(row.cast())
        pump("the run") { stand.fake.runCount == 2 }
        guard case .deleteHere(let agreed) = stand.fake.get({ $0.runs[1].decision }) else {
          return XCTFail("not deleted")
        }
        XCTAssertEqual(agreed, gone)
        pump("the end") { window.folders.line.text?.hasPrefix("Updated") == true }
        pump("what went") {
          window.notices.passing
            == "The folder “\u{2068}Old\u{2069}” is no longer on the server, and was moved to the trash."
        }
        XCTAssertTrue(
          details.dialog.widget.texts.contains { $0.contains("was moved to the trash") })
      }
    }
  }

  func testAnAccountThatTheKeyringKeepsKeepsItsMail() throws {
    try onGtk {
      let stand = AccountStand()
      let account = stand.account()
      try stand.deliver("One", to: account)
      try AccountFiles(stand.places).save(account)
      load(stand)
      pump("the account") { stand.fetching.accounts == [account] }
      stand.fake.set { $0.keyring = .locked }
      var problem: (any Error)?
      Task {
        do { try await stand.fetching.remove(account, trashing: true) } catch { problem = error }
      }
      pump("the refusal") { problem != nil }
      XCTAssertEqual(problem as? Passwords.Problem, .locked)
      XCTAssertEqual(stand.fetching.accounts, [account])
      XCTAssertTrue(FileManager.default.fileExists(atPath: stand.places.mail + "/Work/INBOX"))
      stand.fake.set { $0.keyring = nil }
      Task { try await stand.fetching.remove(account, trashing: true) }
      pump("the removal") { stand.fetching.accounts.isEmpty }
      XCTAssertFalse(FileManager.default.fileExists(atPath: stand.places.mail + "/Work"))
    }
  }

  func testMailThatNoWindowShowsIsHeardOfAndComesBack() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      let stand = AccountStand(delay: 0)
      let account = stand.account()
      try stand.deliver("One", to: account)
      try stand.deliver("Put off", to: account, folder: "Snoozed")
      let cur = stand.places.mail + "/Work/Snoozed/cur/"
      let name = try XCTUnwrap(FileManager.default.contentsOfDirectory(atPath: cur).first)
      try FileManager.default.moveItem(
        atPath: cur + name, toPath: cur + "1700000000.R0123456789abcdefW1700000001.h:2,S")
      try AccountFiles(stand.places).save(account)
      var looks = 0
      stand.mailboxes.onOpen { opened in
        guard opened.store.identity != ByteName(mailbox.path).resolved?.escaped else { return }
        opened.onChange { _ in
          looks += 1
        } end: {
        }
      }
      try DunnockTests.withWindow(
        on: .path(mailbox.path), settings: stand.settings, fetching: stand.fetching,
        mailboxes: stand.mailboxes
      ) { window in
        window.waitFor(["Subject 0"])
        load(stand)
        let inbox = stand.places.mail + "/Work/INBOX/cur"
        let count = {
          (try? FileManager.default.contentsOfDirectory(atPath: inbox))?.count
        }
        pump("what was put off") { count() == 2 }
        let known = looks
        try stand.deliver("Two", to: account)
        pump("the look at what has come") { looks > known }
      }
    }
  }

  func testAWindowLeavesWhatWentToTheTrashWithItsAccount() throws {
    try onGtk {
      let stand = AccountStand()
      let (work, home) = (stand.account(), stand.account("Home"))
      try stand.deliver("At work", to: work)
      try stand.deliver("At home", to: home)
      for account in [work, home] { try AccountFiles(stand.places).save(account) }
      try stand.withWindow { window in
        load(stand)
        pump("both accounts") { stand.fetching.accounts.count == 2 }
        window.open(.path(stand.places.mail), folder: work.folder("INBOX"))
        window.waitFor(["At work"])
        Task { try await stand.fetching.remove(work, trashing: true) }
        window.waitFor(["At home"])
        XCTAssertNil(window.shown.trouble)
        XCTAssertEqual(window.shown.folder, home.folder("INBOX"))
      }
    }
  }

  func testAnAccountThatGoesWhileItsMailIsInUseLeavesTheOthersInOrder() throws {
    let uses: [(name: String, use: @MainActor (MailWindow) throws -> Void)] = [
      ("read", { _ in }),
      ("printed", { $0.activate(.print) }),
      ("attached", { $0.activate(.saveAttachments) }),
      ("saved", { $0.activate(.save) }),
      ("moved", { $0.obey(.moveElsewhere) }),
      ("archived", { $0.obey(.archive) }),
      ("selected", { $0.list.pickTarget() }),
      ("answered", { $0.activate(.reply) }),
      ("swiped", { $0.list.revealSelected() }),
    ]
    for (name, use) in uses {
      try onGtk {
        let stand = AccountStand()
        let (work, home) = (stand.account(), stand.account("Home"))
        try stand.deliver("At work", to: work)
        try stand.deliver("At home", to: home)
        for account in [work, home] {
          try AccountFiles(stand.places).save(account)
          try stand.deliver("Filed", to: account, folder: "Archive")
        }
        try stand.withWindow { window in
          load(stand)
          pump("both accounts") { stand.fetching.accounts.count == 2 }
          window.open(.path(stand.places.mail), folder: work.folder("INBOX"))
          window.waitFor(["At work"])
          pump("its text") { window.reader.shown?.subject == "At work" }
          window.list.focusSelected()
          try use(window)
          var isOver = false
          Task {
            do { try await stand.fetching.remove(work, trashing: true) } catch {
              XCTFail("\(name): \(error)")
            }
            isOver = true
          }
          pump("the removal while it is \(name)") { isOver }
          pump("the mail at home while it is \(name)") { window.subjects == ["At home"] }
          XCTAssertNil(window.shown.trouble, name)
          XCTAssertFalse(FileManager.default.fileExists(atPath: stand.places.mail + "/Work"), name)
          window.dialogs.question?.dismiss()
          pump("what was begun") { window.changes.waiting == 0 && window.dialogs.question == nil }
          window.list.focusSelected()
          window.obey(.archive)
          pump("the next command after it was \(name)") {
            window.subjects == [] && window.changes.waiting == 0
          }
        }
      }
    }
  }

  func testMailIsFetchedWhenTheServerSaysThatSomeHasCome() throws {
    try onGtk {
      let stand = AccountStand(delay: 0)
      let account = stand.account()
      try AccountFiles(stand.places).save(account)
      load(stand)
      let job = { stand.fetching.job(of: account) }
      pump("the first run") { job()?.updated != nil }
      let server = try XCTUnwrap(stand.fake.get { $0.listeners.last })
      server.yield(.changes)
      pump("a run") { stand.fake.runCount == 2 && job()?.schedule.isRunning == false }
      // While one is under way only what has come is worth another.
      stand.fake.set { $0.isHeld = true }
      server.yield(.arrivals)
      pump("a run") { stand.fake.runCount == 3 }
      server.yield(.arrivals)
      pump("that it is heard") { job()?.schedule.hasNews == true }
      stand.fake.set { $0.isHeld = false }
      pump("one more") { stand.fake.runCount == 4 && job()?.schedule.isRunning == false }
      // A server that takes the password no more is listened to again once there is another.
      server.finish()
      pump("that nobody listens") { job()?.isListening == false }
      stand.keep(account)
      XCTAssertEqual(job()?.isListening, true)
      XCTAssertEqual(stand.fake.get { $0.listeners.count }, 2)
    }
  }

  func testWhatWasDoneIsSentBeforeTheEnd() throws {
    try onGtk {
      let stand = AccountStand()
      let account = stand.account()
      try stand.deliver("One", to: account)
      try stand.deliver("Filed", to: account, folder: "Archive")
      try AccountFiles(stand.places).save(account)
      load(stand)
      pump("the first run") { stand.fetching.allJobs.allSatisfy { $0.updated != nil } }
      try stand.withWindow { window in
        window.waitFor(["One"])
        stand.fetching.finish()
        XCTAssertEqual(stand.fake.runCount, 1, "nothing waits")
        stand.fetching.attention(isActive: true)
        window.obey(.archive)
        let job = try XCTUnwrap(stand.fetching.job(of: account))
        pump("the change") { job.schedule.unsent == 1 }
        stand.fake.set { $0.isHeld = true }
        stand.fetching.finish()
        XCTAssertTrue(job.schedule.isSending)
        pump("the run") { stand.fake.runCount == 2 }
        stand.fake.set { $0.isHeld = false }
        pump("its end") { !job.schedule.isSending }
        XCTAssertEqual(job.schedule.unsent, 0)
      }
    }
  }

  func testWhatServersSayOfFoldersIsNoChoiceOfThePersons() throws {
    try onGtk {
      let stand = AccountStand()
      var account = stand.account()
      account.roles = [.archive: "Kept"]
      for folder in ["INBOX", "Kept", "Archive", "Done"] {
        try stand.deliver("In \(folder)", to: account, folder: folder)
      }
      try AccountFiles(stand.places).save(account)
      load(stand)
      try stand.withWindow { window in
        window.waitFor(["In INBOX"])
        let inbox = account.folder("INBOX")
        let found = { window.mailbox?.session.roles.folder(.archive, for: inbox) }
        pump("the server's") { found() == account.folder("Kept") }
        let part = try XCTUnwrap(window.folderPreferences().first)
        part.choose(.archive, account.folder("Done"))
        pump("the choice") { found() == account.folder("Done") }
        part.choose(.archive, nil)
        pump("the server's again") { found() == account.folder("Kept") }
        // The next start leaves it at that.
        load(stand)
        let mailbox = try XCTUnwrap(window.mailbox).identity
        XCTAssertEqual(stand.settings.roles(of: mailbox), [:])
      }
    }
  }

  func testTheEndOfTheProgramEndsARun() throws {
    try onGtk {
      let stand = AccountStand()
      try AccountFiles(stand.places).save(stand.account())
      stand.fake.set { $0.isHeld = true }
      load(stand)
      pump("the run") { stand.fake.runCount == 1 }
      stand.fetching.end()
      XCTAssertEqual(stand.fake.get(\.cancelled), 1)
    }
  }

  func testACommandFetchesTheMailOfAMailbox() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      let stand = AccountStand()
      try DunnockTests.withWindow(
        on: .path(mailbox.path), settings: stand.settings, fetching: stand.fetching,
        mailboxes: stand.mailboxes
      ) { window in
        window.waitFor(["Subject 0"])
        XCTAssertNil(window.folders.line.text)
        let shared = try XCTUnwrap(window.mailbox?.shared)
        let log = mailbox.path + "-log"
        defer { try? FileManager.default.removeItem(atPath: log) }
        stand.fetching.use(
          FetchCommand("echo ran >> '\(log)'; echo done; test ! -e '\(log)x'"), for: shared)
        pump("the end") { window.folders.line.text?.hasPrefix("Updated") == true }
        XCTAssertEqual(try String(contentsOfFile: log, encoding: .utf8), "ran\n")
        XCTAssertEqual(window.fetchJobs.first?.report.output, "done\n")
        window.activate(.fetch)
        pump("another") { (try? String(contentsOfFile: log, encoding: .utf8)) == "ran\nran\n" }
        stand.fetching.use(FetchCommand("echo 'no such host' >&2; exit 1"), for: shared)
        pump("the failure") { window.folders.line.text?.contains("no such host") == true }
        stand.fetching.use(nil, for: shared)
        pump("nothing more") { window.folders.line.text == nil }
        XCTAssertNil(stand.settings.fetchCommand(of: mailbox.path))
      }
    }
  }

  func testAccountsHaveColoursOnTheirRowsAndAmongTheFolders() throws {
    try onGtk {
      let stand = AccountStand()
      let (work, home) = (stand.account("Work"), stand.account("Home"))
      for account in [work, home] { try stand.deliver("To \(account.name)", to: account) }
      try stand.withWindow { window in
        pump("the folders") { window.mailbox?.session.roles.inboxes.count == 2 }
        let roles = try XCTUnwrap(window.mailbox?.session.roles)
        window.open(Source(folders: roles.inboxes))
        pump("both") { window.subjects.count == 2 }
        let colour = { (account: Account) in window.accountColour(of: account.folder("INBOX")) }
        let colours = [work, home].map(colour)
        XCTAssertNotNil(colours[0])
        XCTAssertNotEqual(colours[0], colours[1])
        let message = try XCTUnwrap(window.list.messages.first { $0.subject == "To Work" })
        let label = window.content(of: message).label
        XCTAssertTrue(label.contains("To Work, Work, "), label)
        try stand.deliver("Filed", to: work, folder: "Archive")
        window.open(Source(filters: [.unread]))
        pump("all") { window.subjects.count == 3 }
        let filed = try XCTUnwrap(window.list.messages.first { $0.subject == "Filed" })
        XCTAssertTrue(window.content(of: filed).label.contains("Filed, Archive, "))
        // Another account before them leaves them theirs.
        let other = stand.account("Another")
        try stand.deliver("To Another", to: other)
        pump("it") { window.mailbox?.session.roles.inboxes.count == 3 }
        XCTAssertEqual(window.mailbox?.session.roles.inboxes.first, other.folder("INBOX"))
        XCTAssertEqual([work, home].map(colour), colours)
        XCTAssertFalse(colours.contains(colour(other)))
        XCTAssertNil(
          AccountColour(of: .inbox, FolderRoles([.inbox]), in: "/one", stand.settings))
      }
    }
  }

}

@MainActor private func load(_ stand: AccountStand) {
  Task { await stand.fetching.load() }
  pump("the accounts") { !stand.fetching.accounts.isEmpty }
}
