import CGtk
import GtkBridge
import Panning

extension SwipeList {
  /// Opens, walks and leaves the trays by keys, ahead of the list's own.
  func followKeys() {
    let keys = widget.addController(gtk_event_controller_key_new(), in: GTK_PHASE_CAPTURE)
    Signal.connectKey(keys) { [weak self] key, state in
      self?.pressedKey(Int32(bitPattern: key), state) ?? false
    }
  }

  private func pressedKey(_ key: Int32, _ state: GdkModifierType) -> Bool {
    let modifiers = state.rawValue & guint(gtk_accelerator_get_default_mod_mask().rawValue)
    let isShifted = modifiers == GDK_SHIFT_MASK.rawValue
    guard modifiers == 0 || isShifted, let focus, let row = focusedRow(focus),
      let id = ids[ObjectIdentifier(row)]
    else { return false }
    // A tray can be walked as soon as it has begun to open, before a frame has shown it.
    if row.buttonsInReadingOrder.isEmpty, let side = engine.side(of: id) { row.show(side) }
    switch key {
    case GDK_KEY_Left, GDK_KEY_KP_Left, GDK_KEY_Right, GDK_KEY_KP_Right:
      let isTowardsTrailing =
        (key == GDK_KEY_Right || key == GDK_KEY_KP_Right) != widget.isRightToLeft
      if isShifted { return pan(id, towardsTrailing: isTowardsTrailing) }
      return row.isInTray(focus) && moveFocus(in: row, from: focus, by: isTowardsTrailing ? 1 : -1)
    case GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab:
      let isBackwards = isShifted || key == GDK_KEY_ISO_Left_Tab
      return moveFocus(in: row, from: focus, by: isBackwards ? -1 : 1)
        || enterOpenTray(beside: row, isBackwards: isBackwards)
        || leave(isBackwards ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD)
    case GDK_KEY_Up, GDK_KEY_KP_Up, GDK_KEY_Down, GDK_KEY_KP_Down:
      // From a button the list would not know which row to leave.
      if row.isInTray(focus) { row.listItem.map { _ = gtk_widget_grab_focus($0) } }
      return false
    default:
      return false
    }
  }

  var focus: Widget? { widget.focusInWindow }

  /// The row that the focus is on or in.
  func focusedRow(_ focus: Widget) -> SwipeRow? {
    row(around: focus) ?? focus.firstChild.flatMap { SwipeRow.hosted(by: $0) }
  }

  /// Does what dragging that way would: opens the tray there, or closes the one on the other side.
  private func pan(_ id: ID, towardsTrailing: Bool) -> Bool {
    let side: PanSide = towardsTrailing ? .leading : .trailing
    switch engine.side(of: id) {
    case nil: openInSight(id, side)
    case side?: break
    default: close()
    }
    return true
  }

  /// Opens a tray of the focused row, which may have been scrolled out of sight: it comes back first.
  private func openInSight(_ id: ID, _ side: PanSide) {
    guard !isOnScreen(id, wholly: true), let listView, let place = place(of: id) else {
      return open(id, side: side)
    }
    scrollPace?.layOutIfStale()
    gtk_widget_activate_action_variant(
      listView, "list.scroll-to-item", g_variant_new_uint32(place))
    afterLayout { $0.open(id, side: side) }
  }

  /// Moves the focus out of the list: Tab would otherwise walk every row of it before it reaches what comes after.
  private func leave(_ direction: GtkDirectionType) -> Bool {
    // At each level what comes before the list and what comes after it, the nearest level first.
    let levels = widget.ancestry.map { part in
      let siblings = part.parent.map { Array($0.children) } ?? [part]
      return (direction == GTK_DIR_TAB_FORWARD ? siblings : siblings.reversed())
        .split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
    }
    // With nothing further on, what lies between the other end of the window and here.
    let further = levels.flatMap { $0.dropFirst().joined() }
    let fromTheEnd = levels.reversed().flatMap { $0.prefix(1).joined() }
    return (further + fromTheEnd).contains {
      gtk_widget_get_child_visible($0) != 0 && gtk_widget_child_focus($0, direction) != 0
    }
  }

  /// Moves the focus among a row and its open tray's buttons, in reading order; false where it would leave them.
  private func moveFocus(in row: SwipeRow, from focus: Widget, by step: Int) -> Bool {
    guard let item = row.listItem, !row.buttonsInReadingOrder.isEmpty else { return false }
    let stops = [item] + row.buttonsInReadingOrder.filter { gtk_widget_is_sensitive($0) != 0 }
    let place = stops.firstIndex { focus == $0 } ?? 0
    guard stops.indices.contains(place + step) else { return false }
    return gtk_widget_grab_focus(stops[place + step]) != 0
  }

  /// Moves the focus into a tray that the pointer opened, in another row than the focused one.
  private func enterOpenTray(beside focused: SwipeRow, isBackwards: Bool) -> Bool {
    guard let id = openItem, let row = rows[id], row !== focused else { return false }
    let buttons = row.buttonsInReadingOrder
    return (isBackwards ? buttons.reversed() : buttons).contains {
      gtk_widget_grab_focus($0) != 0
    }
  }

  /// Moves the focus from a row that is about to leave to the one that will take its place, else to the one before: GTK would do so
  /// when it lays out the list, too late for the next key.
  func passFocus(from row: SwipeRow) {
    guard let item = row.listItem, let focus, focus == item || row.isInTray(focus) else { return }
    let after = sequence(first: item, next: \.nextSibling)
    let before = sequence(first: item) { gtk_widget_get_prev_sibling($0) }
    for neighbour in [after.dropFirst(), before.dropFirst()].joined() {
      guard let row = neighbour.firstChild.flatMap({ SwipeRow.hosted(by: $0) }),
        let id = ids[ObjectIdentifier(row)], !leaving.contains(id)
      else { continue }
      gtk_widget_grab_focus(neighbour)
      return
    }
  }
}
