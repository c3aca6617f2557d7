import CDunnockGtk
import CDunnockGtkShim
import GtkBridge

/// The scrollers around the rows, whose controllers take no part in a gesture that is not theirs.
final class OuterScrollers: GroupPart {
  let driver: PanDriver
  /// Controllers that take no part now, with the phases they had.
  private var disabled: [(Ref, GtkPropagationPhase)] = []

  init(driver: PanDriver) { self.driver = driver }

  /// The scrollers around the rows, the innermost first.
  var all: [Widget] {
    let native = widget.native
    return (rows.innerScroller ?? widget).ancestry.prefix { $0 != native }
      .filter { $0.isA(gtk_scrolled_window_get_type()) }
  }

  /// The outermost of them; the group where there is none.
  var outer: Widget { all.last ?? widget }

  /// Puts event controllers around all of them, where they see what happens before these do, and new ones where the group has come
  /// into others.
  func put(_ make: @escaping @MainActor (Widget) -> [UnsafeMutableRawPointer]) {
    var (host, controllers): (Widget?, [Ref]) = (nil, [])
    let follow: @MainActor () -> Void = { [weak self] in
      guard let self else { return }
      let new = all.last?.parent ?? widget
      guard new != host else { return }
      for controller in controllers {
        gtk_event_controller_get_widget(controller.opaque).map {
          gtk_widget_remove_controller($0, controller.opaque)
        }
      }
      (host, controllers) = (new, make(new).map { Ref.retaining(none: $0) })
    }
    follow()
    Signal.connect(widget, "notify::root", follow)
  }

  /// Those that cannot scroll sideways.
  ///
  /// A pan towards a side without actions is an outer gesture's, say a carousel's; a scroller whose horizontal policy lets it take such
  /// a pan would take it and scroll nothing.
  var upright: [Widget] {
    all.filter { scroller in
      let adjustment = gtk_scrolled_window_get_hadjustment(scroller.opaque)
      return gtk_adjustment_get_upper(adjustment) <= gtk_adjustment_get_page_size(adjustment)
    }
  }

  /// Keeps scrollers' controllers of a type out of the gesture that goes on.
  func disable(_ type: GType, of scrollers: [Widget]) {
    guard disabled.isEmpty else { return }
    for controller in scrollers.flatMap({ $0.controllers(of: type) }) {
      let phase = gtk_event_controller_get_propagation_phase(controller.opaque)
      guard phase != GTK_PHASE_NONE else { continue }
      gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_NONE)
      disabled.append((controller, phase))
    }
  }

  /// Lets them take part again.
  func restore() {
    for (controller, phase) in disabled {
      gtk_event_controller_set_propagation_phase(controller.opaque, phase)
    }
    disabled.removeAll()
  }

  /// Claims a gesture, and takes it from those of the widgets around the list.
  ///
  /// To claim it does not do that: a scroller around sees every motion before the list, and would take the pan at its own 8 px. What
  /// they do with other fingers goes on.
  ///
  /// - Parameter sequence: The finger; nil for a mouse or a pen.
  func claim(_ gesture: OpaquePointer, of sequence: OpaquePointer?) {
    deny(sequence, on: gtk_event_controller_get_widget(gesture).ancestry, but: gesture)
    gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
  }

  /// Takes the gesture of a finger from what is in the row, but leaves it to the scroller, for a style in which it may scroll as well.
  func loseGestures(of sequence: OpaquePointer?, on picked: Widget) {
    deny(sequence, on: inGroup(picked))
  }

  /// Cancels the clicks of a list item and of the list around it. Widgets inside the list item keep theirs.
  func loseClicks(of sequence: OpaquePointer?, on item: Widget) {
    deny(sequence, on: inGroup(item), of: gtk_gesture_click_get_type())
  }

  /// Has the next press count as the first of a click, for a list item and the list around it.
  func forgetClicks(on item: Widget) {
    for click in inGroup(item).flatMap({ $0.controllers(of: gtk_gesture_click_get_type()) }) {
      gtk_event_controller_reset(click.opaque)
    }
  }

  /// Takes the gesture of a finger from what could begin drag and drop in the row.
  func loseDragSources(of sequence: OpaquePointer?, on picked: Widget) {
    deny(sequence, on: inGroup(picked), of: gtk_drag_source_get_type())
  }

  private func inGroup(_ picked: Widget) -> some Sequence<Widget> {
    let end = rows.innerScroller ?? widget
    return picked.ancestry.prefix { $0 != end }
  }

  private func deny(
    _ sequence: OpaquePointer?, on widgets: some Sequence<Widget>,
    but claimed: OpaquePointer? = nil,
    of type: GType = gtk_gesture_get_type()
  ) {
    for gesture in widgets.flatMap({ $0.controllers(of: type) })
    where gesture.opaque != claimed {
      let hadIt = gtk_gesture_set_sequence_state(
        gesture.opaque, sequence, GTK_EVENT_SEQUENCE_DENIED)
      guard isTrue(hadIt),
        gtk_event_controller_get_propagation_phase(gesture.opaque) == GTK_PHASE_BUBBLE
      else { continue }
      // It will not see the finger lift: a carousel's would wait for that for ever, and follow no other.
      gtk_event_controller_reset(gesture.opaque)
    }
  }

  /// Lets an outer scroller have the turns of a wheel, tilted or with Shift, that those inside could only swallow.
  func wheelTurned(by delta: Point, with state: GdkModifierType) {
    restore()
    let isSideways = state.rawValue & GDK_SHIFT_MASK.rawValue != 0 || abs(delta.x) > abs(delta.y)
    if isSideways { disable(gtk_event_controller_scroll_get_type(), of: upright) }
  }
}
