/// How far one gesture may pull its front to either side, what shows beyond, and where it arms.
struct PanReach {
  /// One way, in px from closed.
  struct Way {
    /// The front follows 1:1 to here,
    var limit = 0.0
    /// and beyond it in this band, or
    var band: RubberBand?
    /// where there is none, to here.
    var most = 0.0
    /// Armed past here.
    var armingPoint = Double.infinity

    func shown(_ pull: Double) -> Double {
      guard pull > limit else { return pull }
      return band.map { limit + $0.shown(pull - limit) } ?? min(pull, most)
    }

    func pull(_ shown: Double) -> Double {
      guard let band, shown > limit else { return shown }
      return limit + band.pull(shown - limit)
    }
  }

  var leading = Way()
  var trailing = Way()

  init() {}

  /// The reach of a gesture that finds the front at `start`.
  init(_ style: PanStyle, _ geometry: PanGeometry, start: Double) {
    leading = Self.way(.leading, style, geometry, start: start)
    trailing = Self.way(.trailing, style, geometry, start: -start)
  }

  /// - Parameter start: where the front is found, px to this side.
  private static func way(
    _ side: PanSide, _ style: PanStyle, _ geometry: PanGeometry, start: Double
  ) -> Way {
    let tray = geometry.tray(side)
    var way = Way()
    // Across 0 from where the gesture found it, the front has no tray.
    way.limit = start < 0 ? 0 : tray.width
    // A front found past its bound starts from there.
    way.most = max(way.limit, start)
    if way.limit > 0, tray.longSwipe, let longSwipe = style.longSwipe {
      way.most = max(geometry.width, start)
      way.armingPoint = longSwipe.distance(tray.width, rowWidth: geometry.width)
      return way
    }
    switch style.bounds {
    case .clamp: break
    case .free: if way.limit > 0 { way.most = max(geometry.width, start) }
    case .rubberBand(let coefficient):
      way.band = RubberBand(coefficient: coefficient, room: geometry.width - way.limit)
    }
    return way
  }

  func way(_ side: PanSide) -> Way { side == .leading ? leading : trailing }

  /// The offset that shows of a pull.
  func shown(_ pull: Double) -> Double { pull < 0 ? -trailing.shown(-pull) : leading.shown(pull) }

  /// The pull that shows as an offset.
  func pull(_ offset: Double) -> Double {
    offset < 0 ? -trailing.pull(-offset) : leading.pull(offset)
  }
}
