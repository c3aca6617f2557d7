import Panning

/// What is being done to an item.
enum RowActivity {
  /// The person is asked whether the action is to be done.
  case asking(ActionRun)
  /// The action takes its time; its row shows that once it takes long.
  case running(ActionRun, isShown: Bool)
  /// It took long and has been done; its row shows that for a moment before this comes of it.
  case done(ActionRun, SwipeOutcome)
  /// The row is on its way out.
  case removing(RowRemoval)

  /// Whether its row shows it: what is done in a blink needs no sign.
  var isShown: Bool { if case .running(_, false) = self { false } else { true } }

  var run: ActionRun? {
    switch self {
    case .asking(let run), .running(let run, _), .done(let run, _): run
    case .removing: nil
    }
  }
}

/// One run of an action on an item; another may follow it there before it has ended.
final class ActionRun {
  let action: SwipeAction
  /// The spoken label of the row when the run began; the item may be out of sight when it ends.
  let label: String
  /// The task that runs the action; nil until the action first waits.
  var task: Task<Void, Never>? {
    didSet { if isCancelled { task?.cancel() } }
  }
  private var isCancelled = false

  init(_ action: SwipeAction, label: String) { (self.action, self.label) = (action, label) }

  /// Tells the action that nobody waits for it any more.
  func cancel() {
    isCancelled = true
    task?.cancel()
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
