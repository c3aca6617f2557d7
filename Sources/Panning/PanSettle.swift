#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The policy for the motion after a release.
public enum PanSettle: Sendable, Hashable {
  /// As a spring moves.
  case spring(PanSpring)
  /// One timed stage after the other; the last one ends at the target. With none the motion ends at once.
  case stages([PanStage])
}

/// A damped spring in closed form.
public struct PanSpring: Sendable, Hashable {
  /// Period in seconds of the same spring undamped; 0.001 at the least.
  public var response = 0.3
  /// Above 0 and at most 1, which is critical; what is not counts as the nearest, from 0.01.
  public var dampingRatio = 1.0
  /// Never longer than this many seconds.
  public var limit = 0.8
  /// At rest within this many px of the target,
  public var restDistance = 0.5
  /// and no faster than this, px/s.
  public var restSpeed = 10.0
  /// Starts with the velocity of the release.
  public var carriesVelocity = true
  /// A motion to 0, or out of the row, ends when it gets there instead of swinging through.
  public var stopsOnArrival = true

  /// A critical spring of 0.3 s.
  public init() {}

  /// The distance from the target and the velocity, `time` seconds after they were `start` and
  /// `velocity`.
  func state(start: Double, velocity: Double, time: Double) -> (distance: Double, velocity: Double)
  {
    let ratio = min(max(dampingRatio, 0.01), 1)
    let frequency = 2 * Double.pi / max(response, 0.001)
    let decay = ratio * frequency
    let envelope = exp(-decay * time)
    let push = velocity + decay * start
    guard ratio < 1 else {
      return (
        (start + push * time) * envelope, (velocity - frequency * push * time) * envelope
      )
    }
    let swing = frequency * (1 - ratio * ratio).squareRoot()
    let cosine = cos(swing * time)
    let sine = sin(swing * time)
    let distance = (start * cosine + push / swing * sine) * envelope
    let slope = (push * cosine - start * swing * sine) * envelope
    return (distance, slope - decay * distance)
  }
}

/// One timed stage of a motion.
public struct PanStage: Sendable, Hashable {
  /// Seconds, at least 0; a stage of 0 is passed over.
  public var duration: Double
  /// Where the stage ends: px past the target, away from closed on the row's side.
  public var outward: Double
  /// How it gets there.
  public var curve: PanCurve

  /// Makes a stage of so many seconds that ends so many px past the target.
  public init(_ duration: Double, outward: Double = 0, curve: PanCurve = .easeOut) {
    self.duration = duration
    self.outward = outward
    self.curve = curve
  }
}

/// A timing curve; the Bézier control points are Core Animation's.
public enum PanCurve: Sendable, Hashable {
  /// Always as fast.
  case linear
  /// (0, 0) and (0.58, 1).
  case easeOut
  /// (0.42, 0) and (0.58, 1).
  case easeInOut

  /// The share of the way covered after `share` of the time, both 0 to 1.
  func value(at share: Double) -> Double {
    switch self {
    case .linear: share
    case .easeOut: Self.bezier(0, 0.58, at: share)
    case .easeInOut: Self.bezier(0.42, 0.58, at: share)
    }
  }

  /// The height at `share` of the curve with control points (x1, 0) and (x2, 1): Newton's steps
  /// towards the parameter, halving the interval instead where a step would leave it.
  private static func bezier(_ x1: Double, _ x2: Double, at share: Double) -> Double {
    let linear = 3 * x1
    let square = 3 * x2 - 2 * linear
    let cube = 1 - linear - square
    var low = 0.0
    var high = 1.0
    var parameter = share
    for _ in 0..<40 {
      let error = ((cube * parameter + square) * parameter + linear) * parameter - share
      if abs(error) < 1e-12 { break }
      if error < 0 { low = parameter } else { high = parameter }
      let slope = (3 * cube * parameter + 2 * square) * parameter + linear
      let next = parameter - error / slope
      parameter = next > low && next < high ? next : (low + high) / 2
    }
    return parameter * parameter * (3 - 2 * parameter)
  }
}
