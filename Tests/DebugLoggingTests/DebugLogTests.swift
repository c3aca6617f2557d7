import CDunnockGio
import Foundation
import Testing

@testable import DebugLogging

private enum Phase: String, CaseIterable {
  case listing
  case removals = "removals at the server"
}

/// The number of messages that are built for a line of `Dunnock.Test` while the environment variable names these domains.
///
/// Called once in a process, because GLib 2.84 reads the variable once.
private func builtMessages(naming domains: String?) -> Int {
  unsetenv(DebugLog.environmentVariable)
  if let domains { setenv(DebugLog.environmentVariable, domains, 1) }
  var built = 0
  func number() -> Int {
    built += 1
    return built
  }
  DebugLog("Dunnock.Test")("message \(number())")
  return built
}

/// Each in a process of its own, since GLib has one log for a process.
@Suite struct DebugLogTests {
  @Test func aMessageIsMadeOfFixedWordsAndNumbers() {
    let (count, isDone, name): (Int, Bool, StaticString) = (3, true, "archive")
    let message: DebugMessage =
      "\(name): \(Phase.listing), \(Phase.removals), \(count), \(UInt8(7)), \(1.5), \(isDone)"
    #expect(message.text == "archive: listing, removals at the server, 3, 7, 1.5, true")
    #expect(("plain" as DebugMessage).text == "plain")
    #expect(("\(Duration.milliseconds(1_500))" as DebugMessage).text == "1.5 seconds")
  }

  @Test func noMessageIsBuiltWhileTheDomainIsOff() async {
    await #expect(processExitsWith: .success) { precondition(builtMessages(naming: nil) == 0) }
    await #expect(processExitsWith: .success) {
      precondition(builtMessages(naming: "Dunnock.Test.Other Dunnock") == 0)
    }
    await #expect(processExitsWith: .success) {
      precondition(builtMessages(naming: "Dunnock.Other Dunnock.Test") == 1)
    }
  }

  @Test func linesOfAllDomainsGoToStandardError() async throws {
    let result = try #require(
      await #expect(
        processExitsWith: .success,
        observing: [\.standardOutputContent, \.standardErrorContent]
      ) {
        unsetenv(DebugLog.environmentVariable)
        DebugLog.useStandardError()
        DebugLog("Dunnock.First")("silent")
        DebugLog.enableAllDomains()
        DebugLog("Dunnock.First")("one \(1)")
        DebugLog("Dunnock.Second")("two, 100% of \(2)")
      })
    let error = String(decoding: result.standardErrorContent, as: UTF8.self)
    let lines = error.split(separator: "\n").filter { $0.contains("-DEBUG: ") }
    #expect(lines.count == 2, "\(error)")
    #expect(lines.first?.contains("Dunnock.First-DEBUG: ") == true)
    #expect(lines.first?.hasSuffix(": one 1") == true)
    #expect(lines.last?.contains("Dunnock.Second-DEBUG: ") == true)
    #expect(lines.last?.hasSuffix(": two, 100% of 2") == true)
    #expect(!String(decoding: result.standardOutputContent, as: UTF8.self).contains("-DEBUG"))
  }
}

/// Prints warnings without end, as a loop in GTK would.
private func warn(_ count: Int) {
  for number in 0..<count {
    "warning \(number)".withCString { text in
      withVaList([text]) { g_logv("Gtk", G_LOG_LEVEL_MESSAGE, "%s", $0) }
    }
  }
}

@Suite struct WarningLimitTests {
  @Test func warningsEndWithALineThatSaysSo() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        unsetenv(DebugLog.environmentVariable)
        DebugLog.useStandardError()
        DebugLog.limitWarnings(to: 2_000)
        warn(10_000)
      })
    let error = String(decoding: result.standardErrorContent, as: UTF8.self)
    let warnings = error.split(separator: "\n").filter { $0.contains("Gtk-Message: ") }
    #expect((10..<30).contains(warnings.count), "\(error)")
    #expect(error.hasSuffix("start with --debug to print all of them.\n"), "\(error)")
  }

  @Test func aDebugLogHasNoLimit() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        unsetenv(DebugLog.environmentVariable)
        DebugLog.useStandardError()
        DebugLog.limitWarnings(to: 2_000)
        DebugLog.enableAllDomains()
        warn(100)
        for _ in 0..<100 { DebugLog("Dunnock.Test")("line") }
      })
    let error = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(error.split(separator: "\n").count { $0.contains("Gtk-Message: ") } == 100)
    #expect(error.split(separator: "\n").count { $0.contains("Dunnock.Test-DEBUG: ") } == 100)
  }
}
