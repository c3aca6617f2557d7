/// A settle under way, a function of time.
struct Motion {
  enum Kind {
    case opening, closing, flight
  }

  let kind: Kind
  /// When it began, on the caller's clock.
  var began: Double
  /// Where it began: an offset, or for an opening the pull that shows as that offset.
  let from: Double
  let velocity: Double
  let target: Double
  /// The band beyond an open front.
  let band: RubberBand?
  /// No spring carries a front further than this.
  let most: Double

  /// A motion from `offset` at `velocity` px/s.
  init(
    _ kind: Kind, at now: Double, from offset: Double, velocity: Double, to target: Double,
    band: RubberBand?, width: Double
  ) {
    self.kind = kind
    self.target = target
    self.band = kind == .opening ? band : nil
    began = now
    most = max(width, abs(offset))
    let past = abs(offset) - abs(target)
    if let band = self.band, past > 0, offset * target > 0 {
      // It begins in the band: the pull goes on, so that what shows of it goes on.
      let pull = band.pull(past)
      from = target + (target < 0 ? -pull : pull)
      self.velocity = (velocity / band.slope(pull)).tamed
    } else {
      from = offset
      self.velocity = velocity.tamed
    }
  }

  /// The offset shown `time` seconds into the motion by a spring, nil at its end.
  func offset(by spring: PanSpring, after time: Double) -> Double? {
    guard time < spring.limit else { return nil }
    let state = spring.state(start: from - target, velocity: velocity, time: time)
    if abs(state.distance) <= spring.restDistance, abs(state.velocity) <= spring.restSpeed {
      return nil
    }
    let arrived = state.distance * (from - target) <= 0
    if spring.stopsOnArrival, kind != .opening, arrived { return nil }
    return shown(target + state.distance)
  }

  /// What shows of a spring's place: an opening that swings past its tray does so in the band and
  /// never shows the other tray, and no front leaves its row.
  private func shown(_ place: Double) -> Double {
    if kind == .opening {
      if place * target < 0, from * target >= 0 { return 0 }
      let past = abs(place) - abs(target)
      if let band, past > 0, place * target > 0 {
        return target + (target < 0 ? -band.shown(past) : band.shown(past))
      }
    }
    return min(max(place, -most), most)
  }

  /// The offset shown `time` seconds into the motion by stages, nil at its end.
  func offset(by stages: [PanStage], after time: Double) -> Double? {
    // Away from closed: on the side that is opened, or that is left.
    let away = (target == 0 ? from : target) < 0 ? -1.0 : 1.0
    var rest = time
    var start = from
    for index in stages.indices {
      let stage = stages[index]
      let end = target + away * stage.outward
      if rest < stage.duration {
        return start + (end - start) * stage.curve.value(at: rest / stage.duration)
      }
      rest -= stage.duration
      start = end
    }
    return nil
  }
}
