import PanStyles
import Panning

/// One trace played through an engine: each event of the format is an input or two of the engine's.
struct Replay {
  private(set) var engine: PanEngine
  private var setting: Setting
  private let recogniserBegins: Bool
  private var changes: PanEngine.Changes = []
  private var isEditing = false
  /// The identity of the row at each index; indices shift, identities stay.
  private var rows: [RowHandle] = []
  private var nextRow = 0

  init(_ setting: Setting, recogniserBegins: Bool) {
    self.setting = setting
    self.recogniserBegins = recogniserBegins
    var style = setting.style
    if recogniserBegins {
      // The platform's recogniser has had its slop, and asks once, though nothing may have moved.
      style.decision.touch.slop = -1
      style.decision.mouse.slop = -1
      style.decision.touchpad.slop = -1
    }
    engine = PanEngine(style: style)
  }

  // MARK: What is written

  /// Offsets by index, of every row that would not come to rest at 0 if nothing more happened.
  func rests(at time: Double) -> [String: JSON] {
    var later = engine
    var ignored: PanEngine.Changes = []
    later.take(.frame, at: time + 60, into: &ignored)
    var rests: [String: JSON] = [:]
    for (index, row) in rows.enumerated() where later.offset(of: row) != 0 {
      rests[String(index)] = .number(later.offset(of: row))
    }
    return rests
  }

  /// Every row's offset by its index.
  var offsets: [(row: Int, offset: Double)] {
    rows.indices.map { ($0, engine.offset(of: rows[$0])) }
  }

  func isOpen(_ index: Int) -> Bool {
    rows.indices.contains(index) && engine.side(of: rows[index]) != nil
  }

  /// The events since the last call, with their rows.
  mutating func takeReport() -> [(event: PanEvent, row: Int)] {
    defer { changes.removeAll(keepingCapacity: true) }
    return changes.compactMap {
      guard case .event(let event, let row, _) = $0 else { return nil }
      return (event, rows.firstIndex(of: row) ?? row.number)
    }
  }

  // MARK: What is read

  mutating func take(_ input: PanInput, at time: Double) {
    engine.take(input, at: time, into: &changes)
  }

  mutating func play(_ event: TraceEvent) throws {
    // A list shows its rows frame by frame: a recording tells the last one before the event.
    take(.frame, at: try event.optionalNumber("frame") ?? event.time)
    for input in try inputs(of: event) { take(input, at: event.time) }
  }

  /// What the engine is told by an event: the words of engines, and those that the recordings of
  /// the seeds have besides.
  private mutating func inputs(of event: TraceEvent) throws -> [PanInput] {
    switch event.phase {
    case "began" where !recogniserBegins:
      // The touch itself, in traces without `down`.
      return try inputs(of: event.called("down"))
    case "began", "changed":
      return try inputs(of: event.called("moved"))
    case "release": return [.end(velocity: 0)]
    case "drag_to":
      try drag(event)
      return []
    case "open_drag_end":
      try drag(event)
      return [.end(velocity: 0)]
    case "swipe" where !event.tells("row"), "select": return [.pressElsewhere]
    case "tap", "tap_content":
      return [.begin(try row(event), geometry, .touch, x: 0, y: 0), .end(velocity: 0)]
    case "scroll_begin" where !event.tells("distance"), "scroll_to_top":
      return [.scroll(by: engine.style.scrollTolerance + 1)]
    case "tap_button", "tap_delete":
      let row = event.tells("row") ? try row(event) : nil
      return engine.style.closes.contains(.action) ? [.close(row)] : []
    case "tap_more": return []
    case "open_cell" where !event.tells("dir"), "show_basement": return [try opening(event)]
    case "hide_basement": return try inputs(of: event.called("close_cell"))
    default: return try inputsAboutTheList(event)
    }
  }

  private mutating func inputsAboutTheList(_ event: TraceEvent) throws -> [PanInput] {
    switch event.phase {
    case "slide_in":
      let row = try row(event)
      return engine.side(of: row) == nil ? [try opening(event)] : [.close(row)]
    case "reuse": return engine.trackedRow == (try row(event)) ? [.cancel] : []
    case "reuse_all": return [.cancel]
    case "insert_row":
      _ = try row(event)
      rows.insert(RowHandle(nextRow), at: try event.row())
      nextRow += 1
      return []
    case "set_direction":
      setting.sides = try event.sides()
      return [.close(nil)]
    case "edit_toggle":
      isEditing = event.fields["state"]?.bool ?? !isEditing
      return [.close(nil)]
    default:
      guard let input = try event.input(geometry)?.map({ row(at: $0.number) }) else {
        throw TraceError("no phase is named “\(event.phase)”")
      }
      if case .remove(let row) = input { rows.removeAll { $0 == row } }
      return [input]
    }
  }

  /// The sizes of every row now: sides that are not allowed, and rows being edited, have no trays.
  private var geometry: PanGeometry {
    var geometry = setting.geometry
    if isEditing || !setting.sides.contains(.leading) { geometry.leading = PanTray() }
    if isEditing || !setting.sides.contains(.trailing) { geometry.trailing = PanTray() }
    return geometry
  }

  private mutating func row(_ event: TraceEvent) throws -> RowHandle { row(at: try event.row()) }

  /// The identity of the row that stands there now.
  private mutating func row(at index: Int) -> RowHandle {
    while rows.count <= index {
      rows.append(RowHandle(nextRow))
      nextRow += 1
    }
    return rows[index]
  }

  private mutating func opening(_ event: TraceEvent) throws -> PanInput {
    let geometry = try event.geometry() ?? geometry
    let side: PanSide = geometry.trailing.width > 0 ? .trailing : .leading
    return .open(try row(event), geometry, side)
  }

  /// Pulls a row so that its front would stand at -o.
  private mutating func drag(_ event: TraceEvent) throws {
    let row = try row(event)
    let target = -(try event.number("o"))
    let way = target > engine.offset(of: row) ? 1.0 : -1.0
    // Beyond every slop; the front follows from there.
    let decided = way * 20
    if engine.trackedRow != row || engine.phase != .tracking {
      take(.begin(row, geometry, .touch, x: 0, y: 0), at: event.time)
      take(.move(x: decided, y: 0), at: event.time)
      pulled = (engine.offset(of: row), decided)
    }
    take(.move(x: pulled.x + target - pulled.offset, y: 0), at: event.time)
  }

  /// The offset and the pointer where the last `drag_to` took hold.
  private var pulled = (offset: 0.0, x: 0.0)
}
