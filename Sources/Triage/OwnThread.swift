internal import Dispatch

/// Runs what an actor does on a thread that nothing else waits for: it may wait for a disk and for other programs, and the threads that
/// tasks share are few.
final class OwnThread: SerialExecutor {
  private let queue: DispatchQueue

  init(_ name: String) { queue = DispatchQueue(label: "dunnock.\(name)") }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
