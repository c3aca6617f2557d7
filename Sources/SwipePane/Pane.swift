import CDunnockGtk
import GtkBridge
import Panning
import SwipeRows

/// A front that is drawn aside, towards the trailing edge, from over what lies behind it: by mouse, finger, pen and touchpad.
///
/// It is what a list does for its rows, done for one front by the engine alone. While it is aside the front takes neither presses nor the
/// focus: a tap on what is left of it, a drag back and Escape bring it back. Where there is room for both it can stand beside what lay
/// behind it, and is then no more drawn by hand.
package final class Pane {
  /// Both; keeps this object alive.
  package let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)

  package private(set) var engine = PanEngine()

  /// Whether what lies behind is uncovered, or about to be.
  package private(set) var isOpen = false

  /// Whether the front covers what lies behind when it is in its place: there is no room for both side by side.
  package private(set) var covers: Bool

  /// Whether a drag may draw the front aside that begins on this widget of it, so far from its leading edge, px.
  package var mayDraw: (Widget, Double) -> Bool = { _, _ in true }

  /// Called when a drag draws the front.
  package var onDraw: () -> Void = {}

  /// Called when ``isOpen`` has changed.
  package var onChange: () -> Void = {}

  /// Called when ``covers`` has changed, in the midst of the layout that does that.
  package var onFold: () -> Void = {}

  package static let key = "dnk-pane"

  /// The engine's name for the one front there is.
  private static let row = RowHandle(0)

  private let front: Widget
  private let back: Widget
  private let fitsBeside: Bool
  private var width: Int32 = 0
  private var offset = 0.0
  private var isLayingOut = false
  private var changes: PanEngine.Changes = []
  private var isTicking = false
  private var press: Press?
  private var fingers = Fingers.unknown
  /// The withheld distance, which the scroller gets before the next motion.
  private let held = HeldScroll()

  /// A pointer that was pressed.
  private struct Press {
    let device: PanDevice
    /// Where it began, in the pane's coordinates and in the surface's: a widget may move under the pointer.
    let start: Point
    let surfaceStart: Point
    let surface: OpaquePointer?
    let clock: EventClock
    /// Whether a tap here is for what lies behind.
    let isBehind: Bool
  }

  /// Two fingers on a touchpad.
  private enum Fingers {
    /// The next motion is their first.
    case unknown
    case ofOthers
    /// How far they have gone.
    case followed(Point, EventClock)
  }

  /// Takes over the floating references of both.
  ///
  /// - Parameters:
  ///   - back: What lies behind; as much of it is uncovered as it needs.
  ///   - fitsBeside: Whether the front stands beside it where there is room for the width that the front wishes for.
  package init(_ front: Widget, over back: Widget, fitsBeside: Bool = false) {
    (self.front, self.back, self.fitsBeside) = (front, back, fitsBeside)
    covers = !fitsBeside
    front.addClasses("pane-front")
    gtk_widget_set_child_visible(back, false.gboolean)
    // The front lies above what comes before it.
    for part in [back, front] { gtk_box_append(widget.cast(), part) }
    // Nor does anything in the front reach beyond it: a header bar has a border there.
    for part in [widget, front] { gtk_widget_set_overflow(part, GTK_OVERFLOW_HIDDEN) }
    gtk_widget_set_layout_manager(
      widget,
      gtk_custom_layout_new(
        nil,
        { widget, way, _, minimum, natural, _, _ in
          onMain {
            guard let pane = Pane.hosted(by: widget) else { return }
            let size = pane.measured(way)
            minimum?.pointee = Int32(size.minimum)
            natural?.pointee = Int32(size.natural)
          }
        },
        { widget, width, height, _ in
          onMain { Pane.hosted(by: widget)?.layOut(width, height) }
        }))
    Hosted.install(self, in: widget, key: Self.key)
    followPointer()
    followTouchpad()
    let keys = widget.addController(gtk_event_controller_key_new())
    Signal.connect(keys, "key-pressed") { [weak self] (key: UInt32, _: UInt32, _: UInt32) in
      guard let self, Int32(bitPattern: key) == GDK_KEY_Escape, isOpen, covers else {
        return false
      }
      close()
      return true
    }
  }

  private static func hosted(by widget: Widget?) -> Pane? {
    widget.flatMap { Hosted.guest(of: $0, key: key) }
  }

  /// Uncovers what lies behind.
  package func open() {
    guard width > 0 else { return note(isOpen: true) }
    drive(.open(Self.row, geometry, .leading))
  }

  /// Covers it again.
  package func close() {
    guard width > 0 else { return note(isOpen: false) }
    drive(.close(nil))
  }

  private func note(isOpen: Bool) {
    guard isOpen != self.isOpen else { return }
    self.isOpen = isOpen
    showReach()
    onChange()
  }

  /// What is aside takes no presses, and the focus does not go there.
  private func showReach() {
    let isAside = isOpen && covers
    gtk_widget_set_can_target(front, (!isAside).gboolean)
    gtk_widget_set_can_focus(front, (!isAside).gboolean)
  }

  // MARK: Layout

  private func measured(_ way: GtkOrientation) -> (minimum: Double, natural: Double) {
    let (front, back) = (front.measured(way), back.measured(way))
    let isAcross = way == GTK_ORIENTATION_HORIZONTAL
    return (
      max(front.minimum, back.minimum),
      isAcross && fitsBeside ? front.natural + back.minimum : max(front.natural, back.minimum)
    )
  }

  private var geometry: PanGeometry {
    PanGeometry(
      width: Double(width),
      leading: PanTray(width: back.measured(GTK_ORIENTATION_HORIZONTAL).minimum),
      trailing: PanTray(), pixel: 1 / Double(gtk_widget_get_scale_factor(widget)))
  }

  private func layOut(_ width: Int32, _ height: Int32) {
    isLayingOut = true
    defer { isLayingOut = false }
    self.width = width
    let geometry = geometry
    // What was asked for while there was no width.
    if isOpen, engine.side(of: Self.row) == nil { drive(.open(Self.row, geometry, .leading)) }
    let front = front.measured(GTK_ORIENTATION_HORIZONTAL)
    let covers = !fitsBeside || Double(width) < geometry.leading.width + front.natural
    if covers != self.covers {
      self.covers = covers
      cancel()
      loseFingers()
      showReach()
      onFold()
    }
    drive(.resize(Self.row, geometry))
    let isMirrored = widget.isRightToLeft
    if covers {
      place(self.front, at: isMirrored ? -offset : offset, width, height)
    } else {
      let room = max(Int32(front.minimum), width - Int32(offset.rounded(.up)))
      place(self.front, at: isMirrored ? 0 : Double(width - room), room, height)
    }
    // Last, for what the front's new size changes may be in it.
    gtk_widget_set_child_visible(back, isUncovered.gboolean)
    if isUncovered {
      let uncovered = min(Int32(geometry.leading.width), width)
      place(back, at: isMirrored ? Double(width - uncovered) : 0, uncovered, height)
    }
  }

  /// Whether what lies behind can be seen, or will be in the next frames: only then it has the focus.
  private var isUncovered: Bool { offset != 0 || engine.isMoving }

  private func place(_ part: Widget, at x: Double, _ width: Int32, _ height: Int32) {
    let transform =
      x == 0 ? nil : gsk_transform_translate(nil, [graphene_point_t(x: Float(x), y: 0)])
    gtk_widget_allocate(part, width, height, -1, transform)
  }

  /// Tells the engine something and shows what came of it; true if it was a release that is used up.
  @discardableResult
  private func drive(_ input: PanInput, at time: Double = EventClock.now) -> Bool {
    engine.animates =
      widget.wantsAnimations && isTrue(gtk_widget_get_mapped(widget)) && !isLayingOut
    let isUsedUp = engine.take(input, at: time, into: &changes)
    for case .offset(_, let offset) in changes { self.offset = offset }
    changes.removeAll(keepingCapacity: true)
    if isUncovered { gtk_widget_set_child_visible(back, true.gboolean) }
    front.setClass("drawn", covers && offset != 0)
    if !isLayingOut { gtk_widget_queue_allocate(widget) }
    if engine.isMoving { tick() }
    note(isOpen: engine.side(of: Self.row) != nil)
    return isUsedUp
  }

  private func tick() {
    guard !isTicking else { return }
    isTicking = true
    onEachFrame(of: widget) { [weak self] time in
      guard let self else { return false }
      drive(.frame, at: time)
      isTicking = engine.isMoving
      return isTicking
    }
  }

  // MARK: Gestures

  private func towardsTrailing(_ x: Double) -> Double { widget.isRightToLeft ? -x : x }

  /// How far a place is from the leading edge, px.
  private func edge(of place: Point) -> Double {
    widget.isRightToLeft ? Double(width) - place.x : place.x
  }

  /// Begins a gesture, unless one here would not move the front.
  ///
  /// - Parameter origin: Where the way is counted from.
  private func begin(_ device: PanDevice, at place: Point, from origin: Point, _ time: Double)
    -> Bool
  {
    guard covers, engine.phase == .idle,
      let picked = gtk_widget_pick(widget, place.x, place.y, GTK_PICK_DEFAULT),
      offset != 0 || mayDraw(picked, edge(of: place))
    else { return false }
    drive(
      .begin(Self.row, geometry, device, x: towardsTrailing(origin.x), y: origin.y), at: time)
    return true
  }

  private func move(to place: Point, at time: Double) {
    let wasTracking = engine.phase == .tracking
    drive(.move(x: towardsTrailing(place.x), y: place.y), at: time)
    if !wasTracking, engine.phase == .tracking { onDraw() }
  }

  // MARK: Mouse, finger and pen

  /// In the capture phase it sees a motion before the rows and the scroller do, and what it refuses is theirs.
  private func followPointer() {
    let drag = widget.addController(gtk_gesture_drag_new(), in: GTK_PHASE_CAPTURE)
    let gesture = OpaquePointer(drag)
    gtk_gesture_single_set_button(gesture, guint(GDK_BUTTON_PRIMARY))
    Signal.connect(drag, "drag-begin") { [weak self] in self?.began(gesture) }
    Signal.connect(drag, "drag-update") { [weak self] in self?.updated(gesture) }
    Signal.connect(drag, "drag-end") { [weak self] in self?.ended(gesture) }
    Signal.connect(drag, "cancel") { [weak self] in self?.cancel() }
    // Nobody tells how a touch ended that was down then.
    Signal.connect(widget, "unmap") { gtk_event_controller_reset(gesture) }
    // The same way is another one now.
    Signal.connect(widget, "direction-changed") { [weak self] in
      self?.cancel()
      self?.loseFingers()
    }
    let events = widget.addController(gtk_event_controller_legacy_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(events, "event") { (event: UnsafeMutableRawPointer?) in
      // Drag and drop keeps the release of the button: the gesture would wait for it for ever.
      if gdk_event_get_event_type(event.map { OpaquePointer($0) }) == GDK_BUTTON_PRESS,
        gtk_gesture_get_sequence_state(gesture, nil) == GTK_EVENT_SEQUENCE_DENIED
      {
        gtk_event_controller_reset(gesture)
      }
      return false
    }
  }

  private func began(_ drag: OpaquePointer) {
    guard let event = gtk_event_controller_get_current_event(drag),
      let place = event.place(in: widget)
    else { return leave(drag) }
    let device = PanDevice(
      isTouch: gdk_event_get_event_sequence(event) != nil,
      hasTool: gdk_event_get_device_tool(event) != nil)
    let clock = EventClock(event)
    guard begin(device, at: place, from: place, clock.start) else { return leave(drag) }
    press = Press(
      device: device, start: place, surfaceStart: event.position,
      surface: gdk_event_get_surface(event), clock: clock,
      isBehind: edge(of: place) < offset)
  }

  private func updated(_ drag: OpaquePointer) {
    guard let press, let event = gtk_event_controller_get_current_event(drag),
      let place = event.position(on: press.surface)
    else { return }
    forEachMotion(mergedInto: event, on: press.surface) {
      move(press, by: $0 - press.surfaceStart, at: $1)
    }
    move(press, by: place - press.surfaceStart, at: gdk_event_get_time(event))
    switch engine.phase {
    case .tracking: gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
    case .refused: leave(drag)
    default: break
    }
  }

  private func move(_ press: Press, by travel: Point, at time: UInt32) {
    let isLong =
      travel.x * travel.x + travel.y * travel.y >= widget.dragThreshold * widget.dragThreshold
    guard press.device == .touch || engine.phase != .pressed || isLong else { return }
    move(
      to: Point(x: press.start.x + travel.x, y: press.start.y + travel.y),
      at: press.clock.seconds(at: time))
  }

  private func ended(_ drag: OpaquePointer) {
    guard let press, let event = gtk_event_controller_get_current_event(drag),
      [GDK_BUTTON_RELEASE, GDK_TOUCH_END].contains(gdk_event_get_event_type(event)),
      !press.isBehind || engine.phase == .tracking
    else { return cancel() }
    self.press = nil
    if drive(.end(), at: press.clock.seconds(at: gdk_event_get_time(event))) {
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
    }
  }

  private func leave(_ drag: OpaquePointer) {
    cancel()
    gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
  }

  private func cancel() {
    guard press != nil else { return }
    press = nil
    drive(.cancel)
  }

  // MARK: Touchpad

  private func followTouchpad() {
    let scroll = widget.addController(
      gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES), in: GTK_PHASE_CAPTURE)
    // Not the beginning itself: GTK tells of it when fingers come to rest on the touchpad, and not again when they move.
    Signal.connect(scroll, "scroll-begin") { [weak self] in self?.loseFingers() }
    Signal.connect(scroll, "scroll") { [weak self] (dx: Double, dy: Double) in
      self?.scrolled(OpaquePointer(scroll), dx, dy) ?? false
    }
    Signal.connect(scroll, "scroll-end") { [weak self] in self?.lifted(OpaquePointer(scroll)) }
    let pointer = widget.addController(gtk_event_controller_motion_new())
    Signal.connect(pointer, "leave") { [weak self] in self?.loseFingers() }
    Signal.connect(widget, "unmap") { [weak self] in self?.loseFingers() }
  }

  /// Answers whether the motion is kept from the rows and the scroller: until it is known whose it is, and then if it is the pane's.
  private func scrolled(_ scroll: OpaquePointer, _ dx: Double, _ dy: Double) -> Bool {
    held.giveBack()
    guard gtk_event_controller_scroll_get_unit(scroll) == GDK_SCROLL_UNIT_SURFACE,
      let event = gtk_event_controller_get_current_event(scroll)
    else { return false }
    if case .unknown = fingers {
      fingers = .ofOthers
      if gdk_device_get_source(gdk_event_get_device(event)) == GDK_SOURCE_TOUCHPAD,
        let place = event.place(in: widget), case let clock = EventClock(event),
        begin(.touchpad, at: place, from: Point(), clock.start)
      {
        fingers = .followed(Point(), clock)
      }
    }
    guard case .followed(var travel, let clock) = fingers else { return false }
    func move(by delta: Point, at time: UInt32) {
      travel.x -= delta.x
      travel.y -= delta.y
      self.move(to: travel, at: clock.seconds(at: time))
    }
    let isMerged = forEachEvent(mergedInto: event, GDK_SCROLL) {
      move(by: Point(x: $0.pointee.axes.3, y: $0.pointee.axes.4), at: $0.pointee.time)
    }
    if !isMerged { move(by: Point(x: dx, y: dy), at: gdk_event_get_time(event)) }
    fingers = .followed(travel, clock)
    guard engine.phase == .refused else { return true }
    drive(.cancel)
    fingers = .ofOthers
    let picked = event.place(in: widget).flatMap {
      gtk_widget_pick(widget, $0.x, $0.y, GTK_PICK_DEFAULT)
    }
    held.withhold(
      Point() - travel, seen: Point(x: dx, y: dy),
      from: picked?.ancestry.first { $0.isA(gtk_scrolled_window_get_type()) },
      with: gdk_event_get_modifier_state(event))
    return false
  }

  private func lifted(_ scroll: OpaquePointer) {
    held.giveBack()
    guard case .followed(_, let clock) = fingers, engine.phase == .tracking else {
      return loseFingers()
    }
    fingers = .unknown
    drive(.end(), at: clock.seconds(at: gtk_event_controller_get_current_event_time(scroll)))
  }

  private func loseFingers() {
    held.discard()
    if case .followed = fingers { drive(.cancel) }
    fingers = .unknown
  }
}
