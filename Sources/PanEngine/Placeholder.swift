public enum PanSide: Sendable, CaseIterable { case leading, trailing }
public enum PanDevice: Sendable { case touch, pen, mouse, touchpad }
public struct PanTray: Sendable, Hashable {
  public var width: Double
  public init(
    width: Double = 0, outermost: Double? = nil, innermost: Double? = nil, longSwipe: Bool = false
  ) { self.width = width }
}
public struct PanGeometry: Sendable, Hashable {
  public init(width: Double, leading: PanTray, trailing: PanTray, pixel: Double = 1) {}
}
public enum PanEvent: Sendable {
  case willOpen, didOpen, willClose, didClose, armed, disarmed, committed
}
public enum PanChange<Row: Hashable> {
  case offset(Row, Double)
  case event(PanEvent, Row, PanSide)
}
public enum PanPhase: Sendable { case idle, pressed, tracking, refused }
public struct PanStyle: Sendable { public static let standard = PanStyle() }
public struct PanEngine<Row: Hashable> {
  public typealias Changes = [PanChange<Row>]
  public init(style: PanStyle = .standard) {}
  public var animates: Bool = true
  public var phase: PanPhase { .idle }
  public var trackedRow: Row? { nil }
  public var isMoving: Bool { false }
  public func offset(of row: Row) -> Double { 0 }
  public func side(of row: Row) -> PanSide? { nil }
  public mutating func begin(
    _ row: Row, _ geometry: PanGeometry, device: PanDevice, x: Double, y: Double, at time: Double,
    into changes: inout Changes
  ) {}
  public mutating func move(
    x: Double, y: Double, velocity: Double? = nil, at time: Double, into changes: inout Changes
  ) {}
  @discardableResult public mutating func end(
    velocity: Double? = nil, at time: Double, into changes: inout Changes
  ) -> Bool { false }
  public mutating func cancel(at time: Double, into changes: inout Changes) {}
  public mutating func scrolled(by distance: Double, at: Double, into: inout Changes) {}
  public mutating func pressedElsewhere(at: Double, into: inout Changes) {}
  public mutating func advance(to time: Double, into: inout Changes) {}
  public mutating func open(
    _ row: Row, _ geometry: PanGeometry, side: PanSide, animated: Bool = true, at: Double,
    into: inout Changes
  ) {}
  public mutating func close(
    _ row: Row? = nil, animated: Bool = true, at: Double, into: inout Changes
  ) {}
  public mutating func remove(_ row: Row, at: Double, into: inout Changes) {}
  public mutating func resize(_ row: Row, _ geometry: PanGeometry, at: Double, into: inout Changes)
  {}
}
