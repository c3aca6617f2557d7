import Panning

/// What becomes of a row once one of its actions has run.
public enum SwipeOutcome {
  /// The row closes.
  case restore

  /// The row stays as it is.
  case keepOpen

  /// The row flies out and collapses, and with it those of other items that the action was about, named by ``SwipeList/handles(of:)`` or
  /// ``SwipeRow/handle``; then the closure takes the items out of the model. The keyboard goes on to the next row that stays, or the one before, as soon as the rows begin to go.
  ///
  /// It is called once, whatever happens: at the end of the motion, or as soon as nothing of the motion can be seen, be it that the rows are
  /// not on screen, that their items have left the model or a filter hides them, or that the list goes away; but not after
  /// ``SwipeList/restore(_:)``. So it must bear that an item is no longer there. A row whose item is still in the model afterwards comes
  /// back: to move an item, move it here.
  ///
  /// With `undo`, what flies out uncovers a line that says what was done, with a button; the rows collapse when its time is over, and only
  /// then the closure is called. Pressed, the button brings the rows back, and the closure is not called. What nobody sees is not offered:
  /// without a row on the screen, and once the list is hidden or its window closed, everything goes on at once.
  case remove(with: [RowHandle] = [], undo: SwipeUndo? = nil, @MainActor () -> Void)

  /// The row closes, and the message says why nothing was done: in a popover at the row, which leaves the keys to the rows and goes with
  /// Escape, a press or the next failure. ``SwipeList/onFailure(_:)`` tells the program instead.
  case failure(String)
}
