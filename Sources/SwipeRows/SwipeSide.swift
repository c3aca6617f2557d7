import GtkBridge

/// What one side of a row offers: actions, the one at the row's edge first, as buttons or behind a view of the program's own.
///
/// A side without actions and without a view cannot be opened. An array literal of actions is a side.
public struct SwipeSide: ExpressibleByArrayLiteral {
  /// The actions; with a view in the place of their buttons they are in the menu, on keys and for screen readers: give it some, for not
  /// everybody drags.
  public var actions: [SwipeAction]

  /// What the tray shows in place of buttons.
  public var view: SwipeTrayView?

  /// Whether a drag far past the tray, be it buttons or a view, runs the first action, if that is enabled and the style has full swipes.
  ///
  /// In `PanStyle.standard` that is at 60 % of the row's width, but at least 48 px and at most 240 px past the tray: `PanFullSwipe`.
  public var allowsFullSwipe: Bool

  /// Whether a drag that uncovers the whole tray runs the first action when it is let go, and the row closes by itself, as in swipe to
  /// reply. Keys and calls open the tray as any other.
  public var actsOnRelease: Bool

  /// A side that offers this.
  public init(
    _ actions: [SwipeAction] = [], view: SwipeTrayView? = nil, allowsFullSwipe: Bool = false,
    actsOnRelease: Bool = false
  ) {
    self.actions = actions
    self.view = view
    self.allowsFullSwipe = allowsFullSwipe
    self.actsOnRelease = actsOnRelease
  }

  /// A side of buttons.
  public init(arrayLiteral actions: SwipeAction...) { self.init(actions) }

  /// Whether there is anything to reveal.
  var canOpen: Bool { !actions.isEmpty || view != nil }

  /// Whether dragging far past the tray runs the first action.
  var swipesFully: Bool { allowsFullSwipe && actions.first?.isEnabled == true }

  /// Whether letting go with the whole tray in sight runs the first action.
  var runsOnRelease: Bool { actsOnRelease && actions.first?.isEnabled == true }

  /// Whether the tray of the one would do for the other; a view of the program's own may look different each time.
  func looksLike(_ other: SwipeSide) -> Bool {
    actions.lookLike(other.actions) && swipesFully == other.swipesFully
      && runsOnRelease == other.runsOnRelease
      && (view == nil) == (other.view == nil)
  }
}
