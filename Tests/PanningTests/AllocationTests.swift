import Foundation
import TestPrograms
import Testing

/// Runs the benchmark beside this test, which counts the blocks that each style asks the heap for.
@Suite("Cost")
struct AllocationTests {
  @Test func noEventAllocates() throws {
    let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let bench = URL(filePath: test).deletingLastPathComponent().appending(path: "EngineBench")
    let (status, text, _) = try TestProgram.run(bench.path, "--allocations")
    #expect(status == 0, "\(text)")
    #expect(text.contains("standard, touch: 0 blocks") || text.contains("nothing counted"))
  }
}
