import Panning

/// How a gesture is decided, followed and released.
extension StyleParameter {
  static let deciding: [StyleParameter] =
    axis("touch", "finger", \.decision.touch) + axis("mouse", "mouse", \.decision.mouse)
    + axis("touchpad", "touchpad", \.decision.touchpad)
    + [
      toggle(
        "decision.usesDragThreshold", "Waits for the desktop's drag threshold", in: "Deciding",
        \.decision.usesDragThreshold),
      choice(
        "decision.test", "Axis test", in: "Deciding", \.decision.test,
        [("travel", .travel), ("none", .none), ("velocity", .velocity)]),
      toggle(
        "decision.refusesEmptySide", "Refuses an empty side", in: "Deciding",
        \.decision.refusesEmptySide),
      toggle("decision.keepsTravel", "Jumps by the slop", in: "Deciding", \.decision.keepsTravel),
      toggle(
        "decision.sharesScrolling", "The list scrolls as well", in: "Deciding",
        \.decision.sharesScrolling),
    ]

  private static func axis(
    _ name: String, _ device: String, _ path: Path<PanAxis>
  ) -> [StyleParameter] {
    [
      number(
        "\(name).slop", "Slop, \(device)", in: "Deciding", path, \.slop, 0...40, step: 1,
        unit: "px"),
      number(
        "\(name).ratio", "Ratio along : across, \(device)", in: "Deciding", path, \.ratio,
        0...4, step: 0.1),
      toggle("\(name).equal", "Equal is a pan, \(device)", in: "Deciding", path, \.equalIsPan),
    ]
  }

  static let tracking: [StyleParameter] = [
    StyleParameter(
      "bounds", "Past the tray", in: "Tracking", .choice(["stops", "follows", "rubber band"])
    ) {
      switch $0.bounds {
      case .clamp: 0
      case .free: 1
      case .rubberBand: 2
      }
    } assign: {
      $0.bounds = $1 == 0 ? .clamp : $1 == 1 ? .free : .rubberBand(0.55)
    },
    StyleParameter(
      "bounds.coefficient", "Rubber band", in: "Tracking", .number(0.1...1, step: 0.05, unit: "")
    ) {
      if case .rubberBand(let coefficient) = $0.bounds { coefficient } else { nil }
    } assign: {
      $0.bounds = .rubberBand($1)
    },
    number(
      "minimumFront", "Front that always stays", in: "Tracking", \.minimumFront, 0...200, step: 4,
      unit: "px"),
  ]

  static let releasing: [StyleParameter] =
    [
      number(
        "release.projection", "Projection", in: "Release", \.release.projection, 0...0.5,
        step: 0.005, unit: "s"),
      number(
        "release.minimumFling", "Least fling, of the tray", in: "Release", \.release.minimumFling,
        0...1, step: 0.05),
      number(
        "release.window", "Velocity over", in: "Release", \.release.window, 0.02...0.3, step: 0.01,
        unit: "s"),
      number(
        "release.stillness", "Still after", in: "Release", \.release.stillness, 0.01...0.2,
        step: 0.01, unit: "s"),
    ] + threshold("opening", "Opens at", \.release.opening)
    + threshold("keeping", "Stays open at", \.release.keeping)
    + [
      toggle(
        "release.flingsFromZero", "A fling opens from 0", in: "Release", \.release.flingsFromZero),
      toggle("release.stays", "Stays where it is let go", in: "Release", \.release.stays),
    ]

  private static func threshold(
    _ name: String, _ title: String, _ path: Path<PanThreshold>
  ) -> [StyleParameter] {
    [
      number(
        "\(name).tray", "\(title): of the tray", in: "Release", path, \.tray, 0...1,
        step: 0.05),
      number(
        "\(name).outermost", "\(title): of the outermost button", in: "Release",
        path, \.outermost, -1...1, step: 0.05),
      number(
        "\(name).innermost", "\(title): of the innermost button", in: "Release",
        path, \.innermost, -1...1, step: 0.05),
      number(
        "\(name).distance", "\(title): plus", in: "Release", path, \.distance, 0...200,
        step: 1, unit: "px"),
      toggle(
        "\(name).inclusive", "\(title): exactly is enough", in: "Release",
        path, \.inclusive),
    ]
  }

  static let fullSwipe: [StyleParameter] =
    [
      StyleParameter("longSwipe", "Long swipe", in: "Long swipe", .toggle) {
        $0.fullSwipe == nil ? 0 : 1
      } assign: {
        $0.fullSwipe = $1 == 0 ? nil : PanFullSwipe()
      }
    ]
    + [
      ("beyond", "At least past the tray", \PanFullSwipe.beyond, 0...200, 4, "px"),
      ("share", "Of the row", \.share, 0...1, 0.05, ""),
      ("most", "At most past the tray", \.most, 0...600, 10, "px"),
      ("hysteresis", "Disarms this much earlier", \.hysteresis, 0...60, 1, "px"),
      ("projection", "Projection to arm", \.projection, 0...0.5, 0.005, "s"),
    ].map {
      (
        name: String, title: String, path: WritableKeyPath<PanFullSwipe, Double> & Sendable,
        range: ClosedRange<Double>, step: Double, unit: String
      ) in
      StyleParameter(
        "longSwipe.\(name)", title, in: "Long swipe", .number(range, step: step, unit: unit)
      ) {
        $0.fullSwipe?[keyPath: path]
      } assign: {
        $0.fullSwipe?[keyPath: path] = $1
      }
    }
}
