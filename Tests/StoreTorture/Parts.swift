import Foundation
import TestPrograms

/// Starts this program again for one of its parts.
func startPart(
  _ arguments: [String], environment: [String: String] = [:], isQuiet: Bool = false
) throws -> TestProgram {
  try TestProgram(
    ["/proc/self/exe"] + arguments,
    environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
    isQuiet: isQuiet)
}
