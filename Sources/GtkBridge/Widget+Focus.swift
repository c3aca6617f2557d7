import CDunnockGtk

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Moves the focus out of this widget to what comes behind it in its window, or before it, however many stops it has itself; behind the
  /// last comes the first. It measures what stands beside this widget and beside all that hold it.
  ///
  /// - Parameter direction: GTK_DIR_TAB_FORWARD or GTK_DIR_TAB_BACKWARD.
  /// - Returns: False where nothing else takes it.
  public func passFocus(_ direction: GtkDirectionType) -> Bool {
    // At each level what comes before the widget and what comes after it, the nearest level first.
    let levels = ancestry.map { part in
      let siblings = part.parent?.childrenInReadingOrder ?? [part]
      return (direction == GTK_DIR_TAB_FORWARD ? siblings : siblings.reversed())
        .split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
    }
    // With nothing further on, what lies between the other end of the window and here.
    let further = levels.flatMap { $0.dropFirst().joined() }
    let fromTheEnd = levels.reversed().flatMap { $0.prefix(1).joined() }
    return (further + fromTheEnd).contains {
      gtk_widget_get_child_visible($0) != 0 && gtk_widget_child_focus($0, direction) != 0
    }
  }

  /// What it holds, line by line from the top and in the direction of the text, as GTK's Tab goes: some containers hold it the other way
  /// round.
  private var childrenInReadingOrder: [Widget] {
    let places = children.map { child in
      let bounds = child.bounds(in: self) ?? GdkRectangle()
      let middle = 2 * bounds.x + bounds.width
      return (
        child: child, line: 2 * bounds.y + bounds.height, along: isRightToLeft ? -middle : middle
      )
    }
    return places.enumerated().sorted {
      ($0.element.line, $0.element.along, $0.offset)
        < ($1.element.line, $1.element.along, $1.offset)
    }.map(\.element.child)
  }
}
