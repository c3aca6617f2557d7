import Dispatch
import Synchronization

/// Waits for work on other threads, which must not need this one.
func waiting<Value: Sendable>(
  for work: @escaping @Sendable () async -> Value
) -> Value where Value: Sendable {
  let result = Mutex<Value?>(nil)
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    let value = await work()
    result.withLock { $0 = value }
    done.signal()
  }
  while true {
    done.wait()
    if let value = result.withLock({ $0 }) { return value }
  }
}
