import Accounts
import ArgumentParser
import DebugLogging
import FileSystem
import Glibc
import MailModel
import Texts

/// The command `dunnock`: what needs no window it does, and for the rest it becomes the program that shows one.
@main
struct Program {
  static func main() {
    // GLib allows this only before its first thread.
    DebugLog.useStandardError()
    let words = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    let status = run(words.dropFirst().compactMap { $0.map { ByteName(cString: $0).escaped } })
    debugLog("command line done, status: \(status)")
    exit(status)
  }

  /// Does what the arguments, as `ByteName.escaped`, ask for.
  ///
  /// - Returns: The exit status: 0, 1 when it could not be done, 2 when the arguments cannot be followed. Not at all where a window is
  ///   shown.
  static func run(_ arguments: [String]) -> Int32 {
    adoptLanguage()
    // The option may stand before a subcommand; the parsers of subcommands do not know it.
    let isDebugging = arguments.first == "--debug"
    let arguments = Array(arguments.drop { $0 == "--debug" })
    if isDebugging { DebugLog.enableAllDomains() }
    switch arguments.first {
    case "account": return AccountProgram.run(arguments.dropFirst())
    case "send": return SendProgram.run(arguments.dropFirst())
    case "sync": return SyncProgram.run(arguments.dropFirst())
    // What mbsync starts, and nobody else.
    case Tunnel.command:
      let folder = arguments.dropFirst().first ?? ""
      return waiting { await Tunnel.run(folder) }
    default: break
    }
    do {
      var asked = try Arguments.parse(arguments)
      if isDebugging { asked.debug = true }
      if asked.debug { DebugLog.enableAllDomains() }
      if asked.list || asked.search != nil {
        let query = asked.search.map { SearchQuery(ByteName(escaped: $0).description) }
        return MailboxPrinter.run(ByteName(escaped: asked.mailbox ?? ""), matching: query)
      }
      return WindowProgram.become(asked.window)
    } catch {
      return refuse(error, by: Arguments.self)
    }
  }

  /// Says what is wrong with arguments, or what they asked to be told.
  static func refuse(_ error: any Error, by command: any ParsableArguments.Type) -> Int32 {
    guard command.exitCode(for: error) != .success else {
      print(command.message(for: error))
      return 0
    }
    complain(command.message(for: error).split(separator: "\n").first.map(String.init) ?? "")
    return usageError
  }

  static let usageError: Int32 = 2
}
