import AccountSetup
import Accounts
import CDunnockGtk
import FileSystem
import GtkBridge
import MailModel
import Texts

extension MailWindow {
  /// Shows how fetching mail goes from now on.
  func followFetching() {
    var known: [Account] = []
    var hadNone = false
    let stop = fetching.onChange { [weak self] in
      guard let self else { return }
      showFetching()
      // An account that is added is allowed changes by that.
      if known != fetching.accounts || hadNone != fetching.hasNoAccounts { showPermission() }
      leaveTrashedAccount()
      (known, hadNone) = (fetching.accounts, fetching.hasNoAccounts)
    }
    Signal.connect(window, "destroy") { stop() }
  }

  /// Shows other mail where that on show went with its account.
  private func leaveTrashedAccount() {
    guard let place = mailbox?.place, place.path == ByteName(fetching.places.mail),
      let folder = shown.folder,
      fetching.trashed.contains(where: { folder.path.bytes.starts(with: Array("\($0)/".utf8)) })
    else { return }
    if let next = fetching.accounts.first {
      open(place, folder: next.folder("INBOX"))
    } else {
      leaveForWelcome()
    }
  }

  /// What fetches the mail on show; none where nothing does.
  var fetchJobs: [FetchJob] { mailbox.map { fetching.jobs(of: $0.shared) } ?? [] }

  /// Shows how fetching the mail on show goes.
  func showFetching() {
    let jobs = fetchJobs
    let summary = FetchSummary(jobs)
    let said = folders.line.text
    folders.show(summary)
    // Where the line below the folders is out of sight.
    if let summary, summary.isTrouble, summary.text != said, !folders.isShown {
      notices.pass(summary.text)
    }
    for folder in jobs.flatMap({ $0.takeTrashed() }) {
      notices.pass(FetchSummary.trashed.filling("\u{2068}\(folder.shownFolder.shownInbox)\u{2069}"))
    }
    let met = jobs.flatMap { $0.takeMet() }.map(\.translated)
    if !met.isEmpty { notices.pass(met.joined(separator: " ")) }
    for lost in jobs.compactMap({ $0.takeLost() }) {
      notices.pass(
        lost.sentences.map(\.translated).joined(separator: " "),
        button: .init(title: tr("Undo")) { [weak self] in self?.filing.undo(step: lost.step) },
        waiting: true)
    }
    if list.count == 0, frame.page == .other, shown.trouble == nil, isFetchingFirst || hasWaited {
      showCount()
    }
    frame.actions.setEnabled(
      WindowCommand.fetch.name,
      !jobs.isEmpty || frame.actions.isEnabled(WindowCommand.tryAgain.name))
    frame.actions.setEnabled(WindowCommand.fetchDetails.name, !jobs.isEmpty)
    dialogs.fetchDetails?.show()
    if notices.wait(for: question(about: jobs) ?? stoppedMail) { showPermission() }
  }

  /// What is to become of mail that is gone here or on the server, one after the other; it is asked when the person says so.
  private func question(about jobs: [FetchJob]) -> (text: String, button: Toasts.Button)? {
    let title = tr("Decide…")
    if let job = jobs.first(where: \.hasNewMissing), let missing = job.report.result.missing {
      return (
        FetchSummary.missing(missing.total),
        .init(title: title) { [weak self] in self?.ask(about: missing, of: job) }
      )
    }
    if let job = jobs.first(where: \.hasNewGone), let gone = job.report.result.gone {
      return (
        FetchSummary.gone(gone.total),
        .init(title: title) { [weak self] in self?.ask(about: gone, of: job) }
      )
    }
    return nil
  }

  /// Whether no mail has come yet that is being fetched for the first time.
  var isFetchingFirst: Bool {
    !shown.source.isNarrowed && fetchJobs.contains { $0.progress != nil && $0.updated == nil }
  }

  /// What is said while that is so.
  static var fetchingTitle: String { tr("Fetching Your Mail") }

  private var hasWaited: Bool { frame.pageTitle == Self.fetchingTitle }

  /// Offers to look again at what cannot be reached, or does so no more.
  func offerTryAgain(_ isOffered: Bool) {
    frame.actions.setEnabled(WindowCommand.tryAgain.name, isOffered)
    showFetching()
  }

  /// Fetches mail, or looks again at what could not be reached.
  func fetchMail() {
    if frame.actions.isEnabled(WindowCommand.tryAgain.name) { shown.tryAgain() }
    let jobs = fetchJobs
    guard !jobs.isEmpty else { return }
    fetching.fetch(jobs)
    // Where the line below the folders is out of sight.
    if !folders.isShown { notices.pass(tr("Fetching mail…")) }
  }

  /// Shows what each account does and what is wrong with it.
  func showFetchDetails() {
    let jobs = fetchJobs
    guard !jobs.isEmpty else { return }
    dialogs.showFetchDetails {
      FetchDetails(over: window, jobs) { [weak self] in self?.obey($0, of: $1) }
    }
  }

  private func obey(_ deed: FetchDetails.Deed, of job: FetchJob) {
    switch deed {
    case .tryAgain: fetching.fetch([job])
    case .stop: job.cancel()
    case .decide(let decision): job.decide(decision)
    case .enterPassword:
      if let account = job.account {
        PasswordDialog.present(
          over: dialogs.fetchDetails?.dialog.widget ?? window, account, fetching)
      }
    }
  }

  /// Asks what is to become of mail that is gone here.
  private func ask(about missing: MissingMail, of job: FetchJob) {
    guard dialogs.question == nil else { return }
    job.noteAsked(missing)
    let names = missing.counts.map { folder, count in
      (folders.list.name(of: folder), count)
    }.sorted { $0.0 < $1.0 }
    Task { [weak self] in
      guard let window = self?.window, let dialogs = self?.dialogs else { return }
      let decision = await dialogs.ask { answered in
        MissingQuestion.ask(over: window, names, answer: answered)
      }
      switch decision {
      case .fetchAgain?: job.decide(.fetchAgain)
      case .delete?: job.decide(.deleteOnServer(missing))
      case .notNow?, nil: break
      }
    }
  }

  /// The same of mail that is gone from the server.
  private func ask(about gone: GoneMail, of job: FetchJob) {
    guard dialogs.question == nil else { return }
    job.noteAsked(gone)
    let names = gone.counts.map { folder, count in
      (folders.list.name(of: folder), count)
    }.sorted { $0.0 < $1.0 }
    Task { [weak self] in
      guard let window = self?.window, let dialogs = self?.dialogs else { return }
      let decision = await dialogs.ask { answered in
        MissingQuestion.askAboutGone(over: window, names, answer: answered)
      }
      if decision == .delete { job.decide(.deleteHere(gone)) }
    }
  }
}
