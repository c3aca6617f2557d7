internal import DebugLogging
package import Foundation
internal import Subprocess
internal import Synchronization

/// The log of this module; see CONTRIBUTING.md for what may be logged.
let debugLog = DebugLog("Dunnock.Sync")

extension Account {
  /// The number of the account in the log, from 1 on in each process.
  package var logNumber: Int { Self.numbers.withLock { $0.number(of: id) } }

  private static let numbers = Mutex(LogNumbers())
}

extension Environment {
  /// The environment of this program without the variable that turns debug logs on. Debug lines of another program would mix with the
  /// output that is read here.
  static var withoutDebugLog: Environment {
    .inherit.updating([Key(stringLiteral: DebugLog.environmentVariable): nil])
  }
}

/// Numbers for the log in place of identifiers: the first is 1.
package struct LogNumbers: Sendable {
  private var numbers: [UUID: Int] = [:]

  package init() {}

  package mutating func number(of id: UUID) -> Int {
    if let number = numbers[id] { return number }
    numbers[id] = numbers.count + 1
    return numbers.count
  }
}

extension SyncProblem {
  /// The names of the cases.
  package enum Kind: String, CaseIterable {
    case noProgram, oldProgram, unsound, offline, wrongPassword, signIn, noPassword, keyring
    case certificate, noTunnel, forbidden, locked, diskFull, quota, refused, renumbered
    case restored, hanging, tooManyFolders, tooMuchData, noRecord, cancelled, other, noEncryption
  }

  /// The kind of the problem, without its text.
  package var kind: Kind {
    switch self {
    case .noProgram: .noProgram
    case .oldProgram: .oldProgram
    case .unsound: .unsound
    case .offline: .offline
    case .wrongPassword: .wrongPassword
    case .signIn: .signIn
    case .noPassword: .noPassword
    case .keyring: .keyring
    case .certificate: .certificate
    case .noEncryption: .noEncryption
    case .noTunnel: .noTunnel
    case .forbidden: .forbidden
    case .locked: .locked
    case .diskFull: .diskFull
    case .quota: .quota
    case .refused: .refused
    case .renumbered: .renumbered
    case .restored: .restored
    case .hanging: .hanging
    case .tooManyFolders: .tooManyFolders
    case .tooMuchData: .tooMuchData
    case .noRecord: .noRecord
    case .cancelled: .cancelled
    case .other: .other
    }
  }
}

extension Passwords.Problem {
  enum Kind: String, CaseIterable { case noProgram, noService, locked, empty, refused }

  var kind: Kind {
    switch self {
    case .noProgram: .noProgram
    case .noService: .noService
    case .locked: .locked
    case .empty: .empty
    case .refused: .refused
    }
  }
}

extension AccountCheck.Problem {
  /// The names of the cases.
  package enum Kind: String, CaseIterable {
    case noHost, unreachable, wrongPassword, needsAppPassword, onlyOAuth, certificate
    case badCertificate, noEncryption, signIn, excess, other
  }

  package var kind: Kind {
    switch self {
    case .noHost: .noHost
    case .unreachable: .unreachable
    case .wrongPassword: .wrongPassword
    case .needsAppPassword: .needsAppPassword
    case .onlyOAuth: .onlyOAuth
    case .certificate: .certificate
    case .badCertificate: .badCertificate
    case .noEncryption: .noEncryption
    case .signIn: .signIn
    case .excess: .excess
    case .other: .other
    }
  }
}
