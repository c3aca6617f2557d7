import GtkBridge
import Panning

/// What one row says and offers.
public struct SwipeContent {
  /// What a screen reader says for the row; empty: what is in the front says it.
  public var label: String

  /// A line above the row that stands still while the front moves, such as the day that begins here; nil: none.
  ///
  /// Of what depends on other rows, see ``SwipeList/section``. A list box shows none: it has header functions of its own.
  public var heading: String?

  /// Whether the row counts as selected, where the program keeps a selection of its own beside the model's, such as what is checked: the
  /// look of the row and screen readers then follow this. Nil: they follow the model.
  public var isSelected: Bool?

  /// Whether a person may swipe this row; if not, it refuses drags, keys, menu and screen readers' actions. Setting false closes the row
  /// and cancels a swipe on it.
  public var isEnabled: Bool

  /// In no tray, and before all others in the menu.
  public var first: [SwipeAction]

  /// Revealed by dragging towards the trailing edge.
  public var leading: SwipeSide

  /// Revealed by dragging towards the leading edge.
  public var trailing: SwipeSide

  /// In no tray: only the menu, keys and screen readers offer them.
  public var others: [SwipeAction]

  /// A menu of the program's own below the actions in the row's menu, a `GMenuModel`, with submenus and choices as it likes; its actions
  /// are those of the widgets around the row. The row keeps it with this content.
  public var menu: Ref?

  /// What a row says, and what it offers.
  public init(
    label: String, heading: String? = nil, isSelected: Bool? = nil, isEnabled: Bool = true,
    first: [SwipeAction] = [], leading: SwipeSide = [], trailing: SwipeSide = [],
    others: [SwipeAction] = [], menu: Ref? = nil
  ) {
    self.label = label
    self.heading = heading
    self.isSelected = isSelected
    self.isEnabled = isEnabled
    self.first = first
    self.leading = leading
    self.trailing = trailing
    self.others = others
    self.menu = menu
  }

  /// What a side offers.
  public subscript(side: PanSide) -> SwipeSide {
    get { side == .leading ? leading : trailing }
    set { if side == .leading { leading = newValue } else { trailing = newValue } }
  }
}

extension SwipeContent {
  /// Whether a side has anything to reveal to a person.
  func canOpen(_ side: PanSide) -> Bool { isEnabled && self[side].canOpen }

  /// All actions as the menu groups them: the first, then by side, leading first, then the others in no tray.
  var groups: [[SwipeAction]] {
    [first, leading.actions, trailing.actions, others].filter { !$0.isEmpty }
  }

  /// Whether there is a menu to open.
  var offersMenu: Bool { isEnabled && (!groups.isEmpty || menu != nil) }

  /// The same groups, each action with the name that GTK has for it: its own as far as GTK can read that in a menu, and no two alike.
  var namedGroups: [[(name: String, action: SwipeAction)]] {
    var taken: Set<String> = []
    return groups.map { group in
      group.map { action in
        let own = action.name.asActionName
        var (name, count) = (own, 1)
        while !taken.insert(name).inserted {
          count += 1
          name = "\(own)-\(count)"
        }
        return (name, action)
      }
    }
  }

  /// Whether a person would notice no difference between what the two offer.
  func offersTheSame(as other: SwipeContent) -> Bool {
    leading.actions.lookLike(other.leading.actions)
      && trailing.actions.lookLike(other.trailing.actions) && others.lookLike(other.others)
      && first.lookLike(other.first) && isEnabled == other.isEnabled && menu === other.menu
  }
}

extension String {
  /// The text with a hyphen for each character that GTK ends the process for where a menu names an action by it.
  var asActionName: String {
    let name = String(
      map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" })
    return name.isEmpty ? "-" : name
  }
}

extension [SwipeAction] {
  /// Whether a person would notice no difference.
  func lookLike(_ other: [SwipeAction]) -> Bool {
    elementsEqual(other) {
      $0.name == $1.name && $0.title == $1.title && $0.icon == $1.icon && $0.role == $1.role
        && $0.look == $1.look && $0.shortcut == $1.shortcut && $0.isEnabled == $1.isEnabled
        && $0.cssClasses == $1.cssClasses && $0.font == $1.font
    }
  }
}
