import CDunnockGtk

/// A named set of actions that menus, keys, buttons and screen readers activate.
public final class ActionGroup {
  private let group = Ref.adopting(full: UnsafeMutableRawPointer(g_simple_action_group_new()))

  /// An empty group.
  public init() {}

  /// Adds an action, or replaces the one of the same name.
  ///
  /// The group keeps the closure, which must not hold a widget that it is inserted into strongly. A name is made of ASCII letters,
  /// digits, hyphens and full stops: one that is not ends the process where a menu names it.
  public func add(
    _ name: String, isEnabled: Bool = true, _ body: @escaping @MainActor () -> Void
  ) {
    let action = UnsafeMutableRawPointer(g_simple_action_new(name, nil)).unsafelyUnwrapped
    g_simple_action_set_enabled(OpaquePointer(action), isEnabled.gboolean)
    Signal.connect(action, "activate", body)
    g_action_map_add_action(opaque, OpaquePointer(action))
    g_object_unref(action)
  }

  /// The group, a `GActionMap` of `GSimpleAction`s, borrowed.
  public var opaque: OpaquePointer { group.opaque }

  /// Makes the actions reachable from the widget and all below it as `prefix.name`; the widget keeps them.
  public func insert(into widget: Widget, prefix: String) {
    gtk_widget_insert_action_group(widget, prefix, opaque)
  }
}
