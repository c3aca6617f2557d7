/// A place in a widget or on a surface, or the way between two, px.
package struct Point {
  package var x: Double
  package var y: Double

  package init(x: Double = 0, y: Double = 0) { (self.x, self.y) = (x, y) }
}
