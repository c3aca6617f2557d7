import Foundation
import Testing

/// Runs the benchmark beside this test, which counts the blocks that each style asks the heap for.
@Suite("Cost")
struct AllocationTests {
  @Test func noEventAllocates() throws {
    let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(filePath: test).deletingLastPathComponent()
      .appending(path: "EngineBench")
    process.arguments = ["--allocations"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("standard, touch: 0 blocks") || text.contains("nothing counted"))
  }
}
