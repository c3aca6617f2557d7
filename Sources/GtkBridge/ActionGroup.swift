import CGtk

/// A named set of actions without parameters that menus, keys, buttons and screen readers activate.
public final class ActionGroup {
  private let group = Ref.adopting(full: UnsafeMutableRawPointer(g_simple_action_group_new()))

  /// An empty group.
  public init() {}

  /// Adds an action, or replaces the one of the same name.
  public func add(_ name: String, isEnabled: Bool = true, _ body: @escaping @MainActor () -> Void) {
    guard let action = g_simple_action_new(name, nil) else { return }
    g_simple_action_set_enabled(action, isEnabled.gboolean)
    Signal.connectPointer(UnsafeMutableRawPointer(action), "activate") { _ in body() }
    g_action_map_add_action(OpaquePointer(group.raw), action)
    g_object_unref(UnsafeMutableRawPointer(action))
  }

  /// Makes an action available or not; screen readers list the available ones only.
  public func setEnabled(_ name: String, _ isEnabled: Bool) {
    guard let action = g_action_map_lookup_action(OpaquePointer(group.raw), name) else { return }
    g_simple_action_set_enabled(action, isEnabled.gboolean)
  }

  /// Whether an action is there and available.
  public func isEnabled(_ name: String) -> Bool {
    g_action_group_get_action_enabled(group.opaque, name) != 0
  }

  /// Makes the actions reachable from the widget and all below it as `prefix.name`.
  public func insert(into widget: Widget, prefix: String) {
    gtk_widget_insert_action_group(widget, prefix, group.opaque)
  }
}
