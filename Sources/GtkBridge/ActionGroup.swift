import CGtk

/// A named set of actions that menus, keys, buttons and screen readers activate.
///
/// A name such as `order::date` stands for the choice `date` of the action `order`: of the choices of
/// an action one at a time is chosen, and menus show which. A switch is on or off, and menus show that.
public final class ActionGroup {
  private let group = Ref.adopting(full: UnsafeMutableRawPointer(g_simple_action_group_new()))

  /// An empty group.
  public init() {}

  /// Adds an action, or replaces the one of the same name; of an action with choices adds one.
  ///
  /// - Parameter isSwitch: Whether it is on or off, which ``setOn(_:_:)`` says: to activate it changes nothing by itself.
  public func add(
    _ name: String, isEnabled: Bool = true, isSwitch: Bool = false,
    _ body: @escaping @MainActor () -> Void
  ) {
    if let choice = Self.choice(in: name) { return addChoice(choice, of: name, body) }
    guard
      let action = isSwitch
        ? g_simple_action_new_stateful(name, nil, g_variant_new_boolean(0))
        : g_simple_action_new(name, nil)
    else { return }
    g_simple_action_set_enabled(action, isEnabled.gboolean)
    Signal.connect(UnsafeMutableRawPointer(action), "activate") { body() }
    g_action_map_add_action(OpaquePointer(group.raw), action)
    g_object_unref(UnsafeMutableRawPointer(action))
  }

  /// Adds an action that is about a text, which who activates it names.
  public func add(_ name: String, _ body: @escaping @MainActor (String) -> Void) {
    guard let type = g_variant_type_new("s"), let action = g_simple_action_new(name, type) else {
      return
    }
    g_variant_type_free(type)
    Signal.connect(UnsafeMutableRawPointer(action), "activate") {
      (asked: UnsafeMutableRawPointer?) in
      let text = g_variant_get_string(asked.map { OpaquePointer($0) }, nil)
      if let text { body(String(cString: text)) }
    }
    g_action_map_add_action(OpaquePointer(group.raw), action)
    g_object_unref(UnsafeMutableRawPointer(action))
  }

  /// Makes an action available or not; screen readers list the available ones only.
  public func setEnabled(_ name: String, _ isEnabled: Bool) {
    guard let action = action(name) else { return }
    g_simple_action_set_enabled(action, isEnabled.gboolean)
  }

  /// Shows that a switch is on or off.
  public func setOn(_ name: String, _ isOn: Bool) {
    guard let action = action(name) else { return }
    g_simple_action_set_state(action, g_variant_new_boolean(isOn.gboolean))
  }

  /// Whether a switch is on.
  public func isOn(_ name: String) -> Bool {
    guard let state = g_action_group_get_action_state(group.opaque, name) else { return false }
    defer { g_variant_unref(state) }
    return g_variant_get_boolean(state) != 0
  }

  /// Shows that this is what is chosen of the choices of its action.
  public func choose(_ name: String) {
    guard let choice = Self.choice(in: name), let action = action(name) else { return }
    g_simple_action_set_state(action, g_variant_new_string(choice))
  }

  /// Whether this is what is chosen of the choices of its action.
  public func isChosen(_ name: String) -> Bool {
    guard
      let state = g_action_group_get_action_state(group.opaque, Self.actionName(of: name))
    else { return false }
    defer { g_variant_unref(state) }
    return String(cString: g_variant_get_string(state, nil)) == Self.choice(in: name)
  }

  /// Whether an action is there and available.
  public func isEnabled(_ name: String) -> Bool {
    g_action_group_get_action_enabled(group.opaque, Self.actionName(of: name)) != 0
  }

  /// Makes the actions reachable from the widget and all below it as `prefix.name`.
  public func insert(into widget: Widget, prefix: String) {
    gtk_widget_insert_action_group(widget, prefix, group.opaque)
  }

  private func action(_ name: String) -> OpaquePointer? {
    g_action_map_lookup_action(OpaquePointer(group.raw), Self.actionName(of: name))
  }

  private func addChoice(
    _ choice: String, of name: String, _ body: @escaping @MainActor () -> Void
  ) {
    if action(name) == nil, let type = g_variant_type_new("s") {
      let action = g_simple_action_new_stateful(
        Self.actionName(of: name), type, g_variant_new_string(""))
      g_variant_type_free(type)
      g_action_map_add_action(OpaquePointer(group.raw), action)
      g_object_unref(UnsafeMutableRawPointer(action))
    }
    guard let action = action(name) else { return }
    Signal.connect(UnsafeMutableRawPointer(action), "activate") {
      (asked: UnsafeMutableRawPointer?) in
      guard let asked = g_variant_get_string(asked.map { OpaquePointer($0) }, nil) else { return }
      if String(cString: asked) == choice { body() }
    }
  }

  private static func actionName(of name: String) -> String {
    String(name.prefix { $0 != ":" })
  }

  private static func choice(in name: String) -> String? {
    let choice = name.drop { $0 != ":" }.dropFirst(2)
    return choice.isEmpty ? nil : String(choice)
  }
}
