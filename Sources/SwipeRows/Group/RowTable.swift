import CDunnockGtk
import GtkBridge
import Panning

/// What is remembered of a row that is not simply closed and at rest.
struct RowRecord {
  /// Its front is away from its place, or is going to be.
  var isDisplaced = false
  /// It says to screen readers that it is open; not by events, for some styles report less than happens.
  var isExpanded = false
  /// What is being done to its item.
  var activity: RowActivity?
  /// Its context menu is open, or what tells of a failure.
  var hasPopover = false
  /// It is on the way to its place.
  var shift: RowShift?
  /// Its place in the model, noted when its row's widget went, for until then GTK follows it; GTK_INVALID_LIST_POSITION of what the
  /// model told had gone.
  var place: guint?

  var isNeeded: Bool { isDisplaced || activity != nil || hasPopover || shift != nil }

  /// How much of the height of its front is missing, 0 to 1.
  var missingHeight: Double {
    var gone = 0.0
    if case .removing(let removal) = activity { gone = removal.share }
    return max(gone, shift?.now.front ?? 0)
  }
}

/// Which row shows which item, and what is remembered of the items; an item that leaves is one deletion here.
final class RowTable {
  private var rows: [RowHandle: SwipeRow] = [:]
  private(set) var records: [RowHandle: RowRecord] = [:]
  /// What holds the rows; they are looked for below it.
  private let widget: Widget

  init(in widget: Widget) { self.widget = widget }

  /// The row that shows an item.
  subscript(handle: RowHandle) -> SwipeRow? { rows[handle] }

  /// The rows, each of which shows an item.
  var all: some Collection<SwipeRow> { rows.values }

  /// What is remembered of an item; one that needs no more remembering is forgotten.
  subscript(record handle: RowHandle) -> RowRecord {
    get { records[handle] ?? RowRecord() }
    set { records[handle] = newValue.isNeeded ? newValue : nil }
  }

  /// Whether more is remembered of an item than that it is closed and at rest.
  func remembers(_ handle: RowHandle) -> Bool { records[handle] != nil }

  func forget(_ handle: RowHandle) { records[handle] = nil }

  /// Notes that a row shows an item from now on; answers whether it showed another until now.
  func put(_ row: SwipeRow, _ handle: RowHandle) -> Bool {
    let former = row.handle
    if let former, rows[former] === row { rows[former] = nil }
    row.handle = handle
    rows[handle] = row
    return former != nil && former != handle
  }

  /// Notes that a row shows nothing any more; answers what it showed.
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

  /// Whether something is being done to an item.
  func isBusy(_ handle: RowHandle) -> Bool { records[handle]?.activity != nil }

  /// Whether a person is being asked something by a row's action.
  var isAsking: Bool {
    records.values.contains { if case .asking = $0.activity { true } else { false } }
  }

  /// The batch that an item is removed with, now or when that cannot be undone any more.
  func batch(of handle: RowHandle) -> RowBatch? {
    if case .removing(let removal) = records[handle]?.activity { removal.batch } else { nil }
  }

  /// Whether an item's row goes, now or when that cannot be undone any more.
  func isToGo(_ handle: RowHandle) -> Bool { batch(of: handle) != nil }

  /// Whether an item's row goes now.
  func isGoing(_ handle: RowHandle) -> Bool { batch(of: handle)?.isOffered == false }

  /// Whether a row goes now, and draws those below it along.
  var areCollapsing: Bool { records.keys.contains(where: isGoing) }

  // MARK: Where rows are

  /// The row that a widget is part of, or, being its list item with a border or a separator, is around; none of another group's.
  func row(around descendant: Widget) -> SwipeRow? {
    for ancestor in descendant.ancestry {
      if let row = SwipeRow.hosted(by: ancestor) ?? SwipeRow.shown(by: ancestor) {
        return row.handle.flatMap { rows[$0] } === row ? row : nil
      }
      if ancestor == widget { return nil }
    }
    return nil
  }

  /// What lies at a point of the group.
  struct Hit {
    let row: SwipeRow
    let handle: RowHandle
    /// The very widget there.
    let picked: Widget
  }

  /// The row at a point of the group; none where a heading stands.
  func pick(_ point: Point) -> Hit? {
    guard let picked = gtk_widget_pick(widget, point.x, point.y, GTK_PICK_DEFAULT),
      let row = row(around: picked), !row.isHeading(picked), let handle = row.handle
    else { return nil }
    return Hit(row: row, handle: handle, picked: picked)
  }

  /// The row that a press at a point is for; where a row is on its way out, the one that takes its place.
  ///
  /// - Parameter engine: Knows whose row is out. One that shows there what is done to its item may come back, and refuses presses meanwhile.
  func pickForPan(_ point: Point, _ engine: PanEngine) -> Hit? {
    func goes(_ handle: RowHandle) -> Bool {
      isGoing(handle) || engine.isOut(handle) && records[handle]?.activity?.isShown != true
    }
    guard let hit = pick(point), goes(hit.handle) else { return pick(point) }
    return neighbours(of: hit.row).first { row in
      isTrue(gtk_widget_get_child_visible(row.listItem)) && row.handle.map { !goes($0) } == true
    }
    .flatMap { row in row.handle.map { Hit(row: row, handle: $0, picked: row.front) } }
  }

  /// The rows after this one in its container and then those before it, the nearest first, as far as they have been made.
  func neighbours(of row: SwipeRow) -> some Sequence<SwipeRow> {
    [AnySequence(rows(after: row)), AnySequence(rows(before: row))].joined()
  }

  /// The rows after this one, the nearest first.
  func rows(after row: SwipeRow) -> some Sequence<SwipeRow> {
    rows(beyond: row) { $0.nextSibling }
  }

  /// The rows before this one, the nearest first.
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

  /// Where a row is in the group, as far as it is in sight, at the edge beyond which it is if it is not, px; nil where nothing of the group is
  /// shown.
  func sight(of handle: RowHandle) -> GdkRectangle? {
    guard isTrue(gtk_widget_get_mapped(widget)), let all = (scroller ?? widget).bounds(in: widget)
    else { return nil }
    var place = rows[handle]?.listItem.bounds(in: widget) ?? all
    let bottom = min(place.y + place.height, all.y + all.height)
    place.y = min(max(place.y, all.y), all.y + all.height - 1)
    place.height = max(1, bottom - place.y)
    return place
  }

  /// The scroller in the group, or else the nearest around it.
  var scroller: Widget? {
    innerScroller ?? widget.ancestry.dropFirst().first { $0.isA(gtk_scrolled_window_get_type()) }
  }

  /// The scroller that the group was put around.
  var innerScroller: Widget?

  /// Whether some of an item's row can be seen in what it scrolls in, or the whole of it; a list view keeps many rows that cannot.
  func isOnScreen(_ handle: RowHandle, wholly: Bool = false) -> Bool {
    // Of rows far out of sight the list view keeps the places that they had, unmapped.
    guard let row = rows[handle], isTrue(gtk_widget_get_mapped(row.widget)) else { return false }
    let viewport = scroller ?? widget
    guard let bounds = row.widget.bounds(in: viewport) else { return false }
    let (bottom, height) = (bounds.y + bounds.height, gtk_widget_get_height(viewport))
    return wholly ? bounds.y >= 0 && bottom <= height : bottom > 0 && bounds.y < height
  }
}
