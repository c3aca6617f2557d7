/// One thing that the engine is told.
///
/// All that an engine was told, played again with the same times to another of the same style, makes
/// its rows do the same to the last bit: what drives rows, records them, replays them and tests them
/// speaks these words.
///
/// Lengths are px, velocities px/s; x grows towards the trailing edge. A geometry is the row's at
/// that moment.
public enum PanInput: Sendable, Equatable {
  /// A press on a row, at x and y, px. A front in motion stops where it is shown. While another gesture
  /// is tracked it is ignored. On a touchpad x and y are 0. It may be used up and refused at once, see
  /// ``PanStyle/swallowsOutsidePress``.
  case begin(RowHandle, PanGeometry, PanDevice, x: Double, y: Double)
  /// The pointer moved, px; on a touchpad x and y are the travel since the beginning. Velocities, px/s
  /// along and across the row, are used where measured and otherwise worked out. What was travelled until
  /// the decision that it is a pan moves no front.
  case move(x: Double, y: Double, velocity: Double? = nil, crossVelocity: Double? = nil)
  /// The pointer was released, at a velocity in px/s where that was measured. A press that did not
  /// become a pan counts as a tap on the front; one on a button of the tray ends with ``cancel`` instead.
  case end(velocity: Double? = nil)
  /// The gesture broke off: the touched row goes back to where it stood or was going. Nothing is
  /// reported but that an armed row no longer is; rows that it had closed stay closed.
  case cancel
  /// A discrete swipe, the front's way being the side's: opens that side of a closed row, closes a
  /// row open on the other side.
  case swipe(RowHandle, PanGeometry, toward: PanSide)

  /// The list scrolled by so many px since it was last told, positive towards its end; to and fro
  /// add up to nothing. For a row that is panned it does not count.
  case scroll(by: Double)
  /// Something other than a row's front was pressed, or a closed one whose press is another's drag.
  case pressElsewhere
  /// The row is no longer on the screen; see ``PanClosing/offscreen``.
  case leaveScreen(RowHandle)
  /// A frame is drawn: every moving front is shown where it is by now.
  case frame

  /// Opens a side that has actions, and reports it like a gesture; a row that is out stays out.
  case open(RowHandle, PanGeometry, PanSide, animated: Bool = true)
  /// Closes a row, or with nil whatever is open; a gesture on it ends.
  case close(RowHandle?, animated: Bool = true)
  /// The row or its trays have another size; an open row stays open at the new tray's width,
  /// unless the style has another width of the row close it.
  case resize(RowHandle, PanGeometry)
  /// The row left the model: if it was open, that is reported, and it is forgotten.
  case remove(RowHandle)
  /// Sends the front out of the row, away from a side's tray, as a committed row's goes;
  /// ``restore(_:)`` brings it back.
  case flyOut(RowHandle, PanGeometry, from: PanSide)
  /// A row that flew out, or was committed, comes back.
  case restore(RowHandle)
}
