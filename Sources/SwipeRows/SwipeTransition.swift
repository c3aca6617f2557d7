/// How a tray comes into sight.
public enum SwipeTransition: Sendable, CaseIterable {
  /// It lies still under the front, which uncovers it.
  case reveal
  /// It comes in with the front, which draws it behind itself.
  case drag
}
