/// A place in a widget or on a surface, or the way between two, px.
package struct Point: Equatable {
  package var x: Double
  package var y: Double

  package init(x: Double = 0, y: Double = 0) { (self.x, self.y) = (x, y) }

  /// The way to one place from another.
  package static func - (end: Point, start: Point) -> Point {
    Point(x: end.x - start.x, y: end.y - start.y)
  }
}
