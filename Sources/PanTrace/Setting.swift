import PanStyles
import Panning

/// What a file's `constants` and a trace's `params` say: sizes, sides, and numbers of the style.
struct Setting {
  var style: PanStyle
  var sides: Set<PanSide>
  var geometry: PanGeometry
  /// Whether the answers tell the events reported: `report`, or else what the style is known for.
  let reports: Bool

  init(
    _ named: NamedStyle, rowWidth: Double, constants: [String: JSON], params: [String: JSON]
  ) throws {
    let values = try Values(constants: constants, params: params)
    style = named.style
    if let activation = try values.number("basementActivationWidth", "activation") {
      // The one number of a style that traces vary.
      if named.name == "bmx" { style = .bmx(activation: activation) }
    }
    if var swipe = style.swipe {
      swipe.distance = try values.number("SWIPE_DRAG_HORIZ_MIN") ?? swipe.distance
      swipe.drift = try values.number("SWIPE_DRAG_VERT_MAX") ?? swipe.drift
      swipe.time = try values.number("max_time_s") ?? swipe.time
      style.swipe = swipe
    }
    try values.tune(&style)
    sides = try values.string("direction").map(TraceEvent.sides(of:)) ?? named.sides
    geometry = try Self.geometry(rowWidth, values)
    reports = try values.bool("report") ?? (named.style.reporting == .releases)
  }

  private static func geometry(_ rowWidth: Double, _ values: Values) throws -> PanGeometry {
    var leading = PanTray()
    var trailing = PanTray()
    if let openX = try values.number("PAN_OPEN_X", "open_x") {
      if openX < 0 { trailing = PanTray(width: -openX) } else { leading = PanTray(width: openX) }
    } else if let widths = try values.numbers("widths_right_to_left", "widths") {
      trailing = PanTray(
        width: widths.reduce(0, +), outermost: widths.first, innermost: widths.last)
    } else if let outermost = try values.number("button1_width"),
      let innermost = try values.number("button2_width")
    {
      trailing = PanTray(
        width: outermost + innermost, outermost: outermost, innermost: innermost)
    } else if let width = try values.number("basementVisibleWidth") {
      trailing = PanTray(width: width)
    } else if let width = try values.number("kCatchWidth", "catch") {
      trailing = PanTray(width: width)
    } else if values.isEmpty("leading"), values.isEmpty("trailing") {
      // The front leaves wholly.
      let width = try values.number("W") ?? rowWidth
      leading = PanTray(width: width)
      trailing = PanTray(width: width)
    }
    if let width = try values.number("leading") { leading = PanTray(width: width) }
    if let width = try values.number("trailing") { trailing = PanTray(width: width) }
    leading.fullSwipe = try values.fullSwipe("leading", at: 0)
    trailing.fullSwipe = try values.fullSwipe("trailing", at: 1)
    // The seeds rest where their numbers say; only `standard` recordings know of pixels.
    return PanGeometry(
      width: rowWidth, leading: leading, trailing: trailing,
      pixel: try values.number("pixel") ?? 0)
  }
}

/// Constants under their own names, params under the names that override them.
private struct Values {
  let constants: [String: JSON]
  let params: [String: JSON]

  init(constants: [String: JSON], params: [String: JSON]) throws {
    self.constants = constants
    self.params = params
    if let closed = constants["PAN_CLOSED_X"]?.number, closed != 0 {
      throw TraceError("PAN_CLOSED_X is \(closed); a closed row stands at 0")
    }
  }

  private func value(_ constant: String, _ param: String?) -> JSON? {
    params[param ?? constant] ?? params[constant] ?? constants[constant]
  }

  func isEmpty(_ name: String) -> Bool { value(name, nil) == nil }

  func number(_ constant: String, _ param: String? = nil) throws -> Double? {
    guard let value = value(constant, param) else { return nil }
    guard let number = value.number else {
      throw TraceError("“\(param ?? constant)” must be a number")
    }
    return number
  }

  func numbers(_ constant: String, _ param: String) throws -> [Double]? {
    guard let value = value(constant, param) else { return nil }
    guard let values = value.array, case let numbers = values.compactMap(\.number),
      numbers.count == values.count
    else {
      throw TraceError("“\(param)” must be a list of numbers")
    }
    return numbers
  }

  /// `style_parameters`: what differs from the named style, by the names of `StyleParameter`.
  func tune(_ style: inout PanStyle) throws {
    guard let value = value("style_parameters", nil) else { return }
    guard let numbers = value.object else {
      throw TraceError("“style_parameters” must be an object")
    }
    if let unknown = numbers.keys.first(where: { name in
      !StyleParameter.all.contains { $0.name == name }
    }) {
      throw TraceError("no parameter of a style is named “\(unknown)”")
    }
    for parameter in StyleParameter.all {
      guard let value = numbers[parameter.name] else { continue }
      guard let number = value.number else {
        throw TraceError("“\(parameter.name)” must be a number")
      }
      parameter.set(&style, number)
    }
  }

  func string(_ name: String) throws -> String? {
    guard let value = value(name, nil) else { return nil }
    guard let string = value.string else { throw TraceError("“\(name)” must be a word") }
    return string
  }

  func bool(_ name: String) throws -> Bool? {
    guard let value = value(name, nil) else { return nil }
    guard let bool = value.bool else { throw TraceError("“\(name)” must be true or false") }
    return bool
  }

  /// `long_swipe`: one truth for both sides, or one per side, by name or in order.
  func fullSwipe(_ side: String, at place: Int) throws -> Bool {
    guard let value = value("long_swipe", nil) else { return false }
    if let both = value.bool { return both }
    if let sides = value.object { return sides[side]?.bool ?? false }
    if let sides = value.array, sides.count == 2, let one = sides[place].bool { return one }
    throw TraceError("“long_swipe” must be true or false for each side")
  }
}
