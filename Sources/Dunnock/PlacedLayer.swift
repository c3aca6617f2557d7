import CGtk
import GtkBridge

/// Widgets over another one, each where its owner says. Between them the pointer reaches what lies beneath; the focus goes through them
/// in the order in which they are read.
final class PlacedLayer {
  /// As large as it is made; it asks for no room.
  let widget: Widget

  private var width: Int32 = 0
  private var performResize: () -> Void = {}
  private var places: [(widget: Widget, place: @MainActor () -> GdkRectangle?)] = []

  init() {
    widget =
      g_object_new_with_properties(Self.type, 0, nil, nil)
      .map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self) }
      ?? gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    Hosted.install(Guest(self), in: widget, key: Self.key)
  }

  /// Adds a widget.
  ///
  /// - Parameter place: Where it is to stand, asked for whenever the layer is laid out; nil for nowhere.
  func add(_ child: Widget, at place: @escaping @MainActor () -> GdkRectangle?) {
    places.append((child, place))
    gtk_widget_set_parent(child, widget)
  }

  /// - Parameter perform: Called in the midst of a layout when the layer has become wider or narrower.
  func onResize(_ perform: @escaping () -> Void) { performResize = perform }

  /// Removes these widgets.
  func remove(_ children: Set<Widget>) {
    places.removeAll { children.contains($0.widget) }
    for child in children { gtk_widget_unparent(child) }
  }

  /// Asks for every place anew.
  func placeAgain() { gtk_widget_queue_allocate(widget) }

  private func allocate() {
    let width = gtk_widget_get_width(widget)
    if width != self.width {
      self.width = width
      performResize()
    }
    for (child, place) in places where gtk_widget_should_layout(child) != 0 {
      var (width, height): (Int32, Int32) = (0, 0)
      gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &width, nil, nil, nil)
      let room = place()
      width = max(width, room?.width ?? 0)
      gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, &height, nil, nil, nil)
      gtk_widget_set_child_visible(child, (room != nil).gboolean)
      guard let room else { continue }
      var origin = graphene_point_t(x: Float(room.x), y: Float(room.y))
      gtk_widget_allocate(
        child, width, max(height, room.height), -1, gsk_transform_translate(nil, &origin))
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
