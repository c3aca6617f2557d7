/// What the library itself says, for a program to translate; the closures are called each time that it is to be said.
public struct SwipeTexts {
  /// The title of the button for what there is no room for.
  public var more = "More"

  /// What a screen reader says when a full swipe would run the action of this title if released now.
  public var armed: (String) -> String = { "Release for: \($0)" }

  /// What it says when that is no longer so.
  public var disarmed = "Canceled"

  /// What it says while an action takes its time.
  public var waiting: (String) -> String = { "\($0)…" }

  /// The title of the button that takes back what was done; see ``SwipeUndo``.
  public var undo = "Undo"

  /// What a screen reader says when that button comes up, of what was done.
  public var undoable: (String) -> String = { "\($0). Undo available" }

  /// English texts.
  public init() {}
}
