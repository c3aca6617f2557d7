import AppWidgets
import CDunnockGtk
import GtkBridge

/// A text view within a scroller that holds other things as well: to them it is as large as its text, but it is made as large as what of it
/// is in sight, and moves along.
///
/// GTK lays out all that a text view covers once more to draw it, so one that were as large as its text would take twice as long.
final class TextInSight: Placing {
  /// As large as the text; the places of the text's buffer are places in it.
  private(set) lazy var widget = Widget.placing(Self.type, by: self)

  /// What of the widget is in sight, px from its top; a row or two where nothing is.
  private(set) var rows: Range<Int32> = 0..<1

  /// The GtkTextView.
  let view: Widget
  private let place = Ref.sinking(floating: gtk_adjustment_new(0, 0, 0, 0, 0, 0))
  /// The scroller that it moves along with, told apart alone: it may be gone.
  private var followed: Widget?
  /// Where the text view was last, px.
  private var last = 0.0
  private var isPlacing = false
  /// Whether the widget is gone, while what told it to move may still tell.
  private var isGone = false
  /// The place, in characters, that is brought into sight, where it was last, px, and for how many frames more it is to stay there.
  private var sought: (place: Int, y: Int32?, frames: Int)?
  private var performMove: () -> Void = {}

  /// What has its scroller move just now, since the places of its text are others.
  private(set) static var moving: Widget?

  /// - Parameter view: A GtkTextView, which the widget owns from now on.
  init(_ view: Widget) {
    self.view = view
    gtk_widget_set_parent(view, widget)
    gtk_scrollable_set_vadjustment(view.opaque, adjustment)
    Signal.connect(widget, "destroy") { [weak self] in self?.isGone = true }
    Signal.connect(place.raw, "value-changed") { [weak self] in self?.follow() }
  }

  /// - Parameter perform: Called in the midst of a layout when something else is in sight.
  func onMove(_ perform: @escaping () -> Void) { performMove = perform }

  /// Has lines laid out that the text has now, as far as these px behind those that already are. Else the text view does so bit by bit,
  /// and the whole window is laid out anew for each.
  func layOut(_ more: Int32 = 16_000) {
    let width = gtk_widget_get_width(view)
    guard width > 0 else { return }
    let height = height(at: width)
    isPlacing = true
    // A text view lays out at once what it is made to cover.
    gtk_widget_allocate(view, width, max(0, height - rows.lowerBound) + more, -1, nil)
    isPlacing = false
    queueAllocate()
  }

  /// Scrolls to a place of the buffer, in characters.
  func bring(_ place: Int) {
    let isUnderWay = sought != nil
    sought = (place, nil, 3)
    guard !isUnderWay else { return }
    // It moves as long as lines above it are laid out.
    onEachFrame(of: widget) { [weak self] _ in
      guard let self, let (place, y, frames) = sought else { return false }
      let room = rectangle(place..<place + 1)
      if let room { widget.scrollIntoSight(room) }
      let left = room?.y == y ? frames - 1 : 3
      sought = left > 0 ? (place, room?.y, left) : nil
      return left > 0
    }
  }

  /// Scrolls to nothing any more, since there is another text.
  func forget() { sought = nil }

  private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    place.raw.assumingMemoryBound(to: GtkAdjustment.self)
  }

  /// Has it be laid out, and with it all around it that scrolls along.
  ///
  /// What a text view asks for in the midst of a layout is lost, which is as well, but for those around it that were not to be laid out
  /// themselves: GTK would have them wait for a layout from then on, and not draw them.
  private func queueAllocate() {
    for around in widget.ancestry.prefix(while: { $0 != scroller }) {
      gtk_widget_queue_allocate(around)
    }
  }

  /// How high the text is at a width, as far as that is known, px.
  private func height(at width: Int32) -> Int32 {
    var height: Int32 = 0
    gtk_widget_measure(view, GTK_ORIENTATION_VERTICAL, width, &height, nil, nil, nil)
    return height
  }

  func allocate(_ width: Int32, _ height: Int32) {
    followScroller()
    let before = self.height(at: width)
    defer {
      if self.height(at: width) != before {
        whenIdle { [weak self] in
          if let self, !isGone { gtk_widget_queue_resize(widget) }
        }
      }
    }
    let new = inSight(of: height)
    isPlacing = true
    let (top, page) = (Double(new.lowerBound), Double(new.count))
    gtk_adjustment_configure(adjustment, top, 0, Double(height), page * 0.1, page * 0.9, page)
    var origin = graphene_point_t(x: 0, y: Float(new.lowerBound))
    gtk_widget_allocate(
      view, width, Int32(new.count), -1, gsk_transform_translate(nil, &origin))
    // What it had above that may be higher by now.
    if gtk_adjustment_get_value(adjustment) != top { gtk_adjustment_set_value(adjustment, top) }
    last = gtk_adjustment_get_value(adjustment)
    isPlacing = false
    guard new != rows else { return }
    rows = new
    performMove()
  }

  private func inSight(of height: Int32) -> Range<Int32> {
    var (x, y) = (0.0, 0.0)
    guard let scroller, gtk_widget_translate_coordinates(widget, scroller, 0, 0, &x, &y) != 0
    else { return 0..<max(1, height) }
    let top = Int32(min(max(0, -y), max(0, Double(height) - 1)))
    let bottom = Int32(min(Double(height), Double(gtk_widget_get_height(scroller)) - y))
    return top..<max(top + 1, bottom)
  }

  private func followScroller() {
    let around = scroller
    guard around != followed else { return }
    followed = around
    guard let outer else { return }
    Signal.connect(outer, "value-changed") { [weak self] in
      if let self, !isGone { queueAllocate() }
    }
    // It tells within a layout that it is higher or lower, behind that of what it shows. What the text view asked for in the midst of that
    // would be lost, and with it all that is around the text.
    Signal.connect(outer, "changed") { [weak self] in
      whenIdle { self?.coverWhatIsInSight() }
    }
  }

  private func coverWhatIsInSight() {
    guard !isGone, gtk_widget_get_mapped(widget) != 0,
      inSight(of: gtk_widget_get_height(widget)) != rows
    else { return }
    queueAllocate()
  }

  private var scroller: Widget? {
    gtk_widget_get_ancestor(widget, gtk_scrolled_window_get_type())
  }

  private var outer: UnsafeMutablePointer<GtkAdjustment>? {
    scroller.flatMap { gtk_scrolled_window_get_vadjustment($0.opaque) }
  }

  /// The text view moves by itself, to what somebody selects or since lines above are laid out by now: the scroller has to.
  private func follow() {
    let now = gtk_adjustment_get_value(adjustment)
    guard !isPlacing, let outer, now != last else { return }
    let moved = now - last
    last = now
    Self.moving = widget
    gtk_adjustment_set_value(outer, gtk_adjustment_get_value(outer) + moved)
    Self.moving = nil
    queueAllocate()
  }

  private static let type = classType("DunnockTextInSight") { klass, _ in
    preparePlacing(klass)?.pointee.measure = { widget, way, size, minimum, natural, _, _ in
      guard let view = gtk_widget_get_first_child(widget) else { return }
      gtk_widget_measure(view, way, size, minimum, natural, nil, nil)
    }
  }
}
