/// Where two pictures differ by more than the smoothing of edges.
///
/// A pixel passes if each of its channels lies within the range of the same channel in the 3 x 3 pixels around its place in the
/// other picture, give or take a quarter of that range and `tolerance`; both pictures are looked at that way. So an edge that is smoothed
/// otherwise passes, and one that stands 2 px further does not, for beyond its old neighbours it meets the bare ground, where there is
/// no range; nor does an area of another colour.
/// Smoothing also makes a tip or a crossing of strokes paler or darker than all around it: one or two pixels that touch, where what
/// moved leaves more.
package struct PictureDifference {
  /// How far a channel may lie outside where all around is of one colour, of 255.
  package static let tolerance = 12

  /// How many pixels that touch may differ.
  package static let allowed = 2

  private let approved: Picture
  private let odd: Set<Int>

  /// How many pixels differ.
  package var count: Int { odd.count }

  /// The rows of pixels in which some differ.
  package var lines: Set<Int> { Set(odd.map { $0 / approved.width }) }

  package var matters: Bool { count > 0 }

  /// The approved picture darkened, with every pixel that differs in white.
  package var shown: Picture { approved.darkened(but: odd) }

  /// Nil for pictures of different sizes.
  package init?(of actual: Picture, from approved: Picture) {
    guard actual.width == approved.width, actual.height == approved.height else { return nil }
    var odd = actual.withRaster { mine in
      approved.withRaster { other in mine.oddities(beside: other) }
    }
    let width = actual.width
    for (size, group) in odd.groups(width: width) where size <= Self.allowed {
      odd.subtract(group)
    }
    (self.approved, self.odd) = (approved, odd)
  }
}

extension Set<Int> {
  /// Pixels by their index, in groups that touch, with the groups' sizes.
  fileprivate func groups(width: Int) -> [(Int, Set<Int>)] {
    var (left, groups) = (self, [(Int, Set<Int>)]())
    while let seed = left.popFirst() {
      var (group, edge) = (Set([seed]), [seed])
      while let pixel = edge.popLast() {
        for near in [-width, 0, width].flatMap({ [$0 - 1, $0, $0 + 1] }) {
          if let found = left.remove(pixel + near) {
            group.insert(found)
            edge.append(found)
          }
        }
      }
      groups.append((group.count, group))
    }
    return groups
  }
}

extension Picture {
  fileprivate func withRaster<Answer>(_ body: (Raster) -> Answer) -> Answer {
    pixels.withUnsafeBufferPointer { body(Raster(pixels: $0, width: width, height: height)) }
  }

  fileprivate func darkened(but bright: Set<Int>) -> Picture {
    var picture = self
    for y in 0..<height {
      for x in 0..<width {
        picture[x, y] = bright.contains(y * width + x) ? 0xff_ffff : (self[x, y] >> 2) & 0x3f_3f3f
      }
    }
    return picture
  }
}

/// Pixels without the cost of an array's checks: the pictures have millions.
private struct Raster {
  let pixels: UnsafeBufferPointer<UInt32>
  let width: Int
  let height: Int

  /// The indexes of the pixels that no smoothing explains.
  func oddities(beside other: Raster) -> Set<Int> {
    var odd = Set<Int>()
    for y in 0..<height {
      for x in 0..<width {
        let (mine, its) = (pixels[y * width + x], other.pixels[y * width + x])
        if mine != its, !allows(its, x, y) || !other.allows(mine, x, y) {
          odd.insert(y * width + x)
        }
      }
    }
    return odd
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
      let tolerance = PictureDifference.tolerance + (most - least) / 4
      if value < least - tolerance || value > most + tolerance { return false }
    }
    return true
  }
}
