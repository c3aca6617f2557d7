import CDunnockGtk
import GtkBridge

/// Cures for what GTK gets wrong with long lists and with menus; on a newer GTK that has it right they stand aside.
enum OldGtk {
  /// The alignment by which a menu of the widget begins where it points, and reaches towards the trailing edge: to GTK 4.8 it is left and
  /// right, where 4.18 reads it as start and end.
  static func menuAlignment(in widget: Widget) -> GtkAlign {
    widget.isRightToLeft && !gtkIsAtLeast(4, 10) ? GTK_ALIGN_END : GTK_ALIGN_START
  }

  /// Lets a list view that is not laid out yet get its first scrolling right.
  ///
  /// Its first row has the focus before that, as a rule, and every GTK (4.8 to 4.18) divides the row's place by the height of the page,
  /// 0 / 0, and keeps that. The next scrolling is then taken for one to the first row: beyond the first 205 the list stays empty.
  static func prepareFirstScroll(of listView: Widget) {
    guard let adjustment = gtk_scrollable_get_vadjustment(listView.opaque),
      gtk_adjustment_get_page_size(adjustment) == 0
    else { return }
    gtk_adjustment_configure(adjustment, 0, 0, 1, 0, 0, 1)
  }
}
