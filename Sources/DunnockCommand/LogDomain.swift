import DebugLogging

/// The log of the command line, in the domain of the app; see CONTRIBUTING.md for what may be logged.
let debugLog = DebugLog("Dunnock")
