import CDunnockGtk
import GtkBridge
import Panning

/// A row under a hand, and the way of the hand on the engine's axes.
///
/// The way is measured on the surface, not in a widget: a widget that moves or is mirrored under a resting hand adds nothing to the way.
struct HeldRow {
  let kind: PanDriver.Hand
  let handle: RowHandle
  private let start: Point
  /// How far the hand has gone on the surface since it came down, px.
  private var travel = Point()
  /// The engine's coordinates of the hand at the travel `origin`.
  private var base: Point
  private var origin = Point()
  private var isMirrored: Bool
  private var surface: SurfacePlace?
  /// The area of the row in its window or popover as last laid out; nil if the row was not shown.
  private var area: Area?
  /// Whether rows were collapsing in the last layout.
  private var wasAmongCollapsing = false

  /// - Parameter start: Where the pointer is on the surface, px.
  init(_ kind: PanDriver.Hand, _ handle: RowHandle, _ row: Widget, at start: Point) {
    (self.kind, self.handle, self.start) = (kind, handle, start)
    isMirrored = row.isRightToLeft
    base = Point(x: isMirrored ? -start.x : start.x, y: start.y)
    surface = SurfacePlace(of: row)
    area = Area(of: row)
  }

  /// The engine's coordinates of the hand.
  var place: Point {
    let way = travel - origin
    return Point(x: base.x + (isMirrored ? -way.x : way.x), y: base.y + way.y)
  }

  /// Follows the hand to a travel from where it came down.
  ///
  /// If the surface has moved in the meantime, the pointer's coordinates on it have jumped: then this motion counts for nothing.
  mutating func move(by travel: Point, _ row: Widget) {
    let surface = SurfacePlace(of: row)
    if surface != self.surface || row.isRightToLeft != isMirrored {
      base = place
      origin = surface != self.surface && kind == .pointer ? travel : self.travel
      self.surface = surface
      isMirrored = row.isRightToLeft
    }
    self.travel = travel
  }

  /// Whether a layout has moved the row to where the pointer is not.
  ///
  /// Rows that collapse draw the rows below them along: the hand has taken one of these as it moved.
  ///
  /// - Parameter row: What shows the row now; nil if nothing does.
  mutating func hasMovedAway(_ row: Widget?, amongCollapsing: Bool) -> Bool {
    // Where the pointer is on a surface that has moved is known from its next motion on.
    guard row.map({ SurfacePlace(of: $0) == surface }) ?? true else { return false }
    let former = area
    area = row.flatMap { Area(of: $0) }
    let isExcused = amongCollapsing || wasAmongCollapsing
    wasAmongCollapsing = amongCollapsing
    guard area != former, !isExcused else { return false }
    // Two fingers on a touchpad do not move the pointer.
    let way = kind == .pointer ? travel : Point()
    let shadow = surface?.shadow ?? Point()
    let pointer = Point(x: start.x + way.x - shadow.x, y: start.y + way.y - shadow.y)
    return area?.contains(pointer) != true
  }

  private struct Area: Equatable {
    let x, y, width, height: Double

    /// The area of a row while its front is closed; fails if the row is not shown.
    init?(of row: Widget) {
      guard isTrue(gtk_widget_get_mapped(row)), let bounds = row.native.flatMap(row.bounds)
      else { return nil }
      (x, y) = (Double(bounds.x), Double(bounds.y))
      (width, height) = (Double(bounds.width), Double(bounds.height))
    }

    func contains(_ point: Point) -> Bool {
      point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
    }
  }
}

/// The origin of the coordinates on a surface, as far as GTK knows: the shadow around a window, and the place of a popover on its parent.
private struct SurfacePlace: Equatable {
  var shadow = Point()
  private var popup = Point()

  /// Fails if the widget is in no window.
  init?(of widget: Widget) {
    guard let native = gtk_widget_get_native(widget), let surface = gtk_native_get_surface(native)
    else { return nil }
    gtk_native_get_surface_transform(native, &shadow.x, &shadow.y)
    guard isInstance(UnsafeMutableRawPointer(surface), of: gdk_popup_get_type()) else { return }
    popup = Point(
      x: Double(gdk_popup_get_position_x(surface)), y: Double(gdk_popup_get_position_y(surface)))
  }
}
