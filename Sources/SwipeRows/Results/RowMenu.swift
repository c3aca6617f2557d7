import CDunnockGtk
import GtkBridge
import Panning

/// The context menu of a row: what it offers stays that of one item, whatever becomes of the row that showed it.
final class RowMenu: GroupPart {
  let driver: PanDriver
  private let focus: RowFocus
  private let outcomes: Outcomes
  private let scrollers: OuterScrollers
  private var shown: (handle: RowHandle, content: SwipeContent, popover: Ref)?
  /// The actions of the open menu, by their names in it. GTK keeps the action group of a menu after the menu is freed, until another menu
  /// opens, so that the group must not hold what the program's actions hold.
  private var offered: [String: SwipeAction] = [:]
  /// What a finger that is down still asks for.
  private var awaited: (sequence: OpaquePointer, handle: RowHandle, place: GdkRectangle)?

  /// Opens a row's menu on a right click and on a long press of a finger; `Keyboard` does on keys.
  init(driver: PanDriver, focus: RowFocus, outcomes: Outcomes, scrollers: OuterScrollers) {
    self.driver = driver
    self.focus = focus
    self.outcomes = outcomes
    self.scrollers = scrollers
    let click = widget.addController(gtk_gesture_click_new())
    gtk_gesture_single_set_button(OpaquePointer(click), guint(GDK_BUTTON_SECONDARY))
    // Not on the press: GTK loses count of what is pressed when a menu comes up under the pointer before the release.
    Signal.connect(click, "released") { [weak self] (_: Int32, x: Double, y: Double) in
      self?.open(by: OpaquePointer(click), at: Point(x: x, y: y))
    }

    let hold = widget.addController(gtk_gesture_long_press_new(), in: GTK_PHASE_CAPTURE)
    gtk_gesture_single_set_touch_only(OpaquePointer(hold), true.gboolean)
    Signal.connect(hold, "pressed") { [weak self] (x: Double, y: Double) in
      guard let self, driver.engine.phase != .tracking else { return }
      open(by: OpaquePointer(hold), at: Point(x: x, y: y))
    }

    Signal.connect(widget, "unmap") { [weak self] in
      self?.awaited = nil
      guard let self, shown != nil else { return }
      // GTK never frees a menu that leaves its window open, or with the focus in it.
      gtk_widget_get_root(widget).map { gtk_root_set_focus($0, nil) }
      close()
    }
  }

  /// Opens the context menu of an item's row, as the Menu key does; false if the item is in no row on screen, or has no actions.
  func open(of handle: RowHandle) -> Bool {
    guard later.isAlive, let row = rows[handle], gtk_widget_get_mapped(row.listItem) != 0,
      let place = rows.sight(of: handle)
    else { return false }
    return open(row, of: handle, at: place)
  }

  /// Opens a menu of some of an item's actions, at a button of its tray.
  func open(of handle: RowHandle, _ actions: [SwipeAction], at button: Widget) {
    guard let row = rows[handle], let place = button.bounds(in: widget) else { return }
    _ = open(row, of: handle, SwipeContent(label: "", others: actions), at: place)
  }

  private func open(by gesture: OpaquePointer, at point: Point) {
    // A long press is told by a timer, not by an event.
    let sequence = gtk_gesture_single_get_current_sequence(gesture)
    guard later.isAlive, driver.isEnabled,
      let event = gtk_gesture_get_last_event(gesture, sequence), event.isOn(widget),
      let hit = rows.pick(point), hit.row.content.offersMenu, !rows.isToGo(hit.handle),
      // A finger that rests on a button is slow to click it.
      sequence == nil || !hit.row.back.contains(hit.picked)
    else { return }
    let handle = hit.handle
    driver.cancel("menu", .pointer)
    driver.drive(.close(nil))
    let place = GdkRectangle(x: Int32(point.x), y: Int32(point.y), width: 1, height: 1)
    if let sequence {
      awaited = (sequence, handle, place)
      hit.row.showMenuIsOpen(true)
    } else {
      _ = open(hit.row, of: handle, at: place)
    }
    scrollers.claim(gesture, of: sequence)
  }

  /// Takes note of an event of the window: the menu that a finger asks for comes up where it lifts.
  ///
  /// GTK, of 4.18 too, takes back what a finger pressed where the finger lifts, if a menu has come up under it meanwhile, and not where
  /// it was put down: it warns of that, and the row counts as pressed for ever.
  func saw(_ event: OpaquePointer) {
    let type = gdk_event_get_event_type(event)
    guard let (sequence, handle, place) = awaited,
      [GDK_TOUCH_END, GDK_TOUCH_CANCEL].contains(type),
      gdk_event_get_event_sequence(event) == sequence
    else { return }
    awaited = nil
    guard let row = rows[handle] else { return }
    row.showMenuIsOpen(false)
    if type == GDK_TOUCH_END { _ = open(row, of: handle, at: place) }
  }

  private func open(
    _ row: SwipeRow, of handle: RowHandle, _ some: SwipeContent? = nil, at place: GdkRectangle
  ) -> Bool {
    let content = some ?? row.content
    guard driver.isEnabled, row.content.isEnabled, content.offersMenu, !rows.isToGo(handle) else {
      return false
    }
    driver.cancel("menu", .pointer)
    driver.drive(.close(nil))
    close()
    outcomes.closeFailure()
    guard later.isAlive else { return false }
    let groups = content.namedGroups
    let model = Self.model(of: groups, content.menu)
    let popover: Widget = gtk_popover_menu_new_from_model(model.menu)
    let group = ActionGroup()
    offered = [:]
    for (name, action) in groups.joined() {
      offered[name] = action
      group.add(name, isEnabled: action.isEnabled) { [weak self] in
        guard let self, let action = offered[name] else { return }
        outcomes.perform(action, on: handle)
      }
    }
    group.insert(into: popover, prefix: Self.prefix)
    popover.nameMenuItems()
    keepKeys(in: popover)
    gtk_popover_set_has_arrow(popover.cast(), false.gboolean)
    gtk_widget_set_halign(popover, OldGtk.menuAlignment(in: widget))
    shown = (handle, row.content, .retaining(none: popover))
    rows[record: handle].hasPopover = true
    row.showMenuIsOpen(true)
    focus.menuOpened(for: row)
    // On the list, not on the row, which may be recycled.
    widget.popUp(popover, at: place) { [weak self] in self?.closed() }
    return true
  }

  /// Closes the open menu, if there is one, or that of one item alone.
  func close(of handle: RowHandle? = nil) {
    guard let shown, handle == nil || shown.handle == handle else { return }
    gtk_popover_popdown(shown.popover.raw.assumingMemoryBound(to: GtkPopover.self))
  }

  /// Keeps an open menu true to its row, which has just been bound.
  func show(on row: SwipeRow, of handle: RowHandle) {
    row.showMenuIsOpen(shown?.handle == handle)
    if let shown, shown.handle == handle, !shown.content.offersTheSame(as: row.content) { close() }
  }

  private func closed() {
    guard let shown else { return }
    self.shown = nil
    // GTK activates what was chosen behind this.
    whenIdle { [weak self] in if let self, self.shown == nil { offered = [:] } }
    rows[record: shown.handle].hasPopover = false
    guard later.isAlive else { return }
    rows[shown.handle]?.showMenuIsOpen(false)
    if gtk_widget_get_mapped(widget) != 0, let row = rows[shown.handle] {
      row.takeFocus()
      focus.passOn()
    } else {
      focus.giveBack()
    }
  }

  /// Keeps the keys that mean nothing in a menu from acting on the list behind it.
  private func keepKeys(in popover: Widget) {
    let keys = popover.addController(gtk_event_controller_key_new())
    Signal.connect(keys, "key-pressed") { (key: UInt32) in
      !Self.ownKeys.contains(Int32(bitPattern: key))
    }
  }

  private static let ownKeys = [
    GDK_KEY_Escape, GDK_KEY_Up, GDK_KEY_KP_Up, GDK_KEY_Down, GDK_KEY_KP_Down, GDK_KEY_Left,
    GDK_KEY_KP_Left, GDK_KEY_Right, GDK_KEY_KP_Right, GDK_KEY_Tab, GDK_KEY_KP_Tab,
    GDK_KEY_ISO_Left_Tab, GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter, GDK_KEY_space,
    GDK_KEY_KP_Space,
  ]

  private static var prefix: String { "row" }
  /// The actions, each group a section, and the program's own menu below them.
  private static func model(
    of groups: [[(name: String, action: SwipeAction)]], _ own: Ref?
  ) -> Ref {
    let model = Ref.adopting(full: UnsafeMutableRawPointer(g_menu_new()))
    for group in groups {
      let section = Ref.adopting(full: UnsafeMutableRawPointer(g_menu_new()))
      for (name, action) in group {
        // In a menu an underscore marks the letter that follows it.
        let title = action.title.replacing("_", with: "__")
        let item = Ref.adopting(
          full: UnsafeMutableRawPointer(g_menu_item_new(title, "\(prefix).\(name)")))
        if let shortcut = action.shortcut {
          g_menu_item_set_attribute_value(item.opaque, "accel", g_variant_new_string(shortcut))
        }
        g_menu_append_item(section.opaque, item.opaque)
      }
      g_menu_append_section(model.opaque, nil, section.menu)
    }
    if let own { g_menu_append_section(model.opaque, nil, own.menu) }
    return model
  }
}

extension Ref {
  fileprivate var menu: UnsafeMutablePointer<GMenuModel> {
    raw.assumingMemoryBound(to: GMenuModel.self)
  }
}
