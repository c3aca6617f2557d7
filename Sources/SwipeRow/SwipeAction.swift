/// One thing that can be done to a row: a button in its tray, and an action by name for keys, menus and screen readers.
public struct SwipeAction {
  /// What an action's colour says about it; the theme decides the colour.
  public enum Role: String, Sendable, CaseIterable {
    case neutral, accent, success, warning, destructive
  }

  /// The name by which screen readers and menus activate it, such as `archive`; lower case, unique within its row.
  public let name: String

  /// The text under the button's icon, translated.
  public let title: String

  /// The name of a symbolic icon.
  public let icon: String

  /// What the button's colour says.
  public let role: Role

  /// Does it; the row has begun to close by then.
  public let perform: @MainActor () -> Void

  /// An action; `perform` is called on the main thread, and may change or remove the row.
  public init(
    _ name: String, title: String, icon: String, role: Role = .neutral,
    perform: @escaping @MainActor () -> Void
  ) {
    self.name = name
    self.title = title
    self.icon = icon
    self.role = role
    self.perform = perform
  }
}

/// The actions of one row by side, the one at the row's edge first.
public struct SwipeActions {
  /// Revealed by dragging towards the trailing edge.
  public var leading: [SwipeAction]

  /// Revealed by dragging towards the leading edge.
  public var trailing: [SwipeAction]

  /// Actions of both sides; an empty side cannot be opened.
  public init(leading: [SwipeAction] = [], trailing: [SwipeAction] = []) {
    self.leading = leading
    self.trailing = trailing
  }
}
