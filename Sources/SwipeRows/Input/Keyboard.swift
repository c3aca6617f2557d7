import CDunnockGtk
import GtkBridge
import Panning

/// The keys that open, walk and leave trays, run the focused row's actions by their shortcuts, and open its menu.
final class Keyboard: GroupPart {
  let driver: PanDriver
  private let model: ModelWatch
  private let focus: RowFocus
  private let opener: RowOpener
  private let menu: RowMenu
  private let outcomes: Outcomes

  init(
    driver: PanDriver, model: ModelWatch, focus: RowFocus, opener: RowOpener, menu: RowMenu,
    outcomes: Outcomes
  ) {
    self.driver = driver
    self.model = model
    self.focus = focus
    self.opener = opener
    self.menu = menu
    self.outcomes = outcomes
    // Ahead of the list's own.
    let keys = widget.addController(gtk_event_controller_key_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(keys, "key-pressed") { [weak self] (key: UInt32, _: UInt32, state: UInt32) in
      self?.pressed(Int32(bitPattern: key), state) ?? false
    }
    // In the bubble phase, so that a widget in the row, and what the program binds within the list, come first.
    let shortcuts = widget.addController(gtk_event_controller_key_new())
    Signal.connect(shortcuts, "key-pressed") { [weak self] in
      gtk_event_controller_get_current_event(OpaquePointer(shortcuts)).map {
        self?.runsShortcut($0) ?? false
      } ?? false
    }
  }

  // MARK: Trays

  private func pressed(_ key: Int32, _ state: UInt32) -> Bool {
    let modifiers = state & guint(gtk_accelerator_get_default_mod_mask().rawValue)
    let isShifted = modifiers == GDK_SHIFT_MASK.rawValue
    guard modifiers == 0 || isShifted, let (row, handle, focus) = self.focus.focusedRow
    else { return false }
    // A tray can be walked as soon as it has begun to open, before a frame has shown it.
    if row.back.buttonsInReadingOrder.isEmpty, let side = driver.engine.side(of: handle) {
      row.back.show(side)
    }
    switch key {
    case GDK_KEY_Left, GDK_KEY_KP_Left, GDK_KEY_Right, GDK_KEY_KP_Right:
      let isTowardsTrailing =
        (key == GDK_KEY_Right || key == GDK_KEY_KP_Right) != row.widget.isRightToLeft
      guard isShifted else {
        // A grid would go on to another row.
        if focus == row.listItem { return model.container?.walksSideways == true }
        guard row.back.contains(focus), !focus.usesLeftAndRight else { return false }
        _ = moveFocus(in: row, from: focus, by: isTowardsTrailing ? 1 : -1)
        return true
      }
      // Where text is selected by these keys they are its own.
      guard driver.isEnabled, !focus.selectsText else { return false }
      if row.expands(isTowardsTrailing) { return true }
      pan(handle, towardsTrailing: isTowardsTrailing)
      return true
    case GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab:
      let isBackwards = isShifted || key == GDK_KEY_ISO_Left_Tab
      if moveFocus(in: row, from: focus, by: isBackwards ? -1 : 1) { return true }
      // From row to row, as GTK goes; but from a leading tray it would go back into the front.
      guard model.container != nil else {
        return !isBackwards && leave(row.listItem, GTK_DIR_TAB_FORWARD)
      }
      return enterOpenTray(beside: row, isBackwards: isBackwards)
        || leave(widget, isBackwards ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD)
        // Where the list is all that the window has, what follows its last stop is its first; GTK would go on in the next row.
        || takeFocus(first: stops(of: row), isBackwards: isBackwards)
    case GDK_KEY_Up, GDK_KEY_KP_Up, GDK_KEY_Down, GDK_KEY_KP_Down:
      guard !isShifted, focus == row.listItem || !focus.usesUpAndDown else { return false }
      // From a button the list would not know which row to leave.
      if focus != row.listItem { row.takeFocus() }
      let isUp = key == GDK_KEY_Up || key == GDK_KEY_KP_Up
      return isUp ? passGoing(rows.rows(before: row)) : passGoing(rows.rows(after: row))
    case GDK_KEY_Home, GDK_KEY_KP_Home:
      let all = rows.rows(before: row).reversed() + [row]
      return !isShifted && !focus.usesLeftAndRight && all[0].place == 0 && passGoing(all)
    case GDK_KEY_End, GDK_KEY_KP_End:
      let all = rows.rows(after: row).reversed() + [row]
      return !isShifted && !focus.usesLeftAndRight && all[0].place == model.count - 1
        && passGoing(all)
    default:
      return false
    }
  }

  /// Goes on to the first of some rows that stays, where the very first is on its way out, and GTK would stop there; false where it would not.
  private func passGoing(_ ahead: some Sequence<SwipeRow>) -> Bool {
    func goes(_ row: SwipeRow) -> Bool { row.handle.map(rows.isGoing) == true }
    guard let first = ahead.first(where: { _ in true }), goes(first) else { return false }
    if let next = ahead.first(where: { !goes($0) }), let handle = next.handle {
      _ = focus.give(to: handle)
      next.select()
    }
    return true
  }

  /// Does what dragging that way would: opens the tray there, or closes the one on the other side.
  private func pan(_ handle: RowHandle, towardsTrailing: Bool) {
    let side: PanSide = towardsTrailing ? .leading : .trailing
    switch driver.engine.side(of: handle) {
    // The focused row may have been scrolled out of sight: it comes back first.
    case nil: _ = opener.open(handle, side, animated: true, scrolling: true)
    case side?: break
    default: driver.drive(.close(nil))
    }
  }

  /// Moves the focus among a row, the controls of its front and its open tray's buttons, in this order; false where it would leave them.
  private func moveFocus(in row: SwipeRow, from focus: Widget, by step: Int) -> Bool {
    let stops = stops(of: row)
    // What is not a stop itself is in the list item or in one of the others.
    let place = stops.lastIndex { focus == $0 || gtk_widget_is_ancestor(focus, $0) != 0 } ?? 0
    let further = step > 0 ? stops[(place + 1)...] : stops[..<place]
    return takeFocus(first: Array(further), isBackwards: step < 0)
  }

  /// A row, the controls of its front that are in sight, and its open tray's buttons, in the order of Tab.
  private func stops(of row: SwipeRow) -> [Widget] {
    let controls = row.front.focusStops.filter { isInSight($0, of: row) }
    return [row.listItem] + controls + row.back.buttonsInReadingOrder
  }

  /// Whether the middle of a control is in the row where its front is going to rest: an open one has left it in part.
  private func isInSight(_ control: Widget, of row: SwipeRow) -> Bool {
    guard let handle = row.handle, let side = driver.engine.side(of: handle),
      let bounds = control.bounds(in: row.front)
    else { return true }
    let geometry = row.back.measure()
    let tray = geometry[side]
    let offset =
      driver.engine.isMoving(handle) ? side.sign * tray.width : driver.engine.offset(of: handle)
    let middle =
      Double(bounds.x) + Double(bounds.width) / 2 + (row.widget.isRightToLeft ? -offset : offset)
    return middle > 0 && middle < geometry.width
  }

  /// Moves the focus into a tray that the pointer opened, in another row than the focused one, or to the nearest button that undoes: the
  /// focus went on when its row left.
  private func enterOpenTray(beside focused: SwipeRow, isBackwards: Bool) -> Bool {
    let open = driver.engine.openRows.last.flatMap { rows[$0] }
    guard let row = open ?? rows.neighbours(of: focused).first(where: \.back.showsUndo),
      row !== focused, !focused.back.showsUndo
    else { return false }
    return takeFocus(first: row.back.buttonsInReadingOrder, isBackwards: isBackwards)
  }

  private func takeFocus(first stops: [Widget], isBackwards: Bool) -> Bool {
    (isBackwards ? stops.reversed() : stops).contains { gtk_widget_grab_focus($0) != 0 }
  }

  /// Moves the focus out of the list, every row of which Tab would otherwise walk before it reaches what comes after, or out of a row.
  private func leave(_ part: Widget, _ direction: GtkDirectionType) -> Bool {
    let hasLeft = part.passFocus(direction)
    // Into another list GTK goes by a control of a row, past the row itself.
    if hasLeft, direction == GTK_DIR_TAB_FORWARD, let focus = widget.focusInWindow,
      let item = focus.ancestry.first(where: { SwipeRow.shown(by: $0) != nil })
    {
      gtk_widget_grab_focus(item)
    }
    return hasLeft
  }

  // MARK: Shortcuts

  private func runsShortcut(_ event: OpaquePointer) -> Bool {
    // Who writes in the row means the text.
    guard driver.isEnabled, let (row, handle, focus) = focus.focusedRow, row.content.isEnabled,
      !focus.isA(gtk_editable_get_type()), !focus.isA(gtk_text_view_get_type())
    else { return false }
    if match(of: event, with: "Menu|<Shift>F10") != GDK_KEY_MATCH_NONE {
      return menu.open(of: handle)
    }
    guard let action = action(for: event, of: row) else { return false }
    outcomes.perform(action, on: handle)
    return true
  }

  /// The action that the keys stand for; one whose shortcut they are in the person's own layout comes before others.
  private func action(for event: OpaquePointer, of row: SwipeRow) -> SwipeAction? {
    let candidates = row.content.groups.joined().filter(\.isEnabled).map { action in
      (action: action, match: action.shortcut.map { match(of: event, with: $0) })
    }
    return [GDK_KEY_MATCH_EXACT, GDK_KEY_MATCH_PARTIAL].lazy.compactMap { wanted in
      candidates.first { $0.match == wanted }?.action
    }.first
  }

  private func match(of event: OpaquePointer, with keys: String) -> GdkKeyMatch {
    SwipeAction.trigger(keys).map {
      gtk_shortcut_trigger_trigger($0.opaque, event, false.gboolean)
    } ?? GDK_KEY_MATCH_NONE
  }
}

extension SwipeAction {
  private static var triggers: [String: Ref] = [:]

  /// GTK's own reading of a shortcut; nil for one that it cannot read.
  @discardableResult
  static func trigger(_ keys: String) -> Ref? {
    if let known = triggers[keys] { return known }
    let parsed = gtk_shortcut_trigger_parse_string(keys)
    if parsed == nil { tellMisuse("Write the shortcut \(keys) as GTK reads it, as <Control>d.") }
    triggers[keys] = parsed.map { .adopting(full: UnsafeMutableRawPointer($0)) }
    return triggers[keys]
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// What takes the focus in this widget, itself included, in the order in which it is read; not what a popover of it holds.
  var focusStops: [Widget] {
    guard gtk_widget_get_visible(self) != 0, gtk_widget_get_child_visible(self) != 0,
      gtk_widget_is_sensitive(self) != 0, gtk_widget_get_can_focus(self) != 0,
      !isA(gtk_popover_get_type())
    else { return [] }
    return (gtk_widget_get_focusable(self) != 0 ? [self] : []) + children.flatMap(\.focusStops)
  }

  /// Whether Shift and an arrow select text here.
  var selectsText: Bool {
    isA(gtk_editable_get_type()) || isA(gtk_text_view_get_type()) || isA(gtk_label_get_type())
  }

  /// Whether the keys Left and Right mean something here.
  var usesLeftAndRight: Bool { selectsText || isA(gtk_range_get_type()) }

  /// Whether the keys Up and Down mean something here.
  var usesUpAndDown: Bool {
    isA(gtk_text_view_get_type()) || isA(gtk_range_get_type())
      || ancestry.prefix(3).contains { $0.isA(gtk_spin_button_get_type()) }
  }
}
