import AccountSetup
import Accounts
import AppWidgets
import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import MailModel
import MailServers
import MailText
import Texts
import XCTest

@testable import Dunnock

final class AddAccountTests: XCTestCase {
  private typealias Step = AddAccountWindow.Step

  func testAnAccountIsAddedAndItsMailShown() throws {
    try onGtk {
      try withDialog { stand, dialog, added in
        dialog.address.type("me@example.org")
        dialog.password.type("s3cret word")
        dialog.name.type("Work")
        stand.fake.set {
          $0.check = $0.check.map { $0 + [ServerFolder(name: "Older", role: .archive)] }
        }
        next(dialog, to: Step.folders)
        XCTAssertEqual(stand.fake.get(\.triedPasswords), ["s3cret word"])
        XCTAssertEqual(dialog.folders.leftOut, ["All Mail"])
        XCTAssertTrue(stand.fetching.accounts.isEmpty)
        dialog.steps.goOn(Step.folders)
        pump("the account") { added() != nil }
        let account = try XCTUnwrap(added())
        XCTAssertEqual(account.name, "Work")
        XCTAssertEqual(account.leftOut, ["All Mail"])
        XCTAssertEqual(account.roles, [.archive: "Archive"])
        XCTAssertEqual(stand.fake.get { $0.passwords[account.id] }, "s3cret word")
        XCTAssertEqual(AccountFiles(stand.places).all().accounts, [account])
        pump("its mail being fetched") { stand.fake.runCount == 1 }
      }
    }
  }

  func testEachFailureIsSaidWhereItCanBeMended() throws {
    try onGtk {
      try withDialog { stand, dialog, _ in
        let next = try XCTUnwrap(
          dialog.steps.dialog.widget.defaultButton)
        XCTAssertEqual(gtk_widget_has_css_class(next, "suggested-action"), 0)
        dialog.address.type("me")
        dialog.steps.goOn(Step.who)
        XCTAssertNotNil(dialog.steps.problemText)
        XCTAssertNotEqual(gtk_widget_has_css_class(dialog.address, "error"), 0)
        dialog.address.type("me@example.org")
        XCTAssertEqual(gtk_widget_has_css_class(dialog.address, "error"), 0)
        dialog.steps.goOn(Step.who)
        XCTAssertNotNil(dialog.steps.problemText)
        dialog.password.type("wrong")
        for (problem, step) in [
          (AccountCheck.Problem.wrongPassword, Step.who),
          (.noHost("imap.example.org"), Step.servers),
          (.unreachable("imap.example.org"), Step.servers), (.onlyOAuth, Step.who),
          (.badCertificate("imap.example.org"), Step.servers),
        ] {
          stand.fake.set { $0.check = .failure(problem) }
          dialog.steps.show(Step.who)
          dialog.steps.goOn(Step.who)
          pump("\(problem)") { dialog.steps.problemText != nil }
          XCTAssertEqual(dialog.steps.step, step, "\(problem)")
          XCTAssertEqual(dialog.password.typedExactly, "wrong")
        }
        XCTAssertTrue(stand.fake.get(\.passwords).isEmpty)
      }
    }
  }

  func testAForeignHostIsShownBeforeThePasswordGoesThere() throws {
    try onGtk {
      try withDialog { stand, dialog, _ in
        stand.fake.set {
          $0.suggestion = ServerSuggestion(
            imap: MailServer(host: "imap.elsewhere.net", port: 993, security: .tls),
            foreign: [MailServer(host: "imap.elsewhere.net", port: 993, security: .tls)])
        }
        dialog.address.type("me@example.org")
        dialog.password.type("secret")
        next(dialog, to: Step.servers)
        XCTAssertTrue(stand.fake.get(\.tried).isEmpty)
        XCTAssertEqual(dialog.servers.server.host, "imap.elsewhere.net")
        dialog.steps.goOn(Step.servers)
        pump("the folders") { dialog.steps.step == Step.folders }
        XCTAssertEqual(stand.fake.get { $0.tried.map(\.imap.host) }, ["imap.elsewhere.net"])
      }
    }
  }

  func testAForeignOutgoingHostIsShownBeforeThePasswordGoesThere() throws {
    try onGtk {
      try withDialog { stand, dialog, _ in
        let smtp = MailServer(host: "smtp.elsewhere.net", port: 465, security: .tls)
        stand.fake.set {
          $0.suggestion = ServerSuggestion(
            imap: MailServer(host: "imap.example.org", port: 993, security: .tls), smtp: smtp,
            foreign: [smtp])
        }
        dialog.address.type("me@example.org")
        dialog.password.type("secret")
        next(dialog, to: Step.servers)
        XCTAssertTrue(stand.fake.get(\.tried).isEmpty)
        XCTAssertEqual(dialog.outgoing.server.host, "smtp.elsewhere.net")
        XCTAssertEqual(
          adw_preferences_group_get_description(dialog.servers.widget.cast())
            .map { String(cString: $0) },
          "The mail server for example.org seems to be smtp.elsewhere.net. If you continue, your "
            + "password is sent there.")
        dialog.steps.goOn(Step.servers)
        pump("the folders") { dialog.steps.step == Step.folders }
        XCTAssertEqual(stand.fake.get { $0.tried.map(\.smtp) }, [smtp])
      }
    }
  }

  func testServersAreAskedForWhereNobodyKnowsThem() throws {
    try onGtk {
      try withDialog { stand, dialog, _ in
        stand.fake.set { $0.suggestion = nil }
        dialog.address.type("me@example.org")
        dialog.password.type("secret")
        next(dialog, to: Step.servers)
        dialog.servers.show(
          MailServer(host: "mail.example.org", port: 143, security: .none), user: "me")
        dialog.steps.goOn(Step.servers)
        pump("the refusal") { dialog.steps.problemText != nil }
        XCTAssertTrue(stand.fake.get(\.tried).isEmpty)
        dialog.servers.show(
          MailServer(host: "localhost", port: 143, security: .none), user: "me")
        dialog.steps.goOn(Step.servers)
        pump("the folders") { dialog.steps.step == Step.folders }
        XCTAssertEqual(stand.fake.get { $0.tried.map(\.user) }, ["me"])
      }
    }
  }

  func testAdviceIsReadBeforeThePasswordGoesAnywhere() throws {
    try onGtk {
      try withDialog { stand, dialog, _ in
        stand.fake.set {
          $0.suggestion = ServerSuggestion(
            imap: MailServer(host: "imap.gmail.com", port: 993, security: .tls),
            advice: Sentence("Gmail wants a password made for programs."),
            link: "https://example.org/passwords")
        }
        dialog.address.type("me@gmail.com")
        dialog.password.type("secret")
        dialog.steps.goOn(Step.who)
        pump("the advice") { dialog.isAdvising }
        XCTAssertEqual(dialog.steps.step, Step.who)
        XCTAssertTrue(stand.fake.get(\.tried).isEmpty)
        pump("the button") { !dialog.steps.isBusy }
        next(dialog, to: Step.folders)
        XCTAssertEqual(stand.fake.get(\.tried.count), 1)
      }
    }
  }

  func testACertificateIsAcceptedByItsFingerprintOnly() throws {
    try onGtk {
      try withDialog { stand, dialog, _ in
        stand.fake.set {
          $0.check = .failure(.certificate(pem: "PEM", fingerprint: "0a1b2c"))
        }
        dialog.address.type("me@example.org")
        dialog.password.type("secret")
        next(dialog, to: Step.certificate)
        XCTAssertEqual(dialog.certificate.shownFingerprint, "0A:1B:2C")
        stand.fake.set { $0.check = .success([ServerFolder(name: "INBOX")]) }
        dialog.steps.goOn(Step.certificate)
        pump("the folders") { dialog.steps.step == Step.folders }
        XCTAssertEqual(stand.fake.get { $0.tried.map(\.certificate) }, [nil, "PEM"])
      }
    }
  }

  func testAServersNewCertificateIsAcceptedWithThePassword() throws {
    try onGtk {
      let stand = AccountStand()
      var account = stand.account()
      account.certificate = "OLD"
      stand.keep(account)
      let parent: Widget = gtk_window_new()
      gtk_window_present(parent.cast())
      stand.fake.set { $0.check = .failure(.certificate(pem: "NEW", fingerprint: "0a1b2c")) }
      let (steps, entry) = PasswordDialog.present(over: parent, account, stand.fetching)
      entry.type("secret")
      steps.goOn(steps.step ?? "")
      pump("the certificate") { steps.step == Step.certificate && !steps.isBusy }
      XCTAssertEqual(stand.fetching.accounts.first?.certificate, "OLD")
      stand.fake.set { $0.check = .success([ServerFolder(name: "INBOX")]) }
      steps.goOn(Step.certificate)
      pump("what is kept") { stand.fetching.accounts.first?.certificate == "NEW" }
      XCTAssertEqual(stand.fake.get { $0.tried.map(\.certificate) }, ["OLD", "NEW"])
      gtk_window_destroy(parent.cast())
    }
  }

  func testGoingBackEndsWhatIsAsked() throws {
    try onGtk {
      try withDialog { stand, dialog, added in
        stand.fake.set { $0.suggestion = nil }
        dialog.address.type("me@example.org")
        dialog.password.type("secret")
        next(dialog, to: Step.servers)
        stand.fake.set { $0.isSilent = true }
        dialog.steps.goOn(Step.servers)
        pump("the question") { stand.fake.get(\.tried.count) == 1 }
        try goBack(dialog)
        XCTAssertFalse(dialog.steps.isBusy)
        XCTAssertEqual(dialog.steps.step, Step.who)
        pump("its end") { stand.fake.get(\.cancelled) == 1 }
        stand.fake.set { $0.isSilent = false }
        next(dialog, to: Step.servers)
        dialog.steps.goOn(Step.servers)
        pump("the folders") { dialog.steps.step == Step.folders && !dialog.steps.isBusy }
        // Nor is an account added that the person has gone back from.
        stand.fake.set { $0.isSilent = true }
        dialog.steps.goOn(Step.folders)
        try goBack(dialog)
        pump("its end") { stand.fake.get(\.cancelled) == 2 }
        stand.fake.set { $0.isSilent = false }
        next(dialog, to: Step.folders)
        XCTAssertTrue(stand.fake.get(\.passwords).isEmpty)
        XCTAssertTrue(AccountFiles(stand.places).all().accounts.isEmpty)
        XCTAssertNil(added())
      }
    }
  }

  func testACertificateIsAcceptedOfTheServerThatShowedIt() throws {
    try onGtk {
      try withDialog { stand, dialog, _ in
        stand.fake.set {
          $0.suggestion = nil
          $0.check = .failure(.certificate(pem: "PEM", fingerprint: "0a1b2c"))
        }
        dialog.address.type("me@example.org")
        dialog.password.type("secret")
        next(dialog, to: Step.servers)
        next(dialog, to: Step.certificate)
        stand.fake.set { $0.check = .success([ServerFolder(name: "INBOX")]) }
        next(dialog, to: Step.folders)
        dialog.steps.show(Step.servers)
        dialog.servers.host.type("mail.elsewhere.net")
        next(dialog, to: Step.folders)
        XCTAssertEqual(
          stand.fake.get { $0.tried.map { [$0.imap.host, $0.certificate ?? ""] } },
          [
            ["imap.example.org", ""], ["imap.example.org", "PEM"], ["mail.elsewhere.net", ""],
          ])
      }
    }
  }

  func testNoTwoAccountsAreCalledTheSame() throws {
    try onGtk {
      try withDialog { stand, dialog, added in
        stand.keep(stand.account("example.org"))
        dialog.address.type("me@example.org")
        dialog.password.type("secret")
        dialog.name.type("example.org")
        dialog.steps.goOn(Step.who)
        XCTAssertEqual(
          dialog.steps.problemText, "Another account has this name. Enter a different one.")
        XCTAssertFalse(dialog.steps.isBusy)
        dialog.name.type("")
        next(dialog, to: Step.folders)
        dialog.steps.goOn(Step.folders)
        pump("the account") { added() != nil }
        XCTAssertEqual(added()?.name, "me@example.org")
      }
    }
  }

  func testNamesOfAnySignsAreShownAsTheyAre() throws {
    let names = [
      ("Kunz & <b>Söhne</b>", "Kunz & <b>Söhne</b>"), ("&amp;", "&amp;"),
      ("\u{202E}evil\u{2066}", "evil"),
    ]
    for (name, shown) in names {
      try onGtk {
        try withDialog { stand, dialog, added in
          let encoded = String(decoding: ModifiedUTF7.encoded(name), as: UTF8.self)
          stand.fake.set {
            $0.check = .success([ServerFolder(name: "INBOX"), ServerFolder(name: encoded)])
          }
          dialog.address.type("me@example.org")
          dialog.password.type("secret")
          dialog.name.type(name)
          next(dialog, to: Step.folders)
          pump("the folder \(name)") { dialog.steps.dialog.widget.texts.contains(shown) }
          dialog.steps.goOn(Step.folders)
          pump("the account") { added() != nil }
          XCTAssertEqual(added()?.name, name)
        }
      }
    }
  }

  func testTheFocusIsInTheFirstEntryOfEachStep() throws {
    try onGtk {
      try withDialog { stand, dialog, _ in
        stand.fake.set {
          $0.suggestion = nil
          $0.check = .failure(.certificate(pem: "PEM", fingerprint: "0a1b2c"))
        }
        dialog.address.type("me@example.org")
        dialog.password.type("secret")
        gtk_widget_grab_focus(dialog.password)
        next(dialog, to: Step.servers)
        pump("the server") { dialog.servers.host.holdsFocus }
        next(dialog, to: Step.certificate)
        pump("the fingerprint") { dialog.certificate.widget.holdsFocus }
        stand.fake.set { $0.check = .success([ServerFolder(name: "INBOX")]) }
        next(dialog, to: Step.folders)
        pump("the folders") { dialog.folders.widget.holdsFocus }
        try goBack(dialog)
        try goBack(dialog)
        try goBack(dialog)
        pump("the address") { dialog.address.holdsFocus }
        // Where nothing comes of it, it stays.
        gtk_widget_grab_focus(dialog.password)
        stand.fake.set { $0.suggestion = FakeEngine.Script().suggestion }
        stand.fake.set { $0.check = .failure(.wrongPassword) }
        dialog.address.type("me@example.net")
        dialog.steps.goOn(Step.who)
        pump("the refusal") { dialog.steps.problemText != nil && !dialog.steps.isBusy }
        pump("the password") { dialog.password.holdsFocus }
      }
    }
  }

  func testAPortOfThePersonsOwnStays() throws {
    try onGtk {
      let rows = ServerRows()
      rows.show(MailServer(host: "localhost", port: 993, security: .tls), user: "me")
      adw_combo_row_set_selected(rows.security.cast(), 1)
      XCTAssertEqual(rows.server, MailServer(host: "localhost", port: 143, security: .starttls))
      rows.port.type("1143")
      adw_combo_row_set_selected(rows.security.cast(), 2)
      XCTAssertEqual(rows.server, MailServer(host: "localhost", port: 1143, security: .none))
    }
  }

  func testTheServerForOutgoingMailMayBeNamedLater() throws {
    try onGtk {
      let rows = ServerRows(.outgoing)
      rows.show(nil, user: "me")
      XCTAssertNil(rows.named)
      rows.host.type("smtp.example.org")
      XCTAssertEqual(
        rows.named, MailServer(host: "smtp.example.org", port: 465, security: .tls))
      adw_combo_row_set_selected(rows.security.cast(), 1)
      XCTAssertEqual(rows.named?.port, 587)
    }
  }

  func testNothingIsKeptWhereTheKeyringRefuses() throws {
    try onGtk {
      try withDialog { stand, dialog, added in
        stand.fake.set { $0.keyring = .refused("locked") }
        dialog.address.type("me@example.org")
        dialog.password.type("secret")
        next(dialog, to: Step.folders)
        dialog.steps.goOn(Step.folders)
        pump("the refusal") { dialog.steps.problemText?.contains("locked") == true }
        XCTAssertTrue(AccountFiles(stand.places).all().accounts.isEmpty)
        XCTAssertNil(added())
        pump("the button") { !dialog.steps.isBusy }
        stand.fake.set { $0.keyring = nil }
        dialog.steps.goOn(Step.folders)
        pump("the account") { added() != nil }
      }
    }
  }

  func testWhatIsMissingIsAskedForWithItsCommand() throws {
    try onGtk {
      try withDialog { stand, dialog, _ in
        stand.fake.set { $0.missing = [.mbsync, .secretTool] }
        dialog.address.type("me@example.org")
        dialog.password.type("secret")
        dialog.steps.goOn(Step.who)
        pump("the hint") { isTrue(gtk_widget_get_visible(dialog.install.widget)) }
        pump("the button") { !dialog.steps.isBusy }
        XCTAssertTrue(stand.fake.get(\.tried).isEmpty)
        stand.fake.set { $0.missing = [] }
        next(dialog, to: Step.folders)
      }
    }
  }

  func testAnAccountIsRemovedWithItsPasswordAndItsMailKept() throws {
    try onGtk {
      let stand = AccountStand()
      let account = stand.account()
      stand.keep(account)
      try stand.deliver("One", to: account)
      pump("its first run") { stand.fetching.allJobs.first?.updated != nil }
      var isRemoved = false
      stand.fake.set { $0.keyring = .refused("locked") }
      Task {
        do { try await stand.fetching.remove(account, trashing: false) } catch {
          XCTAssertTrue(sentence(for: error).contains("locked"))
          XCTAssertEqual(stand.fetching.accounts, [account])
          stand.fake.set { $0.keyring = nil }
          try? await stand.fetching.remove(account, trashing: false)
          isRemoved = true
        }
      }
      pump("its removal") { isRemoved }
      XCTAssertTrue(stand.fetching.accounts.isEmpty)
      XCTAssertTrue(AccountFiles(stand.places).all().accounts.isEmpty)
      XCTAssertTrue(stand.fake.get(\.passwords).isEmpty)
      let inbox = stand.places.mail + "/Work/INBOX/cur"
      XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: inbox).count, 1)
    }
  }

  func testWhatComesOfARemovalWhoseWindowIsGoneHarmsNothing() throws {
    try onGtk {
      let stand = AccountStand()
      let account = stand.account()
      stand.keep(account)
      stand.fake.set { $0.keyring = .refused("locked") }
      let parent = present(gtk_label_new(""))
      var isFreed = false
      onFree(of: parent) { isFreed = true }
      let dialog = RemovalQuestion.ask(over: parent, account, stand.fetching)
      dialog.answer(RemovalQuestion.Answer.keep.rawValue)
      close(parent, waits: false)
      // Whoever asks next is answered next.
      var isOver = false
      Task {
        try? await stand.fetching.remove(account, trashing: false)
        isOver = true
      }
      pump("both answers") { isOver }
      pump("the window to be let go") { isFreed }
      XCTAssertEqual(stand.fetching.accounts, [account])
    }
  }

  func testAnAccountOfTheDesktopIsAddedByOneClick() throws {
    try onGtk {
      let accounts = [online("ada"), online("dov", provider: "<b>Big</b>\nCo & Co")]
      try withDialog(online: accounts) { stand, dialog, added in
        let rows = { dialog.online.widget.all(adw_action_row_get_type()) }
        pump("the accounts") { rows().count == 2 && !dialog.steps.isBusy }
        XCTAssertTrue(dialog.steps.dialog.widget.texts.contains("<b>Big</b>\u{FFFD}Co & Co"))
        // What is typed is not of it.
        dialog.address.type("me@example.net")
        dialog.password.type("secret")
        stand.fake.set { $0.check = .failure(.signIn(.attention)) }
        Signal.emit(rows()[1], "activated")
        pump("what is wrong") {
          dialog.steps.problemText == "Sign in again in Settings, under Online Accounts."
            && !dialog.steps.isBusy
        }
        XCTAssertEqual(dialog.steps.step, Step.who)
        stand.fake.set {
          $0.check = .failure(.certificate(pem: "PEM", fingerprint: "0a1b2c"))
        }
        Signal.emit(rows()[1], "activated")
        pump("the certificate") { dialog.steps.step == Step.certificate && !dialog.steps.isBusy }
        stand.fake.set { $0.check = .success([ServerFolder(name: "INBOX")]) }
        next(dialog, to: Step.folders)
        dialog.steps.goOn(Step.folders)
        pump("the account") { added() != nil }
        let account = try XCTUnwrap(added())
        XCTAssertEqual(account.signIn, .gnome(id: "account_dov"))
        XCTAssertEqual([account.address, account.user], ["dov@example.org", "dov"])
        XCTAssertEqual(account.certificate, "PEM")
        XCTAssertEqual(Set(stand.fake.get(\.triedPasswords)), [""])
        XCTAssertTrue(stand.fake.get(\.passwords).isEmpty)
        XCTAssertEqual(AccountFiles(stand.places).all().accounts, [account])
      }
    }
  }

  func testWhoSignsInInTheBrowserNeedsNoPassword() throws {
    try onGtk {
      let client = OAuthClient(
        authorise: "https://login.example.org/authorise",
        token: "https://login.example.org/token", scope: "mail", id: "dunnock")
      try withDialog { stand, dialog, added in
        stand.fake.set {
          $0.suggestion = ServerSuggestion(
            imap: MailServer(host: "imap.example.org", port: 993, security: .tls),
            advice: Sentence("Go on without a password."), needsOAuth: true, client: client)
        }
        dialog.address.type("me@example.org")
        gtk_widget_grab_focus(dialog.address)
        gtk_widget_grab_focus(dialog.password)
        pump("the advice") { dialog.isAdvising }
        dialog.steps.goOn(Step.who)
        pump("what is wrong") {
          dialog.steps.problemText == "No web browser was found to sign in with. Install one."
            && !dialog.steps.isBusy
        }
        // What was given for one server is offered to no other.
        stand.fake.set {
          $0.signIn = .success("TOKENS")
          $0.check = .failure(.unreachable("imap.example.org"))
        }
        dialog.steps.goOn(Step.who)
        pump("the failure") {
          dialog.steps.problemText?.contains("imap.example.org") == true && !dialog.steps.isBusy
        }
        XCTAssertEqual(dialog.steps.step, Step.who)
        stand.fake.set {
          $0.check = .success([ServerFolder(name: "INBOX")])
          $0.tried = []
          $0.triedPasswords = []
        }
        // Who does not come back from there may go back here.
        stand.fake.set { $0.isSilent = true }
        dialog.steps.goOn(Step.who)
        pump("the wait") { stand.fake.get(\.signIns) == 3 }
        let cancelled = stand.fake.get(\.cancelled)
        dialog.steps.show(Step.servers)
        try goBack(dialog)
        pump("its end") { stand.fake.get(\.cancelled) > cancelled }
        XCTAssertTrue(stand.fake.get(\.tried).isEmpty)
        stand.fake.set {
          $0.isSilent = false
          $0.signIn = .success("TOKENS")
        }
        next(dialog, to: Step.folders)
        dialog.steps.goOn(Step.folders)
        pump("the account") { added() != nil }
        let account = try XCTUnwrap(added())
        XCTAssertEqual(account.signIn, .browser(client, keyring: "io.github.dunnock.Dunnock"))
        XCTAssertEqual(stand.fake.get(\.triedPasswords), ["TOKENS"])
        XCTAssertEqual(stand.fake.get { $0.passwords[account.id] }, "TOKENS")
        // Again, when they do no more.
        stand.fake.set { $0.signIn = .success("OTHERS") }
        let parent: Widget = gtk_window_new()
        gtk_window_present(parent.cast())
        let steps = PasswordDialog.present(over: parent, account, stand.fetching).steps
        steps.goOn(steps.step ?? "")
        pump("the others") { stand.fake.get { $0.passwords[account.id] } == "OTHERS" }
        gtk_window_destroy(parent.cast())
      }
    }
  }

  func testWhatIsTypedAfterAllIsNotOfTheAccountThatWasChosen() throws {
    try onGtk {
      try withDialog(online: [online("ada")]) { stand, dialog, added in
        pump("the account") { dialog.online.widget.all(adw_action_row_get_type()).count == 1 }
        pump("the window") { !dialog.steps.isBusy }
        Signal.emit(dialog.online.widget.all(adw_action_row_get_type())[0], "activated")
        pump("the folders") { dialog.steps.step == Step.folders && !dialog.steps.isBusy }
        try goBack(dialog)
        dialog.address.type("me@example.net")
        dialog.password.type("secret")
        next(dialog, to: Step.folders)
        dialog.steps.goOn(Step.folders)
        pump("the account") { added() != nil }
        let account = try XCTUnwrap(added())
        XCTAssertNil(account.signIn)
        XCTAssertEqual(account.address, "me@example.net")
        XCTAssertEqual(stand.fake.get { $0.passwords[account.id] }, "secret")
      }
    }
  }

  func testWhoSignsInElsewhereIsAskedForNoPassword() throws {
    try onGtk {
      let stand = AccountStand()
      let account = online("ada").account(name: "Work", directory: "Work")
      stand.keep(account, password: nil)
      let parent: Widget = gtk_window_new()
      gtk_window_present(parent.cast())
      stand.fake.set { $0.check = .failure(.signIn(.attention)) }
      let steps = PasswordDialog.present(over: parent, account, stand.fetching).steps
      XCTAssertFalse(steps.dialog.widget.texts.contains("Password"))
      steps.goOn(steps.step ?? "")
      pump("what is wrong") { steps.problemText != nil && !steps.isBusy }
      let runs = stand.fake.runCount
      stand.fake.set { $0.check = .success([ServerFolder(name: "INBOX")]) }
      steps.goOn(steps.step ?? "")
      pump("its mail being fetched") { stand.fake.runCount > runs }
      XCTAssertTrue(stand.fake.get(\.passwords).isEmpty)
      gtk_window_destroy(parent.cast())
    }
  }

  func testAnAccountMovesToAnotherServer() throws {
    try onGtk {
      let stand = AccountStand()
      var account = stand.account()
      account.certificate = "OLD"
      stand.keep(account)
      let listed = "\(stand.places.state)/\(account.id.uuidString)/folders"
      try FileManager.default.createDirectory(
        atPath: "\(stand.places.state)/\(account.id.uuidString)", withIntermediateDirectories: true)
      try Data("INBOX\n".utf8).write(to: URL(filePath: listed))
      let parent: Widget = gtk_window_new()
      gtk_window_present(parent.cast())
      let (steps, servers, password) = ServerDialog.present(over: parent, account, stand.fetching)
      XCTAssertEqual(servers.server, account.imap)
      // It is kept only where it works.
      servers.host.type("imap.example.net")
      steps.goOn(steps.step ?? "")
      XCTAssertEqual(
        steps.problemText,
        "Connections without encryption are only possible to a server on this computer.")
      adw_combo_row_set_selected(servers.security.cast(), 0)
      stand.fake.set { $0.check = .failure(.noHost("imap.example.net")) }
      steps.goOn(steps.step ?? "")
      pump("the failure") {
        steps.problemText?.contains("imap.example.net") == true && !steps.isBusy
      }
      XCTAssertEqual(stand.fetching.accounts, [account])
      // What was accepted of one server is not of another.
      XCTAssertEqual(stand.fake.get { $0.tried.map(\.certificate) }, [nil])
      XCTAssertEqual(stand.fake.get(\.triedPasswords), ["secret"])
      stand.fake.set { $0.check = .failure(.certificate(pem: "NEW", fingerprint: "0a1b2c")) }
      password.type("another")
      servers.port.type("1993")
      steps.goOn(steps.step ?? "")
      pump("the certificate") { steps.step == Step.certificate && !steps.isBusy }
      // Of two for the same the first is meant.
      stand.fake.set {
        $0.check = .success([
          ServerFolder(name: "INBOX"), ServerFolder(name: "Done", role: .archive),
          ServerFolder(name: "Older", role: .archive),
        ])
      }
      steps.goOn(Step.certificate)
      pump("what is kept") { stand.fetching.accounts != [account] }
      let server = MailServer(host: "imap.example.net", port: 1993, security: .tls)
      let kept = try XCTUnwrap(stand.fetching.accounts.first)
      XCTAssertEqual(kept.imap, server)
      XCTAssertEqual(kept.certificate, "NEW")
      XCTAssertEqual(kept.roles, [.archive: "Done"])
      XCTAssertEqual(kept.id, account.id)
      XCTAssertFalse(FileManager.default.fileExists(atPath: listed))
      XCTAssertEqual(stand.fake.get { $0.passwords[account.id] }, "another")
      XCTAssertEqual(AccountFiles(stand.places).all().accounts, [kept])
      pump("its mail being fetched") {
        stand.fake.get { $0.runs.last?.account.imap == server }
      }
      gtk_window_destroy(parent.cast())
    }
  }

  func testAFolderIsRenamedAndDeleted() throws {
    try onGtk {
      let stand = AccountStand()
      var account = stand.account()
      account.leftOut = ["All Mail"]
      account.roles = [.archive: "Archive"]
      stand.keep(account)
      let parent = present(gtk_label_new(""))
      let window = AccountFolders.present(over: parent, account, stand.fetching)
      let steps = window.steps
      pump("the folders") { window.folders.folders.count == 3 && !steps.isBusy }
      let buttons = window.folders.widget.all(gtk_button_get_type())
      // The inbox and what shows other folders have none.
      XCTAssertEqual(buttons.count, 1)
      Signal.emit(buttons[0], "clicked")
      pump("the folder") { steps.step == AccountFolders.Step.folder }
      XCTAssertEqual(window.name.typed, "Archive")
      window.name.type("All Mail")
      stand.fake.set { $0.changeProblem = .nameTaken }
      steps.goOn(AccountFolders.Step.folder)
      pump("what is wrong") {
        steps.problemText == "Another folder has this name. Enter a different one."
      }
      pump("the end of that") { !steps.isBusy }
      XCTAssertEqual(stand.fetching.accounts, [account])
      window.name.type("Done")
      stand.fake.set {
        $0.changeProblem = nil
        $0.check = .success([
          ServerFolder(name: "INBOX"), ServerFolder(name: "Done", role: .archive),
        ])
      }
      steps.goOn(AccountFolders.Step.folder)
      pump("the folders again") {
        steps.step == AccountFolders.Step.folders && !steps.isBusy
          && window.folders.folders.count == 2
      }
      XCTAssertEqual(stand.fake.get(\.changes).last, .rename("Archive", to: "Done"))
      XCTAssertEqual(stand.fetching.accounts.first?.roles, [.archive: "Done"])
      XCTAssertEqual(stand.fetching.accounts.first?.leftOut, ["All Mail"])
      let again = window.folders.widget.all(gtk_button_get_type())
      Signal.emit(try XCTUnwrap(again.first), "clicked")
      pump("the folder") { steps.step == AccountFolders.Step.folder }
      // Nothing is deleted before the person has said so.
      let question = try XCTUnwrap(window.askToDelete())
      XCTAssertEqual(stand.fake.get(\.changes).count, 2)
      question.answer("delete")
      pump("the deletion") { stand.fake.get(\.changes).last == .remove("Done") && !steps.isBusy }
      XCTAssertEqual(stand.fetching.accounts.first?.roles, [:])
    }
  }

  func testWhatIsChosenIsKeptThoughTheWindowIsClosedAtOnce() throws {
    try onGtk {
      let stand = AccountStand()
      let account = stand.account()
      stand.keep(account)
      let parent = present(gtk_label_new(""))
      var isFreed = false
      do {
        let shown = AccountFolders.present(over: parent, account, stand.fetching)
        pump("the folders") { shown.folders.folders.count == 3 && !shown.steps.isBusy }
        pump("the window") { gtk_widget_get_mapped(shown.steps.dialog.widget) != 0 }
        let checks = shown.folders.widget.all(gtk_check_button_get_type())
        try gtk_check_button_set_active(XCTUnwrap(checks.last).cast(), 0)
        onFree(of: shown.steps.dialog.widget) { isFreed = true }
        shown.steps.goOn("folders")
        shown.steps.dialog.close()
      }
      pump("the window to be freed") { isFreed }
      pump("the choice") { stand.fetching.accounts.first?.leftOut == ["All Mail"] }
    }
  }
}

@MainActor private func next(_ dialog: AddAccountWindow, to step: String) {
  dialog.steps.goOn(dialog.steps.step ?? "")
  pump("the step \(step)") { dialog.steps.step == step && !dialog.steps.isBusy }
}

@MainActor private func goBack(_ dialog: AddAccountWindow) throws {
  Signal.emit(try XCTUnwrap(dialog.steps.dialog.widget.button("Back")), "clicked")
}

private func online(_ name: String, provider: String = "Google") -> OnlineAccount {
  OnlineAccount(
    id: "account_\(name)", provider: provider, address: "\(name)@example.org", user: name,
    imap: MailServer(host: "imap.example.org", port: 993, security: .tls))
}

@MainActor private func withDialog(
  online: [OnlineAccount] = [],
  _ body: (AccountStand, AddAccountWindow, () -> Account?) throws -> Void
) throws {
  let stand = AccountStand()
  stand.fake.set { $0.online = online }
  let parent: Widget = gtk_window_new()
  gtk_window_present(parent.cast())
  var added: Account?
  weak var dialog: AddAccountWindow?
  do {
    let shown = AddAccountWindow.present(over: parent, stand.fetching) { added = $0 }
    dialog = shown
    try body(stand, shown) { added }
    if added == nil { shown.steps.dialog.close() }
  }
  gtk_window_destroy(parent.cast())
  pump("the dialog to be freed") { dialog == nil }
}
