/// A side of a row: where its tray stands and the way the front moves to uncover it.
public enum PanSide: Sendable, CaseIterable {
  /// The tray at the leading edge; the front's offset is positive while it shows.
  case leading
  /// The tray at the trailing edge; the front's offset is negative while it shows.
  case trailing

  /// +1 for leading, -1 for trailing.
  public var sign: Double { self == .leading ? 1 : -1 }

  /// The other side.
  public var opposite: PanSide { self == .leading ? .trailing : .leading }

  /// The side an offset is on, nil at 0.
  init?(of offset: Double) {
    guard offset != 0 else { return nil }
    self = offset > 0 ? .leading : .trailing
  }
}

/// What a gesture is made with; it selects the axis test of ``PanDecision``.
public enum PanDevice: Sendable, CaseIterable {
  /// A finger on a touchscreen, a pen, a mouse or whatever else moves the pointer, two fingers that scroll on a touchpad.
  case touch, pen, mouse, touchpad
}
