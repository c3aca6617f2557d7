import Foundation
import PanStyles
import Panning

/// One trace drawn over time: the pointer's travel, the rows' offsets and velocities, the thresholds, and what was reported.
struct TracePlot {
  private let title: String
  private let setting: Setting
  private var replay: Replay
  private var pointer: [[Point]] = []
  private var pressedAt: Double?
  private var offsets: [Int: [Point]] = [:]
  private var reported: [(time: Double, text: String)] = []
  private var time: Double

  private struct Point { var time, value: Double }

  /// Every picture is as wide and as high, px.
  static let (width, height) = (960.0, 420.0)
  private static let (left, right, top, offsetHeight, gap, velocityHeight) =
    (64.0, 16.0, 100.0, 190.0, 24.0, 60.0)
  private static let palette = ["#3584e4", "#e66100", "#2ec27e", "#9141ac", "#a51d2d"]

  init(_ title: String, _ setting: Setting, _ replay: Replay, _ events: [TraceEvent]) throws {
    self.title = title
    self.setting = setting
    self.replay = replay
    time = events.first?.time ?? 0
    for (index, event) in events.enumerated() {
      wait(until: event.time)
      do {
        try self.replay.play(event)
      } catch let error as TraceError {
        throw TraceError("event \(index + 1): \(error)")
      }
      note(event)
      show()
    }
    // No motion takes longer.
    wait(until: time + 3)
  }

  // MARK: What happens

  /// Shows frames until a time, 240 a second, as long as anything moves.
  private mutating func wait(until end: Double) {
    show()
    while replay.engine.isMoving, time + 1 / 240 < end {
      time += 1 / 240
      replay.take(.frame, at: time)
      show()
    }
    // At rest a little after the last event is enough.
    time = replay.engine.isMoving || end - time < 2 ? end : max(time + 0.2, end - 3)
    show()
  }

  private mutating func show() {
    for (row, offset) in replay.offsets where offset != 0 || offsets[row] != nil {
      if offsets[row] == nil { offsets[row] = [Point(time: time, value: 0)] }
      offsets[row]?.append(Point(time: time, value: offset))
    }
    for (event, row) in replay.takeReport() { reported.append((time, "\(event) \(row)")) }
  }

  private mutating func note(_ event: TraceEvent) {
    time = event.time
    guard let x = event.fields["x"]?.number else { return }
    if event.phase == "down" || pressedAt == nil {
      pressedAt = x
      pointer.append([])
    }
    pointer[pointer.count - 1].append(Point(time: time, value: x - (pressedAt ?? x)))
    if ["ended", "cancelled", "release"].contains(event.phase) { pressedAt = nil }
  }

  // MARK: What is drawn

  /// The picture as a group of an SVG, from 0, 0 on.
  var svg: String {
    let lines = thresholds
    let points = Array(offsets.values.joined()) + Array(pointer.joined())
    let begin = points.map(\.time).min() ?? 0
    let end = max(points.map(\.time).max() ?? 0, begin + 0.1)
    let velocities = offsets.mapValues(Self.velocity)
    let speeds = velocities.values.joined().map(\.value)
    let (first, last) = (Self.left, Self.width - Self.right)
    let velocityTop = Self.top + Self.offsetHeight + Self.gap
    let offset = Axis(
      points.map(\.value) + lines.map(\.at) + [10], top: Self.top, height: Self.offsetHeight)
    let speed = Axis(speeds + [0, 100], top: velocityTop, height: Self.velocityHeight)
    func x(_ time: Double) -> Double { first + (time - begin) / (end - begin) * (last - first) }
    func path(_ points: [Point], _ axis: Axis, _ style: String) -> String {
      let places = points.map { "\(x($0.time).brief),\(axis.y($0.value).brief)" }
      return "<polyline points=\"\(places.joined(separator: " "))\" \(style)/>"
    }
    var parts = [Self.text(title.escaped, 16, 24, "class=\"title\"")]
    for (name, at, style) in lines {
      let y = offset.y(at)
      parts += [
        Self.line((first, y), (last, y), style), Self.text(name, first + 4, y - 3),
        Self.text(at.brief, first - 6, y + 4, "text-anchor=\"end\""),
      ]
    }
    parts += [
      Self.line((first, speed.y(0)), (last, speed.y(0)), "zero"),
      Self.text("px/s", first + 4, velocityTop + 10),
      Self.text(
        speed.least.brief, first - 6, velocityTop + Self.velocityHeight, "text-anchor=\"end\""),
      Self.text(speed.most.brief, first - 6, velocityTop + 10, "text-anchor=\"end\""),
    ]
    for stroke in pointer { parts.append(path(stroke, offset, "class=\"pointer\"")) }
    for row in offsets.keys.sorted() {
      let colour = "stroke=\"\(Self.palette[row % Self.palette.count])\""
      parts.append(path(offsets[row] ?? [], offset, colour))
      parts.append(path(velocities[row] ?? [], speed, "\(colour) stroke-width=\"1\""))
    }
    for (place, event) in reported.enumerated() {
      // Texts that would lie over each other stand in three lines.
      let y = Self.top - 44 + Double(place % 3) * 14
      let x = x(event.time)
      parts.append(Self.line((x, y + 3), (x, velocityTop + Self.velocityHeight), "event"))
      parts.append(Self.text(event.text, min(x, last - 90), y))
    }
    let step = [0.05, 0.1, 0.2, 0.5, 1, 2, 5].first { (end - begin) / $0 <= 12 } ?? 10
    for tick in Int((begin / step).rounded(.up))...Int((end / step).rounded(.down)) {
      let time = Double(tick) * step
      let label = "\((time * 100).rounded() / 100) s"
      parts.append(
        Self.text(
          label, x(time), velocityTop + Self.velocityHeight + 16, "text-anchor=\"middle\""))
    }
    return parts.joined(separator: "\n")
  }

  /// Where a value stands in the picture.
  private struct Axis {
    let least, most, top, height: Double

    init(_ values: [Double], top: Double, height: Double) {
      (least, most) = (values.min() ?? 0, values.max() ?? 0)
      (self.top, self.height) = (top, height)
    }

    func y(_ value: Double) -> Double { top + (most - value) / (most - least) * height }
  }

  private static func text(
    _ text: String, _ x: Double, _ y: Double, _ style: String = ""
  ) -> String {
    "<text x=\"\(x.brief)\" y=\"\(y.brief)\" \(style)>\(text)</text>"
  }

  private static func line(
    _ from: (x: Double, y: Double), _ to: (x: Double, y: Double), _ style: String
  ) -> String {
    let places =
      "x1=\"\(from.x.brief)\" y1=\"\(from.y.brief)\" x2=\"\(to.x.brief)\" y2=\"\(to.y.brief)\""
    return "<line \(places) class=\"\(style)\"/>"
  }

  /// Where the front rests, where a release opens it, and where a full swipe is armed, of each side that has a tray.
  private var thresholds: [(name: String, at: Double, style: String)] {
    let (style, geometry) = (setting.style, setting.geometry)
    let sides = PanSide.allCases.flatMap { side -> [(String, Double, String)] in
      let tray = side == .leading ? geometry.leading : geometry.trailing
      guard tray.width > 0, setting.sides.contains(side) else { return [] }
      let sign = side == .leading ? 1.0 : -1
      var lines = [("\(side) tray", sign * tray.width, "rest")]
      let opens = style.release.opening.limit(of: tray)
      if opens < tray.width { lines.append(("opens", sign * opens, "threshold")) }
      if tray.fullSwipe, let full = style.fullSwipe {
        let arms = full.distance(tray.width, rowWidth: geometry.width)
        lines.append(("full swipe", sign * arms, "threshold"))
      }
      return lines
    }
    return [("", 0, "zero")] + sides
  }

  /// px/s from each place to the next.
  private static func velocity(_ points: [Point]) -> [Point] {
    zip(points, points.dropFirst()).flatMap { before, after in
      let time = after.time - before.time
      let velocity = (after.value - before.value) / time
      return time > 0 ? [before, after].map { Point(time: $0.time, value: velocity) } : []
    }
  }
}

extension TracePlot {
  /// A whole SVG file of several plots, one below the other.
  static func file(of plots: [TracePlot]) -> String {
    let groups = plots.enumerated().map { place, plot in
      "<g transform=\"translate(0 \(Double(place) * height))\">\n\(plot.svg)\n</g>"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(Double(plots.count) * height)">
      <style>
      svg { background: white }
      text { font: 11px sans-serif; fill: #5e5c64 }
      .title { font: bold 14px sans-serif; fill: #241f31 }
      polyline { fill: none; stroke-width: 2; stroke-linejoin: round }
      .pointer { stroke: #9a9996; stroke-width: 1; stroke-dasharray: 3 2 }
      .zero { stroke: #c0bfbc } .rest { stroke: #77767b }
      .threshold { stroke: #c01c28; stroke-dasharray: 4 4 } .event { stroke: #deddda }
      </style>
      \(groups.joined(separator: "\n"))
      </svg>

      """
  }
}

extension Double {
  /// With one digit after the point.
  fileprivate var brief: String { "\((self * 10).rounded() / 10)" }
}

extension String {
  /// As a text of XML.
  fileprivate var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
