// The styles of the five documents about panning and swipeable table cells that this engine grew
// from, and of the best known systems that followed them. Lengths are px where theirs are points.

extension PanStyle {
  /// sparrowlike, by its README: clamped, projected, 0.35 s ease-out, one row.
  ///
  /// Its later closing on scroll is an option: insert `scroll` into ``closes``.
  public static let sparrowlike = seed(lasting: 0.35) { style in
    style.decision.keepsTravel = true
    style.release.projection = 0.35 / 2
    style.release.opening = PanThreshold(tray: 0.5, inclusive: true)
    style.release.keeping = PanThreshold(tray: 0.5, inclusive: true)
    style.release.flingsFromZero = true
  }

  /// The SwipeableCell tutorial: opens at half of the outermost button, stays open with all but half
  /// of the innermost, bounces by 20 px in 0.1 + 0.1 s, several rows, no axis test, and scrolling in
  /// the same gesture.
  public static let swipeableCell = seed { style in
    style.decision.test = .none
    style.decision.sharesScrolling = true
    style.release.opening = PanThreshold(outermost: 0.5, inclusive: true)
    style.release.keeping = PanThreshold(tray: 1, innermost: -0.5, inclusive: true)
    style.opening = .stages([PanStage(0.1, outward: 20), PanStage(0.1)])
    style.closing = .stages([PanStage(0.1, outward: -20), PanStage(0.1)])
    style.opensSeveral = true
    style.reporting = .releases
  }

  /// "Custom swipe detection in a UITableViewCell": 40 px along, 40 px across, 0.7 s, either way
  /// toggles. What moves is left to the reader there; here the front, in the 0.2 s of its followers.
  public static let swipeDetection = seed(lasting: 0.2) { style in
    style.swipe = PanSwipe()
    style.swipeToggles = true
    style.opensSeveral = true
    style.closes = .offscreen
    style.reporting = .releases
  }

  /// DNSSwipeableTableCell 1.2: the tutorial's rules, axis by velocity, a spring of 0.4 s and damping
  /// ratio 0.6, which is within a thousandth of its target at the end of that time. Scrolling goes on
  /// in the same gesture unless that begins along the row, outward.
  public static let dnsSwipeableCell = seed { style in
    style.decision.test = .velocity
    style.decision.sharesScrolling = true
    style.release = swipeableCell.release
    var spring = PanSpring()
    spring.dampingRatio = 0.6
    spring.limit = 0.4
    spring.response = 2 * Double.pi * spring.dampingRatio * spring.limit / 6.907_755  // ln 1000
    spring.carriesVelocity = false
    spring.stopsOnArrival = false
    style.opening = .spring(spring)
    style.closing = .spring(spring)
    style.opensSeveral = true
    style.reporting = .releases
  }

  /// SideSwipeTableView: leaves in 0.2 s, closes over 5, 10 and 0 px in 3 x 0.2 s.
  public static let sideSwipe = seed { style in
    style.swipe = PanSwipe()
    style.swipeToggles = true
    style.opening = .stages([PanStage(0.2, curve: .easeInOut)])
    style.closing = .stages([
      PanStage(0.2, outward: 5, curve: .easeInOut), PanStage(0.2, outward: 10, curve: .linear),
      PanStage(0.2, curve: .linear),
    ])
    style.closes = [.outside, .scroll, .action]
  }

  /// LRSlidingTableViewCell: leaves in 0.2 s, closes over 0, 20 and 0 px in 3 x 0.1 s.
  public static let slidingCell = seed(lasting: 0.2) { style in
    style.swipe = PanSwipe()
    style.closing = .stages([
      PanStage(0.1), PanStage(0.1, outward: 20, curve: .easeInOut),
      PanStage(0.1, curve: .easeInOut),
    ])
    style.closes = .scroll
  }

  /// BMXSwipableCell 1.2 with its activation width of 60 px.
  public static let bmx = bmx(activation: 60)

  /// BMXSwipableCell 1.2: opens from `activation` px, rounded up, and stays open only when pulled
  /// further than its tray. Its motion is UIScrollView's, whose curve is not published: 0.3 s here.
  public static func bmx(activation: Double) -> PanStyle {
    seed { style in
      style.bounds = .free
      style.release.opening = PanThreshold(distance: activation.rounded(.up), inclusive: true)
      style.release.keeping = PanThreshold(tray: 1)
      style.closes = [.tap, .outside, .scroll, .resize]
    }
  }

  /// Ash Furrow's scroll view cell: opens, and stays open, only when pulled further than its tray,
  /// and says so as soon as it is; a press elsewhere closes it and does nothing else. Its motion is
  /// UIScrollView's, as ``bmx``'s.
  public static let teehanLax = seed { style in
    style.bounds = .free
    style.release.opening = PanThreshold(tray: 1)
    style.release.keeping = PanThreshold(tray: 1)
    style.closes = [.outside, .scroll, .action, .resize]
    style.swallowsOutsidePress = true
    style.reporting = .passing
  }

  /// What the seeds have in common: every side begins a pan, the front stops at its tray, a release
  /// goes by position alone, there is no full swipe, only what they say closes a row, and
  /// motions are one stage of so many seconds.
  private static func seed(lasting seconds: Double = 0.3, _ change: (inout PanStyle) -> Void)
    -> PanStyle
  {
    var style = PanStyle()
    style.opening = .stages([PanStage(seconds)])
    style.closing = style.opening
    style.decision.refusesEmptySide = false
    style.bounds = .clamp
    style.release.projection = 0
    style.release.minimumFling = 0
    style.fullSwipe = nil
    style.closes = []
    style.minimumFront = 0
    change(&style)
    return style
  }
}
