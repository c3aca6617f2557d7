import CDunnockGtk
import CDunnockGtkShim
import GtkBridge
import Panning
import SwipeRows

/// A widget that is drawn aside, towards the trailing edge, over what lies behind it: by mouse, finger, pen, touchpad and keys.
///
/// It is what a list does for its rows, done for one front by the engine alone.
final class Pane {
  /// Both; keeps this object alive.
  let widget: Widget = gtk_overlay_new()

  private(set) var engine = PanEngine()

  /// Whether the pane may have the next gesture, or key.
  var isFree: () -> Bool = { true }

  static let key = "gallery-pane"

  /// The engine's name for the one front there is.
  private static let row = RowHandle(0)

  private let slide: OpaquePointer
  private let front: Widget
  private let back: Widget
  private let width: Double
  private var changes: PanEngine.Changes = []
  private var isTicking = false
  /// Where the pointer was pressed.
  private var press: (x: Double, y: Double)?
  /// How far two fingers on a touchpad have gone.
  private var travel: (x: Double, y: Double)?

  /// - Parameter width: How much of what lies behind is uncovered, px.
  init(_ front: Widget, over back: Widget, width: Double) {
    self.back = back
    self.width = width
    self.front = front
    slide = dnk_slide_layout_install(widget.opaque, front)
    Hosted.install(self, in: widget, key: Self.key)
    front.addClasses("pane-front")
    gtk_widget_set_size_request(back, Int32(width), -1)
    gtk_widget_set_halign(back, GTK_ALIGN_START)
    gtk_widget_set_visible(back, false.gboolean)
    gtk_overlay_set_child(widget.opaque, back)
    Signal.connect(UnsafeMutableRawPointer(slide), "laid-out") { [weak self] in
      whenIdle { self?.resized() }
    }
    followPointer()
    followTouchpad()
    followKeys()
  }

  /// Whether what lies behind is uncovered, or about to be.
  var isOpen: Bool { engine.side(of: Self.row) != nil }

  /// Uncovers what lies behind, and gives it the focus.
  func open() {
    drive(.open(Self.row, geometry, .leading))
    // What cannot be seen takes no focus, and nothing is uncovered before the next frame.
    gtk_widget_set_visible(back, isOpen.gboolean)
    gtk_widget_child_focus(back, GTK_DIR_TAB_FORWARD)
  }

  /// Covers it again, and gives the focus back.
  func close() {
    if back.holdsFocus { gtk_widget_child_focus(front, GTK_DIR_TAB_FORWARD) }
    drive(.close(nil))
  }

  private var geometry: PanGeometry {
    PanGeometry(
      width: Double(gtk_widget_get_width(widget)), leading: PanTray(width: width),
      trailing: PanTray(), pixel: 1 / Double(gtk_widget_get_scale_factor(widget)))
  }

  private func resized() { drive(.resize(Self.row, geometry)) }

  private var sign: Double { widget.isRightToLeft ? -1 : 1 }

  /// Tells the engine something and shows what came of it; true if it was a release that is used up.
  @discardableResult
  private func drive(_ input: PanInput, at time: Double = EventClock.now) -> Bool {
    engine.animates = widget.wantsAnimations
    let isUsedUp = engine.take(input, at: time, into: &changes)
    for case .offset(_, let offset) in changes {
      gtk_widget_set_visible(back, (offset != 0).gboolean)
      dnk_slide_layout_set_offset(slide, offset)
    }
    changes.removeAll(keepingCapacity: true)
    if engine.isMoving { tick() }
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

  // MARK: Mouse, finger and pen

  /// In the capture phase it sees a motion before the rows and the scroller do, and what it refuses is theirs.
  private func followPointer() {
    let drag = widget.addController(gtk_gesture_drag_new(), in: GTK_PHASE_CAPTURE)
    let gesture = OpaquePointer(drag)
    Signal.connect(drag, "drag-begin") { [weak self] (x: Double, y: Double) in
      self?.began(gesture, x, y)
    }
    Signal.connect(drag, "drag-update") { [weak self] (dx: Double, dy: Double) in
      self?.updated(gesture, dx, dy)
    }
    Signal.connect(drag, "drag-end") { [weak self] in self?.ended(gesture) }
    Signal.connect(drag, "cancel") { [weak self] in self?.cancel() }
  }

  private func began(_ drag: OpaquePointer, _ x: Double, _ y: Double) {
    guard isFree(), travel == nil, let event = gtk_event_controller_get_current_event(drag),
      gtk_widget_pick(widget, x, y, GTK_PICK_DEFAULT)?.ancestry.contains(front) == true
    else { return deny(drag) }
    press = (x, y)
    drive(.begin(Self.row, geometry, PanDevice(of: event), x: x * sign, y: y), at: event.time)
  }

  private func updated(_ drag: OpaquePointer, _ dx: Double, _ dy: Double) {
    guard let press, let event = gtk_event_controller_get_current_event(drag) else { return }
    drive(.move(x: (press.x + dx) * sign, y: press.y + dy), at: event.time)
    switch engine.phase {
    case .tracking: gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
    case .refused: deny(drag)
    default: break
    }
  }

  private func ended(_ drag: OpaquePointer) {
    guard press != nil, let event = gtk_event_controller_get_current_event(drag),
      [GDK_BUTTON_RELEASE, GDK_TOUCH_END].contains(gdk_event_get_event_type(event))
    else { return cancel() }
    press = nil
    if drive(.end(), at: event.time) { gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED) }
  }

  private func deny(_ drag: OpaquePointer) {
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
    Signal.connect(scroll, "scroll-begin") { [weak self] in
      guard let self, press == nil, isFree(),
        let event = gtk_event_controller_get_current_event(OpaquePointer(scroll)),
        gdk_scroll_event_get_unit(event) == GDK_SCROLL_UNIT_SURFACE,
        gdk_device_get_source(gdk_event_get_device(event)) == GDK_SOURCE_TOUCHPAD
      else { return }
      travel = (0, 0)
      drive(.begin(Self.row, geometry, .touchpad, x: 0, y: 0), at: event.time)
    }
    Signal.connect(scroll, "scroll") { [weak self] (dx: Double, dy: Double) in
      self?.scrolled(OpaquePointer(scroll), dx, dy) ?? false
    }
    Signal.connect(scroll, "scroll-end") { [weak self] in
      guard let self, travel != nil else { return }
      travel = nil
      let event = gtk_event_controller_get_current_event(OpaquePointer(scroll))
      drive(engine.phase == .tracking ? .end() : .cancel, at: event?.time ?? EventClock.now)
    }
  }

  /// Answers whether the motion is kept from the rows and the scroller: until it is known whose it is, and then if it is the pane's.
  private func scrolled(_ scroll: OpaquePointer, _ dx: Double, _ dy: Double) -> Bool {
    guard let travel, let event = gtk_event_controller_get_current_event(scroll) else {
      return false
    }
    let new = (x: travel.x - dx, y: travel.y - dy)
    self.travel = new
    drive(.move(x: new.x * sign, y: new.y), at: event.time)
    guard engine.phase == .refused else { return true }
    self.travel = nil
    drive(.cancel)
    return false
  }

  // MARK: Keys

  private func followKeys() {
    let keys = widget.addController(gtk_event_controller_key_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(keys, "key-pressed") { [weak self] (key: UInt32, _: UInt32, state: UInt32) in
      self?.pressed(Int32(bitPattern: key), state) ?? false
    }
  }

  /// Shift and an arrow do what dragging that way would.
  private func pressed(_ key: Int32, _ state: UInt32) -> Bool {
    let isShifted = state & GDK_SHIFT_MASK.rawValue != 0
    switch key {
    case GDK_KEY_Escape where isOpen: close()
    case GDK_KEY_Left, GDK_KEY_Right:
      let opens = (key == GDK_KEY_Right) != widget.isRightToLeft
      guard isShifted, opens != isOpen, isFree() else { return false }
      if opens { open() } else { close() }
    default: return false
    }
    return true
  }
}

extension PanDevice {
  /// The device behind an event of the pointer.
  fileprivate init(of event: OpaquePointer) {
    let isTouch = gdk_event_get_event_sequence(event) != nil
    self = isTouch ? .touch : gdk_event_get_device_tool(event) != nil ? .pen : .mouse
  }
}

extension OpaquePointer {
  /// When an event happened, on the clock by which frames are timed.
  @MainActor fileprivate var time: Double { EventClock(self).start }
}
