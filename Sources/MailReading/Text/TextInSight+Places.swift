import CDunnockGtk
import GtkBridge

/// Where the text stands in the widget.
extension TextInSight {
  /// From where to where the line reaches that a place of the buffer, in characters, is in, px.
  func line(at place: Int) -> Range<Int32> {
    var iterator = iterator(at: place)
    var (y, height): (Int32, Int32) = (0, 0)
    gtk_text_view_get_line_yrange(view.cast(), &iterator, &y, &height)
    return y..<y + max(0, height)
  }

  /// Where a stretch of the buffer, in characters, stands in the widget: its first line, px.
  func rectangle(_ range: Range<Int>) -> GdkRectangle? {
    var start = iterator(at: range.lowerBound)
    var end = iterator(at: max(range.lowerBound, range.upperBound - 1))
    var (first, last) = (GdkRectangle(), GdkRectangle())
    gtk_text_view_get_iter_location(view.cast(), &start, &first)
    gtk_text_view_get_iter_location(view.cast(), &end, &last)
    if last.y > first.y {
      end = start
      gtk_text_view_forward_display_line_end(view.cast(), &end)
      gtk_text_view_get_iter_location(view.cast(), &end, &last)
    }
    let left = min(first.x, last.x, first.x + first.width, last.x + last.width)
    let right = max(first.x, last.x, first.x + first.width, last.x + last.width)
    return GdkRectangle(x: left, y: first.y, width: right - left, height: first.height)
  }

  /// The place in the text of a place of the text view, both px.
  func place(ofPoint x: Double, _ y: Double) -> (Int32, Int32) {
    var (left, top): (Int32, Int32) = (0, 0)
    gtk_text_view_window_to_buffer_coords(
      view.cast(), GTK_TEXT_WINDOW_WIDGET, Int32(x), Int32(y), &left, &top)
    return (left, top)
  }

  private func iterator(at place: Int) -> GtkTextIter {
    var iterator = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(
      gtk_text_view_get_buffer(view.cast()), &iterator, Int32(clamping: place))
    return iterator
  }
}
