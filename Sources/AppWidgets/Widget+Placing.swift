import CDunnockGtk
import GtkBridge

/// What says where the children of a widget stand that it has made.
package protocol Placing: AnyObject {
  /// Places the children, in the midst of a layout.
  ///
  /// - Parameters:
  ///   - width: As wide as the widget is, px.
  ///   - height: As high as it is, px.
  func allocate(_ width: Int32, _ height: Int32)
}

extension Widget {
  /// A widget of a class of `classType`, whose children `placing` places as long as it is there.
  package static func placing(_ type: GType, by placing: any Placing) -> Widget {
    let widget: Widget =
      g_object_new_with_properties(type, 0, nil, nil)
      .map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self) }
      ?? gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    Hosted.install(PlacingGuest(placing), in: widget, key: PlacingGuest.key)
    return widget
  }

  /// What places the children; nil when it is gone.
  package var placing: (any Placing)? {
    Hosted.guest(of: self, key: PlacingGuest.key, as: PlacingGuest.self)?.placing
  }
}

/// Registers a class of a name, by default a widget class whose children a `Placing` places.
///
/// - Parameter prepare: Says what its class does; for a `Placing` it begins with `preparePlacing`.
package nonisolated func classType(
  _ name: String, below parent: GType = gtk_widget_get_type(), _ prepare: @escaping GClassInitFunc
) -> GType {
  var above = GTypeQuery()
  g_type_query(parent, &above)
  var info = GTypeInfo()
  info.class_size = guint16(above.class_size)
  info.instance_size = guint16(above.instance_size)
  info.class_init = prepare
  return g_type_register_static(parent, name, &info, GTypeFlags(rawValue: 0))
}

/// Gives a class what all of them have: a group to screen readers, which lets go of its children in the end.
///
/// - Returns: What else the class is to have belongs there.
@discardableResult
package nonisolated func preparePlacing(_ klass: gpointer?) -> UnsafeMutablePointer<GtkWidgetClass>?
{
  guard let klass else { return nil }
  let widgets = klass.assumingMemoryBound(to: GtkWidgetClass.self)
  gtk_widget_class_set_accessible_role(widgets, GTK_ACCESSIBLE_ROLE_GROUP)
  widgets.pointee.size_allocate = { widget, width, height, _ in
    nonisolated(unsafe) let widget = widget
    onMain { widget?.placing?.allocate(width, height) }
  }
  klass.assumingMemoryBound(to: GObjectClass.self).pointee.dispose = disposeWithChildren
  return widgets
}

/// Knows what places a widget's children without keeping it: that knows the widget.
private final class PlacingGuest {
  private(set) weak var placing: (any Placing)?

  init(_ placing: any Placing) { self.placing = placing }

  nonisolated deinit {}

  static let key = "dunnock-placing"
}
