import DebugLogging
import Triage

/// The log of the app; see CONTRIBUTING.md for what may be logged.
nonisolated let debugLog = DebugLog("Dunnock")

/// The kind of error that a change failed with.
enum FailureKind: String, CaseIterable {
  case lookOnly, notOffered, store, journal, busy, other

  init(_ error: any Error) {
    self =
      switch error as? TriageError {
      case .lookOnly: .lookOnly
      case .notOffered: .notOffered
      case .store: .store
      case .journal: .journal
      case .busy: .busy
      case nil: .other
      }
  }
}
