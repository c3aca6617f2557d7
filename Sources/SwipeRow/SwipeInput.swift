import PanEngine

/// One thing that a list tells its engine; all of them, played to an engine of the same style, make rows do the same again.
///
/// Geometries are those of the row at that moment. Lengths are px; x grows towards the trailing edge.
public enum SwipeInput<ID> {
  case press(ID, PanGeometry, PanDevice, x: Double, y: Double)
  case move(x: Double, y: Double)
  case release
  case cancel
  case scroll(by: Double)
  case pressElsewhere
  case leaveScreen(ID)
  case open(ID, PanGeometry, PanSide, animated: Bool)
  /// Nil: whatever is open.
  case close(ID?, animated: Bool = true)
  case resize(ID, PanGeometry)
  case remove(ID)
  case flyOut(ID, PanGeometry, from: PanSide)
  case restore(ID)
  /// A frame is drawn while something moves.
  case frame
}

extension PanEngine {
  /// Takes one input; true if it is a release that was used up, so that no click may follow.
  mutating func take(_ input: SwipeInput<Row>, at time: Double, into changes: inout Changes) -> Bool
  {
    switch input {
    case .press(let id, let geometry, let device, let x, let y):
      begin(id, geometry, device: device, x: x, y: y, at: time, into: &changes)
    case .move(let x, let y): move(x: x, y: y, at: time, into: &changes)
    case .release: return end(at: time, into: &changes)
    case .cancel: cancel(at: time, into: &changes)
    case .scroll(let distance): scrolled(by: distance, at: time, into: &changes)
    case .pressElsewhere: pressedElsewhere(at: time, into: &changes)
    case .leaveScreen(let id): leftScreen(id, at: time, into: &changes)
    case .open(let id, let geometry, let side, let animated):
      open(id, geometry, side: side, animated: animated, at: time, into: &changes)
    case .close(let id, let animated): close(id, animated: animated, at: time, into: &changes)
    case .resize(let id, let geometry): resize(id, geometry, at: time, into: &changes)
    case .remove(let id): remove(id, at: time, into: &changes)
    case .flyOut(let id, let geometry, let side):
      flyOut(id, geometry, from: side, at: time, into: &changes)
    case .restore(let id): restore(id, at: time, into: &changes)
    case .frame: advance(to: time, into: &changes)
    }
    return false
  }
}
