import Dispatch
import Testing

@testable import FileSystem

@Suite struct OwnThreadTests {
  @Test func workThatWaitsHoldsUpNoTask() async {
    // More than there are threads for tasks.
    let count = 16
    let gate = DispatchSemaphore(value: 0)
    let sum = await withTaskGroup(of: Int.self) { group in
      for number in 0..<count {
        group.addTask {
          await onOwnThread("test") { _ in
            gate.wait()
            return number
          }
        }
      }
      for _ in 0..<count {
        group.addTask {
          gate.signal()
          return 0
        }
      }
      return await group.reduce(0, +)
    }
    #expect(sum == (0..<count).reduce(0, +))
  }

  @Test func workIsToldThatItsTaskIsCancelled() async {
    let work = Task {
      await onOwnThread("test") { isCancelled in
        while !isCancelled() {}
        return true
      }
    }
    work.cancel()
    #expect(await work.value)
    #expect(await onOwnThread("test") { !$0() })
  }
}
