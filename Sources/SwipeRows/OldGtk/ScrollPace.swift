import CDunnockGtk
import GtkBridge

/// Lets a list view hear of its scrolling only while it knows the heights of its rows.
///
/// Old GTK makes rows as soon as it hears that it was scrolled, or that its model or the focus changed, and with them groups of rows
/// without a height, until the next layout. Hearing of its scrolling again before that, it goes astray: to its end, mostly. Here such
/// scrolling waits until the layout is done and then takes place, before the same frame is drawn: one more layout for a frame in which a
/// touchscreen or a wheel scrolled more than once, nothing for others. A key in that
/// state has the layout done at once, for it moves by what the list knows too.
final class ScrollPace {
  private let listView: Widget
  private let adjustment: UnsafeMutablePointer<GtkAdjustment>
  /// The place that the list view last heard of.
  private var heard = 0.0
  private var waiting: Double?
  private var isStale = false
  private var connections: [Signal.Connection] = []

  /// Comes between a list view and its vertical adjustment; nil if it has none.
  init?(_ listView: Widget) {
    guard let adjustment = gtk_scrollable_get_vadjustment(listView.opaque) else { return nil }
    self.listView = listView
    self.adjustment = adjustment
    Signal.connect(adjustment, "value-changed") { [weak self] in self?.scrolled() }
    // Handlers run in the order in which they were connected: the list view has to connect anew, behind this one.
    g_object_ref(adjustment)
    gtk_scrollable_set_vadjustment(listView.opaque, nil)
    gtk_scrollable_set_vadjustment(listView.opaque, adjustment)
    g_object_unref(adjustment)
    let keys = listView.addController(gtk_event_controller_key_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(keys, "key-pressed") { [weak self] in
      self?.layOutIfStale()
      return false
    }
    Signal.connect(listView, "realize") { [weak self] in self?.realized() }
    Signal.connect(listView, "unrealize") { [weak self] in self?.unrealized() }
    if gtk_widget_get_realized(listView) != 0 { realized() }
  }

  /// Tells that the list view may have rows which were never laid out.
  func rowsChanged() {
    isStale = true
    gtk_widget_queue_allocate(listView)
  }

  private func scrolled() {
    let value = gtk_adjustment_get_value(adjustment)
    if listView.movesItself(adjustment) {
      if waiting == nil { heard = value }
    } else if isStale, gtk_widget_get_mapped(listView) != 0 {
      waiting = value
      g_signal_stop_emission_by_name(adjustment, "value-changed")
      gtk_widget_queue_allocate(listView)
    } else {
      heard = value
      isStale = true
    }
  }

  /// Gives rows that were never laid out their heights, by which the list view then moves.
  func layOutIfStale() {
    guard isStale, let clock = gtk_widget_get_frame_clock(listView) else { return }
    Signal.emit(UnsafeMutableRawPointer(clock), "layout")
  }

  private func laidOut() {
    isStale = false
    guard let waiting else { return }
    self.waiting = nil
    // The layout put the list back where it had last heard to be, in whole pixels, or where that went with rows that came or left above.
    let shift = gtk_adjustment_get_value(adjustment) - heard
    gtk_adjustment_set_value(adjustment, waiting + (abs(shift) < 1 ? 0 : shift))
  }

  private func realized() {
    if let clock = gtk_widget_get_frame_clock(listView) {
      connections.append(
        Signal.connect(UnsafeMutableRawPointer(clock), "layout") { [weak self] in self?.laidOut() })
    }
    if let root = gtk_widget_get_root(listView) {
      connections.append(
        Signal.connect(UnsafeMutableRawPointer(root), "notify::focus-widget") { [weak self] in
          self?.rowsChanged()
        })
    }
  }

  private func unrealized() {
    for connection in connections { connection.disconnect() }
    connections = []
    waiting = nil
  }
}

extension Widget {
  /// Whether this list view is itself changing its adjustment, as it does in a layout to keep its place: it then stops listening to it.
  func movesItself(_ adjustment: UnsafeMutablePointer<GtkAdjustment>) -> Bool {
    func listens(_ match: GSignalMatchType) -> Bool {
      g_signal_handler_find(adjustment, match, 0, 0, nil, nil, self) != 0
    }
    return listens(G_SIGNAL_MATCH_DATA)
      && !listens(
        GSignalMatchType(
          rawValue: G_SIGNAL_MATCH_DATA.rawValue | G_SIGNAL_MATCH_UNBLOCKED.rawValue))
  }
}
