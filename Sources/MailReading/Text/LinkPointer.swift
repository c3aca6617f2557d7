import AppWidgets
import CDunnockGtk
import GtkBridge

/// What pointer and finger do with the links in a text: point at them, press them, and ask for a menu.
final class LinkPointer {
  enum Event {
    /// The pointer came to a link, or went from one.
    case pointed(Int?)
    case pressed(Int)
    /// At a place of the text, px.
    case askedForMenu(Double, Double)
  }

  private let view: Widget
  private var find: (Double, Double) -> Int? = { _, _ in nil }
  private var findPicture: (Double, Double) -> Bool = { _, _ in false }
  private var tell: (Event) -> Void = { _ in }
  private var pointedAt: Int?
  /// What was pressed, and where.
  private var pressed: (link: Int, x: Double, y: Double)?

  init(on view: Widget) {
    self.view = view
    let motion = view.addController(gtk_event_controller_motion_new())
    Signal.connect(motion, "motion") { [weak self] (x: Double, y: Double) in
      self?.point(at: self?.find(x, y))
    }
    Signal.connect(motion, "leave") { [weak self] in self?.point(at: nil) }
    // The text view's own gestures would take the press for themselves.
    view.seeEvents { [weak self] in self?.follow($0) ?? false }
    let hold = gtk_gesture_long_press_new()
    gtk_gesture_single_set_touch_only(hold, 1)
    let press = view.addController(hold, in: GTK_PHASE_CAPTURE)
    Signal.connect(press, "pressed") { [weak self] (x: Double, y: Double) in
      guard let self, find(x, y) != nil || findPicture(x, y) else { return }
      self.pressed = nil
      tell(.askedForMenu(x, y))
    }
  }

  /// - Parameter find: Says which link is at a place of the text, px.
  func onFind(_ find: @escaping (Double, Double) -> Int?) { self.find = find }

  /// - Parameter find: Says whether a picture is at a place of the text, px.
  func onFindPicture(_ find: @escaping (Double, Double) -> Bool) { findPicture = find }

  func onEvent(_ tell: @escaping (Event) -> Void) { self.tell = tell }

  /// Points at nothing, since there is another text.
  func forget() {
    point(at: nil)
    pressed = nil
  }

  private func point(at link: Int?) {
    guard link != pointedAt else { return }
    pointedAt = link
    gtk_widget_set_cursor_from_name(view, link == nil ? "text" : "pointer")
    tell(.pointed(link))
  }

  /// - Returns: Whether nobody else is to see the event.
  private func follow(_ event: OpaquePointer) -> Bool {
    switch gdk_event_get_event_type(event) {
    case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN:
      guard let (x, y) = place(of: event) else { return false }
      if gdk_event_triggers_context_menu(event) != 0 {
        tell(.askedForMenu(x, y))
        return true
      }
      let isFirst =
        gdk_event_get_event_type(event) == GDK_TOUCH_BEGIN
        || gdk_button_event_get_button(event) == 1
      pressed = isFirst ? find(x, y).map { ($0, x, y) } : nil
    case GDK_BUTTON_RELEASE, GDK_TOUCH_END:
      guard let pressed, let (x, y) = place(of: event) else { return false }
      self.pressed = nil
      guard
        gtk_drag_check_threshold(view, Int32(pressed.x), Int32(pressed.y), Int32(x), Int32(y)) == 0,
        find(x, y) == pressed.link
      else { return false }
      tell(.pressed(pressed.link))
    case GDK_TOUCH_CANCEL: pressed = nil
    default: break
    }
    return false
  }

  /// Where an event is in the text, px.
  private func place(of event: OpaquePointer) -> (Double, Double)? {
    guard let native = gtk_widget_get_native(view) else { return nil }
    var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
    guard gdk_event_get_position(event, &x, &y) != 0 else { return nil }
    gtk_native_get_surface_transform(native, &left, &top)
    let around = UnsafeMutableRawPointer(native).assumingMemoryBound(to: GtkWidget.self)
    var (inX, inY) = (0.0, 0.0)
    guard gtk_widget_translate_coordinates(around, view, x - left, y - top, &inX, &inY) != 0
    else { return nil }
    return (inX, inY)
  }
}
