/// Where two pictures differ by more than the smoothing of edges.
///
/// A pixel passes if each of its channels lies within the range of the same channel in the 3 x 3 pixels around its place in the
/// other picture, give or take `tolerance`; both pictures are looked at that way. So an edge that is smoothed otherwise passes, and one
/// that stands 2 px further does not, for beyond its old neighbours it meets the bare ground; nor does an area of another colour.
struct PictureDifference {
  /// How far a channel may lie outside, of 255.
  static let tolerance = 20

  /// How many pixels may differ: the tips of glyphs where strokes meet. A stroke of a small icon that moved has more.
  static let allowed = 8

  /// The pixels that differ, white on the approved picture darkened.
  let shown: Picture

  /// How many differ.
  let count: Int

  /// The rows of pixels in which some differ.
  let lines: Set<Int>

  var matters: Bool { count > Self.allowed }

  /// Nil for pictures of different sizes.
  init?(of actual: Picture, from approved: Picture) {
    guard actual.width == approved.width, actual.height == approved.height else { return nil }
    var shown = approved
    var (count, lines) = (0, Set<Int>())
    actual.pixels.withUnsafeBufferPointer { one in
      approved.pixels.withUnsafeBufferPointer { two in
        let (one, two) = (
          Raster(one, width: actual.width), Raster(two, width: actual.width)
        )
        for y in 0..<actual.height {
          for x in 0..<actual.width {
            let (mine, other) = (one.pixels[y * one.width + x], two.pixels[y * two.width + x])
            if mine == other || one.allows(other, x, y) && two.allows(mine, x, y) {
              shown[x, y] = (other >> 2) & 0x3f_3f3f
            } else {
              shown[x, y] = 0xff_ffff
              count += 1
              lines.insert(y)
            }
          }
        }
      }
    }
    (self.shown, self.count, self.lines) = (shown, count, lines)
  }
}

/// Pixels without the cost of an array's checks: the pictures have millions.
private struct Raster {
  let pixels: UnsafeBufferPointer<UInt32>
  let width: Int
  let height: Int

  init(_ pixels: UnsafeBufferPointer<UInt32>, width: Int) {
    (self.pixels, self.width) = (pixels, width)
    height = width == 0 ? 0 : pixels.count / width
  }

  /// Whether a pixel could stand at this place but for smoothing.
  func allows(_ pixel: UInt32, _ x: Int, _ y: Int) -> Bool {
    for shift in [UInt32(0), 8, 16] {
      let value = Int((pixel >> shift) & 0xff)
      var (least, most) = (255, 0)
      for row in max(0, y - 1)...min(height - 1, y + 1) {
        for column in max(0, x - 1)...min(width - 1, x + 1) {
          let near = Int((pixels[row * width + column] >> shift) & 0xff)
          least = min(least, near)
          most = max(most, near)
        }
      }
      let tolerance = PictureDifference.tolerance
      if value < least - tolerance || value > most + tolerance { return false }
    }
    return true
  }
}
