import Panning

/// The words of traces for what an engine is told; the recordings of the seeds have more of their own.
private enum TraceWord: String {
  case begin = "down"
  case move = "moved"
  case end = "ended"
  case cancel = "cancelled"
  case swipe
  case scroll = "scroll_begin"
  case pressElsewhere = "touch_outside"
  case leaveScreen = "offscreen"
  case frame = "wait"
  case open = "open_cell"
  case close = "close_cell"
  case resize
  case remove = "delete_row"
  case flyOut = "fly_out"
  case restore
}

extension TraceEvent {
  /// What an engine was told, its rows known by their indices.
  public init(_ input: PanInput, at time: Double) {
    let (word, fields): (TraceWord, [String: JSON?]) =
      switch input {
      case .begin(let row, let geometry, let device, let x, let y):
        (
          .begin,
          [
            "row": .integer(row.number), "geometry": JSON(geometry), "device": .string("\(device)"),
            "x": .number(x), "y": .number(y),
          ]
        )
      case .move(let x, let y, let along, let across):
        (
          .move,
          [
            "x": .number(x), "y": .number(y), "vx": along.map(JSON.number),
            "vy": across.map(JSON.number),
          ]
        )
      case .end(let velocity): (.end, ["vx": velocity.map(JSON.number)])
      case .cancel: (.cancel, [:])
      case .swipe(let row, let geometry, let side):
        (
          .swipe,
          ["row": .integer(row.number), "geometry": JSON(geometry), "dir": .string(side.word)]
        )
      case .scroll(let distance): (.scroll, ["distance": .number(distance)])
      case .pressElsewhere: (.pressElsewhere, [:])
      case .leaveScreen(let row): (.leaveScreen, ["row": .integer(row.number)])
      case .frame: (.frame, [:])
      case .open(let row, let geometry, let side, let animated):
        (
          .open,
          [
            "row": .integer(row.number), "geometry": JSON(geometry), "dir": .string(side.word),
            "animated": .bool(animated),
          ]
        )
      case .close(let row, let animated):
        (.close, ["row": row.map { .integer($0.number) }, "animated": .bool(animated)])
      case .resize(let row, let geometry):
        (.resize, ["row": .integer(row.number), "geometry": JSON(geometry)])
      case .remove(let row): (.remove, ["row": .integer(row.number)])
      case .flyOut(let row, let geometry, let side):
        (
          .flyOut,
          ["row": .integer(row.number), "geometry": JSON(geometry), "dir": .string(side.word)]
        )
      case .restore(let row): (.restore, ["row": .integer(row.number)])
      }
    self.init(word.rawValue, at: time, fields.compactMapValues { $0 })
  }

  /// What an engine is told by the event, its rows known by their indices; nil where the phase is
  /// none of an engine's.
  ///
  /// - Parameter geometry: the sizes of a row whose event does not tell them.
  public func input(_ geometry: PanGeometry) throws -> PanInput? {
    guard let word = TraceWord(rawValue: phase) else { return nil }
    func size() throws -> PanGeometry { try self.geometry() ?? geometry }
    return switch word {
    case .begin:
      .begin(RowHandle(try row()), try size(), try device(), x: try number("x"), y: try number("y"))
    case .move:
      .move(
        x: try number("x"), y: try number("y"), velocity: try optionalNumber("vx"),
        crossVelocity: try optionalNumber("vy"))
    case .end: .end(velocity: try optionalNumber("vx"))
    case .cancel: .cancel
    case .swipe: .swipe(RowHandle(try row()), try size(), toward: try side())
    case .scroll: .scroll(by: try number("distance"))
    case .pressElsewhere: .pressElsewhere
    case .leaveScreen: .leaveScreen(RowHandle(try row()))
    case .frame: .frame
    case .open: .open(RowHandle(try row()), try size(), try side(), animated: try isAnimated())
    case .close: .close(tells("row") ? RowHandle(try row()) : nil, animated: try isAnimated())
    case .resize: .resize(RowHandle(try row()), try size())
    case .remove: .remove(RowHandle(try row()))
    case .flyOut: .flyOut(RowHandle(try row()), try size(), from: try side())
    case .restore: .restore(RowHandle(try row()))
    }
  }

  private func side() throws -> PanSide {
    guard let side = try sides().first, try sides().count == 1 else {
      throw TraceError("the direction must be left or right here")
    }
    return side
  }

  /// Everything is, where a trace does not say otherwise.
  private func isAnimated() throws -> Bool {
    guard tells("animated") else { return true }
    guard let isAnimated = fields["animated"]?.bool else {
      throw TraceError("“animated” must be true or false")
    }
    return isAnimated
  }

  private func device() throws -> PanDevice {
    guard let name = fields["device"] else { return .touch }
    guard let device = PanDevice.allCases.first(where: { "\($0)" == name.string }) else {
      throw TraceError("“device” must be touch, pen, mouse or touchpad")
    }
    return device
  }

  /// The sizes of the event's own row, where it tells them: the rows of a list may differ.
  public func geometry() throws -> PanGeometry? {
    guard tells("geometry") else { return nil }
    guard let fields = fields["geometry"]?.object else {
      throw TraceError("“geometry” must be an object")
    }
    return try PanGeometry(fields)
  }
}

// MARK: Sizes

extension JSON {
  fileprivate init(_ geometry: PanGeometry) {
    self = .object([
      "width": .number(geometry.width), "pixel": .number(geometry.pixel),
      "leading": JSON(geometry.leading), "trailing": JSON(geometry.trailing),
    ])
  }

  fileprivate init(_ tray: PanTray) {
    self = .object([
      "width": .number(tray.width), "outermost": .number(tray.outermost),
      "innermost": .number(tray.innermost), "long_swipe": .bool(tray.fullSwipe),
      "acts_on_release": .bool(tray.actsOnRelease),
    ])
  }
}

extension PanGeometry {
  fileprivate init(_ fields: [String: JSON]) throws {
    self.init(
      width: try required("width", fields), leading: try PanTray("leading", of: fields),
      trailing: try PanTray("trailing", of: fields), pixel: try optional("pixel", fields) ?? 0)
  }
}

extension PanTray {
  fileprivate init(_ side: String, of fields: [String: JSON]) throws {
    guard let field = fields[side] else {
      self.init()
      return
    }
    guard let tray = field.object else { throw TraceError("“\(side)” must be an object") }
    self.init(
      width: try required("width", tray), outermost: try optional("outermost", tray),
      innermost: try optional("innermost", tray), fullSwipe: tray["long_swipe"]?.bool ?? false,
      actsOnRelease: tray["acts_on_release"]?.bool ?? false)
  }
}

private func required(_ name: String, _ fields: [String: JSON]) throws -> Double {
  guard let number = fields[name]?.number else { throw TraceError("“\(name)” must be a number") }
  return number
}

private func optional(_ name: String, _ fields: [String: JSON]) throws -> Double? {
  fields[name] == nil ? nil : try required(name, fields)
}
