import AppWidgets
import CDunnockGtk
import GtkBridge

/// Widgets below one another in a scroller. What is in sight of them stays where it is while others above it come, go, or get another
/// height.
final class MessageColumn: Placing {
  private(set) lazy var widget = Widget.placing(Self.type, by: self)

  /// The widgets, the topmost first.
  private(set) var parts: [Widget] = []

  /// Where each was laid out, px from the top.
  private var rooms: [Widget: Range<Double>] = [:]
  private var anchor: Anchor?
  /// How far below its place all is drawn until the scroller has followed, px.
  private var shift = 0.0
  /// The scroller's range at the last layout: another one means that it moves since that changes, and not for a person.
  private var laidOut = (upper: -1.0, page: -1.0)
  /// The scroller that is followed, told apart alone: it may be gone.
  private var followed: Widget?
  private var isScrolling = false
  private var isTelling = false
  private var isGone = false
  private var tellScroll: () -> Void = {}
  private var tellMove: () -> Void = {}

  /// What stays where it is in the scroller.
  private struct Anchor {
    let part: Widget
    /// How far its top is above that of the scroller, px.
    let depth: Double
    /// Whether somebody has gone to it.
    var isSought = false
  }

  init() {
    Signal.connect(UnsafeMutableRawPointer(widget), "destroy") { [weak self] in self?.isGone = true
    }
  }

  /// - Parameters:
  ///   - scroll: Called when the scroller is elsewhere for anything but what this keeps in sight.
  ///   - move: Called soon after other parts may be in sight.
  func onMove(scroll: @escaping () -> Void, move: @escaping () -> Void) {
    (tellScroll, tellMove) = (scroll, move)
  }

  /// Holds these from now on, in their order, and lets go of others.
  func show(_ new: [Widget]) {
    guard new != parts else { return }
    let kept = Set(new)
    if let anchor, !kept.contains(anchor.part) {
      self.anchor = self.anchor(at: place, among: parts.filter(kept.contains))
    }
    for part in parts where !kept.contains(part) {
      rooms[part] = nil
      gtk_widget_unparent(part)
    }
    var before: Widget?
    for part in new {
      if part.parent == nil || gtk_widget_get_prev_sibling(part) != before {
        gtk_widget_insert_after(part, widget, before)
      }
      before = part
    }
    parts = new
  }

  /// Scrolls to a part, with some of what is above it in sight, and keeps it there until somebody scrolls.
  func go(to part: Widget) {
    anchor = Anchor(part: part, depth: -Self.context, isSought: true)
    gtk_widget_queue_allocate(widget)
  }

  /// Keeps what is in sight where it is.
  func hold() { if anchor == nil { anchor = anchor(at: place, among: parts) } }

  /// Keeps nothing where it is, since there is something else on show now.
  func forget() { anchor = nil }

  /// Does what would have the scroller move, as the focus does wherever it goes, and leaves it where it is.
  func keepingPlace(_ perform: () -> Void) {
    let before = adjustment.map { gtk_adjustment_get_value($0) }
    moving {
      perform()
      // Also ends a motion that has just begun.
      if let before, let adjustment { gtk_adjustment_set_value(adjustment, before) }
    }
  }

  /// Has the scroller be elsewhere, px from the top.
  func scroll(to value: Double) {
    moving { if let adjustment { gtk_adjustment_set_value(adjustment, value) } }
  }

  private func moving(_ perform: () -> Void) {
    let was = isScrolling
    isScrolling = true
    perform()
    isScrolling = was
  }

  /// Whether some of a part is in sight, so many px or all of it, or will be once it is laid out.
  func isInSight(_ part: Widget, by least: Double = 1) -> Bool {
    guard let room = rooms[part] else { return anchor?.isSought == true && anchor?.part == part }
    let seen = min(room.upperBound, place + laidOut.page) - max(room.lowerBound, place)
    return seen > 0 && seen >= min(least, room.upperBound - room.lowerBound, laidOut.page)
  }

  /// Where the top of what is in sight is, px.
  private var place: Double {
    adjustment.map { gtk_adjustment_get_value($0) - shift } ?? 0
  }

  private func anchor(at place: Double, among parts: [Widget]) -> Anchor? {
    let part = parts.first { (rooms[$0]?.upperBound ?? 0) > place }
    guard let part, let room = rooms[part] else { return nil }
    return Anchor(part: part, depth: place - room.lowerBound)
  }

  func allocate(_ width: Int32, _ height: Int32) {
    followScroller()
    var (y, found): (Double, [Widget: Range<Double>]) = (0, [:])
    for part in parts where gtk_widget_should_layout(part) != 0 {
      var height: Int32 = 0
      gtk_widget_measure(part, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
      found[part] = y..<y + Double(height)
      y += Double(height)
    }
    let isNews = found != rooms
    rooms = found
    shift = 0
    if let adjustment {
      laidOut = (gtk_adjustment_get_upper(adjustment), gtk_adjustment_get_page_size(adjustment))
      let wanted = wantedPlace(in: Double(height))
      shift = wanted.map { gtk_adjustment_get_value(adjustment) - $0 } ?? 0
    }
    for part in parts {
      guard let room = rooms[part] else { continue }
      var origin = graphene_point_t(x: 0, y: Float(room.lowerBound + shift))
      gtk_widget_allocate(
        part, width, Int32(room.upperBound - room.lowerBound), -1,
        gsk_transform_translate(nil, &origin))
    }
    // The scroller would not notice within its own layout.
    if shift != 0 { soon { $0.follow() } }
    if isNews { tellSoon() }
  }

  /// Where the scroller belongs for what is to stay in sight; nil where nothing is to.
  private func wantedPlace(in height: Double) -> Double? {
    guard rooms.count > 1, let anchor, let room = rooms[anchor.part] else { return nil }
    let wanted =
      anchor.isSought && room.lowerBound < laidOut.page / 3 ? 0 : room.lowerBound + anchor.depth
    return min(max(0, wanted), max(0, height - laidOut.page)).rounded()
  }

  /// Has the scroller be where it belongs for what is drawn.
  private func follow() {
    guard shift != 0, let adjustment else { return }
    let place = place
    moving { gtk_adjustment_set_value(adjustment, place) }
    shift = 0
    gtk_widget_queue_allocate(widget)
    tellSoon()
  }

  private func followScroller() {
    let around = scroller
    guard around != followed else { return }
    followed = around
    guard let adjustment else { return }
    Signal.connect(adjustment, "value-changed") { [weak self] in self?.scrolled() }
  }

  private func scrolled() {
    guard !isScrolling, let adjustment,
      laidOut == (gtk_adjustment_get_upper(adjustment), gtk_adjustment_get_page_size(adjustment))
    else { return }
    // What a text above all that is in sight moves by is what it grows by, and found so at the next layout.
    if let text = TextInSight.moving {
      guard let part = anchor?.part, text.ancestry.contains(part) else { return }
    }
    anchor = anchor(at: place, among: parts)
    if TextInSight.moving == nil { tellScroll() }
    tellSoon()
  }

  private func tellSoon() {
    guard !isTelling, parts.count > 1 else { return }
    isTelling = true
    soon {
      $0.isTelling = false
      $0.tellMove()
    }
  }

  private func soon(_ body: @escaping (MessageColumn) -> Void) {
    whenIdle { [weak self] in
      if let self, !isGone { body(self) }
    }
  }

  private var scroller: Widget? {
    gtk_widget_get_ancestor(widget, gtk_scrolled_window_get_type())
  }

  private var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    scroller.flatMap { gtk_scrolled_window_get_vadjustment($0.opaque) }
  }

  /// How much of what is above stays in sight of somebody who goes to a part, px: about a folded message.
  private static let context = 48.0

  private static let type = classType("DunnockMessageColumn") { klass, _ in
    guard let widgets = preparePlacing(klass) else { return }
    widgets.pointee.get_request_mode = { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }
    widgets.pointee.measure = { widget, way, size, minimum, natural, _, _ in
      var (least, best): (Int32, Int32) = (0, 0)
      var child = gtk_widget_get_first_child(widget)
      while let part = child {
        child = gtk_widget_get_next_sibling(part)
        guard gtk_widget_should_layout(part) != 0 else { continue }
        var (small, large): (Int32, Int32) = (0, 0)
        gtk_widget_measure(part, way, size, &small, &large, nil, nil)
        if way == GTK_ORIENTATION_HORIZONTAL {
          (least, best) = (max(least, small), max(best, large))
        } else {
          (least, best) = (least &+ large, best &+ large)
        }
      }
      minimum?.pointee = least
      natural?.pointee = best
    }
  }
}
