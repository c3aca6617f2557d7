/// The policy that decides whether a gesture is the row's.
public struct PanDecision: Sendable, Hashable {
  /// The axis test of a finger or pen: at 7 px, below the 8 of GTK's scroller.
  public var touch = PanAxis(slop: 7, ratio: 1, equalIsPan: false)
  /// The axis test of a mouse: at 8 px, and clearly sideways, so that text and rows can be dragged.
  public var mouse = PanAxis(slop: 8, ratio: 2, equalIsPan: false)
  /// The axis test of two fingers on a touchpad: at 4 px (ratio: libadwaita's swipe tracker).
  public var touchpad = PanAxis(slop: 4, ratio: 1.2, equalIsPan: true)
  /// Whether a mouse and a pen decide no earlier than the desktop's drag threshold, px, which whoever
  /// drives the rows knows.
  public var usesDragThreshold = true
  /// What the test looks at.
  public var test = PanAxisTest.travel
  /// A closed row refuses a pan towards a side without actions, so that an outer gesture gets it.
  public var refusesEmptySide = true
  /// The front jumps by the travel before the decision, instead of starting from where it stands.
  public var keepsTravel = false
  /// The list scrolls in the gesture that pans a row, too, and the caller claims only what
  /// ``PanEngine/sharesScrolling`` does not leave to both (simultaneous recognition: SwipeableCell).
  public var sharesScrolling = false

  /// The standard style's.
  public init() {}

  /// The axis test of a device.
  package func axis(of device: PanDevice) -> PanAxis {
    switch device {
    case .touch, .pen: touch
    case .mouse: mouse
    case .touchpad: touchpad
    }
  }
}

/// The axis test of one kind of device.
public struct PanAxis: Sendable, Hashable {
  /// Travel in px, in any direction, at which the test is made. At 0 the first motion is tested that
  /// goes anywhere, below 0 the very first.
  public var slop: Double
  /// A pan if abs(dx) > ratio x abs(dy); at 0 all motion along the row is one.
  public var ratio: Double
  /// Whether abs(dx) = ratio x abs(dy) is a pan; no travel at all never is.
  public var equalIsPan: Bool

  /// Makes a test at so many px of travel.
  public init(slop: Double, ratio: Double, equalIsPan: Bool) {
    self.slop = slop
    self.ratio = ratio
    self.equalIsPan = equalIsPan
  }

  /// Whether the test is to be made at this travel, px.
  package func isReached(_ dx: Double, _ dy: Double) -> Bool {
    let square = dx * dx + dy * dy
    return slop < 0 || square > 0 && square >= slop * slop
  }

  /// Whether this travel goes along the row.
  package func isPan(_ dx: Double, _ dy: Double) -> Bool {
    let along = abs(dx)
    let across = ratio * abs(dy)
    return along > across || (equalIsPan && along == across && along > 0)
  }
}

/// What an axis test looks at.
public enum PanAxisTest: Sendable, Hashable {
  /// The travel since the press, once.
  case travel
  /// Nothing: every gesture is the row's (the SwipeableCell tutorial).
  case none
  /// Every gesture is the row's, but motion that is not more along the row than across it is passed
  /// over, judged by the velocity at each motion (DNSSwipeableTableCell 1.2).
  case velocity
}

/// The policy that recognises a discrete swipe.
///
/// The defaults are those of "Custom swipe detection in a UITableViewCell" (2010).
public struct PanSwipe: Sendable, Hashable {
  /// Least distance along the row, px.
  public var distance = 40.0
  /// Greatest distance across the row, px; it must also be less than the distance along it.
  public var drift = 40.0
  /// The swipe is complete before this many seconds have passed since the press.
  public var time = 0.7

  /// The swipe of 2010.
  public init() {}
}
