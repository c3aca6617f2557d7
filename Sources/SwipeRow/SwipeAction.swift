import PanEngine

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

  /// A key that runs it on the focused row, as GTK writes accelerators: `Delete`, `<Shift>i`. The row's menu shows it.
  ///
  /// It works in the list, tray open or not. A shortcut that the program binds in the list, or for the whole window, comes first.
  public let shortcut: String?

  /// Whether it can be done now; if not, its button and menu item are grey, and keys and screen readers pass it over.
  public let isEnabled: Bool

  /// Does it; the row has begun to close by then.
  public let perform: @MainActor () -> Void

  /// An action; `perform` is called on the main thread, and may change or remove the row.
  public init(
    _ name: String, title: String, icon: String, role: Role = .neutral, shortcut: String? = nil,
    isEnabled: Bool = true, perform: @escaping @MainActor () -> Void
  ) {
    self.name = name
    self.title = title
    self.icon = icon
    self.role = role
    self.shortcut = shortcut
    self.isEnabled = isEnabled
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

  /// The sides that have any, leading first.
  var sides: [[SwipeAction]] { [leading, trailing].filter { !$0.isEmpty } }

  /// Whether a person would notice no difference.
  func looksLike(_ other: SwipeActions) -> Bool {
    leading.looksLike(other.leading) && trailing.looksLike(other.trailing)
  }
}

extension SwipeActions {
  subscript(side: PanSide) -> [SwipeAction] {
    switch side {
    case .leading: leading
    case .trailing: trailing
    }
  }
}

extension [SwipeAction] {
  /// Whether a person would notice no difference.
  func looksLike(_ other: [SwipeAction]) -> Bool {
    elementsEqual(other) {
      $0.name == $1.name && $0.title == $1.title && $0.icon == $1.icon && $0.role == $1.role
        && $0.shortcut == $1.shortcut && $0.isEnabled == $1.isEnabled
    }
  }
}
