/// The policy for a front pulled past its tray; at 0, a row without that tray always gives way
/// by the same rule, and a `free` one stops.
public enum PanBounds: Sendable, Hashable {
  /// It stops.
  case clamp
  /// It follows to the row's width.
  case free
  /// It follows by `f(d) = (1 - 1 / (c d / L + 1)) L`, d the pull past the tray, L what is left of
  /// the row there, c this coefficient (UIScrollView's is 0.55; at 0 it stops).
  case rubberBand(Double)
}

/// The pull past a bound, and what shows of it: `f` of ``PanBounds/rubberBand(_:)`` both ways.
struct RubberBand {
  let coefficient: Double
  let room: Double

  func shown(_ pull: Double) -> Double {
    guard room > 0 else { return 0 }
    return (1 - 1 / (coefficient * pull / room + 1)) * room
  }

  func pull(_ shown: Double) -> Double {
    guard room > 0, coefficient > 0 else { return 0 }
    // The band never quite reaches its room; a front found there counts as pulled very far.
    let shown = min(shown, room * 0.999_999)
    return shown * room / (coefficient * (room - shown))
  }

  /// px shown per px pulled.
  func slope(_ pull: Double) -> Double {
    guard room > 0 else { return 0 }
    let stretch = coefficient * pull / room + 1
    return coefficient / (stretch * stretch)
  }
}
