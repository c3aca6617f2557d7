internal import Accounts
internal import DebugLogging
internal import Foundation
internal import Synchronization

/// The log of this module; see CONTRIBUTING.md for what may be logged.
let debugLog = DebugLog("Dunnock.Sending")

extension SpoolFolder {
  /// The number of the message in the log, from 1 on in each process.
  var logNumber: Int { Self.numbers.withLock { $0.number(of: id) } }

  private static let numbers = Mutex(LogNumbers())
}

extension OutboxEntry.State {
  enum Kind: String, CaseIterable { case draft, waiting, sending, failed, unknown, sent }

  var kind: Kind {
    switch self {
    case .draft: .draft
    case .waiting: .waiting
    case .sending: .sending
    case .failed: .failed
    case .unknown: .unknown
    case .sent: .sent
    }
  }
}

extension SendingProblem {
  /// The names of the cases.
  enum Kind: String, CaseIterable {
    case noAccount, noServer, login, refused, refusedRecipient, later, tooLarge, notPlain, cut
    case writing, unreadable, takenBack, isThere, isBeingSent, isGone, noSentFolder
  }

  var kind: Kind {
    switch self {
    case .noAccount: .noAccount
    case .noServer: .noServer
    case .login: .login
    case .refused: .refused
    case .refusedRecipient: .refusedRecipient
    case .later: .later
    case .tooLarge: .tooLarge
    case .notPlain: .notPlain
    case .cut: .cut
    case .writing: .writing
    case .unreadable: .unreadable
    case .takenBack: .takenBack
    case .isThere: .isThere
    case .isBeingSent: .isBeingSent
    case .isGone: .isGone
    case .noSentFolder: .noSentFolder
    }
  }
}
