import Dispatch

/// Does what waits for a disk, or computes for long, while the main thread goes on.
nonisolated func offMain<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    DispatchQueue.global(qos: .userInitiated).async { continuation.resume(returning: work()) }
  }
}
