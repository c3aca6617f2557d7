import PanStyles
import Panning
import SwipeRows

/// Writes down what a list is told, as a file that `pan-trace` replays.
///
/// Of every event it also writes where the list's rows would come to rest after it, which is what `pan-trace` works out again.
struct Recorder {
  private let title: String
  private let style: String
  private let differences: [String: JSON]
  /// The items whose rows have these indices in the trace.
  private var ids: [Int]
  private var start: Double?
  private var lastFrame: Double?
  private var width: Double?
  private var events: [JSON] = []
  /// The event whose outcome is not known yet.
  private var open: TraceEvent?

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
    differences = Dictionary(
      StyleParameter.differences(of: turned, from: base).map { ($0.name, .number($0.value)) },
      uniquingKeysWith: { $1 })
  }

  /// Takes down what the list is about to tell its engine.
  mutating func note(_ input: PanInput<Int>, at time: Double, engine: PanEngine<Int>) {
    if case .frame = input {
      lastFrame = time
      return
    }
    finishEvent(engine)
    let began = start ?? time
    start = began
    var event = TraceEvent(input.map { index(of: $0) }, at: time - began)
    width = width ?? (try? event.geometry())?.width
    if let lastFrame, engine.isMoving { event.fields["frame"] = .number(lastFrame - began) }
    open = event
    if case .remove(let id) = input { ids.removeAll { $0 == id } }
  }

  /// The whole file.
  mutating func finish(_ engine: PanEngine<Int>) -> String {
    finishEvent(engine)
    let constants: JSON = .object(["style_parameters": .object(differences)])
    return """
      {"style": \(JSON.string(style)), "row_width": \(JSON.number(width ?? 0)),
       "constants": \(constants),
       "traces": [{"id": "recorded", "title": \(JSON.string(title)),
       "params": {"leading": 0, "trailing": 0},
       "events": [
      \(events.map(\.description).joined(separator: ",\n"))],
       "final": \(outcome(engine))}]}

      """
  }

  private mutating func finishEvent(_ engine: PanEngine<Int>) {
    if let open { events.append(.object(["in": .object(open.fields), "out": outcome(engine)])) }
    open = nil
  }

  /// Where every row that would not come to rest at 0 would.
  private func outcome(_ engine: PanEngine<Int>) -> JSON {
    var later = engine
    var ignored: PanEngine<Int>.Changes = []
    later.take(.frame, at: Self.atRest, into: &ignored)
    var rests: [String: JSON] = [:]
    for (index, id) in ids.enumerated() where later.offset(of: id) != 0 {
      rests["\(index)"] = .number(later.offset(of: id))
    }
    return .object(["rest": .object(rests)])
  }

  private mutating func index(of id: Int) -> Int {
    if let index = ids.firstIndex(of: id) { return index }
    ids.append(id)
    return ids.count - 1
  }
}
