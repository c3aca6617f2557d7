import Accounts
import ArgumentParser
import Dispatch
import FileSystem
import Glibc
import MailModel
import Texts
import TriageJournal

/// `dunnock sync`: brings the mail of accounts without a window.
enum SyncProgram {
  /// What becomes of mail that is missing here.
  private enum Missing { case isTold, isDeleted, isFetched }

  /// What other programs are told of a run.
  private struct Line: Encodable {
    let account: String
    let waiting: Int
    let marked: Int
    let kept: [String: Int]
    let reunited: [String: Int]
    let lost: [String: Int]
    let restored: [String]
    let missing: [String: Int]
    let gone: [String: Int]
    let unusable: [String]
    let vanished: [String]
    let trashed: [String]
    let warnings: [String]
  }

  /// - Returns: The exit status: 0, 1 when an account's mail could not be fetched or some is missing, 2 when the arguments cannot be
  ///   followed.
  static func run(_ arguments: some Sequence<String>) -> Int32 {
    let asked: SyncArguments
    do { asked = try SyncArguments.parse(Array(arguments)) } catch {
      return Program.refuse(error, by: SyncArguments.self)
    }
    let missing: Missing =
      asked.deleteMissing ? .isDeleted : asked.fetchMissing ? .isFetched : .isTold
    let (name, deletesGone, journals) = (asked.account, asked.deleteGone, Places.journals)
    return waiting {
      let work = Task { await synchronise(name, missing, deletesGone, journals: journals) }
      let ends = endings { work.cancel() }
      defer { for end in ends { end.cancel() } }
      return await work.value
    }
  }

  /// Has a run be ended well by what ends other programs at once.
  private static func endings(
    _ end: @escaping @Sendable () -> Void
  ) -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler(handler: end)
      source.resume()
      return source
    }
  }

  private static func synchronise(
    _ name: String?, _ missing: Missing, _ deletesGone: Bool, journals: String
  ) async -> Int32 {
    var status: Int32 = 0
    var accounts: [Account] = []
    if let name {
      do { accounts = [try AccountProgram.account(named: name)] } catch {
        complain(sentence(for: error))
        return 1
      }
    } else {
      let read = AccountFiles(AccountPlaces.own).all()
      accounts = read.accounts
      for problem in read.problems {
        complain(problem.sentence.translated)
        status = 1
      }
    }
    let departures = departures(journals: journals)
    if await !SendProgram.sendWaiting(of: accounts) { status = 1 }
    for account in accounts where !Task.isCancelled {
      if await !synchronise(account, missing, deletesGone, departures) { status = 1 }
    }
    return Task.isCancelled ? 1 : status
  }

  /// - Returns: Whether all is well.
  private static func synchronise(
    _ account: Account, _ missing: Missing, _ deletesGone: Bool, _ departures: Departures
  ) async -> Bool {
    let synchroniser = Synchroniser(
      AccountPlaces.own, Passwords(service: Product.id), departures: departures)
    do {
      var result = try await synchroniser.run(
        account, deciding: missing == .isFetched ? .fetchAgain : .ask)
      if missing == .isDeleted, let gone = result.missing {
        result = try await synchroniser.run(account, deciding: .deleteOnServer(gone))
      }
      if deletesGone, let gone = result.gone {
        result = try await synchroniser.run(account, deciding: .deleteHere(gone))
      }
      let gone = (result.gone?.counts ?? [:]).sorted { $0.key.description < $1.key.description }
        .map { (folder: $0.key.nameInAccount, count: $0.value) }
      printLine(
        Line(
          account: account.name, waiting: result.waiting, marked: result.marked,
          kept: result.kept.byName, reunited: result.reunited.byName,
          lost: result.lost.byName, restored: result.restored.map(\.description).sorted(),
          missing: (result.missing?.counts ?? [:]).byName,
          gone: (result.gone?.counts ?? [:]).mapValues(\.gone).byName,
          unusable: result.unusable.map(\.shownFolder),
          vanished: result.vanished.map(\.shownFolder),
          trashed: result.trashed.map(\.shownFolder), warnings: result.warnings))
      for (folders, words) in [
        (result.unusable, tr("The folder “%1$s” cannot be stored on this computer.")),
        (
          result.vanished,
          tr("The folder “%1$s” is no longer on the server. Its mail stays on this computer.")
        ),
        (
          result.trashed,
          tr("The folder “%1$s” is no longer on the server, and was moved to the trash.")
        ),
      ] {
        for folder in folders {
          complain(words.filling(folder.shownFolder.shownInbox), about: account.name)
        }
      }
      for sentence in result.told(\.grouped) {
        complain(sentence.translated, about: account.name)
      }
      for (folder, count) in gone {
        complain(count.sentence(about: folder, \.grouped).translated, about: account.name)
        complain(
          tr("Use --delete-gone to move them to “Lost on Server”."), about: account.name)
      }
      guard let gone = result.missing else { return result.gone == nil }
      let words = trn(
        "%1$s: %2$s message is missing on this computer. Use --delete-missing or --fetch-missing.",
        "%1$s: %2$s messages are missing on this computer. Use --delete-missing or --fetch-missing.",
        gone.total
      )
      complain(words.filling([account.name, String(gone.total)]))
      return false
    } catch {
      complain(error.sentence.translated, about: account.name)
      return false
    }
  }

  /// What the record of what was done to the mail of accounts says.
  private static func departures(journals: String) -> Departures {
    let record = Record(journals: journals)
    return Departures(asking: { await record.journal })
  }

  /// The record of what was done to the mail of accounts, opened when it is first asked.
  private actor Record {
    private let journals: String
    private lazy var opening = Task { [journals] () -> Journal? in
      guard let mailbox = ByteName(AccountPlaces.own.mail).resolved?.escaped else { return nil }
      let opened = try? await Journal.openOnOwnThread(in: journals, of: mailbox)
      // One that is not kept knows nothing of what was done before.
      if case .unusable = opened?.problem { return nil }
      return opened?.journal
    }

    init(journals: String) { self.journals = journals }

    var journal: Journal? { get async { await opening.value } }
  }
}

extension [FolderID: Int] {
  fileprivate var byName: [String: Int] {
    [String: Int](map { ($0.key.description, $0.value) }, uniquingKeysWith: +)
  }
}
