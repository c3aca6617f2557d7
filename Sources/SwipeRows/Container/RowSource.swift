import GtkBridge
import Panning

/// What the program says of the items of a model: who they are, how a row is made for them, and what it then shows.
struct RowSource {
  /// Names the item of an object of the model, for a row to show it; nil for an object of another kind.
  let bound: @MainActor (UnsafeMutableRawPointer) -> RowHandle?
  /// The same for an object that is only looked at; nil too for an item that has no handle.
  let known: @MainActor (UnsafeMutableRawPointer) -> RowHandle?
  /// Makes a row's front.
  let front: @MainActor () -> any SwipeFront
  /// Shows an object's item in a front, and says what the row offers.
  let show: @MainActor (UnsafeMutableRawPointer, any SwipeFront) -> SwipeContent?
}
