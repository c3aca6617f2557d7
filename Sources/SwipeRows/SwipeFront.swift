import CDunnockGtk
import GtkBridge
import Panning

/// What a row slides: a widget, or an object of the program's that has one.
///
/// The row keeps it as long as itself; a list hands it back whenever the row is to show an item.
public protocol SwipeFront {
  /// The widget that slides.
  ///
  /// It is asked for once, with no parent; the row takes over its floating reference. It fills its list item, which has no padding of its
  /// own here, so it brings the padding that its content needs. What it leaves of its row, by a margin or an alignment, slides with it in
  /// the colour of the list.
  ///
  /// Drags on a slider stay its own, and so do those by mouse in a text that has the focus, those by finger or touchpad on what scrolls
  /// sideways, and all on a widget with the style class `swipe-exempt`. Others along the row are the row's, also from a button on.
  var widget: Widget { get }

  /// The front has been moved so many px, positive towards the trailing edge; `width` px of it are left in the row, for its text to
  /// give way to the tray. Called each time that it moves and when the row has got another width, so it should be quick; nothing by default.
  func moved(to offset: Double, leaving width: Double)
}

extension SwipeFront {
  /// Nothing.
  public func moved(to offset: Double, leaving width: Double) {}
}

extension UnsafeMutablePointer: SwipeFront where Pointee == GtkWidget {
  /// The widget itself.
  public var widget: Widget { self }
}
