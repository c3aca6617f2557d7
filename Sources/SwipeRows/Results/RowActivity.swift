import Panning

/// What is being done to an item.
enum RowActivity {
  /// The person is asked whether the action is to be done.
  case asking(SwipeAction)
  /// The action takes its time; its row shows that once it takes long.
  case running(SwipeAction, isShown: Bool)
  /// It took long and has been done; its row shows that for a moment before this comes of it.
  case done(SwipeAction, SwipeOutcome)
  /// The row is on its way out.
  case removing(RowRemoval)

  var action: SwipeAction? {
    switch self {
    case .asking(let action), .running(let action, _), .done(let action, _): action
    case .removing: nil
    }
  }
}

/// A row on its way out of its container.
struct RowRemoval {
  let batch: RowBatch
  /// How much of the way of its height is behind it, 0 to 1, and when that was; nil while its front still flies.
  var collapse: (way: Double, at: Double)?

  /// How much of its height has gone, 0 to 1.
  var share: Double {
    let rest = 1 - (collapse?.way ?? 0)
    return 1 - rest * rest
  }
}

/// The items that one answer takes out of the model.
final class RowBatch {
  var leaving: Set<RowHandle>
  var gone: Set<RowHandle> = []
  /// What their rows say before they go,
  let undo: SwipeUndo?
  /// and whether it can still be undone.
  var isOffered = false
  let finish: @MainActor () -> Void

  init(_ handles: [RowHandle], _ undo: SwipeUndo?, _ finish: @escaping @MainActor () -> Void) {
    leaving = Set(handles)
    self.undo = undo
    self.finish = finish
  }
}
