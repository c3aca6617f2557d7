/// How far one gesture may pull its front to one side, what shows of the pull, and where a full swipe
/// arms, all in px from closed.
struct PanTravelLimit {
  /// The front follows 1:1 to here,
  private let limit: Double
  /// and beyond it in this band, or
  private var band: RubberBand?
  /// where there is none, to here.
  private var most: Double
  /// Armed past here.
  private(set) var armingPoint = Double.infinity

  /// The limit towards `side` of a gesture that found the front at the offset `start`.
  init(_ side: PanSide, _ geometry: PanGeometry, _ style: PanStyle, start: Double) {
    let tray = geometry[side]
    let start = side.sign * start
    // Across 0 from where the gesture found it, the front has no tray.
    limit = start < 0 ? 0 : tray.width
    // A front found past its bound starts from there.
    most = max(limit, start)
    let acts = tray.actsOnRelease && start == 0
    // Once nothing of the tray is hidden, to the pixel.
    if acts, limit > 0 { armingPoint = max(0, limit - 1) }
    if !acts, limit > 0, tray.fullSwipe, let fullSwipe = style.fullSwipe {
      most = max(geometry.width, start)
      armingPoint = fullSwipe.distance(tray.width, rowWidth: geometry.width)
      return
    }
    switch style.bounds {
    case .clamp: break
    case .free: if limit > 0 { most = max(geometry.width, start) }
    case .rubberBand(let coefficient):
      band = RubberBand(coefficient: coefficient, room: geometry.width - limit)
    }
  }

  func shown(_ pull: Double) -> Double {
    guard pull > limit else { return pull }
    return band.map { limit + $0.shown(pull - limit) } ?? min(pull, most)
  }

  func pull(_ shown: Double) -> Double {
    guard let band, shown > limit else { return shown }
    return limit + band.pull(shown - limit)
  }
}
