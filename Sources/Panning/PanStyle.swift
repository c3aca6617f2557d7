/// How rows decide, track, release and settle: a value made of small policies, and nothing else.
///
/// Every number of the interaction is a property here; the defaults are ``standard``'s. A style of
/// one's own is a copy of one of these with some properties changed.
public struct PanStyle: Sendable, Hashable {
  /// Whose gesture it is.
  public var decision = PanDecision()
  /// Recognises discrete swipes instead of tracking the pointer; nil tracks.
  public var swipe: PanSwipe?
  /// A swipe either way on an open row closes it, and on a closed row opens whichever tray there is.
  public var swipeToggles = false
  /// What the front does past its tray.
  public var bounds = PanBounds.rubberBand(0.55)
  /// What a release does.
  public var release = PanRelease()
  /// When a long drag arms the outermost action; nil: never.
  public var fullSwipe: PanFullSwipe? = PanFullSwipe()
  /// The motion to the open position, and of the fly-out.
  public var opening = PanSettle.spring(PanSpring())
  /// The motion to 0.
  public var closing = PanSettle.spring(PanSpring())
  /// Whether any number of rows may be open, independently; else one, and opening or starting to pan another closes it.
  public var opensSeveral = false
  /// What closes an open row, besides another row and the caller.
  public var closes: PanClosing = [.tap, .outside, .scroll, .action]
  /// Whether a press elsewhere that closes an open row, where `closes` contains `outside`, does nothing else: until it is let go all but
  /// the open row is dead, the list's scrolling included (Ash Furrow's cell, iOS 7 Mail). Else a click clicks, and a drag pans another
  /// row or scrolls.
  public var swallowsOutsidePress = false
  /// Scrolling farther than this many px closes, where `closes` contains `scroll`.
  public var scrollTolerance = 8.0
  /// What is reported, and when.
  public var reporting = PanReporting.changes
  /// A tray is never wider than the row less this many px.
  public var minimumFront = 96.0

  /// The standard style.
  public init() {}

  /// The default: a pan with rubber band, projected release, spring, full swipe, one open row; the values are the properties' own.
  public static let standard = PanStyle()
}

/// When events are reported.
public enum PanReporting: Sendable, Hashable {
  /// Every real change, whoever made it: will at the decision, did at rest.
  case changes
  /// Only `didOpen` or `didClose`, at every release whether or not anything changed, before the
  /// motion; changes made by the caller are silent.
  case releases
  /// Only `didOpen` as soon as the front, whoever moves it, has uncovered the whole tray, though the
  /// release may close it yet, and `didClose` as soon as it is back at 0 (Ash Furrow's cell).
  case passing
}

/// What closes an open row.
public struct PanClosing: OptionSet, Sendable, Hashable {
  /// The sum of what closes, each a bit.
  public let rawValue: Int
  /// What closes, by its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A tap on the open row's own front; the tap is used up.
  public static let tap = PanClosing(rawValue: 1)
  /// A press anywhere else; see ``PanStyle/swallowsOutsidePress``.
  public static let outside = PanClosing(rawValue: 2)
  /// Scrolling the list.
  public static let scroll = PanClosing(rawValue: 4)
  /// One of the row's actions having run; the caller, who runs it, asks and closes.
  public static let action = PanClosing(rawValue: 8)
  /// Another width of the row, as of a window that is resized or a screen that is turned.
  public static let resize = PanClosing(rawValue: 16)
  /// Leaving the screen, as the list scrolls or changes; without a motion.
  public static let offscreen = PanClosing(rawValue: 32)
}
