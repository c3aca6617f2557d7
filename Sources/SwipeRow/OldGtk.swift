import CGtk
import Glibc
import GtkBridge

/// Cures for what older GTK gets wrong with long lists and their menus; on a GTK that has it right they stand aside.
enum OldGtk {
  /// GTK before 4.12 scrolls a partly visible row into view as soon as it is pressed, so that it moves under the pointer: such a row
  /// takes the focus on release instead.
  private static let focusesOnPress = !gtkIsAtLeast(4, 12)

  /// GTK before 4.10.1 snaps a list of more than some 205 rows to its end if its position changes twice between two layouts.
  private static let losesPlaceOnFastScroll = !gtkIsAtLeast(4, 10, 1)

  /// GTK 4.8 takes the alignment of a menu to what it points at as left and right, where 4.18 reads it as start and end.
  private static let mirrorsMenus = gtkIsAtLeast(4, 10)

  /// The alignment by which a menu of the widget begins where it points, and reaches towards the trailing edge.
  static func menuAlignment(in widget: Widget) -> GtkAlign {
    widget.isRightToLeft && !mirrorsMenus ? GTK_ALIGN_END : GTK_ALIGN_START
  }

  static func keepStillOnPress(_ listItem: Widget) {
    if focusesOnPress { gtk_widget_set_focus_on_click(listItem, false.gboolean) }
  }

  static func focusOnRelease(_ listItem: Widget) {
    if focusesOnPress { gtk_widget_grab_focus(listItem) }
  }

  /// Collects the wheel's turns, and scrolls once a frame.
  static func calmWheel(of scroller: Widget, around widget: Widget) {
    guard losesPlaceOnFastScroll else { return }
    let scroll = widget.addController(
      gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL), in: GTK_PHASE_CAPTURE)
    var waiting = 0.0
    Signal.connectPointStop(scroll, "scroll") { _, steps in
      let state = gtk_event_controller_get_current_event_state(OpaquePointer(scroll))
      guard gtk_event_controller_scroll_get_unit(OpaquePointer(scroll)) == GDK_SCROLL_UNIT_WHEEL,
        state.rawValue & GDK_SHIFT_MASK.rawValue == 0,
        let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque),
        gtk_adjustment_get_upper(adjustment) > gtk_adjustment_get_page_size(adjustment)
      else { return false }
      if waiting == 0 {
        onEachFrame(of: scroller) { _ in
          // The step by which GtkScrolledWindow answers one notch of a wheel.
          let step = cbrt(square(gtk_adjustment_get_page_size(adjustment)))
          gtk_adjustment_set_value(
            adjustment, gtk_adjustment_get_value(adjustment) + waiting * step)
          waiting = 0
          return false
        }
      }
      waiting += steps
      return true
    }
  }

  private static func square(_ number: Double) -> Double { number * number }
}
