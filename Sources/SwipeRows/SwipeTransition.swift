/// How a tray comes into sight, and what the front does meanwhile.
public struct SwipeTransition: Sendable, Hashable {
  /// How the tray comes into sight.
  public enum Tray: Sendable, CaseIterable {
    /// It lies still under the front, which uncovers it.
    case reveal
    /// It comes in with the front, which draws it behind itself.
    case drag
  }

  /// How the tray comes into sight.
  public var tray: Tray

  /// Whether the front looks lifted while it is away from its place: its corners are round, and it throws a shadow. The style class
  /// `lifted` says how.
  public var liftsFront = false

  /// Whether what the tray's buttons show fades in, and moves to its place, as the tray is revealed.
  public var fadesIcons = false

  /// Whether the icon of an action that a full swipe would run springs up. The style class `springy` says how.
  public var springsWhenArmed = false

  /// Whether the front becomes as narrow as the tray leaves it, and is moved out of the row only as far as its content has no room then: its
  /// text can be read beside an open tray.
  public var narrowsFront = false

  /// A transition with none of the front's motions.
  public init(_ tray: Tray) { self.tray = tray }

  /// The tray lies still, and nothing else moves.
  public static let reveal = SwipeTransition(.reveal)

  /// The tray comes in with the front, and nothing else moves.
  public static let drag = SwipeTransition(.drag)

  /// Everything moves: the front lifts, icons fade in and spring up.
  public static let lively: SwipeTransition = {
    var lively = SwipeTransition(.reveal)
    (lively.liftsFront, lively.fadesIcons, lively.springsWhenArmed) = (true, true, true)
    return lively
  }()
}
