import Panning

extension PanInput {
  /// The same input with another name for its row.
  public func map(_ name: (RowHandle) throws -> RowHandle) rethrows -> PanInput {
    switch self {
    case .begin(let row, let geometry, let device, let x, let y):
      .begin(try name(row), geometry, device, x: x, y: y)
    case .move(let x, let y, let velocity, let crossVelocity):
      .move(x: x, y: y, velocity: velocity, crossVelocity: crossVelocity)
    case .end(let velocity): .end(velocity: velocity)
    case .cancel: .cancel
    case .swipe(let row, let geometry, let side): .swipe(try name(row), geometry, toward: side)
    case .scroll(let distance): .scroll(by: distance)
    case .pressElsewhere: .pressElsewhere
    case .leaveScreen(let row): .leaveScreen(try name(row))
    case .frame: .frame
    case .open(let row, let geometry, let side, let animated):
      .open(try name(row), geometry, side, animated: animated)
    case .close(let row, let animated): .close(try row.map(name), animated: animated)
    case .resize(let row, let geometry): .resize(try name(row), geometry)
    case .remove(let row): .remove(try name(row))
    case .flyOut(let row, let geometry, let side): .flyOut(try name(row), geometry, from: side)
    case .restore(let row): .restore(try name(row))
    }
  }
}
