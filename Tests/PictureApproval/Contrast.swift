import XCTest

/// Compares the most frequent colour, that of the ground, with what stands on it: the contrast that a tenth of the other pixels reach,
/// for strokes, enlarged as they are, have cores of their full colour, and there is nothing stronger.
package func expectContrast(
  _ least: Double, of area: Picture.Area, in picture: Picture, _ what: String
) {
  let colours = picture.colours(in: area)
  guard let ground = colours.max(by: { $0.value < $1.value })?.key else {
    return XCTFail("\(what): nothing is drawn")
  }
  let ink = colours.filter { $0.key != ground }
  var pixels = ink.values.reduce(0, +) / 10
  let strongest = ink.map { (contrast: ground.contrast(with: $0), count: $1) }
    .sorted { $0.contrast > $1.contrast }
    .first { _, count in
      pixels -= count
      return pixels < 0
    }
  XCTAssertGreaterThanOrEqual(strongest?.contrast ?? 0, least, what)
}
