import GtkBridge

/// A view of the program's own in place of a tray's buttons.
public struct SwipeTrayView {
  /// Its width, px; the row's, less `PanStyle.minimumFront`, is the most, and with 0 or less the side cannot be opened. Nil: its natural
  /// width.
  public var width: Double?

  /// Whether the whole view is one button, which runs the side's first action.
  public var isButton: Bool

  /// Called with the view and how much of it is in sight, 0 to 1, and more where the front is past it: each time that the front moves, so
  /// it should be quick.
  public var onProgress: (@MainActor (Widget, Double) -> Void)?

  /// Makes the widget for the item that the row shows; the row takes over its floating reference.
  ///
  /// It is called when the tray is first needed after each time that the item was shown, so that it may hold the item. A view that is in
  /// sight then stays until its tray closes.
  public var make: @MainActor () -> Widget

  /// A view that `make` makes, so many px wide; the row keeps the closures with its content.
  public init(
    width: Double? = nil, isButton: Bool = false,
    onProgress: (@MainActor (Widget, Double) -> Void)? = nil,
    make: @escaping @MainActor () -> Widget
  ) {
    self.width = width
    self.isButton = isButton
    self.onProgress = onProgress
    self.make = make
  }
}
