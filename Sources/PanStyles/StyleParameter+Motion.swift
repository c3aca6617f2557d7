import Panning

/// How fronts settle, and what opens and closes.
extension StyleParameter {
  /// How many stages of a motion can be turned; no style has more.
  private static let stages = 3

  static func motion(_ name: String, _ path: Path<PanSettle>) -> [StyleParameter] {
    let group = name == "opening" ? "Settling open" : "Settling closed"
    let kind = StyleParameter(name, "Motion", in: group, .choice(["spring", "stages"])) {
      if case .spring = $0[keyPath: path] { 0 } else { 1 }
    } assign: {
      $0[keyPath: path] = $1 == 0 ? .spring(PanSpring()) : .stages([PanStage(0.2)])
    }
    let count = StyleParameter(
      "\(name).stages", "Stages", in: group, .number(1...Double(stages), step: 1, unit: "")
    ) {
      $0[keyPath: path].stages.map { Double($0.count) }
    } assign: { style, count in
      let old = style[keyPath: path].stages ?? []
      let count = min(max(Int(count), 1), stages)
      style[keyPath: path] = .stages(
        (0..<count).map { old.indices.contains($0) ? old[$0] : PanStage(0.1) })
    }
    return [kind] + spring(name, group, path) + [count]
      + (0..<stages).flatMap { stage($0, name, group, path) }
  }

  private static func spring(
    _ name: String, _ group: String, _ path: Path<PanSettle>
  ) -> [StyleParameter] {
    func number(
      _ part: String, _ title: String, _ value: WritableKeyPath<PanSpring, Double> & Sendable,
      _ range: ClosedRange<Double>, _ step: Double, _ unit: String
    ) -> StyleParameter {
      StyleParameter(
        "\(name).\(part)", title, in: group, .number(range, step: step, unit: unit)
      ) {
        $0[keyPath: path].spring?[keyPath: value]
      } assign: {
        $0[keyPath: path].spring?[keyPath: value] = $1
      }
    }
    func toggle(
      _ part: String, _ title: String, _ value: WritableKeyPath<PanSpring, Bool> & Sendable
    ) -> StyleParameter {
      StyleParameter("\(name).\(part)", title, in: group, .toggle) {
        $0[keyPath: path].spring.map { $0[keyPath: value] ? 1 : 0 }
      } assign: {
        $0[keyPath: path].spring?[keyPath: value] = $1 != 0
      }
    }
    return [
      number("response", "Response", \.response, 0.05...1.5, 0.05, "s"),
      number("damping", "Damping ratio", \.dampingRatio, 0.1...1, 0.05, ""),
      number("limit", "Never longer than", \.limit, 0.1...3, 0.1, "s"),
      number("restDistance", "At rest within", \.restDistance, 0.1...5, 0.1, "px"),
      number("restSpeed", "At rest below", \.restSpeed, 1...100, 1, "px/s"),
      toggle("carriesVelocity", "Keeps the release's velocity", \.carriesVelocity),
      toggle("stopsOnArrival", "Stops on arrival at 0", \.stopsOnArrival),
    ]
  }

  private static func stage(
    _ index: Int, _ name: String, _ group: String, _ path: Path<PanSettle>
  ) -> [StyleParameter] {
    let prefix = "\(name).stage\(index + 1)"
    func number(
      _ part: String, _ title: String, _ value: WritableKeyPath<PanStage, Double> & Sendable,
      _ range: ClosedRange<Double>, _ step: Double, _ unit: String
    ) -> StyleParameter {
      StyleParameter(
        "\(prefix).\(part)", "Stage \(index + 1): \(title)", in: group,
        .number(range, step: step, unit: unit)
      ) {
        $0[keyPath: path].stage(index)?[keyPath: value]
      } assign: {
        $0[keyPath: path].change(index, value, to: $1)
      }
    }
    let curves: [PanCurve] = [.linear, .easeOut, .easeInOut]
    let curve = StyleParameter(
      "\(prefix).curve", "Stage \(index + 1): curve", in: group,
      .choice(["linear", "ease out", "ease in and out"])
    ) { style in
      style[keyPath: path].stage(index).flatMap { stage in curves.firstIndex(of: stage.curve) }
        .map(Double.init)
    } assign: { style, choice in
      if curves.indices.contains(Int(choice)) {
        style[keyPath: path].change(index, \.curve, to: curves[Int(choice)])
      }
    }
    return [
      number("duration", "time", \.duration, 0...1, 0.05, "s"),
      number("outward", "ends past the target", \.outward, -60...60, 1, "px"), curve,
    ]
  }

  static let rows: [StyleParameter] =
    [
      choice("rows", "Open rows", in: "Rows", \.opensSeveral, [("one", false), ("several", true)]),
      closing("tap", "A tap on its front closes", .tap),
      closing("outside", "A press elsewhere closes", .outside),
      closing("scroll", "Scrolling closes", .scroll),
      closing("action", "An action closes", .action),
      closing("resize", "Another width closes", .resize),
      choice(
        "outsidePress", "A press elsewhere", in: "Rows", \.swallowsOutsidePress,
        [("does what it does", false), ("is swallowed", true)]),
      number(
        "scrollTolerance", "Scrolling may be", in: "Rows", \.scrollTolerance, 0...200, step: 4,
        unit: "px"),
      StyleParameter(
        "offscreen", "Open rows off screen", in: "Rows", .choice(["stay open", "close"]),
        value: { $0.closes.contains(.offscreen) ? 1 : 0 },
        assign: {
          if $1 != 0 { $0.closes.insert(.offscreen) } else { $0.closes.remove(.offscreen) }
        }),
      choice(
        "reporting", "Reports", in: "Rows", \.reporting,
        [("changes", .changes), ("releases", .releases), ("passing", .passing)]),
    ]

  private static func closing(
    _ name: String, _ title: String, _ part: PanClosing
  ) -> StyleParameter {
    StyleParameter("closes.\(name)", title, in: "Rows", .toggle) {
      $0.closes.contains(part) ? 1 : 0
    } assign: {
      if $1 != 0 { $0.closes.insert(part) } else { $0.closes.remove(part) }
    }
  }

  static let discrete: [StyleParameter] =
    [
      StyleParameter("swipe", "Swipes instead of tracking", in: "Swipe", .toggle) {
        $0.swipe == nil ? 0 : 1
      } assign: {
        $0.swipe = $1 == 0 ? nil : PanSwipe()
      }
    ]
    + [
      ("distance", "At least along", \PanSwipe.distance, 5...200, 5, "px"),
      ("drift", "At most across", \.drift, 5...200, 5, "px"),
      ("time", "Within", \.time, 0.1...2, 0.05, "s"),
    ].map {
      (
        name: String, title: String, path: WritableKeyPath<PanSwipe, Double> & Sendable,
        range: ClosedRange<Double>, step: Double, unit: String
      ) in
      StyleParameter("swipe.\(name)", title, in: "Swipe", .number(range, step: step, unit: unit)) {
        $0.swipe?[keyPath: path]
      } assign: {
        $0.swipe?[keyPath: path] = $1
      }
    }
    + [toggle("swipeToggles", "Either way toggles", in: "Swipe", \.swipeToggles)]
}

extension PanSettle {
  fileprivate var spring: PanSpring? {
    get { if case .spring(let spring) = self { spring } else { nil } }
    set { if let newValue { self = .spring(newValue) } }
  }

  fileprivate var stages: [PanStage]? {
    if case .stages(let stages) = self { stages } else { nil }
  }

  fileprivate func stage(_ index: Int) -> PanStage? {
    stages.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }

  fileprivate mutating func change<Value>(
    _ index: Int, _ path: WritableKeyPath<PanStage, Value>, to value: Value
  ) {
    guard var stages, stages.indices.contains(index) else { return }
    stages[index][keyPath: path] = value
    self = .stages(stages)
  }
}
