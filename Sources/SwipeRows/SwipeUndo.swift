/// What a row says in its front's place before it goes, with a button that brings it back.
public struct SwipeUndo {
  /// What was done, translated: "Archived".
  public var text: String

  /// How long it can be taken back, seconds, at least 0; longer while the button has the focus or the pointer on it, or a finger is on the line.
  public var seconds: Double

  /// Called when it is taken back: the row comes back by itself, so this need only undo what the action has done already.
  public var undo: @MainActor () -> Void

  /// An offer to undo for so many seconds; the list keeps the closure until the offer is over.
  public init(
    _ text: String, seconds: Double = 5, undo: @escaping @MainActor () -> Void = {}
  ) {
    self.text = text
    self.seconds = seconds
    self.undo = undo
  }
}
