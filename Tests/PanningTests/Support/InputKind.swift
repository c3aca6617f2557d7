import Panning

/// The cases of `PanInput`, so that tests can count them and make up each.
enum InputKind: CaseIterable {
  case begin, move, end, cancel, swipe, scroll, pressElsewhere, leaveScreen, frame
  case open, close, resize, remove, flyOut, restore

  init(_ input: PanInput) {
    self =
      switch input {
      case .begin: .begin
      case .move: .move
      case .end: .end
      case .cancel: .cancel
      case .swipe: .swipe
      case .scroll: .scroll
      case .pressElsewhere: .pressElsewhere
      case .leaveScreen: .leaveScreen
      case .frame: .frame
      case .open: .open
      case .close: .close
      case .resize: .resize
      case .remove: .remove
      case .flyOut: .flyOut
      case .restore: .restore
      }
  }

  /// An input of this kind, its parts made up.
  func input<Parts: InputParts>(of parts: inout Parts) -> PanInput {
    switch self {
    case .begin:
      .begin(
        parts.row(), parts.geometry(), parts.device(), x: parts.coordinate(), y: parts.coordinate())
    case .move:
      .move(
        x: parts.coordinate(), y: parts.coordinate(), velocity: parts.velocity(),
        crossVelocity: parts.velocity())
    case .end: .end(velocity: parts.velocity())
    case .cancel: .cancel
    case .swipe: .swipe(parts.row(), parts.geometry(), toward: parts.side())
    case .scroll: .scroll(by: parts.coordinate())
    case .pressElsewhere: .pressElsewhere
    case .leaveScreen: .leaveScreen(parts.row())
    case .frame: .frame
    case .open: .open(parts.row(), parts.geometry(), parts.side(), animated: parts.truth())
    case .close: .close(parts.truth() ? parts.row() : nil, animated: parts.truth())
    case .resize: .resize(parts.row(), parts.geometry())
    case .remove: .remove(parts.row())
    case .flyOut: .flyOut(parts.row(), parts.geometry(), from: parts.side())
    case .restore: .restore(parts.row())
    }
  }
}

/// Makes up what inputs carry.
protocol InputParts {
  mutating func row() -> RowHandle
  mutating func geometry() -> PanGeometry
  mutating func side() -> PanSide
  mutating func device() -> PanDevice
  mutating func coordinate() -> Double
  mutating func velocity() -> Double?
  mutating func truth() -> Bool
}

extension PanInput {
  /// The row that the input names, and its size.
  var subject: (row: RowHandle, geometry: PanGeometry?)? {
    switch self {
    case .begin(let row, let geometry, _, _, _), .swipe(let row, let geometry, _),
      .open(let row, let geometry, _, _), .resize(let row, let geometry),
      .flyOut(let row, let geometry, _):
      (row, geometry)
    case .leaveScreen(let row), .remove(let row), .restore(let row), .close(let row?, _):
      (row, nil)
    case .move, .end, .cancel, .scroll, .pressElsewhere, .frame, .close(nil, _): nil
    }
  }

  /// The same with leading and trailing exchanged.
  var mirrored: PanInput {
    switch self {
    case .begin(let row, let geometry, let device, let x, let y):
      .begin(row, geometry.mirrored, device, x: -x, y: y)
    case .move(let x, let y, let velocity, let crossVelocity):
      .move(x: -x, y: y, velocity: velocity.map { -$0 }, crossVelocity: crossVelocity)
    case .end(let velocity): .end(velocity: velocity.map { -$0 })
    case .swipe(let row, let geometry, let side):
      .swipe(row, geometry.mirrored, toward: side.opposite)
    case .open(let row, let geometry, let side, let animated):
      .open(row, geometry.mirrored, side.opposite, animated: animated)
    case .resize(let row, let geometry): .resize(row, geometry.mirrored)
    case .flyOut(let row, let geometry, let side):
      .flyOut(row, geometry.mirrored, from: side.opposite)
    case .cancel, .scroll, .pressElsewhere, .leaveScreen, .frame, .close, .remove, .restore: self
    }
  }
}

extension PanGeometry {
  fileprivate var mirrored: PanGeometry {
    PanGeometry(width: width, leading: trailing, trailing: leading, pixel: pixel)
  }
}
