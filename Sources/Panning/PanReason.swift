/// Why the engine last decided as it did, for people who look into a gesture.
public enum PanReason: Sendable, Equatable {
  /// Became a pan at this travel, px.
  case pan(dx: Double, dy: Double)
  /// Refused at this travel, px: it leads too much across the row.
  case across(dx: Double, dy: Double)
  /// Refused: a closed row has no actions on this side.
  case noActions(PanSide)
  /// Refused: no discrete swipe within the time for one.
  case late
  /// Refused: the row has been committed and is out of the list, or the position was no number.
  case absent
  /// Refused: the press closed what was open elsewhere, and is used up by that.
  case swallowed
  /// Released at `offset` px moving at `velocity` px/s, which would carry it to `projected` px; opens that side or, nil, closes.
  case released(offset: Double, velocity: Double, projected: Double, opens: PanSide?)
  /// Released armed: the outermost action runs.
  case committed(PanSide)
  /// Released without a pan: a tap.
  case tap
}
