import CGtk
import GtkBridge

/// Cures for what GTK gets wrong with long lists and with menus; on a newer GTK that has it right they stand aside.
enum OldGtk {
  /// GTK before 4.10.1 snaps a list of more than some 205 rows to its end if its position changes twice between two layouts.
  private static let losesPlaceOnFastScroll = !gtkIsAtLeast(4, 10, 1)

  /// GTK 4.8 takes the alignment of a menu to what it points at as left and right, where 4.18 reads it as start and end.
  private static let mirrorsMenus = gtkIsAtLeast(4, 10)

  /// Whether a menu for a touch must wait until it is over; a mouse has no sequence.
  ///
  /// GTK, of 4.18 too, takes back what a finger pressed where the finger lifts, if a menu has come up under it meanwhile, and not where
  /// it was put down: it warns of that, and the row counts as pressed for ever.
  ///
  /// - Parameter lifted: Called when the touch is over that must be waited for; a menu may come up then, unless it was cancelled.
  static func awaitsLift(
    of sequence: OpaquePointer?, in widget: Widget,
    _ lifted: @escaping @MainActor (_ isCancelled: Bool) -> Void
  ) -> Bool {
    guard let sequence, let raw = gtk_widget_get_root(widget) else {
      return false
    }
    let root = UnsafeMutableRawPointer(raw).assumingMemoryBound(to: GtkWidget.self)
    let events = root.addController(gtk_event_controller_legacy_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(events, "event") { (event: UnsafeMutableRawPointer?) in
      let event = event.map { OpaquePointer($0) }
      let type = gdk_event_get_event_type(event)
      guard [GDK_TOUCH_END, GDK_TOUCH_CANCEL].contains(type),
        gdk_event_get_event_sequence(event) == sequence
      else { return false }
      gtk_widget_remove_controller(root, OpaquePointer(events))
      lifted(type == GDK_TOUCH_CANCEL)
      return false
    }
    return true
  }

  /// The alignment by which a menu of the widget begins where it points, and reaches towards the trailing edge.
  static func menuAlignment(in widget: Widget) -> GtkAlign {
    widget.isRightToLeft && !mirrorsMenus ? GTK_ALIGN_END : GTK_ALIGN_START
  }

  /// What lets a list view hear of its scrolling no more often than it can bear; nil where it bears everything.
  static func scrollPace(of listView: Widget) -> ScrollPace? {
    losesPlaceOnFastScroll ? ScrollPace(listView) : nil
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
