import CGtk
import GtkBridge

/// What a row slides: a widget, or an object of the program's that has one.
///
/// The list keeps it as long as its row, and hands it back whenever the row is to show an item.
public protocol SwipeFront {
  /// The widget that slides.
  ///
  /// It is asked for once, with no parent; the row takes over its floating reference. It fills its row: room around its content is
  /// padding in CSS, or margins of its children, not of itself.
  var widget: Widget { get }
}

extension UnsafeMutablePointer: SwipeFront where Pointee == GtkWidget {
  /// The widget itself.
  public var widget: Widget { self }
}
