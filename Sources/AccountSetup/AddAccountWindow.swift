import Accounts
import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import MailServers
import Texts

/// The window in which an account is added: who, where, whether that works, and which folders.
///
/// The dialog keeps this object alive. It stores more than 15 properties and has more than 300 lines, for the rows of all steps and
/// all ways through them are its own.
package final class AddAccountWindow {
  package let steps: AccountSteps
  package let name = Widget.entryRow(tr("Account Name"))
  package let address = Widget.entryRow(tr("Email Address"), purpose: GTK_INPUT_PURPOSE_EMAIL)
  package let password = Widget.entryRow(tr("Password"), isSecret: true)
  package let online = OnlineRows()
  package let servers = ServerRows()
  package let outgoing = ServerRows(.outgoing)
  package let folders = FolderChecks()
  package let install = InstallHint()

  private let accounts: any AccountKeeping
  private let advice: Widget = adw_preferences_group_new()
  private let link = Widget.activatableRow(
    tr("Open Page"), icon: "adw-external-link-symbolic"
  ) {}
  package let certificate = CertificateRows()
  /// The one of the desktop's accounts that was chosen.
  private var chosen: OnlineAccount?
  /// What a provider gave when the person signed in in the browser.
  private var tokens: (client: OAuthClient, kept: String)?
  private var suggested: (address: String, suggestion: ServerSuggestion?)?
  private var adviceFor: String?
  /// The certificate that the person has accepted, and the server that showed it.
  private var accepted: (certificate: String?, server: MailServer)?
  private var account: Account?
  private let done: (Account) -> Void

  package enum Step {
    package static let (who, servers, folders) = ("who", "servers", "folders")
    package static let certificate = CertificateRows.step
  }

  /// Puts the window over another.
  ///
  /// - Parameter done: Called with the account that was added.
  @discardableResult
  package static func present(
    over parent: Widget, _ accounts: any AccountKeeping, done: @escaping (Account) -> Void
  ) -> AddAccountWindow {
    let window = AddAccountWindow(over: parent, accounts, done: done)
    window.steps.present(with: window.address)
    debugLog("page shown: add account")
    return window
  }

  private init(
    over parent: Widget, _ accounts: any AccountKeeping, done: @escaping (Account) -> Void
  ) {
    self.accounts = accounts
    self.done = done
    steps = AccountSteps(over: parent, title: tr("Add Account"))
    layOut()
    steps.onNext { [weak self] step in
      switch step {
      case Step.who: self?.lookForServers()
      case Step.servers: self?.tryOut()
      case Step.certificate: self?.acceptCertificate()
      default: self?.add()
      }
    }
    showMissing()
    Hosted.install(self, in: steps.dialog.widget, key: "dunnock-add-account")
  }

  private func layOut() {
    let who: Widget = adw_preferences_group_new()
    for row in [address, password, name] { adw_preferences_group_add(who.cast(), row) }
    who.setGroupDescription(
      tr("The password is stored in your keyring and is only sent to your mail server."))
    adw_preferences_group_add(advice.cast(), link)
    gtk_widget_set_visible(advice, 0)
    Signal.connect(UnsafeMutableRawPointer(link), "activated") { [weak self] in self?.followAdvice()
    }
    // Where a password for programs is made is best known before one is typed.
    let focus = address.addController(gtk_event_controller_focus_new())
    Signal.connect(focus, "leave") { [weak self] in
      self?.showAddress(isLeft: true)
      self?.adviseEarly()
    }
    for row in [address, password] {
      Signal.connect(row, "changed") { [weak self] in self?.showAddress(isLeft: false) }
    }
    steps.add(
      Step.who, title: tr("Add Account"), next: tr("Next"),
      [install.widget, online.widget, who, advice])
    steps.suggestNext(false, of: Step.who)
    steps.add(
      Step.servers, title: tr("Mail Server"), next: tr("Log In"), [servers.widget, outgoing.widget])
    steps.add(certificate)
    folders.widget.setGroupTitle(tr("Folders to Sync"))
    folders.widget.setGroupDescription(
      tr("What you do to messages here is also done on the server."))
    steps.add(Step.folders, title: tr("Folders"), next: tr("Fetch Mail"), [folders.widget])
  }

  /// Shows that what is typed is no address once that is done, and whether there is all to go on with.
  private func showAddress(isLeft: Bool) {
    let isAddress = MailAddress(address.typed) != nil
    if isAddress || !isLeft {
      address.setClass("error", false)
    } else if !address.typed.isEmpty {
      address.setClass("error", true)
    }
    steps.suggestNext(isAddress && !password.typedExactly.isEmpty, of: Step.who)
  }

  private func showMissing() {
    steps.aside { [weak self, engine = accounts.engine] in
      let missing = await Self.missing(engine)
      if !Task.isCancelled { self?.install.show(missing) }
    }
    steps.aside { [weak self, engine = accounts.engine] in
      let found = await engine.online()
      guard let self, !Task.isCancelled else { return }
      let known = accounts.accounts.compactMap(\.signIn)
      online.show(found.filter { !known.contains(.gnome(id: $0.id)) }) { [weak self] in
        self?.use($0)
      }
    }
  }

  private nonisolated static func missing(_ engine: AccountEngine) async -> [NeededProgram] {
    engine.missingPrograms()
  }

  // MARK: Who

  private func use(_ account: OnlineAccount) {
    guard !steps.isBusy else { return }
    chosen = account
    servers.show(account.imap, user: account.user)
    steps.say(nil)
    steps.busy { [weak self, engine = accounts.engine] in
      let missing = await Self.missing(engine)
      guard let self, !Task.isCancelled else { return }
      install.show(missing)
      if missing.isEmpty { await tryLogin() }
    }
  }

  private func adviseEarly() {
    let address = address.typed
    guard MailAddress(address) != nil, suggested?.address != address else { return }
    steps.aside { [weak self, engine = accounts.engine] in
      let suggestion = await engine.suggestion(address)
      guard let self, !Task.isCancelled, self.address.typed == address else { return }
      suggested = (address, suggestion)
      showAdvice(of: suggestion, for: address)
    }
  }

  /// Whether something is to be known before a password is typed.
  package var isAdvising: Bool { isTrue(gtk_widget_get_visible(advice)) }

  private func showAdvice(of suggestion: ServerSuggestion?, for address: String) {
    let text = suggestion?.advice?.translated
    gtk_widget_set_visible(advice, (text != nil).gboolean)
    advice.setGroupDescription(text)
    gtk_widget_set_visible(link, (suggestion?.link != nil).gboolean)
    link.setRowSubtitle(suggestion?.link ?? "")
    guard let text, adviceFor != address else { return }
    adviceFor = address
    steps.dialog.widget.announce(text)
  }

  private func followAdvice() {
    guard let uri = suggested?.suggestion?.link else { return }
    Task { [steps] in _ = await Desktop.open(uri, over: steps.dialog.widget) }
  }

  private func lookForServers() {
    (chosen, tokens) = (nil, nil)
    let address = address.typed
    guard MailAddress(address) != nil else {
      self.address.setClass("error", true)
      return steps.say(tr("Enter a valid email address."))
    }
    let client = suggested.flatMap { $0.address == address ? $0.suggestion?.client : nil }
    guard !password.typedExactly.isEmpty || client != nil else {
      return steps.say(tr("Enter the password."))
    }
    guard freeName(for: address) != nil else {
      return steps.say(tr("Another account has this name. Enter a different one."))
    }
    steps.say(nil)
    let isAdvised = adviceFor == address
    steps.busy { [weak self, engine = accounts.engine] in
      let missing = await Self.missing(engine)
      guard !Task.isCancelled else { return }
      self?.install.show(missing)
      if !missing.isEmpty { return }
      var suggestion = self?.suggested.flatMap { $0.address == address ? $0.suggestion : nil }
      if self?.suggested?.address != address { suggestion = await engine.suggestion(address) }
      guard let self, !Task.isCancelled else { return }
      suggested = (address, suggestion)
      await use(suggestion, for: address, isAdvised: isAdvised)
    }
  }

  /// - Parameter isAdvised: Whether what is to be known about the address was on show when the person went on.
  private func use(
    _ suggestion: ServerSuggestion?, for address: String, isAdvised: Bool
  ) async {
    showAdvice(of: suggestion, for: address)
    outgoing.show(suggestion?.smtp, user: address)
    if let suggestion, let client = suggestion.client {
      servers.show(suggestion.imap, user: address)
      return await signIn(by: client, address)
    }
    if !isAdvised, suggestion?.advice != nil, suggestion?.needsOAuth == false { return }
    if suggestion?.needsOAuth == true {
      return steps.say(AccountCheck.Problem.onlyOAuth.sentence.translated)
    }
    let domain = String(address.drop { $0 != "@" }.dropFirst())
    servers.show(
      suggestion?.imap ?? MailServer(host: "imap." + domain, port: 993, security: .tls),
      user: address)
    if let suggestion, suggestion.foreign.isEmpty { return await tryLogin() }
    servers.explain(
      suggestion == nil
        ? tr("Server settings for %1$s were not found. Your provider’s help lists them.").filling(
          domain)
        : tr(
          "The mail server for %1$s seems to be %2$s. If you continue, your password is sent there."
        )
        .filling(domain, suggestion?.foreignHosts ?? ""))
    steps.show(Step.servers)
  }

  private func signIn(by client: OAuthClient, _ address: String) async {
    do throws(SignIn.Problem) {
      let kept = try await accounts.engine.signIn(
        client, address, Desktop.opening(over: steps.dialog.widget))
      guard !Task.isCancelled else { return }
      tokens = (client, kept)
      await tryLogin()
    } catch {
      if !Task.isCancelled { show(.signIn(error)) }
    }
  }

  // MARK: Trying

  private func tryOut() {
    steps.say(nil)
    steps.busy { [weak self] in await self?.tryLogin() }
  }

  private func acceptCertificate() {
    accepted = (certificate.pem, servers.server)
    tryOut()
  }

  private func tryLogin() async {
    let address = chosen?.address ?? address.typed
    let imap = chosen?.imap ?? servers.server
    if let complaint = imap.complaint ?? outgoing.named?.complaint {
      return steps.fail(complaint, at: Step.servers)
    }
    guard let name = freeName(for: address) else {
      return steps.fail(tr("Another account has this name. Enter a different one."), at: Step.who)
    }
    let files = AccountFiles(accounts.places)
    let directory = await Self.directory(for: name, files)
    guard !Task.isCancelled else { return }
    let smtp = outgoing.named
    var account =
      chosen?.account(name: name, directory: directory)
      ?? Account(
        name: name, address: address, imap: imap, smtp: smtp, user: servers.user,
        directory: directory)
    if let tokens { account.signIn = .browser(tokens.client, keyring: Product.id) }
    account.certificate = accepted.flatMap { $0.server == imap ? $0.certificate : nil }
    do throws(AccountCheck.Problem) {
      debugLog("login begun")
      let found = try await accounts.engine.folders(account, secret)
      debugLog("login done, folders: \(found.count)")
      guard !Task.isCancelled else { return }
      account.take(found)
      self.account = account
      folders.show(found.inOrder)
      steps.show(Step.folders)
    } catch {
      debugLog("login failed, \(error.kind)")
      if !Task.isCancelled { show(error) }
    }
  }

  /// What is kept; nothing where somebody else signs in.
  private var secret: String {
    chosen == nil ? tokens?.kept ?? password.typedExactly : ""
  }

  /// What the account is to be called: as the person says, or by its address, which is longer than the most people need; nil where another
  /// account is called so.
  private func freeName(for address: String) -> String? {
    let taken = Set(accounts.accounts.map(\.name))
    let typed = name.typed
    let names = typed.isEmpty ? [String(address.drop { $0 != "@" }.dropFirst()), address] : [typed]
    return names.first { !taken.contains($0) }
  }

  private nonisolated static func directory(for name: String, _ files: AccountFiles) async -> String
  {
    files.directory(for: name)
  }

  private func show(_ problem: AccountCheck.Problem) {
    let sentence = problem.sentence.translated
    switch problem {
    case .certificate(let pem, let digits):
      certificate.show(pem, digits, of: servers.server.host)
      steps.show(Step.certificate)
    case .needsAppPassword(let link):
      if let link, var suggestion = suggested?.suggestion {
        suggestion.link = link
        suggested?.suggestion = suggestion
        self.link.setRowSubtitle(link)
        gtk_widget_set_visible(self.link, 1)
        gtk_widget_set_visible(advice, 1)
      }
      steps.fail(sentence, at: Step.who)
    case .wrongPassword, .onlyOAuth, .signIn: steps.fail(sentence, at: Step.who)
    case .noHost, .unreachable, .badCertificate, .noEncryption, .excess, .other:
      servers.explain(nil)
      // A token goes nowhere but to those that it is of.
      steps.fail(sentence, at: chosen == nil && tokens == nil ? Step.servers : Step.who)
    }
  }

  // MARK: Adding

  private func add() {
    guard var account else { return }
    account.leftOut = folders.leftOut
    steps.say(nil)
    steps.busy { [weak self] in
      guard let self else { return }
      try await accounts.keep(account, password: secret.isEmpty ? nil : secret)
      debugLog("account kept")
      let done = done
      // Where it was too late to go back it is there all the same.
      steps.close()
      done(account)
    }
  }
}

extension ServerSuggestion {
  /// The hosts of the servers that the person has to confirm, each once.
  fileprivate var foreignHosts: String {
    var hosts: [String] = []
    for server in foreign where !hosts.contains(server.host) { hosts.append(server.host) }
    return hosts.joined(separator: ", ")
  }
}
