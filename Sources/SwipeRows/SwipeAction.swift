import GtkBridge
import Panning

/// One thing that can be done to a row: a button in its tray, and an action by name for keys, menus and screen readers.
public struct SwipeAction {
  /// What an action's colour says about it; the theme decides the colour.
  public enum Role: String, Sendable, CaseIterable {
    case neutral, accent, success, warning, destructive
  }

  /// What its button shows.
  public enum Look: Sendable, CaseIterable {
    case iconOverTitle, icon, title
  }

  /// The name by which screen readers and menus activate it, such as `archive`; lower case, unique within its row.
  public let name: String

  /// The text under the button's icon, translated.
  public let title: String

  /// The name of a symbolic icon.
  public let icon: String

  /// What the button's colour says.
  public let role: Role

  /// What its button shows; one that shows no title has it as its tooltip.
  public var look = Look.iconOverTitle

  /// A key that runs it on the focused row, as GTK writes accelerators: `Delete`, `<Shift>i`. The row's menu shows it.
  ///
  /// It works in the list, tray open or not. A shortcut that the program binds in the list, or for the whole window, comes first.
  public let shortcut: String?

  /// Whether it can be done now; if not, its button and menu item are grey, and keys and screen readers pass it over.
  public let isEnabled: Bool

  /// Does it, and says what becomes of the row.
  ///
  /// It is called on the main thread and may change the model. What it does before it first waits is done at once; from then on, until
  /// it answers, the row shows that it waits, and takes no other action.
  public let perform: @MainActor () async -> SwipeOutcome

  /// An action of a row.
  public init(
    _ name: String, title: String, icon: String, role: Role = .neutral, shortcut: String? = nil,
    isEnabled: Bool = true, perform: @escaping @MainActor () async -> SwipeOutcome
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

/// A view of the program's own in place of a tray's buttons.
public struct SwipeTrayView {
  /// Its width, px; the row's, less `PanStyle.minimumFront`, is the most. Nil: its natural width.
  public var width: Double?

  /// Makes the widget for the item that the row is bound to; the row takes over its floating reference.
  ///
  /// It is called when the tray is first needed after each binding, so that it may hold the item. A view that is in sight when its item
  /// is bound again stays until its tray closes.
  public var make: @MainActor () -> Widget

  /// A view that `make` makes.
  public init(width: Double? = nil, make: @escaping @MainActor () -> Widget) {
    self.width = width
    self.make = make
  }
}

/// The actions of one row by side, the one at the row's edge first.
public struct SwipeActions {
  /// Revealed by dragging towards the trailing edge.
  public var leading: [SwipeAction]

  /// Revealed by dragging towards the leading edge.
  public var trailing: [SwipeAction]

  /// In no tray: only the menu, keys and screen readers offer them.
  public var others: [SwipeAction] = []

  /// What a side's tray shows in place of buttons. The side's actions are then in the menu, on keys and for screen readers; give it some,
  /// for not everybody drags.
  public var views: [PanSide: SwipeTrayView] = [:]

  /// The sides on which a drag far past the tray runs the first action, if it is enabled and the style has long swipes.
  public var longSwipes: Set<PanSide>

  /// Actions of both sides; an empty side cannot be opened.
  public init(
    leading: [SwipeAction] = [], trailing: [SwipeAction] = [], longSwipes: Set<PanSide> = []
  ) {
    self.leading = leading
    self.trailing = trailing
    self.longSwipes = longSwipes
  }

  /// Whether a side has anything to reveal.
  func canOpen(_ side: PanSide) -> Bool { !self[side].isEmpty || views[side] != nil }

  /// Whether dragging far past a side's tray runs its first action.
  func swipesLong(_ side: PanSide) -> Bool {
    views[side] == nil && longSwipes.contains(side) && self[side].first?.isEnabled == true
  }

  /// All actions as the menu groups them: by side, leading first, then those in no tray.
  var groups: [[SwipeAction]] { [leading, trailing, others].filter { !$0.isEmpty } }

  /// Whether a person would notice no difference.
  func looksLike(_ other: SwipeActions) -> Bool {
    leading.looksLike(other.leading) && trailing.looksLike(other.trailing)
      && others.looksLike(other.others)
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
        && $0.look == $1.look && $0.shortcut == $1.shortcut && $0.isEnabled == $1.isEnabled
    }
  }
}
