import AppWidgets
import CDunnockGtk
import GtkBridge

/// Widgets over another one, each where its owner says. Between them the pointer reaches what lies beneath; the focus goes through them
/// in the order in which they are read.
final class PlacedLayer: Placing {
  /// As large as it is made; it asks for no room.
  private(set) lazy var widget = Widget.placing(Self.type, by: self)

  private struct Place {
    let widget: Widget
    let find: @MainActor (_ width: Int32) -> GdkRectangle?
    var room: GdkRectangle?
  }

  private var places: [Place] = []
  private var size: (width: Int32, height: Int32) = (0, 0)
  private var performResize: () -> Void = {}
  /// In how many frames the places are asked for.
  private var frames = 0

  /// Adds a widget.
  ///
  /// - Parameter find: Says where it is to stand, by how wide it would like to be, px; nil for nowhere. Asked before a frame is laid
  ///   out, for what finds the places of a text may ask for another layout.
  func add(_ child: Widget, at find: @escaping @MainActor (_ width: Int32) -> GdkRectangle?) {
    places.append(Place(widget: child, find: find))
    gtk_widget_set_child_visible(child, 0)
    gtk_widget_set_parent(child, widget)
    placeAgain()
  }

  /// - Parameter perform: Called in the midst of a layout when the layer has become wider or narrower.
  func onResize(_ perform: @escaping () -> Void) { performResize = perform }

  /// Removes these widgets.
  func remove(_ children: Set<Widget>) {
    places.removeAll { children.contains($0.widget) }
    for child in children { gtk_widget_unparent(child) }
  }

  /// Asks for every place anew, when what lies beneath has been drawn: until then it may not have laid out what it shows.
  func placeAgain() {
    guard !places.isEmpty else { return }
    let isUnderWay = frames > 0
    frames = 2
    guard !isUnderWay else { return }
    onEachFrame(of: widget) { [weak self] _ in
      guard let self else { return false }
      frames -= 1
      if frames == 0 { place() }
      return frames > 0
    }
  }

  /// Has the focus find what was added since the last frame was drawn.
  private func placeForFocus() {
    guard frames > 0 else { return }
    place()
    allocate(size.width, size.height)
  }

  private func place() {
    var isAnother = false
    for index in places.indices {
      let width = Int32(places[index].widget.measured(GTK_ORIENTATION_HORIZONTAL).natural)
      let (old, new) = (places[index].room, places[index].find(width))
      guard
        old?.x != new?.x || old?.y != new?.y || old?.width != new?.width
          || old?.height != new?.height
      else { continue }
      places[index].room = new
      isAnother = true
    }
    if isAnother { gtk_widget_queue_allocate(widget) }
  }

  func allocate(_ width: Int32, _ height: Int32) {
    let new = (width: width, height: height)
    if new.width != size.width { performResize() }
    if new != size { placeAgain() }
    size = new
    for place in places {
      let child = place.widget
      gtk_widget_set_child_visible(child, (place.room != nil).gboolean)
      guard let room = place.room else { continue }
      var (width, height): (Int32, Int32) = (0, 0)
      gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &width, nil, nil, nil)
      width = max(width, room.width)
      gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, &height, nil, nil, nil)
      var origin = graphene_point_t(x: Float(room.x), y: Float(room.y))
      gtk_widget_allocate(
        child, width, max(height, room.height), -1,
        gsk_transform_translate(nil, &origin))
    }
  }

  private func forget() { places = [] }

  private static let type = classType("DunnockPlacedLayer") { klass, _ in
    guard let klass, let widgets = preparePlacing(klass) else { return }
    widgets.pointee.contains = { _, _, _ in 0 }
    widgets.pointee.focus = { widget, direction in
      nonisolated(unsafe) let layer = widget
      onMain { (layer?.placing as? PlacedLayer)?.placeForFocus() }
      guard let base = g_type_class_peek(gtk_widget_get_type()) else { return 0 }
      return base.assumingMemoryBound(to: GtkWidgetClass.self).pointee.focus?(widget, direction)
        ?? 0
    }
    klass.assumingMemoryBound(to: GObjectClass.self).pointee.dispose = { object in
      guard let object else { return }
      nonisolated(unsafe) let layer = UnsafeMutableRawPointer(object)
        .assumingMemoryBound(to: GtkWidget.self)
      onMain { (layer.placing as? PlacedLayer)?.forget() }
      disposeWithChildren(object)
    }
  }
}
