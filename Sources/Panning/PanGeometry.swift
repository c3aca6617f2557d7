/// The tray on one side of one row.
public struct PanTray: Sendable, Hashable {
  /// Width in px; 0 means that this side has no actions and a pan towards it is refused.
  public var width: Double
  /// Width in px of the button at the row's edge, the first listed.
  public var outermost: Double
  /// Width in px of the last listed button.
  public var innermost: Double
  /// Whether a drag far past the tray runs the outermost action.
  public var fullSwipe: Bool
  /// Whether a drag from closed that uncovers the whole tray runs the outermost action when it is let
  /// go, and the front goes home in any case (swipe to reply: Telegram, WhatsApp).
  public var actsOnRelease: Bool

  /// Makes a tray; a button's width that is left out is the whole tray's.
  public init(
    width: Double = 0, outermost: Double? = nil, innermost: Double? = nil, fullSwipe: Bool = false,
    actsOnRelease: Bool = false
  ) {
    self.width = width
    self.outermost = outermost ?? width
    self.innermost = innermost ?? width
    self.fullSwipe = fullSwipe
    self.actsOnRelease = actsOnRelease
  }
}

/// The sizes of one row that its motion depends on, all in px.
///
/// Sizes that are negative or not finite count as 0; the engine never fails on them.
public struct PanGeometry: Sendable, Hashable {
  /// The row's width.
  public var width: Double
  /// The tray at the leading edge.
  public var leading: PanTray
  /// The tray at the trailing edge.
  public var trailing: PanTray
  /// One device pixel in px, 1 / scale; resting offsets are whole multiples of it. 0,
  /// or what no screen has: any offset.
  public var pixel: Double

  /// Makes the sizes of a row, px; without `pixel` on a screen of scale 1.
  public init(width: Double, leading: PanTray, trailing: PanTray, pixel: Double = 1) {
    self.width = width
    self.leading = leading
    self.trailing = trailing
    self.pixel = pixel
  }

  /// The tray of a side.
  public subscript(side: PanSide) -> PanTray { side == .leading ? leading : trailing }

  /// The offset of the open front, or of one let go at `distance` px from closed.
  func rest(_ side: PanSide, at distance: Double? = nil) -> Double {
    let distance = distance ?? self[side].width
    return side.sign * (pixel > 0 ? (distance / pixel).rounded() * pixel : distance)
  }

  /// The same sizes, finite, in range, and leaving `minimumFront` px of the front in the row.
  func cleaned(minimumFront: Double) -> PanGeometry {
    var clean = self
    clean.width = width.asSize
    let widest = max(0, clean.width - minimumFront)
    clean.leading = leading.cleaned(widest: widest)
    clean.trailing = trailing.cleaned(widest: widest)
    clean.pixel = pixel >= 0.01 && pixel <= 16 ? pixel : 0
    return clean
  }
}

extension PanTray {
  func cleaned(widest: Double) -> PanTray {
    var clean = self
    clean.width = min(width.asSize, widest)
    clean.outermost = outermost.asSize
    clean.innermost = innermost.asSize
    return clean
  }
}

extension Double {
  /// Far beyond every screen, and small enough that no sum or product of two overflows.
  private static let farthest = 1e7

  /// The number as a length: at least 0, finite.
  var asSize: Double { self > 0 ? min(self, Self.farthest) : 0 }

  /// The number as a coordinate or a speed: finite.
  var finite: Double { isNaN ? 0 : min(max(self, -Self.farthest), Self.farthest) }
}
