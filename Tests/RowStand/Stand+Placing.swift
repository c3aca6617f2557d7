import CDunnockGtk
import GtkBridge
import SwipeRows

/// What else is around the rows, and beside them.
extension Stand {
  /// How wide a row in a sidebar must be, px.
  var sidebarWidth: Int32 { 300 }

  /// The boxed rows above another group in the same scroller, with rows from 100 on.
  func aboveOthers() -> Widget {
    let column: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_box_append(column.cast(), list.widget)
    gtk_box_append(column.cast(), options.below == "by-hand" ? rowsByHand() : anotherList().widget)
    return column
  }

  private func rowsByHand() -> Widget {
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    let group = SwipeGroup(around: box)
    for number in 100..<120 {
      let front = front()
      front.number = number
      gtk_box_append(box.cast(), SwipeRow(front, content: content(number)).widget)
    }
    group.onEvent { [unowned self] event, row, side in
      report("event", "\(event)", row: Int(row.content.label.dropFirst(4)), side: side)
    }
    return group.widget
  }

  /// The list as wide as it must be, and beside it what takes the rest.
  func sidebar() -> Widget {
    let panes: Widget = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)
    gtk_paned_set_start_child(panes.opaque, shown)
    gtk_paned_set_resize_start_child(panes.opaque, false.gboolean)
    gtk_paned_set_shrink_start_child(panes.opaque, false.gboolean)
    gtk_paned_set_end_child(panes.opaque, gtk_label_new("Beside"))
    return panes
  }
}
