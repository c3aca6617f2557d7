import GtkBridge
import Panning

/// What one row says and offers: its actions by side, the one at the row's edge first.
///
/// An empty side cannot be opened.
public struct SwipeContent {
  /// What a screen reader says for the row.
  public var label: String

  /// A line above the row that stands still while the front moves, such as the day that begins here; nil: none.
  ///
  /// What it depends on in other rows is the program's to follow: ``SwipeList/updateAll()`` asks for all anew.
  public var heading: String?

  /// Whether the row counts as selected, where the program keeps a selection of its own beside the model's, such as what is checked: the
  /// look of the row and screen readers then follow this. Nil: they follow the model.
  public var isSelected: Bool?

  /// In no tray, and before all others in the menu.
  public var foremost: [SwipeAction] = []

  /// Revealed by dragging towards the trailing edge.
  public var leading: [SwipeAction]

  /// Revealed by dragging towards the leading edge.
  public var trailing: [SwipeAction]

  /// In no tray: only the menu, keys and screen readers offer them.
  public var others: [SwipeAction]

  /// What a side's tray shows in place of buttons. The side's actions are then in the menu, on keys and for screen readers; give it some,
  /// for not everybody drags.
  public var views: [PanSide: SwipeTrayView]

  /// The sides on which a drag far past the tray, be it buttons or a view, runs the first action, if it is enabled and the style has
  /// long swipes.
  public var longSwipes: Set<PanSide>

  /// What a row says, and the actions of both its sides.
  public init(
    label: String, heading: String? = nil, leading: [SwipeAction] = [],
    trailing: [SwipeAction] = [], others: [SwipeAction] = [],
    views: [PanSide: SwipeTrayView] = [:], longSwipes: Set<PanSide> = []
  ) {
    self.label = label
    self.heading = heading
    self.leading = leading
    self.trailing = trailing
    self.others = others
    self.views = views
    self.longSwipes = longSwipes
  }
}

extension SwipeContent {
  subscript(side: PanSide) -> [SwipeAction] {
    switch side {
    case .leading: leading
    case .trailing: trailing
    }
  }

  /// Whether a side has anything to reveal.
  func canOpen(_ side: PanSide) -> Bool { !self[side].isEmpty || views[side] != nil }

  /// Whether dragging far past a side's tray runs its first action.
  func swipesLong(_ side: PanSide) -> Bool {
    longSwipes.contains(side) && self[side].first?.isEnabled == true
  }

  /// All actions as the menu groups them: the foremost, then by side, leading first, then the others in no tray.
  var groups: [[SwipeAction]] { [foremost, leading, trailing, others].filter { !$0.isEmpty } }

  /// The same, each with the name that GTK has for it: its own as far as GTK can read that in a menu, and no two alike.
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
    leading.looksLike(other.leading) && trailing.looksLike(other.trailing)
      && others.looksLike(other.others) && foremost.looksLike(other.foremost)
  }
}

extension String {
  /// The text with a hyphen for each character that GTK ends the process for where a menu names an action by it.
  fileprivate var asActionName: String {
    let name = String(
      map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" })
    return name.isEmpty ? "-" : name
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
