import AccountSetup
import Accounts
import CDunnockGtk
import FileSystem
import Foundation
import GtkBridge
import MailModel
import MailText
import StoreOpening
import Triage

/// Brings mail here and what was done to it back, for all windows: from accounts, and by commands of the person's own.
final class MailFetching: AccountKeeping {
  let places: AccountPlaces
  let engine: AccountEngine
  /// The accounts, as they were read last.
  private(set) var accounts: [Account] = []
  /// The folders of accounts whose mail went to the trash with them.
  private(set) var trashed: Set<String> = []
  /// What is wrong with the files of others.
  private(set) var unreadable: [AccountFiles.Problem] = []

  /// Whether there are none, as far as that is known.
  var hasNoAccounts: Bool { hasLoaded && accounts.isEmpty && unreadable.isEmpty }

  private var hasLoaded = false
  /// Reads the accounts again when another program changes them.
  private var watching: Task<Void, Never>?
  /// How many changes of the accounts are being made here, and how many were made.
  private var ownChanges = (begun: 0, ended: 0)
  private let settings: Settings
  private let mailboxes: Mailboxes
  private let jobs: FetchJobs
  /// How long the first window is left alone, seconds.
  private let delay: Double
  /// Waits before it is looked again whether an account is missing.
  private let pause: () async -> Void
  /// What the accounts' mail is known by.
  private var identity: String?
  /// The accounts' mail, which is heard of whatever the windows show.
  private var mail: SharedMailbox?
  private var isOpeningMail = false
  private var listeners: [Int: () -> Void] = [:]
  private var nextListener = 0

  /// - Parameters:
  ///   - clock: Seconds since 1970, for when mail was fetched last.
  ///   - pause: Waits before it is looked again whether an account is missing.
  init(
    _ settings: Settings, _ mailboxes: Mailboxes, places: AccountPlaces = .own,
    engine: AccountEngine? = nil, delay: Double = 3,
    clock: @escaping () -> Int = { Int(g_get_real_time() / 1_000_000) },
    pause: @escaping () async -> Void = { try? await Task.sleep(for: .seconds(1)) }
  ) {
    self.delay = delay
    self.pause = pause
    self.settings = settings
    self.mailboxes = mailboxes
    self.places = places
    self.engine = engine ?? .installed(places)
    jobs = FetchJobs(news: self.engine.news, clock: clock) { mailboxes.opened(as: $0) != nil }
    jobs.onChange { [weak self] in self?.changed() }
    mailboxes.onOpen { [weak self] in self?.follow($0) }
  }

  /// The addresses that mail comes to and goes out from.
  var addresses: [MailAddress] { accounts.compactMap { MailAddress($0.address) } }

  var openWindow: Widget? { MailWindow.all.first?.window }

  isolated deinit { watching?.cancel() }

  /// Reads the accounts, and fetches their mail from now on, also of accounts that another program adds later.
  func load() async {
    await read()
    let folder = ByteName(places.accounts)
    watching =
      watching
      ?? Task { [weak self] in
        for await _ in changes(at: folder) { await self?.read() }
      }
  }

  /// Has what is read meanwhile not count, until the call that is returned.
  private func beginChange() -> () -> Void {
    ownChanges.begun += 1
    return { [weak self] in
      guard let self else { return }
      ownChanges.ended += 1
      if watching != nil { Task { [weak self] in await self?.read() } }
    }
  }

  /// - Parameter isSecondLook: Whether what is missing now is removed. A program that replaces the file of an account may delete it first or
  ///   write it bit by bit, and the account is missing for a moment.
  private func read(isSecondLook: Bool = false) async {
    let (files, mail) = (AccountFiles(places), places.mail)
    let before = ownChanges
    let (read, identity) = await onOwnThread("accounts") { _ in
      (files.all(), Self.identity(of: mail))
    }
    // A change that is made here reads again at its end.
    guard ownChanges.begun == ownChanges.ended else { return }
    guard before == ownChanges else { return await self.read() }
    let found = Set(read.accounts.map(\.id))
    guard isSecondLook || accounts.allSatisfy({ found.contains($0.id) }) else {
      await pause()
      return await self.read(isSecondLook: true)
    }
    guard !jobs.hasEnded, !hasLoaded || read.accounts != accounts || read.problems != unreadable
    else { return }
    debugLog("accounts read: \(read.accounts.count), unreadable: \(read.problems.count)")
    self.identity = identity
    unreadable = read.problems
    hasLoaded = true
    adopt(read.accounts)
  }

  /// The inboxes of a mailbox whose accounts the person has added, by which all of their mail may be changed.
  func inboxes(of mailbox: SharedMailbox) -> [FolderID] {
    mailbox.store.identity == identity ? accounts.map { $0.folder("INBOX") } : []
  }

  /// Whether a mailbox is known by that which is the accounts' mail.
  func isMail(_ identity: String) -> Bool { identity == self.identity && !accounts.isEmpty }

  // MARK: Who hears of it

  /// Has somebody hear when something else is to be said of accounts or of fetching, until the answer is called.
  func onChange(_ tell: @escaping () -> Void) -> () -> Void {
    nextListener += 1
    let number = nextListener
    listeners[number] = tell
    return { [weak self] in self?.listeners[number] = nil }
  }

  private func changed() {
    for tell in listeners.values { tell() }
    jobs.look()
  }

  /// What fetches the mail of a mailbox, the accounts in their order; none where nothing does.
  func jobs(of mailbox: SharedMailbox) -> [FetchJob] {
    let known = mailbox.store.identity
    return known == identity ? allJobs : jobs.ofMailboxes[known].map { [$0] } ?? []
  }

  /// Those of the accounts, in their order.
  var allJobs: [FetchJob] { accounts.compactMap(job) }

  func job(of account: Account) -> FetchJob? { jobs.ofAccounts[account.id] }

  // MARK: What the person does

  /// Fetches mail now, where that is not being done.
  func fetch(_ jobs: [FetchJob]) {
    for job in jobs where !job.schedule.isRunning { job.note { $0.ask() } }
  }

  /// Mail has gone out from an account: has its copies be known, which conversations show then.
  func lookInSent(of id: UUID) async {
    // A server may keep the copy.
    jobs.ofAccounts[id]?.note { $0.ask() }
    guard let account = accounts.first(where: { $0.id == id }), let session = await session(),
      let sent = session.roles.folder(.sent, for: account.folder("INBOX"))
    else { return }
    _ = try? await session.store.messages(in: sent)
    // A file that is so new may still change, and is read once more.
    try? await Task.sleep(for: .seconds(4))
    _ = try? await session.store.messages(in: sent)
    // Conversations are what the index says of them.
    await session.store.settle()
    guard let mailbox = identity.flatMap({ mailboxes.opened(as: $0) }) else { return }
    for window in MailWindow.showing(mailbox) { window.list.forgetSummaries() }
  }

  /// The person came to a window of the program or left the last.
  func attention(isActive: Bool) { jobs.attention(isActive: isActive) }

  /// Keeps a new account with its password, or what is other of one, and fetches its mail.
  ///
  /// - Parameter password: Nil where it is as it was.
  func keep(_ account: Account, password: String? = nil) async throws {
    let end = beginChange()
    defer { end() }
    // What cannot be kept safely is not kept at all.
    if let password { try await engine.keep(password, account) }
    let (files, mail) = (AccountFiles(places), places.mail)
    let last = accounts.first { $0.id == account.id }
    let isNew = last == nil
    let isElsewhere = last.map { ($0.imap, $0.user) != (account.imap, account.user) } ?? false
    if isNew, Task.isCancelled {
      // Nobody would find again what is left of it.
      await Task { [engine] in try? await engine.forget(account) }.value
      throw CancellationError()
    }
    let identity = try await onOwnThread("accounts") { _ in
      Result {
        if isNew { try Self.makeInbox(of: account, in: mail) }
        try files.save(account)
        if isElsewhere { files.forgetFolders(of: account) }
        return Self.identity(of: mail)
      }
    }.get()
    self.identity = identity
    adopt(accounts.filter { $0.id != account.id } + [account])
    job(of: account)?.note { $0.ask() }
  }

  /// Forgets an account with its password; its mail stays, or goes to the desktop's trash.
  func remove(_ account: Account, trashing: Bool) async throws {
    let end = beginChange()
    defer { end() }
    await job(of: account)?.end()
    let (files, places) = (AccountFiles(places), places)
    // The mail goes last: an account that is still there without it would have it deleted on the server too.
    try await engine.forget(account)
    let outcome = try await onOwnThread("accounts") { [trash = engine.trash] _ in
      Result {
        try files.remove(account)
        Self.removeState(of: account, in: places.state)
        return trashing ? Result { try trash(places.mail + "/" + account.directory) } : nil
      }
    }.get()
    if case .success? = outcome { trashed.insert(account.directory) }
    jobs.drop(account.id)
    adopt(accounts.filter { $0.id != account.id })
    try outcome?.get()
  }

  /// Has a command fetch the mail of a mailbox from now on; none where the line is empty.
  func use(_ command: FetchCommand?, for mailbox: SharedMailbox) {
    settings.use(command?.line, for: mailbox.store.identity)
    jobs.drop(mailbox.store.identity)
    follow(mailbox)
    changed()
  }

  /// The last window has gone: the program stays until what was done here is sent, but not for long.
  ///
  /// What is not sent by then is at the next start.
  func finish() { jobs.finish() }

  /// Whether the program is kept by that.
  var isHolding: Bool { jobs.isHolding }

  /// Stops everything, waiting a moment for what is under way: it has no main loop to end by any more.
  func end() {
    watching?.cancel()
    mail = nil
    jobs.end()
  }

  // MARK: Jobs

  private func adopt(_ read: [Account]) {
    accounts = read.sorted { ($0.name, $0.id.uuidString) < ($1.name, $1.id.uuidString) }
    trashed.subtract(accounts.map(\.directory))
    jobs.adopt(accounts) { [weak self] job in
      guard let self, let account = job.account else { return { _, _ in .init() } }
      return run(account)
    }
    chooseRoles()
    watchMail()
    changed()
  }

  /// Has what comes to the accounts be told, and what was put off come back, though no window shows their mail.
  private func watchMail() {
    if accounts.isEmpty { mail = nil }
    if let mail { return note(permissionFor: mail) }
    guard !accounts.isEmpty, !isOpeningMail else { return }
    isOpeningMail = true
    Task { [weak self, delay] in
      // What a window shows comes first.
      try? await Task.sleep(for: .seconds(delay))
      await self?.openMail()
    }
  }

  private func openMail() async {
    let opened = try? await mailboxes.open(.path(places.mail), settings).shared
    isOpeningMail = false
    guard let opened, !accounts.isEmpty, !jobs.hasEnded else { return }
    mail = opened
    note(permissionFor: opened)
    _ = await opened.recover()
    opened.watch()
  }

  /// A window does so itself, and knows of more.
  private func note(permissionFor mailbox: SharedMailbox) {
    guard MailWindow.showing(mailbox).isEmpty else { return }
    mailbox.session.permission = permission(for: mailbox)
    mailbox.wake()
  }

  /// What may be changed of a mailbox.
  func permission(for mailbox: SharedMailbox) -> TriageSession.Permission {
    guard mailbox.isWritable else { return .nothing }
    let permission = settings.permission(
      for: mailbox.store.identity, inboxes: mailbox.session.roles.inboxes)
    let added = inboxes(of: mailbox)
    if permission == .everything || added.isEmpty { return permission }
    guard case .accounts(let others) = permission else { return .accounts(Set(added)) }
    return .accounts(others.union(added))
  }

  /// Has folders be for what their server says, where the person has said nothing else.
  private func chooseRoles() {
    guard let identity else { return }
    var roles: FolderRoles.Choice = [:]
    for account in accounts {
      roles[account.folder("INBOX")] = account.roles
        .filter { $0 != .inbox && !account.leftOut.contains($1) }.mapValues(account.folder)
    }
    settings.use(serverRoles: roles, of: identity)
    mailboxes.opened(as: identity)?.session.chosenRoles = settings.rolesInEffect(of: identity)
  }

  private func run(_ account: Account) -> FetchJob.Run {
    let synchronise = engine.synchronise
    let departures = self.departures
    return { decision, tell in
      do throws(SyncProblem) {
        let result = try await synchronise(account, decision, departures, tell)
        return .init(result: result, output: result.warnings.joined(separator: "\n"))
      } catch {
        return .init(problem: error)
      }
    }
  }

  /// Asks the record of what was done to the accounts' mail.
  private var departures: Departures {
    Departures { [weak self] in await self?.session()?.record }
  }

  /// The work on the mail of all accounts; nil where it cannot be opened.
  func session() async -> TriageSession? {
    var shared = identity.flatMap { mailboxes.opened(as: $0) }
    if shared == nil { shared = try? await mailboxes.open(.path(places.mail), settings).shared }
    // Who asks at the start comes before a window has said what may be changed.
    if let shared { shared.session.permission = permission(for: shared) }
    return shared?.session
  }

  /// Fetches the mail of a mailbox that was opened, where the person has given it a command, and hears what is done to it.
  private func follow(_ mailbox: SharedMailbox) {
    guard !mailbox.store.holdsFiles else { return }
    let known = mailbox.store.identity
    // What was open before is gone for good.
    if known == identity, mail != nil { mail = mailbox }
    mailbox.session.onChange { [weak self] folders in
      Task { @MainActor in self?.changed(folders, of: known) }
    }
    guard known != identity, let line = settings.fetchCommand(of: known) else { return }
    let command = FetchCommand(line)
    jobs.use(command.line, for: known) { _ in { _, _ in await Self.run(command) } }
    changed()
  }

  private nonisolated static func run(_ command: FetchCommand) async -> FetchJob.Report {
    do {
      let (output, isSuccess) = try await command.run()
      if isSuccess { return .init(output: output) }
      let last = output.split(whereSeparator: \.isNewline).last.map(String.init)
      return .init(problem: .other(last ?? command.line), output: output)
    } catch {
      return .init(problem: error)
    }
  }

  private func changed(_ folders: Set<FolderID>, of known: String) {
    let now = SyncSchedule.Moment.now
    defer { jobs.sendRest() }
    guard known == identity else {
      jobs.ofMailboxes[known]?.note { $0.changed(at: now) }
      return
    }
    for job in allJobs {
      guard let directory = job.account?.directory else { continue }
      let prefix = Array((directory + "/").utf8)
      if folders.contains(where: { $0.path.bytes.starts(with: prefix) }) {
        job.note { $0.changed(at: now) }
      }
    }
  }

  // MARK: Files

  /// What a store at a path is known by.
  private nonisolated static func identity(of path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return ByteName(cString: resolved).escaped
  }

  /// Makes the folder that an account's mail comes to: what is there before the mail is known as a mailbox.
  private nonisolated static func makeInbox(of account: Account, in mail: String) throws {
    for part in ["cur", "new", "tmp"] {
      try PrivateFolder.create("\(mail)/\(account.directory)/INBOX/\(part)")
    }
  }

  /// Deletes what synchronising has kept of an account; it is made anew where it is needed.
  private nonisolated static func removeState(of account: Account, in folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.contains(account.id.uuidString) {
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }
}
