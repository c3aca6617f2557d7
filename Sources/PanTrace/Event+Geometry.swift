import Panning

extension Event {
  /// The sizes of the event's own row, where it tells them: the rows of a list may differ.
  func geometry() throws -> PanGeometry? {
    guard let field = field("geometry"), field != .null else { return nil }
    guard let fields = field.object else { throw TraceError("“geometry” must be an object") }
    return PanGeometry(
      width: try Self.number("width", of: fields), leading: try Self.tray("leading", of: fields),
      trailing: try Self.tray("trailing", of: fields),
      pixel: fields["pixel"] == nil ? 0 : try Self.number("pixel", of: fields))
  }

  private static func tray(_ side: String, of fields: [String: JSON]) throws -> PanTray {
    guard let field = fields[side] else { return PanTray() }
    guard let tray = field.object else { throw TraceError("“\(side)” must be an object") }
    return PanTray(
      width: try number("width", of: tray),
      outermost: tray["outermost"] == nil ? nil : try number("outermost", of: tray),
      innermost: tray["innermost"] == nil ? nil : try number("innermost", of: tray),
      longSwipe: tray["long_swipe"]?.bool ?? false)
  }

  private static func number(_ name: String, of fields: [String: JSON]) throws -> Double {
    guard let number = fields[name]?.number else { throw TraceError("“\(name)” must be a number") }
    return number
  }
}
