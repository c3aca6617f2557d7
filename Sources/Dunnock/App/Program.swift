import DebugLogging
import FileSystem
import Glibc
import MailReading
import Texts

/// The entry of the program that shows windows: synchronous, because an asynchronous one never gives the main thread to GLib.
@main
struct Program {
  static func main() {
    DebugLog.useStandardError()
    DebugLog.limitWarnings()
    adoptLanguage()
    let words = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
      .dropFirst().compactMap { $0.map { ByteName(cString: $0) } }
    if words == [ByteName(WebRehearsal.argument)] { exit(WebRehearsal.run()) }
    if WindowRequest(words: words).isDebugging { DebugLog.enableAllDomains() }
    exit(Application.run(words))
  }
}
