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
  /// What the engine calls those that it was told of.
  private var handles: [Int: RowHandle] = [:]
  private let item: @MainActor (RowHandle) -> Int?
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
  init(
    title: String, style: String, base: PanStyle, turned: PanStyle, ids: [Int],
    item: @escaping @MainActor (RowHandle) -> Int?
  ) {
    self.title = title
    self.style = style
    self.ids = ids
    self.item = item
    differences = Dictionary(
      StyleParameter.differences(of: turned, from: base).map { ($0.name, .number($0.value)) },
      uniquingKeysWith: { $1 })
  }

  /// Takes down what the list is about to tell its engine.
  mutating func note(_ input: PanInput, at time: Double, engine: PanEngine) {
    if case .frame = input {
      lastFrame = time
      return
    }
    finishEvent(engine)
    let began = start ?? time
    start = began
    var event = TraceEvent(input.map { RowHandle(index(of: $0)) }, at: time - began)
    width = width ?? (try? event.geometry())?.width
    if let lastFrame, engine.isMoving { event.fields["frame"] = .number(lastFrame - began) }
    open = event
    if case .remove(let row) = input { ids.removeAll { handles[$0] == row } }
  }

  /// The whole file.
  mutating func finish(_ engine: PanEngine) -> String {
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

  private mutating func finishEvent(_ engine: PanEngine) {
    if let open { events.append(.object(["in": .object(open.fields), "out": outcome(engine)])) }
    open = nil
  }

  /// Where every row that would not come to rest at 0 would.
  private func outcome(_ engine: PanEngine) -> JSON {
    var later = engine
    var ignored: PanEngine.Changes = []
    later.take(.frame, at: Self.atRest, into: &ignored)
    var rests: [String: JSON] = [:]
    for (index, id) in ids.enumerated() {
      guard let row = handles[id], later.offset(of: row) != 0 else { continue }
      rests["\(index)"] = .number(later.offset(of: row))
    }
    return .object(["rest": .object(rests)])
  }

  private mutating func index(of row: RowHandle) -> Int {
    let id = item(row) ?? row.number
    handles[id] = row
    if let index = ids.firstIndex(of: id) { return index }
    ids.append(id)
    return ids.count - 1
  }
}
