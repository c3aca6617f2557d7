/// What becomes of a row once one of its actions has run.
public enum SwipeOutcome {
  /// The row closes.
  case restore

  /// The row stays as it is.
  case keepOpen

  /// The row flies out and collapses, and with it those of other items that the action was about, named by their IDs; then the closure
  /// takes the items out of the model.
  ///
  /// It is called once: at the end of the motion, or as soon as nothing of the motion can be seen, be it that the rows are not on screen
  /// or that the list goes away; but not if every one of the items leaves the model before, or is brought back by ``SwipeList/restore(_:)``. A row whose item is still there afterwards
  /// comes back.
  case remove(with: [AnyHashable] = [], @MainActor () -> Void)

  /// The row closes, and the message says why nothing was done; see ``SwipeList/onFailure``.
  case failure(String)
}
