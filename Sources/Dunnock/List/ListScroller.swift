import CDunnockGtk
import GtkBridge
import Texts

/// The GtkListView of the messages, what it is scrolled in, and what lies over its head.
final class ListScroller {
  enum Event {
    /// Rows are laid out anew, or have moved under what lies over them.
    case laidOut
    /// The list was pulled down by finger or touchpad though it was at its beginning.
    case pulled
    /// The person goes to what has come above.
    case arrivalsPressed
    /// The menu of what is at this widget was asked for by a button.
    case menuClicked(Widget)
  }

  /// A GtkListView.
  let list: Widget
  /// A GtkScrolledWindow.
  let scroller: Widget = gtk_scrolled_window_new()
  let arrivals = ArrivalPill()
  /// Whether the widget is being freed, though somebody still holds this object.
  private(set) var isGone = false

  private var pulls: PullWatch?
  private var isLooking = false
  private var rows: Widget?
  private var tell: (Event) -> Void = { _ in }

  /// - Parameter selection: A GtkSelectionModel.
  init(_ selection: Ref) {
    let view: Widget = gtk_list_view_new(OpaquePointer(selection.consumed()), nil)
    list = view
    view.addClasses("swipe-list")
    view.setSpokenLabel(tr("Messages"))
    gtk_scrolled_window_set_child(scroller.opaque, view)
    gtk_widget_set_vexpand(scroller, 1)
    arrivals.onPress { [weak self] in self?.tell(.arrivalsPressed) }
    Signal.connect(UnsafeMutableRawPointer(view), "map") { [weak self] in self?.lookSoon() }
    Signal.connect(UnsafeMutableRawPointer(view), "destroy") { [weak self] in self?.isGone = true }
    if let scrolling = gtk_scrolled_window_get_vadjustment(scroller.opaque) {
      Signal.connect(UnsafeMutableRawPointer(scrolling), "value-changed") { [weak self] in
        self?.lookSoon()
      }
    }
    pulls = PullWatch(scroller) { [weak self] in self?.tell(.pulled) }
    // The menu of a row is about what the person sees as current.
    let menuClick = view.addController(gtk_gesture_click_new())
    gtk_gesture_single_set_button(OpaquePointer(menuClick), guint(GDK_BUTTON_SECONDARY))
    Signal.connect(menuClick, "pressed") { [weak self] in
      var (x, y) = (0.0, 0.0)
      gtk_gesture_get_point(OpaquePointer(menuClick), nil, &x, &y)
      gtk_widget_pick(view, x, y, GTK_PICK_DEFAULT).map { self?.tell(.menuClicked($0)) }
    }
  }

  /// What to put into the window.
  var widget: Widget { arrivals.widget }

  /// Puts what lies over the list over the widget that its rows are swiped in.
  func surround(_ rows: Widget) {
    self.rows = rows
    arrivals.surround(rows)
  }

  func onEvent(_ tell: @escaping (Event) -> Void) { self.tell = tell }

  func scroll(to position: Int) {
    gtk_widget_activate_action_variant(
      list, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
  }

  /// Has the list stay where it is while a change gives it another height, and then scrolls bit by bit until all of a row is in sight that
  /// would lie below.
  ///
  /// - Parameter row: The widget of the row; nil: none.
  func keepPlace(_ change: () -> Void, showing row: @escaping () -> Widget?) {
    guard let scrolling = gtk_scrolled_window_get_vadjustment(scroller.opaque),
      let clock = gtk_widget_get_frame_clock(widget)
    else { return change() }
    let place = gtk_adjustment_get_value(scrolling)
    change()
    // Before anything is drawn, for GTK moves the rows with the height.
    Signal.emit(UnsafeMutableRawPointer(clock), "layout")
    gtk_adjustment_set_value(scrolling, place)
    // At its end the list cannot stay where it is in more room, which it gets bit by bit.
    var missing = place - gtk_adjustment_get_value(scrolling)
    if missing > 0, widget.wantsAnimations {
      gtk_widget_set_margin_bottom(scroller, Int32(missing))
      Signal.emit(UnsafeMutableRawPointer(clock), "layout")
      gtk_adjustment_set_value(scrolling, place)
    }
    var last = 0.0
    onEachFrame(of: widget) { [weak self] time in
      guard let self, !isGone else { return false }
      defer { last = time }
      // In a frame of its own, for GTK 4.8 loses its place where it is scrolled twice in one.
      guard last > 0 else { return true }
      let share = widget.wantsAnimations ? min(0.4, Self.pace * (time - last)) : 1
      if missing > 0 {
        missing -= min(missing, max(1, (missing * share).rounded()))
        gtk_widget_set_margin_bottom(scroller, Int32(missing))
        return missing > 0
      }
      let hidden = row().map(hiddenBelow) ?? 0
      guard hidden > 0 else { return false }
      let step = min(hidden, max(1, (hidden * share).rounded()))
      gtk_adjustment_set_value(scrolling, gtk_adjustment_get_value(scrolling) + step)
      return step < hidden
    }
  }

  /// How fast what is hidden comes into sight: so many times as much a second.
  private static let pace = 18.0

  /// How much of a row lies below what is in sight, px.
  func hiddenBelow(_ row: Widget) -> Double {
    guard gtk_widget_get_mapped(row) != 0, let bounds = row.bounds(in: scroller) else { return 0 }
    return max(0, Double(bounds.y + bounds.height - gtk_widget_get_height(scroller)))
  }

  /// Tells when the rows are laid out, with the next frame: before that they say where they were, or nothing.
  func lookSoon() {
    guard !isLooking else { return }
    isLooking = true
    onEachFrame(of: widget) { [weak self] _ in
      whenIdle { [weak self] in
        guard let self, !isGone else { return }
        isLooking = false
        tell(.laidOut)
      }
      return false
    }
  }

  /// How far below the upper edge a row is that is in sight, px.
  func top(of row: Widget) -> Double? {
    isInSight(row) ? row.bounds(in: scroller).map { Double($0.y) } : nil
  }

  /// Scrolls at once until a row that has been scrolled to is so far below the upper edge, px, as far as the list goes, and keeps it there
  /// while GTK moves it: where rows above it turn out to be of another height, and while a bar above slides away.
  func put(_ row: @escaping () -> Widget?, at top: Double) {
    guard let scrolling = gtk_scrolled_window_get_vadjustment(scroller.opaque),
      let clock = gtk_widget_get_frame_clock(widget)
    else { return }
    let move = { [weak self] in
      guard let self, let bounds = row()?.bounds(in: scroller) else { return }
      let value = gtk_adjustment_get_value(scrolling)
      gtk_adjustment_set_value(scrolling, value + Double(bounds.y) - top)
    }
    Signal.emit(UnsafeMutableRawPointer(clock), "layout")
    move()
    var (frames, end, height) = (0, 0.0, Int32(0))
    onEachFrame(of: widget) { [weak self] time in
      guard let self, !isGone else { return false }
      let now = gtk_widget_get_height(scroller)
      if frames == 0 {
        // It has not been laid out since: GTK 4.8 loses its place where it is scrolled twice before that.
        end = time + Self.slide
      } else if frames < Self.layouts || now != height {
        move()
      }
      frames += 1
      height = now
      return time < end
    }
  }

  /// After so many layouts GTK knows the heights of all rows that are in sight.
  private static let layouts = 4

  /// A bar of GTK's slides in a quarter of a second; this is more, for a slow machine.
  private static let slide = 0.4

  /// Whether more than half of a row is to be seen.
  func isInSight(_ row: Widget) -> Bool {
    // A row that is kept ready has a place, but none that counts.
    guard let rows, gtk_widget_get_mapped(row) != 0, let bounds = row.bounds(in: rows)
    else { return false }
    let middle = bounds.y + bounds.height / 2
    return middle >= 0 && middle < gtk_widget_get_height(rows)
  }
}
