import Panning

/// One trace played through an engine: each phase of the format is a call or two of the engine's.
struct Replay {
  private(set) var engine: PanEngine<Int>
  private var setting: Setting
  private let recogniserBegins: Bool
  private var changes: PanEngine<Int>.Changes = []
  private var isEditing = false
  /// The identity of the row at each index; indices shift, identities stay.
  private var rows: [Int] = []
  private var nextRow = 0

  init(_ setting: Setting, recogniserBegins: Bool) {
    self.setting = setting
    self.recogniserBegins = recogniserBegins
    var style = setting.style
    if recogniserBegins {
      // The platform's recogniser has had its slop.
      style.decision.touch.slop = 0
      style.decision.mouse.slop = 0
      style.decision.touchpad.slop = 0
    }
    engine = PanEngine(style: style)
  }

  // MARK: What is written

  /// Offsets by index, of every row that would not come to rest at 0 if nothing more happened.
  func rests(at time: Double) -> [String: JSON] {
    var later = engine
    var ignored: PanEngine<Int>.Changes = []
    later.advance(to: time + 60, into: &ignored)
    var rests: [String: JSON] = [:]
    for (index, row) in rows.enumerated() where later.offset(of: row) != 0 {
      rests[String(index)] = .number(later.offset(of: row))
    }
    return rests
  }

  func isOpen(_ index: Int) -> Bool {
    rows.indices.contains(index) && engine.side(of: rows[index]) != nil
  }

  /// The events since the last call, with their rows.
  mutating func takeReport() -> [(event: PanEvent, row: Int)] {
    defer { changes.removeAll(keepingCapacity: true) }
    return changes.compactMap {
      guard case .event(let event, let row, _) = $0 else { return nil }
      return (event, rows.firstIndex(of: row) ?? row)
    }
  }

  // MARK: What is read

  mutating func advance(to time: Double) { engine.advance(to: time, into: &changes) }

  mutating func play(_ event: Event) throws {
    let time = event.time
    // A list shows its rows frame by frame: a recording tells the last one before the event.
    advance(to: try event.optionalNumber("frame") ?? time)
    switch event.phase {
    case "down":
      try press(event)
    case "began" where !recogniserBegins:
      // The touch itself, in traces without `down`.
      try press(event)
    case "began", "changed", "moved":
      engine.move(
        x: try event.number("x"), y: try event.number("y"),
        velocity: try event.optionalNumber("vx"), crossVelocity: try event.optionalNumber("vy"),
        at: time, into: &changes)
    case "ended":
      engine.end(velocity: try event.optionalNumber("vx"), at: time, into: &changes)
    case "release":
      engine.end(velocity: 0, at: time, into: &changes)
    case "cancelled":
      engine.cancel(at: time, into: &changes)
    case "drag_to":
      try drag(event)
    case "open_drag_end":
      try drag(event)
      engine.end(velocity: 0, at: time, into: &changes)
    case "swipe":
      let side = try Setting.sides(of: event.direction())
      guard side.count == 1, let side = side.first else {
        throw TraceError("a swipe goes left or right")
      }
      if event.namesRow {
        engine.swipe(try row(event), geometry, toward: side, at: time, into: &changes)
      } else {
        engine.pressedElsewhere(at: time, into: &changes)
      }
    case "tap", "tap_content":
      engine.begin(
        try row(event), geometry, device: .touch, x: 0, y: 0, at: time, into: &changes)
      engine.end(velocity: 0, at: time, into: &changes)
    default:
      try playSurroundings(event)
    }
  }

  private mutating func playSurroundings(_ event: Event) throws {
    let time = event.time
    switch event.phase {
    case "scroll_begin", "scroll_to_top":
      let distance = try event.optionalNumber("distance") ?? engine.style.scrollTolerance + 1
      engine.scrolled(by: distance, at: time, into: &changes)
    case "touch_outside", "select":
      engine.pressedElsewhere(at: time, into: &changes)
    case "tap_button", "tap_delete":
      let row = event.namesRow ? try row(event) : nil
      if engine.style.closes.contains(.action) { engine.close(row, at: time, into: &changes) }
    case "tap_more", "wait":
      break
    case "open_cell", "show_basement":
      try open(event)
    case "close_cell", "hide_basement":
      engine.close(event.namesRow ? try row(event) : nil, at: time, into: &changes)
    case "fly_out":
      guard let side = try Setting.sides(of: event.direction()).first else { break }
      engine.flyOut(
        try row(event), try event.geometry() ?? geometry, from: side, at: time, into: &changes)
    case "restore":
      engine.restore(try row(event), at: time, into: &changes)
    case "resize":
      engine.resize(
        try row(event), try event.geometry() ?? geometry, at: time, into: &changes)
    case "slide_in":
      let row = try row(event)
      if engine.side(of: row) == nil {
        try open(event)
      } else {
        engine.close(row, at: time, into: &changes)
      }
    case "reuse":
      if engine.trackedRow == (try row(event)) { engine.cancel(at: time, into: &changes) }
    case "reuse_all":
      engine.cancel(at: time, into: &changes)
    case "offscreen":
      engine.leftScreen(try row(event), at: time, into: &changes)
    case "insert_row":
      _ = try row(event)
      rows.insert(nextRow, at: try event.row())
      nextRow += 1
    case "delete_row":
      let row = try row(event)
      engine.remove(row, at: time, into: &changes)
      rows.removeAll { $0 == row }
    case "set_direction":
      engine.close(at: time, into: &changes)
      setting.sides = try Setting.sides(of: event.direction())
    case "edit_toggle":
      isEditing = event.state ?? !isEditing
      engine.close(at: time, into: &changes)
    default:
      throw TraceError("no phase is named “\(event.phase)”")
    }
  }

  /// The sizes of every row now: sides that are not allowed, and rows being edited, have no trays.
  private var geometry: PanGeometry {
    var geometry = setting.geometry
    if isEditing || !setting.sides.contains(.leading) { geometry.leading = PanTray() }
    if isEditing || !setting.sides.contains(.trailing) { geometry.trailing = PanTray() }
    return geometry
  }

  private mutating func row(_ event: Event) throws -> Int {
    let index = try event.row()
    while rows.count <= index {
      rows.append(nextRow)
      nextRow += 1
    }
    return rows[index]
  }

  private mutating func press(_ event: Event) throws {
    engine.begin(
      try row(event), try event.geometry() ?? geometry, device: try event.device(),
      x: try event.number("x"), y: try event.number("y"), at: event.time, into: &changes)
  }

  private mutating func open(_ event: Event) throws {
    let row = try row(event)
    let geometry = try event.geometry() ?? geometry
    var side: PanSide = geometry.trailing.width > 0 ? .trailing : .leading
    if event.field("dir") != nil { side = try Setting.sides(of: event.direction()).first ?? side }
    engine.open(row, geometry, side: side, at: event.time, into: &changes)
  }

  /// Pulls a row so that its front would stand at -o.
  private mutating func drag(_ event: Event) throws {
    let row = try row(event)
    let target = -(try event.number("o"))
    let way = target > engine.offset(of: row) ? 1.0 : -1.0
    // Beyond every slop; the front follows from there.
    let decided = way * 20
    if engine.trackedRow != row || engine.phase != .tracking {
      engine.begin(row, geometry, device: .touch, x: 0, y: 0, at: event.time, into: &changes)
      engine.move(x: decided, y: 0, at: event.time, into: &changes)
      pulled = (engine.offset(of: row), decided)
    }
    engine.move(x: pulled.x + target - pulled.offset, y: 0, at: event.time, into: &changes)
  }

  /// The offset and the pointer where the last `drag_to` took hold.
  private var pulled = (offset: 0.0, x: 0.0)
}
