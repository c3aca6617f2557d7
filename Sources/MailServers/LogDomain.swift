internal import DebugLogging
internal import Synchronization

/// The log of this module; see CONTRIBUTING.md for what may be logged.
let debugLog = DebugLog("Dunnock.Servers")

extension MailConnection {
  /// The number of the connection in the log.
  static func nextNumber() -> Int { connections.add(1, ordering: .relaxed).newValue }

  private static let connections = Atomic(0)

  /// The commands of IMAP and SMTP, as they appear in the log.
  enum Verb: String, CaseIterable {
    case capability = "CAPABILITY"
    case list = "LIST"
    case lsub = "LSUB"
    case namespace = "NAMESPACE"
    case status = "STATUS"
    case select = "SELECT"
    case examine = "EXAMINE"
    case fetch = "UID FETCH"
    case search = "UID SEARCH"
    case store = "UID STORE"
    case expunge = "UID EXPUNGE"
    case create = "CREATE"
    case rename = "RENAME"
    case delete = "DELETE"
    case subscribe = "SUBSCRIBE"
    case unsubscribe = "UNSUBSCRIBE"
    case from = "MAIL"
    case recipient = "RCPT"
    case data = "DATA"
    case other

    /// The verb that a command begins with.
    init(of command: String) {
      self =
        Self.allCases.first { command == $0.rawValue || command.hasPrefix($0.rawValue + " ") }
        ?? .other
    }
  }
}
