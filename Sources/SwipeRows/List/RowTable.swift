import CGtk
import GtkBridge
import Panning

/// Which row shows which item.
final class RowTable {
  private var rows: [RowHandle: SwipeRow] = [:]
  private var ids: [ObjectIdentifier: RowHandle] = [:]
  /// What holds the rows; they are looked for below it.
  private let widget: Widget
  private let scroller: Widget

  init(in widget: Widget, scroller: Widget) {
    self.widget = widget
    self.scroller = scroller
  }

  /// The row that shows an item.
  subscript(id: RowHandle) -> SwipeRow? { rows[id] }

  /// The item that a row shows.
  func id(of row: SwipeRow) -> RowHandle? { ids[ObjectIdentifier(row)] }

  /// The items that rows show, and the rows.
  var all: [(RowHandle, SwipeRow)] { rows.map { ($0, $1) } }

  /// Notes that a row shows an item from now on; answers the one that it showed until now, if another.
  func put(_ row: SwipeRow, _ id: RowHandle) -> RowHandle? {
    let former = ids.updateValue(id, forKey: ObjectIdentifier(row)).flatMap { $0 == id ? nil : $0 }
    if let former, rows[former] === row { rows[former] = nil }
    rows[id] = row
    return former
  }

  /// Notes that a row shows nothing any more; answers what it showed.
  func take(_ row: SwipeRow) -> RowHandle? {
    guard let id = ids.removeValue(forKey: ObjectIdentifier(row)) else { return nil }
    if rows[id] === row { rows[id] = nil }
    return id
  }

  func removeAll() {
    rows.removeAll()
    ids.removeAll()
  }

  // MARK: Where rows are

  /// The row that a widget is part of, or, being its list item with a border or a separator, is around.
  func row(around descendant: Widget) -> SwipeRow? {
    for ancestor in descendant.ancestry {
      if ancestor == widget { return nil }
      if let row = SwipeRow.hosted(by: ancestor) ?? SwipeRow.shown(by: ancestor) { return row }
    }
    return nil
  }

  /// What lies at a point of the list.
  struct Hit {
    let row: SwipeRow
    let id: RowHandle
    /// The very widget there.
    let picked: Widget
  }

  /// The row at a point of the list; none where a heading stands.
  func pick(_ point: Point) -> Hit? {
    guard let picked = gtk_widget_pick(widget, point.x, point.y, GTK_PICK_DEFAULT),
      let row = row(around: picked), !row.isHeading(picked), let id = id(of: row)
    else { return nil }
    return Hit(row: row, id: id, picked: picked)
  }

  /// The rows after this one and then those before it, the nearest first, as far as the list view has made them.
  func neighbours(of row: SwipeRow) -> some Sequence<(SwipeRow, RowHandle)> {
    let item = row.listItem
    let after = sequence(first: item, next: { $0?.nextSibling }).dropFirst()
    let before = sequence(first: item, next: { $0.flatMap { gtk_widget_get_prev_sibling($0) } })
      .dropFirst()
    return [AnySequence(after), AnySequence(before)].joined().lazy.compactMap { item in
      guard let row = item.flatMap({ SwipeRow.shown(by: $0) }), let id = self.id(of: row) else {
        return nil
      }
      return (row, id)
    }
  }

  /// Whether some of an item's row can be seen in the scroller, or the whole of it; the list view keeps many rows that cannot.
  func isOnScreen(_ id: RowHandle, wholly: Bool = false) -> Bool {
    // Of rows far out of sight the list view keeps the places that they had, unmapped.
    guard let row = rows[id], isTrue(gtk_widget_get_mapped(row.widget)),
      let bounds = row.widget.bounds(in: scroller)
    else { return false }
    let (bottom, height) = (bounds.y + bounds.height, gtk_widget_get_height(scroller))
    return wholly ? bounds.y >= 0 && bottom <= height : bottom > 0 && bounds.y < height
  }
}
