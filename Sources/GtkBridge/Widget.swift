import CDunnockGtk
import CDunnockGtkShim

/// A widget that somebody else keeps alive: its parent, as a rule.
///
/// Holding one adds no reference. Use it inside the object that built the widget or that the widget hosts.
public typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The same widget as one of GTK's derivable types, such as `GtkWindow`.
  ///
  /// The type is not checked: ask `isA(_:)` where it is not known.
  public func cast<Derived>(to type: Derived.Type = Derived.self) -> UnsafeMutablePointer<Derived> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
  }

  /// The same widget as GTK's final types are imported.
  public var opaque: OpaquePointer { OpaquePointer(self) }

  /// Whether the widget is of the given type or derived from it.
  public func isA(_ type: GType) -> Bool { isInstance(self, of: type) }

  /// The widget that holds this one, if any.
  public var parent: Widget? { gtk_widget_get_parent(self) }

  /// The first child, if any.
  public var firstChild: Widget? { gtk_widget_get_first_child(self) }

  /// The child after this one in the same parent, if any.
  public var nextSibling: Widget? { gtk_widget_get_next_sibling(self) }

  /// The children, first to last; none may be added or removed while they are gone through.
  public var children: some Sequence<Widget> {
    sequence(state: firstChild) { next in
      defer { next = next?.nextSibling }
      return next
    }
  }

  /// This widget and all that hold it, innermost first.
  public var ancestry: some Sequence<Widget> { sequence(first: self) { $0.parent } }

  /// The window or the popover that this widget is in, whose surface its events are of; nil in none.
  public var native: Widget? { gtk_widget_get_native(self).map { Widget($0) } }

  /// The first of a type among this widget and all that it holds; a walk over that.
  public func firstInside(_ type: GType) -> Widget? {
    isA(type) ? self : children.lazy.compactMap { $0.firstInside(type) }.first
  }

  /// What has the focus in the window of this widget; nil when nothing has, or it is in no window.
  public var focusInWindow: Widget? {
    gtk_widget_get_root(self).flatMap { gtk_root_get_focus($0) }
  }

  /// Whether this widget or something in it has the focus of their window.
  public var holdsFocus: Bool { focusInWindow?.ancestry.contains(self) == true }

  /// The room that this widget takes in another one of the same window, whole px; nil where that cannot be told.
  public func bounds(in other: Widget) -> GdkRectangle? {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(self, other, &bounds) != 0 else { return nil }
    return GdkRectangle(
      x: Int32(bounds.origin.x), y: Int32(bounds.origin.y), width: Int32(bounds.size.width),
      height: Int32(bounds.size.height))
  }

  /// The least room that this widget can do with one way and the room that it would like, px, whatever it is given the other way.
  public func measured(_ way: GtkOrientation) -> (minimum: Double, natural: Double) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(self, way, -1, &minimum, &natural, nil, nil)
    return (Double(minimum), Double(natural))
  }

  /// Adds CSS classes.
  public func addClasses(_ names: String...) {
    for name in names { gtk_widget_add_css_class(self, name) }
  }

  /// Adds an event controller, just made, that sees events in the given phase; answers it to connect signals to. The widget owns it. It must
  /// not be nil.
  @discardableResult
  public func addController(
    _ controller: OpaquePointer?, in phase: GtkPropagationPhase = GTK_PHASE_BUBBLE
  ) -> UnsafeMutableRawPointer {
    let controller = controller.unsafelyUnwrapped
    gtk_event_controller_set_propagation_phase(controller, phase)
    gtk_widget_add_controller(self, controller)
    return UnsafeMutableRawPointer(controller)
  }

  /// The event controllers of a type that this widget has, each with a reference of its own; a walk over all that it has.
  public func controllers(of type: GType) -> [Ref] {
    let controllers = Ref.adopting(
      full: UnsafeMutableRawPointer(gtk_widget_observe_controllers(self)))
    return (0..<g_list_model_get_n_items(controllers.opaque)).compactMap {
      g_list_model_get_object(controllers.opaque, $0)
    }.map { Ref.adopting(full: UnsafeMutableRawPointer($0)) }.filter {
      isInstance($0.raw, of: type)
    }
  }

  /// Adds or removes one CSS class.
  public func setClass(_ name: String, _ present: Bool) {
    (present ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(self, name)
  }

  /// Whether right-to-left text flows here.
  public var isRightToLeft: Bool { gtk_widget_get_direction(self) == GTK_TEXT_DIR_RTL }

  /// Whether the desktop wants motion (`gtk-enable-animations`).
  public var wantsAnimations: Bool { setting("gtk-enable-animations") }

  /// How long a press must last to be a long one, seconds (`gtk-long-press-time`).
  public var longPressTime: Double {
    Double(setting("gtk-long-press-time") as UInt32) / 1000
  }

  /// How far a press must travel to be a drag, px (`gtk-dnd-drag-threshold`).
  public var dragThreshold: Double { Double(setting("gtk-dnd-drag-threshold") as Int32) }

  private func setting<Value: GValueConvertible>(_ name: String) -> Value {
    var value = GValue()
    g_object_get_property(
      UnsafeMutableRawPointer(gtk_widget_get_settings(self)).assumingMemoryBound(to: GObject.self),
      name, &value)
    return Value(&value)
  }
}

/// Whether an object is of a type or derived from it; nil is of none.
package func isInstance(_ object: UnsafeMutableRawPointer?, of type: GType) -> Bool {
  g_type_check_instance_is_a(object?.assumingMemoryBound(to: GTypeInstance.self), type) != 0
}

/// True when `flag` is GLib's TRUE.
@inlinable public func isTrue(_ flag: gboolean) -> Bool { flag != 0 }

extension Bool {
  /// This value as GLib's `gboolean`.
  @inlinable public var gboolean: gboolean { self ? 1 : 0 }
}

/// Whether the running GTK is at least this version.
public func gtkIsAtLeast(_ major: Int, _ minor: Int, _ micro: Int = 0) -> Bool {
  gtk_check_version(guint(major), guint(minor), guint(micro)) == nil
}
