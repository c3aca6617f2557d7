import CGtk
import GtkBridge
import Panning

/// What the pointer and the touchpad have in common.
extension LiveList {
  /// The row that a press at a point of the list is for; where a row leaves the list, the one that takes its place.
  func rowToPan(at point: Point) -> RowTable.Hit? {
    guard let hit = rows.pick(point) else { return nil }
    guard isLeaving(hit.id) else { return hit }
    return rows.neighbours(of: hit.row).first { !isLeaving($0.1) }.map {
      RowTable.Hit(row: $0, id: $1, picked: $0.front)
    }
  }

  /// Whether an item's row goes for good; one that is out and waits for its action may come back, and refuses presses meanwhile.
  private func isLeaving(_ id: RowHandle) -> Bool {
    outcomes.isDeparting(id) || (engine.isOut(id) && !outcomes.isBusy(id))
  }

  func move(to point: Point, at time: Double) {
    guard isAlive else { return }
    drive(.move(x: towardsTrailing(point.x), y: point.y), at: time)
  }

  /// How far a press must have travelled before the engine is told of it, px: as far as the desktop has it for drags, by all but fingers.
  func dragThreshold(of device: PanDevice) -> Double {
    switch device {
    case .mouse, .pen: engine.style.decision.usesDragThreshold ? widget.dragThreshold : 0
    case .touch, .touchpad: 0
    }
  }

  func towardsTrailing(_ x: Double) -> Double { widget.isRightToLeft ? -x : x }

  /// Whether an event happens in the list's own window: GTK passes those of a menu or popover on to what it points at.
  func isInWindow(_ event: OpaquePointer) -> Bool {
    gtk_widget_get_native(widget).map { gtk_native_get_surface($0) == gdk_event_get_surface(event) }
      ?? false
  }

  /// Something other than a row was pressed, or has got the focus.
  func pressedElsewhere() {
    if !outcomes.isAsking { drive(.pressElsewhere) }
  }
}
