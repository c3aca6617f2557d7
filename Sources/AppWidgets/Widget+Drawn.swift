import CDunnockGtk
import GtkBridge

extension Widget {
  /// Returns when a frame has been drawn with all that was done until now; soon in any case, since a window that nobody sees draws
  /// none.
  @MainActor
  package func frameIsDrawn() async {
    guard gtk_widget_get_mapped(self) != 0 else { return }
    await withCheckedContinuation { continuation in
      let waiting = Waiting(continuation)
      onEachFrame(of: self) { _ in
        // The frame is being laid out and drawn now.
        whenIdle { waiting.end() }
        return false
      }
      gtk_widget_queue_draw(self)
      after(longestFrame) { waiting.end() }
    }
  }
}

/// Seconds.
private let longestFrame = 0.25

/// A continuation that is resumed by whatever comes first.
private final class Waiting {
  private var continuation: CheckedContinuation<Void, Never>?

  init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }

  nonisolated deinit {}

  func end() {
    continuation?.resume()
    continuation = nil
  }
}
