import DebugLogging

/// The log of this module; see CONTRIBUTING.md for what may be logged.
nonisolated let debugLog = DebugLog("Dunnock.Reading")
