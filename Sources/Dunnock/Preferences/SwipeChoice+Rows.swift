import Panning
import SwipeRows
import Triage

extension SwipeChoice {
  /// Whether a long drag towards a side runs its first action.
  func allowsFullSwipe(on side: Side) -> Bool { self[side].isOn && self[side].isLong }
}

extension SwipeChoice.Sensitivity {
  /// How rows of this sensitivity move: the standard style, but for what a release must reach, and how much a flick adds to it.
  var style: PanStyle {
    var style = PanStyle.standard
    style.release.opening.tray = trayShare
    style.release.keeping.tray = trayShare
    style.release.projection *= flickShare
    return style
  }

  /// The share of the buttons' width past which a row opens.
  private var trayShare: Double {
    switch self {
    case .low: 0.8
    case .normal: PanRelease().opening.tray
    case .high: 0.25
    }
  }

  private var flickShare: Double {
    switch self {
    case .low: 0.5
    case .normal: 1
    case .high: 1.5
    }
  }
}
