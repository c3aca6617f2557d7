import GtkBridge

/// What the program says of its items: who they are, how a row is made for them, and what it then shows.
struct RowSource<ID: Hashable> {
  /// Names the item of an object of the model; nil for an object of another kind.
  let id: @MainActor (UnsafeMutableRawPointer) -> ID?
  /// Makes a row's front.
  let front: @MainActor () -> any SwipeFront
  /// Shows an object's item in a front.
  let show: @MainActor (UnsafeMutableRawPointer, any SwipeFront) -> SwipeContent?
}
