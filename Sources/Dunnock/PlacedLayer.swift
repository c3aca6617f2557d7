import CGtk
import GtkBridge

/// Widgets over another one, each where its owner says. Between them the pointer reaches what lies beneath; the focus goes through them
/// in the order in which they are read.
final class PlacedLayer {
  /// As large as it is made; it asks for no room.
  let widget: Widget

  private struct Place {
    let widget: Widget
    let find: @MainActor (_ width: Int32) -> GdkRectangle?
    var room: GdkRectangle?
  }

  private var places: [Place] = []
  private var size: (width: Int32, height: Int32) = (0, 0)
  private var performResize: () -> Void = {}
  /// For how many frames more the places are asked for.
  private var frames = 0
  private var isPaused = false

  init() {
    widget =
      g_object_new_with_properties(Self.type, 0, nil, nil)
      .map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self) }
      ?? gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    Hosted.install(Guest(self), in: widget, key: Self.key)
  }

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

  /// Asks for no place until ``resume()``, since what lies beneath is not whole yet.
  func pause() { isPaused = true }

  /// Asks for every place.
  func resume() {
    isPaused = false
    placeAgain()
  }

  /// Asks for every place anew, in the next frame and in the one behind it.
  func placeAgain() {
    guard !isPaused else { return }
    let isUnderWay = frames > 0
    frames = 2
    guard !isUnderWay else { return }
    onEachFrame(of: widget) { [weak self] _ in
      guard let self else { return false }
      guard !isPaused else {
        frames = 0
        return false
      }
      place()
      frames -= 1
      return frames > 0
    }
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

  private func allocate() {
    let new = (width: gtk_widget_get_width(widget), height: gtk_widget_get_height(widget))
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

  private final class Guest {
    weak var layer: PlacedLayer?

    init(_ layer: PlacedLayer) { self.layer = layer }

    nonisolated deinit {}
  }

  private static let key = "dunnock-placed-layer"

  private static let type: GType = {
    var info = GTypeInfo()
    info.class_size = guint16(MemoryLayout<GtkWidgetClass>.size)
    info.instance_size = guint16(MemoryLayout<GtkWidget>.size)
    info.class_init = { klass, _ in
      guard let klass else { return }
      let widgets = klass.assumingMemoryBound(to: GtkWidgetClass.self)
      gtk_widget_class_set_accessible_role(widgets, GTK_ACCESSIBLE_ROLE_GROUP)
      widgets.pointee.contains = { _, _, _ in 0 }
      widgets.pointee.size_allocate = { widget, _, _, _ in
        nonisolated(unsafe) let widget = widget
        onMain {
          widget.flatMap { Hosted.guest(of: $0, key: key, as: Guest.self) }?.layer?.allocate()
        }
      }
      klass.assumingMemoryBound(to: GObjectClass.self).pointee.dispose = { object in
        guard let object else { return }
        let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
        nonisolated(unsafe) let layer = widget
        onMain { Hosted.guest(of: layer, key: key, as: Guest.self)?.layer?.forget() }
        while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
        if let base = g_type_class_peek(gtk_widget_get_type()) {
          base.assumingMemoryBound(to: GObjectClass.self).pointee.dispose?(object)
        }
      }
    }
    return g_type_register_static(
      gtk_widget_get_type(), "DunnockPlacedLayer", &info, GTypeFlags(rawValue: 0))
  }()
}
