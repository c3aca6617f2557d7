import CGtk
import GtkBridge
import Panning

/// The keyboard's place in the list: which row has it, and where it goes when that row leaves.
final class RowFocus {
  private unowned let list: LiveList
  /// The row that has the focus, or had it until its widget went, and its place in the model.
  private var last: (id: RowHandle, place: guint)?
  /// What tells of the window's focus; it goes before its window does, which it must not keep.
  private var connection: Signal.Connection?

  /// The item whose row has the focus, or had it last.
  var item: RowHandle? { last?.id }

  init(of list: LiveList) { self.list = list }

  func follow() {
    Signal.connectPointer(list.widget, "notify::root") { [weak self] _ in self?.followWindow() }
  }

  private func followWindow() {
    connection?.disconnect()
    connection = nil
    guard list.isAlive, let root = gtk_widget_get_root(list.widget) else { return }
    connection = Signal.connectPointer(UnsafeMutableRawPointer(root), "notify::focus-widget") {
      [weak self] _ in self?.note()
    }
  }

  private func note() {
    guard list.isAlive, let focus = list.widget.focusInWindow else { return }
    if let row = row(with: focus), let id = list.rows.id(of: row) {
      last = (id, row.place)
    } else if gtk_widget_is_ancestor(focus, list.widget) == 0 {
      // In a menu of the list the row that it is about counts as the one with the focus.
      last = nil
    }
  }

  /// A menu of a row takes the focus: the row has it as far as the list goes.
  func lend(from row: SwipeRow, of id: RowHandle) { last = (id, row.place) }

  /// The row that a widget with the focus is, or is in.
  func row(with focus: Widget) -> SwipeRow? {
    list.rows.row(around: focus) ?? SwipeRow.shown(by: focus)
  }

  /// After the model has changed: where the focused row has gone, gives the focus to the one in its place, else to the one before.
  ///
  /// GTK would do so when it lays out the list, too late for the next key.
  func modelChanged() {
    guard list.isAlive, let last, rowThatStays(last.id) == nil else { return }
    // GTK leaves it to nobody, to the list as a whole, or to the widget that went, which may show another item by now.
    // What a menu or another popover of the list has stays there.
    let isElsewhere = list.widget.focusInWindow.map {
      gtk_widget_get_root($0) != nil
        && (gtk_widget_is_ancestor($0, list.widget) == 0
          || gtk_widget_get_native($0) != gtk_widget_get_native(list.widget))
    }
    if isElsewhere != true { giveBack() }
  }

  /// Gives the focus to the row that had it last, or to the one in its place.
  func giveBack() {
    let count = list.model.count
    guard let last, count > 0, gtk_widget_get_mapped(list.widget) != 0 else { return }
    let place = min(last.place, count - 1)
    let row =
      rowThatStays(last.id)
      ?? list.rows.all.first { $0.1.place == place && $0.0 != last.id }?.1
    row?.listItem.map { _ = gtk_widget_grab_focus($0) }
  }

  /// Where the row with the focus begins to leave, gives it to the one that takes its place: the next key is meant for that one, and may
  /// come before the motion has ended.
  func passOn() {
    guard list.isAlive, let focus = list.widget.focusInWindow, let row = row(with: focus),
      let id = list.rows.id(of: row), list.outcomes.isGoing(id)
    else { return }
    let next = list.rows.neighbours(of: row).first { !list.outcomes.isGoing($0.1) }
    next?.0.listItem.map { _ = gtk_widget_grab_focus($0) }
  }

  /// The row of an item that is in the model.
  private func rowThatStays(_ id: RowHandle) -> SwipeRow? {
    list.rows[id].flatMap { list.model.holds($0, id) ? $0 : nil }
  }

  /// Gives an item's row the focus and brings it into sight; false if it is not in the model.
  func give(to id: RowHandle) -> Bool {
    guard list.isAlive else { return false }
    // A row may not be laid out yet; the list view scrolls to the one that takes the focus, if need be.
    if let item = list.rows[id]?.listItem, gtk_widget_get_mapped(item) != 0 {
      gtk_widget_grab_focus(item)
    } else if list.model.scroll(to: id) {
      list.rows[id]?.listItem.map { _ = gtk_widget_grab_focus($0) }
    } else {
      return false
    }
    let before = list.widget.focusInWindow
    list.afterLayout { list in
      // Whoever has gone on meanwhile is not fetched back.
      guard let item = list.rows[id]?.listItem, list.widget.focusInWindow == before else { return }
      gtk_widget_grab_focus(item)
      if !list.rows.isOnScreen(id, wholly: true) { _ = list.model.scroll(to: id) }
    }
    return true
  }
}
