import CDunnockGtk
import GtkBridge
import Panning

/// The stored state of a row. A row that is closed and at rest has none.
struct RowRecord {
  /// Whether the front is away from its closed position, or is about to leave it.
  var isDisplaced = false
  /// Whether screen readers have been told that the row is open. The engine's events cannot tell this: some styles omit events.
  var isExpanded = false
  /// The action or removal that is in progress for the item.
  var activity: RowActivity?
  /// Whether the row's context menu or its failure popover is open.
  var hasPopover = false
  /// The animation that moves the row to its new place in the list; nil if the row is at its place.
  var shift: RowShift?
  /// The item's position in the model, stored when the row is unbound from the item: until then, GTK keeps the position up to date.
  /// GTK_INVALID_LIST_POSITION if the model has reported the item as removed.
  var place: guint?
  /// The place of the record, or of the item's activity, in the order in which records and activities have begun.
  var turn = 0

  var isNeeded: Bool { isDisplaced || activity != nil || hasPopover || shift != nil }

  /// The hidden part of the front's height, 0 to 1.
  var missingHeight: Double {
    var gone = 0.0
    if case .removing(let removal) = activity { gone = removal.share }
    return max(gone, shift?.now.front ?? 0)
  }
}

/// Finds the row that shows an item, and stores the state of the items.
final class RowTable {
  private var rows: [RowHandle: SwipeRow] = [:]
  private(set) var records: [RowHandle: RowRecord] = [:]
  /// The number of the last turn, see ``RowRecord/turn``.
  private var turns = 0
  /// The widget that contains the rows.
  private let widget: Widget

  init(in widget: Widget) { self.widget = widget }

  /// The row that shows an item.
  subscript(handle: RowHandle) -> SwipeRow? { rows[handle] }

  /// All rows that show an item.
  var all: some Collection<SwipeRow> { rows.values }

  /// The state of an item. Setting a state that is not needed any more removes the record.
  subscript(record handle: RowHandle) -> RowRecord {
    get { records[handle] ?? RowRecord() }
    set {
      let former = records[handle]
      records[handle] = newValue.isNeeded ? newValue : nil
      guard former == nil || former?.activity == nil && newValue.activity != nil else { return }
      turns += 1
      records[handle]?.turn = turns
    }
  }

  /// The items that have a stored state. Items with an activity are in the order in which the activities began.
  var remembered: [RowHandle] {
    records.sorted { $0.value.turn < $1.value.turn }.map(\.key)
  }

  /// Whether the item has a stored state: its row is not simply closed and at rest.
  func remembers(_ handle: RowHandle) -> Bool { records[handle] != nil }

  func forget(_ handle: RowHandle) { records[handle] = nil }

  /// Records that a row shows an item from now on. Returns true if the row showed another item before.
  func put(_ row: SwipeRow, _ handle: RowHandle) -> Bool {
    let former = row.handle
    if let former, rows[former] === row { rows[former] = nil }
    row.handle = handle
    rows[handle] = row
    return former != nil && former != handle
  }

  /// Records that a row shows no item any more. Returns the item that the row showed.
  func take(_ row: SwipeRow) -> RowHandle? {
    guard let handle = row.handle else { return nil }
    row.handle = nil
    if rows[handle] === row { rows[handle] = nil }
    return handle
  }

  func removeAll() {
    rows.removeAll()
    records.removeAll()
  }

  // MARK: Activities

  /// Whether an action or a removal is in progress for an item.
  func isBusy(_ handle: RowHandle) -> Bool { records[handle]?.activity != nil }

  /// Whether an action of any row is asking the user for a confirmation.
  var isAsking: Bool {
    records.values.contains { if case .asking = $0.activity { true } else { false } }
  }

  /// The batch of an item's removal, whether or not the removal can still be undone; nil if the item is not to be removed.
  func batch(of handle: RowHandle) -> RowBatch? {
    if case .removing(let removal) = records[handle]?.activity { removal.batch } else { nil }
  }

  /// Whether an item is to be removed, at once or when the removal cannot be undone any more.
  func isToGo(_ handle: RowHandle) -> Bool { batch(of: handle) != nil }

  /// Whether an item is being removed now, and the removal cannot be undone any more.
  func isGoing(_ handle: RowHandle) -> Bool { batch(of: handle)?.isOffered == false }

  /// Whether any row is being removed now, so that the rows below it move up.
  var areCollapsing: Bool { records.keys.contains(where: isGoing) }

  // MARK: Positions

  /// The row that a widget is part of. The row's list item counts as part of the row: it may draw a border or a separator around the row.
  /// Nil for a row of another group.
  func row(around descendant: Widget) -> SwipeRow? {
    for ancestor in descendant.ancestry {
      if let row = SwipeRow.hosted(by: ancestor) ?? SwipeRow.shown(by: ancestor) {
        return row.handle.flatMap { rows[$0] } === row ? row : nil
      }
      if ancestor == widget { return nil }
    }
    return nil
  }

  /// The row and the widget at a point of the group.
  struct Hit {
    let row: SwipeRow
    let handle: RowHandle
    /// The innermost widget at the point. If the row stands in for a row that is being removed, the front of the row.
    let picked: Widget
  }

  /// Returns the row at a point of the group; nil for a heading.
  func pick(_ point: Point) -> Hit? {
    guard let picked = gtk_widget_pick(widget, point.x, point.y, GTK_PICK_DEFAULT),
      let row = row(around: picked), !row.isHeading(picked), let handle = row.handle
    else { return nil }
    return Hit(row: row, handle: handle, picked: picked)
  }

  /// Returns the row for a press at a point. If the row at the point is being removed, returns the row that takes its place.
  func pickForPan(_ point: Point, _ engine: PanEngine) -> Hit? {
    pick(point).flatMap { pan(for: $0, engine) }
  }

  /// Returns the row for a press on a row. If the row is being removed, returns the row that takes its place.
  ///
  /// - Parameter engine: Knows whose row is out. One that shows there what is done to its item may come back, and refuses presses meanwhile.
  func pan(for hit: Hit, _ engine: PanEngine) -> Hit? {
    func goes(_ handle: RowHandle) -> Bool {
      isGoing(handle) || engine.isOut(handle) && records[handle]?.activity?.isShown != true
    }
    guard goes(hit.handle) else { return hit }
    return neighbours(of: hit.row).first { row in
      isTrue(gtk_widget_get_child_visible(row.listItem)) && row.handle.map { !goes($0) } == true
    }
    .flatMap { row in row.handle.map { Hit(row: row, handle: $0, picked: row.front) } }
  }

  /// The rows after a row in its container, the nearest first, and then the rows before the row, the nearest first. Rows that the container
  /// has not created are left out.
  func neighbours(of row: SwipeRow) -> some Sequence<SwipeRow> {
    [AnySequence(rows(after: row)), AnySequence(rows(before: row))].joined()
  }

  /// The rows after a row in its container, the nearest first.
  func rows(after row: SwipeRow) -> some Sequence<SwipeRow> {
    rows(beyond: row) { $0.nextSibling }
  }

  /// The rows before a row in its container, the nearest first.
  func rows(before row: SwipeRow) -> some Sequence<SwipeRow> {
    rows(beyond: row) { gtk_widget_get_prev_sibling($0) }
  }

  private func rows(
    beyond row: SwipeRow, next: @escaping (Widget) -> Widget?
  ) -> some Sequence<SwipeRow> {
    sequence(first: row.listItem, next: next).dropFirst().lazy.compactMap { item in
      guard let row = SwipeRow.shown(by: item) ?? SwipeRow.hosted(by: item),
        row.handle.flatMap({ self.rows[$0] }) === row,
        // What a list box filters out is no neighbour; what a view that recycles has out of sight is.
        row.cell != nil || isTrue(gtk_widget_get_child_visible(item))
      else { return nil }
      return row
    }
  }

  /// Returns the visible part of an item's row, px, relative to the group's widget. If the row is outside the viewport, returns a line
  /// at the nearest edge of the viewport. If no row shows the item, returns the whole viewport. Nil if the group is not mapped.
  func sight(of handle: RowHandle) -> GdkRectangle? {
    guard isTrue(gtk_widget_get_mapped(widget)), let all = (scroller ?? widget).bounds(in: widget)
    else { return nil }
    var place = rows[handle]?.listItem.bounds(in: widget) ?? all
    let bottom = min(place.y + place.height, all.y + all.height)
    place.y = min(max(place.y, all.y), all.y + all.height - 1)
    place.height = max(1, bottom - place.y)
    return place
  }

  /// The scroller that is the group's child, or else the nearest scroller around the group.
  var scroller: Widget? {
    innerScroller ?? widget.ancestry.dropFirst().first { $0.isA(gtk_scrolled_window_get_type()) }
  }

  /// The group's child, if the child is a scroller.
  var innerScroller: Widget?

  /// Whether a part of an item's row is inside the viewport, or, with `wholly`, the whole row. A list view keeps many rows outside the
  /// viewport.
  func isOnScreen(_ handle: RowHandle, wholly: Bool = false) -> Bool {
    // A row far outside the viewport is unmapped and keeps its last allocation.
    guard let row = rows[handle], isTrue(gtk_widget_get_mapped(row.widget)) else { return false }
    let viewport = scroller ?? widget
    guard let bounds = row.widget.bounds(in: viewport) else { return false }
    let (bottom, height) = (bounds.y + bounds.height, gtk_widget_get_height(viewport))
    return wholly ? bounds.y >= 0 && bottom <= height : bottom > 0 && bounds.y < height
  }
}
