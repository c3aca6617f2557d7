internal import Dispatch
internal import Synchronization

/// Runs work that waits for a disk, or computes for long, without holding up a thread that tasks share,
/// of which there are few.
///
/// - Parameter work: Gets what tells whether the task has been cancelled, which nothing else tells there.
package func onOwnThread<Value: Sendable>(
  _ name: String,
  _ work: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) -> Value
) async -> Value {
  let cancellation = Cancellation()
  return await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "dunnock.\(name)").async {
        continuation.resume(returning: work { cancellation.isSet.load(ordering: .relaxed) })
      }
    }
  } onCancel: {
    cancellation.isSet.store(true, ordering: .relaxed)
  }
}

private final class Cancellation: Sendable {
  let isSet = Atomic<Bool>(false)
}
