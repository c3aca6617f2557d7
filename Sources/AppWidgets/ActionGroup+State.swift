import CDunnockGtk
import GtkBridge

/// Actions with a state, which menus show.
///
/// A name such as `order::date` stands for the choice `date` of the action `order`: of the choices of an action one at a time is chosen.
extension ActionGroup {
  /// Adds an action that is on or off, as ``setOn(_:_:)`` says: to activate it changes nothing by itself.
  package func addSwitch(_ name: String, _ body: @escaping @MainActor () -> Void) {
    add(name, of: nil, state: g_variant_new_boolean(0)) { _ in body() }
  }

  /// Adds a choice of an action.
  package func addChoice(_ name: String, _ body: @escaping @MainActor () -> Void) {
    let (name, choice) = Self.parts(of: name)
    if action(name) == nil { add(name, of: "s", state: g_variant_new_string("")) { _ in } }
    guard let action = action(name) else { return }
    Signal.connect(UnsafeMutableRawPointer(action), "activate") {
      (asked: UnsafeMutableRawPointer?) in if Self.text(asked) == choice { body() }
    }
  }

  /// Adds an action that is about a text, which who activates it names.
  package func add(_ name: String, _ body: @escaping @MainActor (String) -> Void) {
    add(name, of: "s", state: nil) { asked in Self.text(asked).map(body) }
  }

  private func add(
    _ name: String, of type: String?, state: OpaquePointer?,
    _ body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Void
  ) {
    let type = type.flatMap { g_variant_type_new($0) }
    defer { type.map { g_variant_type_free($0) } }
    let action =
      state.map { g_simple_action_new_stateful(name, type, $0) } ?? g_simple_action_new(name, type)
    guard let action else { return }
    Signal.connect(UnsafeMutableRawPointer(action), "activate", body)
    g_action_map_add_action(opaque, action)
    g_object_unref(UnsafeMutableRawPointer(action))
  }

  private func action(_ name: String) -> OpaquePointer? { g_action_map_lookup_action(opaque, name) }

  /// Makes an action available or not, with all its choices; screen readers list the available ones only.
  package func setEnabled(_ name: String, _ isEnabled: Bool) {
    action(Self.parts(of: name).name).map { g_simple_action_set_enabled($0, isEnabled.gboolean) }
  }

  /// Whether an action is there and available.
  package func isEnabled(_ name: String) -> Bool {
    action(Self.parts(of: name).name).map { g_action_get_enabled($0) != 0 } ?? false
  }

  /// Shows that a switch is on or off.
  package func setOn(_ name: String, _ isOn: Bool) {
    action(name).map { g_simple_action_set_state($0, g_variant_new_boolean(isOn.gboolean)) }
  }

  /// Whether a switch is on.
  package func isOn(_ name: String) -> Bool {
    guard let state = action(name).flatMap({ g_action_get_state($0) }) else { return false }
    defer { g_variant_unref(state) }
    return g_variant_get_boolean(state) != 0
  }

  /// Shows that this is what is chosen of the choices of its action.
  package func choose(_ name: String) {
    let (name, choice) = Self.parts(of: name)
    action(name).map { g_simple_action_set_state($0, g_variant_new_string(choice)) }
  }

  /// Whether this is what is chosen of the choices of its action.
  package func isChosen(_ name: String) -> Bool {
    let (name, choice) = Self.parts(of: name)
    guard let state = action(name).flatMap({ g_action_get_state($0) }) else { return false }
    defer { g_variant_unref(state) }
    return Self.text(UnsafeMutableRawPointer(state)) == choice
  }

  private static func text(_ variant: UnsafeMutableRawPointer?) -> String? {
    variant.flatMap { g_variant_get_string(OpaquePointer($0), nil) }.map { String(cString: $0) }
  }

  private static func parts(of name: String) -> (name: String, choice: String) {
    (String(name.prefix { $0 != ":" }), String(name.drop { $0 != ":" }.dropFirst(2)))
  }
}
