import CGtk
import GtkBridge

/// Cures for what older GTK gets wrong with long lists and their menus; on a GTK that has it right they stand aside.
enum OldGtk {
  /// GTK before 4.10.1 snaps a list of more than some 205 rows to its end if its position changes twice between two layouts.
  private static let losesPlaceOnFastScroll = !gtkIsAtLeast(4, 10, 1)

  /// GTK 4.8 takes the alignment of a menu to what it points at as left and right, where 4.18 reads it as start and end.
  private static let mirrorsMenus = gtkIsAtLeast(4, 10)

  /// The alignment by which a menu of the widget begins where it points, and reaches towards the trailing edge.
  static func menuAlignment(in widget: Widget) -> GtkAlign {
    widget.isRightToLeft && !mirrorsMenus ? GTK_ALIGN_END : GTK_ALIGN_START
  }

  /// What lets a list view hear of its scrolling no more often than it can bear; nil where it bears everything.
  static func scrollPace(of listView: Widget) -> ScrollPace? {
    losesPlaceOnFastScroll ? ScrollPace(listView) : nil
  }
}
