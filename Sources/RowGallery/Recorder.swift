import PanStyles
import Panning
import SwipeRows

/// Writes down what a list is told, as a file that `pan-trace` replays.
///
/// Of every event it also writes where the list's rows would come to rest after it, which is what `pan-trace` works out again.
struct Recorder {
  private let title: String
  private let style: String
  private let differences: [(name: String, value: Double)]
  /// The items whose rows have these indices in the trace.
  private var ids: [Int]
  private var start: Double?
  private var lastFrame: Double?
  private var width: Double?
  private var events: [String] = []
  /// The event whose outcome is not known yet.
  private var open: String?

  /// A time at which every motion has ended, seconds.
  private static let atRest = 9e9

  /// The number of events so far.
  var count: Int { events.count + (open == nil ? 0 : 1) }

  /// Whether a row has been touched at all.
  var hasRows: Bool { width != nil }

  /// A recording of a list in which every row is closed.
  init(title: String, style: String, base: PanStyle, turned: PanStyle, ids: [Int]) {
    self.title = title
    self.style = style
    self.ids = ids
    differences = StyleParameter.differences(of: turned, from: base)
  }

  /// Takes down what the list is about to tell its engine.
  mutating func note(_ input: PanInput<Int>, at time: Double, engine: PanEngine<Int>) {
    if case .frame = input {
      lastFrame = time
      return
    }
    finishEvent(engine)
    let removed = if case .remove(let id) = input { id } else { Int?.none }
    guard let fields = fields(of: input) else { return }
    let began = start ?? time
    start = began
    var event = "\"t\": \(number(time - began)), " + fields
    if let lastFrame, engine.isMoving { event += ", \"frame\": \(number(lastFrame - began))" }
    open = event
    if let removed { ids.removeAll { $0 == removed } }
  }

  /// The whole file.
  mutating func finish(_ engine: PanEngine<Int>) -> String {
    finishEvent(engine)
    let numbers = differences.map { "\"\($0.name)\": \(number($0.value))" }
      .joined(separator: ", ")
    return """
      {"style": "\(style)", "row_width": \(number(width ?? 0)),
       "constants": {"style_parameters": {\(numbers)}},
       "traces": [{"id": "recorded", "title": "\(title)", "params": {"leading": 0, "trailing": 0},
       "events": [
      \(events.joined(separator: ",\n"))],
       "final": {"rest": {\(rests(engine))}}}]}

      """
  }

  private mutating func finishEvent(_ engine: PanEngine<Int>) {
    if let open { events.append("{\"in\": {\(open)}, \"out\": {\"rest\": {\(rests(engine))}}}") }
    open = nil
  }

  /// Where every row that would not come to rest at 0 would.
  private func rests(_ engine: PanEngine<Int>) -> String {
    var later = engine
    var ignored: PanEngine<Int>.Changes = []
    later.advance(to: Self.atRest, into: &ignored)
    return ids.indices.filter { later.offset(of: ids[$0]) != 0 }
      .map { "\"\($0)\": \(number(later.offset(of: ids[$0])))" }.joined(separator: ", ")
  }

  private mutating func fields(of input: PanInput<Int>) -> String? {
    switch input {
    case .begin(let id, let geometry, let device, let x, let y):
      "\(phase("down", id, geometry)), \"device\": \"\(device)\", \(point(x, y))"
    case .move(let x, let y, _, _): "\"phase\": \"moved\", \(point(x, y))"
    case .end: "\"phase\": \"ended\""
    case .cancel: "\"phase\": \"cancelled\""
    case .scroll(let distance): "\"phase\": \"scroll_begin\", \"distance\": \(number(distance))"
    case .pressElsewhere: "\"phase\": \"touch_outside\""
    case .leaveScreen(let id): phase("offscreen", id)
    case .open(let id, let geometry, let side, _):
      "\(phase("open_cell", id, geometry)), \(direction(side))"
    case .close(let id?, _): phase("close_cell", id)
    case .close(nil, _): "\"phase\": \"close_cell\""
    case .resize(let id, let geometry): phase("resize", id, geometry)
    case .remove(let id): phase("delete_row", id)
    case .flyOut(let id, let geometry, let side):
      "\(phase("fly_out", id, geometry)), \(direction(side))"
    case .restore(let id): phase("restore", id)
    case .swipe, .frame: nil
    }
  }

  private mutating func phase(_ name: String, _ id: Int, _ geometry: PanGeometry? = nil) -> String {
    if !ids.contains(id) { ids.append(id) }
    let row = ids.firstIndex(of: id) ?? 0
    let fields = "\"phase\": \"\(name)\", \"row\": \(row)"
    guard let geometry else { return fields }
    width = width ?? geometry.width
    return fields + """
      , "geometry": {"width": \(number(geometry.width)), "pixel": \(number(geometry.pixel)), \
      "leading": \(tray(geometry.leading)), "trailing": \(tray(geometry.trailing))}
      """
  }

  private func tray(_ tray: PanTray) -> String {
    """
    {"width": \(number(tray.width)), "outermost": \(number(tray.outermost)), \
    "innermost": \(number(tray.innermost)), "long_swipe": \(tray.longSwipe)}
    """
  }

  private func direction(_ side: PanSide) -> String {
    "\"dir\": \"\(side == .leading ? "right" : "left")\""
  }

  private func point(_ x: Double, _ y: Double) -> String {
    "\"x\": \(number(x)), \"y\": \(number(y))"
  }

  /// A number as JSON has it, which knows no infinity.
  private func number(_ number: Double) -> String { number.isFinite ? "\(number)" : "1e7" }
}
