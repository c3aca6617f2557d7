/// The policy that decides where a released front goes.
///
/// The front opens if `offset + projection x velocity` is past the threshold on the side that the
/// offset is on, and closes otherwise; a release never opens the other side.
public struct PanRelease: Sendable, Hashable {
  /// Seconds of motion at the release velocity that are added to the offset (0.35 s / 2: sparrowlike).
  public var projection = 0.175
  /// The velocity counts only if the gesture moved the front by this share of the tray's width; at 0 always.
  public var minimumFling = 0.2
  /// Seconds before the release over which the velocity is measured.
  public var window = 0.1
  /// A front that did not move for this many seconds has velocity 0.
  public var stillness = 0.05
  /// What a front from a closed row must reach to open.
  public var opening = PanThreshold(tray: 0.5)
  /// What a front from an open row must keep to stay open.
  public var keeping = PanThreshold(tray: 0.5)
  /// Whether a fling may open a front that stands at exactly 0 (sparrowlike's rule).
  public var flingsFromZero = false
  /// The front stays where it is let go, "disabling the snapping".
  public var stays = false

  /// The standard style's.
  public init() {}
}

/// A distance from closed, as a sum of shares of the tray and its buttons.
public struct PanThreshold: Sendable, Hashable {
  /// Share of the tray's width.
  public var tray: Double
  /// Share of the outermost button's width.
  public var outermost: Double
  /// Share of the innermost button's width.
  public var innermost: Double
  /// Added px.
  public var distance: Double
  /// Whether being exactly at the threshold is enough.
  public var inclusive: Bool

  /// Makes a threshold of these parts: three shares, and px.
  public init(
    tray: Double = 0, outermost: Double = 0, innermost: Double = 0, distance: Double = 0,
    inclusive: Bool = false
  ) {
    self.tray = tray
    self.outermost = outermost
    self.innermost = innermost
    self.distance = distance
    self.inclusive = inclusive
  }

  func isReached(by distance: Double, of tray: PanTray) -> Bool {
    inclusive ? distance >= limit(of: tray) : distance > limit(of: tray)
  }

  /// Where it is for a tray, px from closed.
  package func limit(of tray: PanTray) -> Double {
    self.tray * tray.width + outermost * tray.outermost + innermost * tray.innermost + distance
  }
}

/// The policy of the full swipe: armed past `max(tray + beyond, min(share x W, tray + most))`.
public struct PanFullSwipe: Sendable, Hashable {
  /// Least distance past the tray, px; 48.
  public var beyond = 48.0
  /// Share of the row's width, 0 to 1; 0.6.
  public var share = 0.6
  /// Greatest distance past the tray that the share may ask for, px; 240.
  public var most = 240.0
  /// Disarmed this many px before the point that arms.
  public var hysteresis = 8.0
  /// Seconds of motion at the release velocity that are added to the offset to see whether it arms
  /// at the release; at 0 only what stands past that point runs.
  public var projection = 0.0

  /// The standard style's.
  public init() {}

  /// Where it is armed for a tray of that width, px from closed.
  package func distance(_ tray: Double, rowWidth: Double) -> Double {
    max(tray + beyond, min(share * rowWidth, tray + most))
  }
}
