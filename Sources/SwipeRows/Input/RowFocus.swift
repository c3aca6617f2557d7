import CDunnockGtk
import GtkBridge
import Panning

/// The keyboard's place among the rows: which has it, and where it goes when that row leaves.
final class RowFocus: GroupPart {
  let driver: PanDriver
  private let model: ModelWatch
  /// The row that has the focus, or had it until its widget went, and its place.
  private var last: (handle: RowHandle, place: guint)?
  /// What tells of the window's focus; it goes before its window does, which it must not keep.
  private var connection: Signal.Connection?

  init(driver: PanDriver, model: ModelWatch) {
    self.driver = driver
    self.model = model
    Signal.connect(widget, "notify::root") { [weak self] in self?.followWindow() }
    followWindow()
  }

  /// The item whose row has the focus, or had it last.
  var item: RowHandle? { last?.handle }

  private func followWindow() {
    connection?.disconnect()
    connection = nil
    guard later.isAlive, let root = gtk_widget_get_root(widget) else { return }
    connection = Signal.connect(UnsafeMutableRawPointer(root), "notify::focus-widget") {
      [weak self] in self?.note()
    }
  }

  private func note() {
    guard later.isAlive, let focus = widget.focusInWindow else { return }
    if let row = rows.row(around: focus), let handle = row.handle {
      last = (handle, row.place)
    } else if !focus.ancestry.contains(widget) {
      // In a menu of the group the row that it is about counts as the one with the focus.
      last = nil
    }
  }

  /// A menu of a row takes the focus: the row has it as far as the group goes.
  func menuOpened(for row: SwipeRow) { last = row.handle.map { ($0, row.place) } }

  /// The row with the focus, and the very widget.
  var focusedRow: (row: SwipeRow, handle: RowHandle, focus: Widget)? {
    guard let focus = widget.focusInWindow, let row = rows.row(around: focus),
      let handle = row.handle
    else { return nil }
    return (row, handle, focus)
  }

  /// After rows have gone: where the focused one has, gives the focus to the one in its place, else to the one before.
  ///
  /// GTK would do so when it lays out the list, too late for the next key.
  func rowsRemoved() {
    guard later.isAlive, let last, rowThatStays(last.handle) == nil else { return }
    // GTK leaves it to nobody, to the list as a whole, or to the widget that went, which may show another item by now.
    // What a menu or another popover of the group has stays there.
    let isElsewhere = widget.focusInWindow.map {
      gtk_widget_get_root($0) != nil
        && !($0.ancestry.dropFirst().contains(widget) && $0.native == widget.native)
    }
    guard isElsewhere != true else { return }
    giveBack()
    // With no row left, GTK would leave the focus to the widget that went, where keys reach nobody, and then to the window.
    guard model.count == 0, let root = gtk_widget_get_root(widget) else { return }
    if let view = model.container?.view, isTrue(gtk_widget_get_mapped(view)),
      isTrue(gtk_widget_grab_focus(view))
    {
      return
    }
    if let focus = gtk_root_get_focus(root), gtk_widget_get_root(focus) == nil {
      gtk_root_set_focus(root, nil)
    }
  }

  /// Gives the focus to the row that had it last, or to the one in its place.
  func giveBack() {
    let count = model.count
    guard let last, count > 0, gtk_widget_get_mapped(widget) != 0 else { return }
    let place = min(last.place, count - 1)
    let row =
      rowThatStays(last.handle)
      ?? rows.all.first { $0.place == place && $0.handle != last.handle }
    row?.takeFocus()
  }

  /// Where the row with the focus begins to leave, gives it to the one that takes its place, in sight or not: the next key is meant for
  /// that one, and may come before the motion has ended.
  func passOn() {
    guard later.isAlive, let (row, handle, _) = focusedRow, rows.isToGo(handle) else { return }
    let next = rows.neighbours(of: row).first { row in
      model.holds(row) && row.handle.map { !rows.isToGo($0) } == true
    }
    if let next = next?.handle { _ = give(to: next) }
  }

  /// Gives the focus back to a row that has lost it because its item was moved within the model, if the row is in sight at its new place.
  func follow(_ handle: RowHandle) {
    guard later.isAlive, focusedRow?.handle != handle, rowThatStays(handle) != nil else { return }
    let before = widget.focusInWindow
    later.at(.laidOut) { [weak self] in
      guard let self, let row = rowThatStays(handle), widget.focusInWindow == before else { return }
      if rows.isOnScreen(handle) {
        row.takeFocus()
      } else if rows[record: handle].shift != nil {
        // In sight, but of no height yet, and so not shown.
        follow(handle)
      }
    }
  }

  /// The row of an item that is in the model.
  private func rowThatStays(_ handle: RowHandle) -> SwipeRow? {
    rows[handle].flatMap { model.holds($0) ? $0 : nil }
  }

  /// Gives an item's row the focus and brings it into sight; false if it is not in the model.
  func give(to handle: RowHandle) -> Bool {
    guard later.isAlive else { return false }
    // A row may not be laid out yet; the list view scrolls to the one that takes the focus, if need be.
    let isThere = rows[handle].map { gtk_widget_get_mapped($0.listItem) != 0 } == true
    guard isThere || model.scroll(to: handle) else { return false }
    rows[handle]?.takeFocus()
    let before = widget.focusInWindow
    later.at(.laidOut) { [weak self] in
      // Whoever has gone on meanwhile is not fetched back.
      guard let self, let row = rows[handle], widget.focusInWindow == before else { return }
      row.takeFocus()
      if !rows.isOnScreen(handle, wholly: true) { _ = model.scroll(to: handle) }
    }
    return true
  }
}
