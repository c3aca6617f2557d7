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
