import Accounts
import GtkBridge
import MailModel
import Texts

/// What one line says of fetching mail, and whether the person has to do something about it.
struct FetchSummary: Equatable {
  let text: String
  var isTrouble = false

  /// What is to be said of mail that all these fetch; nil where none does.
  init?(_ jobs: [FetchJob]) {
    guard let now = jobs.first?.now else { return nil }
    let resting = jobs.filter { $0.progress == nil }
    let missing = resting.reduce(0) { $0 + ($1.report.result.missing?.total ?? 0) }
    let gone = resting.reduce(0) { $0 + ($1.report.result.gone?.total ?? 0) }
    if missing > 0 {
      self.init(text: Self.missing(missing), isTrouble: true)
    } else if gone > 0 {
      self.init(text: Self.gone(gone), isTrouble: true)
    } else if let job = resting.first(where: { $0.report.problem?.needsPerson == true }),
      let problem = job.report.problem
    {
      self.init(text: Self.text(problem.sentence.translated, job, jobs), isTrouble: true)
    } else if resting.count < jobs.count {
      self.init(text: Self.progress(jobs.compactMap(\.progress)))
    } else if let job = jobs.first(where: { $0.report.problem != nil }),
      let problem = job.report.problem
    {
      let areAllOffline = jobs.allSatisfy { $0.report.problem?.isOffline == true }
      self.init(
        text: areAllOffline
          ? Self.offline(jobs) : Self.text(problem.sentence.translated, job, jobs))
    } else if let updated = jobs.map({ $0.updated ?? 0 }).min(), updated > 0 {
      self.init(text: tr("Updated %1$s").filling(ShortDate.text(for: updated, now: now)))
    } else {
      self.init(
        text: jobs.contains(where: \.isOffline) ? Self.offline(jobs) : tr("Not fetched yet"))
    }
  }

  init(text: String, isTrouble: Bool = false) {
    self.text = text
    self.isTrouble = isTrouble
  }

  /// A sentence about one of several.
  private static func text(_ sentence: String, _ job: FetchJob, _ jobs: [FetchJob]) -> String {
    jobs.count == 1
      ? sentence : tr("%1$s: %2$s").filling("\u{2068}\(job.name)\u{2069}", sentence)
  }

  /// How far runs have come.
  static func progress(_ all: [SyncProgress]) -> String {
    let sums = { (part: KeyPath<SyncProgress, Int>) in all.reduce(0) { $0 + $1[keyPath: part] } }
    if sums(\.toFetch) > 0 {
      return tr("Fetching %1$s of %2$s…").filling(sums(\.fetched).grouped, sums(\.toFetch).grouped)
    }
    if sums(\.toSend) > 0 {
      return tr("Sending %1$s of %2$s…").filling(sums(\.sent).grouped, sums(\.toSend).grouped)
    }
    return tr("Fetching mail…")
  }

  /// That there is no way to the server, and how much waits for one.
  private static func offline(_ jobs: [FetchJob]) -> String {
    let unsent = jobs.reduce(0) { $0 + $1.schedule.unsent }
    if unsent == 0 { return tr("Offline") }
    return trn(
      "Offline: %1$s change is waiting to be sent.",
      "Offline: %1$s changes are waiting to be sent.", unsent
    ).filling(unsent.grouped)
  }

  static func missing(_ count: Int) -> String {
    trn(
      "%1$s message is missing on this computer.", "%1$s messages are missing on this computer.",
      count
    ).filling(count.grouped)
  }

  /// That a folder was renamed or deleted on the server, all of whose mail is in others.
  static var trashed: String {
    tr("The folder “%1$s” is no longer on the server, and was moved to the trash.")
  }

  static func gone(_ count: Int) -> String {
    trn(
      "%1$s message is missing on the server.", "%1$s messages are missing on the server.", count
    ).filling(count.grouped)
  }
}

extension SyncProblem {
  /// Whether it stays until the person does something.
  fileprivate var needsPerson: Bool {
    switch self {
    case .offline, .locked, .hanging, .cancelled: false
    default: true
    }
  }

  fileprivate var isOffline: Bool { if case .offline = self { true } else { false } }
}
