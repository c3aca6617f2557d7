import CGtk
import GtkBridge

/// Cures for what older GTK gets wrong with long lists; on a GTK that has it right they stand aside.
enum OldGtk {
  /// GTK before 4.12 scrolls a partly visible row into view as soon as it is pressed, so that it moves under the pointer: such a row
  /// takes the focus on release instead.
  private static let focusesOnPress = !gtkIsAtLeast(4, 12)

  /// GTK before 4.10.1 snaps a list of more than some 205 rows to its end if its position changes twice between two layouts.
  private static let losesPlaceOnFastScroll = !gtkIsAtLeast(4, 10, 1)

  static func keepStillOnPress(_ listItem: Widget) {
    if focusesOnPress { gtk_widget_set_focus_on_click(listItem, false.gboolean) }
  }

  static func focusOnRelease(_ listItem: Widget) {
    if focusesOnPress { gtk_widget_grab_focus(listItem) }
  }

  /// What lets a list view hear of its scrolling no more often than it can bear; nil where it bears everything.
  static func scrollPace(of listView: Widget) -> ScrollPace? {
    losesPlaceOnFastScroll ? ScrollPace(listView) : nil
  }
}
