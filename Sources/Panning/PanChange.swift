/// Something that happened to a row, reported once per real change.
///
/// "Will" comes at the decision, "did" when the motion has come to rest. Every did has its own will
/// before it; a will may be superseded by another.
public enum PanEvent: Sendable, CaseIterable {
  /// It is going to open or to close; it stands open, or is closed and at rest or its front out of it.
  case willOpen, didOpen, willClose, didClose
  /// Released now, a full swipe would run the outermost action; ``disarmed`` takes that back.
  case armed, disarmed
  /// A full swipe was released armed: run the outermost action. The fly-out follows.
  case committed
}

/// One entry of what the engine hands back: a new offset to show, or an event.
public enum PanChange: Sendable, Equatable {
  /// The front's displacement in px, positive towards the trailing edge.
  case offset(RowHandle, Double)
  /// Something has happened to the row, on this side.
  case event(PanEvent, RowHandle, PanSide)
}

/// How far the gesture under the pointer has got.
public enum PanPhase: Sendable, CaseIterable {
  /// Nothing is pressed.
  case idle
  /// Pressed, and not yet decided whose gesture it is.
  case pressed
  /// The gesture is the row's: the caller claims it.
  case tracking
  /// The gesture belongs to somebody else until it ends.
  case refused
}
