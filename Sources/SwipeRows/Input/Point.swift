/// A place in a widget or on a surface, or the way between two, px.
struct Point {
  var x = 0.0
  var y = 0.0
}
