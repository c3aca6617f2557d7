import CDunnockGtk
import CDunnockGtkShim
import GtkBridge
import Panning

/// The rows below one widget that share a gesture engine, its input devices and its one open row.
///
/// Create a group around the widget that contains the rows: a scroller, a list box or a whole page. A ``SwipeRow`` belongs to the nearest
/// group around it. Rows without a group around them share a group with the other such rows in their scroller, or, outside of a scroller,
/// in their window or popover. A group inside another group is independent: rows of both groups can be open at the same time. For the
/// outer group, a press on a row of the inner group is a press outside.
///
/// The group's widget keeps the group alive. After the widget has been destroyed, the group does nothing any more. Use a group on the main
/// thread only.
public final class SwipeGroup {
  /// The group's widget, which contains the child: add this widget to the window in place of the child. The reference is borrowed; the
  /// widget's parent keeps the widget alive.
  public var widget: Widget { driver.widget }

  let driver: PanDriver
  let model: ModelWatch
  let focus: RowFocus
  let outcomes: Outcomes
  let shifts: RowShifts
  let menu: RowMenu
  let opener: RowOpener
  let scrollers: OuterScrollers
  private let touchpad: TouchpadPan
  private let keyboard: Keyboard
  private let outside: OutsideWatch

  /// The program's closures for the items of a model; nil if the program adds the rows itself.
  private var source: RowSource?
  /// Whether any of its rows has been laid out.
  private var hasBeenSeen = false
  /// The last of all groups, so that a handle of another group is no row's here.
  private static var lastHandle = 0
  /// How often the program is being asked what a row shows, and the rows that it wants shown anew after that.
  private var asking = 0
  private var toUpdate: Set<RowHandle> = []

  private static let key = "dnk-swipe-group"
  private static let sharedKey = "dnk-swipe-shared-group"

  // MARK: Making

  /// Creates a group around a widget that has no parent yet, and takes over the widget's floating reference.
  ///
  /// The child is set to expand in both directions, so the group's widget takes all available space. If a list box should be only as high
  /// as its rows, set the vertical alignment of the group's widget to `GTK_ALIGN_START`.
  ///
  /// If the child is a `GtkScrolledWindow`, its horizontal policy is set to `GTK_POLICY_EXTERNAL`, because with other policies GTK claims
  /// touches that belong to a row. If the policy was `GTK_POLICY_NEVER`, the group's widget still requests the width of the scroller's
  /// content.
  public convenience init(around child: Widget, style: PanStyle = .standard) {
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    if child.parent == nil {
      gtk_widget_set_vexpand(child, true.gboolean)
      gtk_widget_set_hexpand(child, true.gboolean)
      gtk_box_append(box.cast(), child)
    } else {
      tellMisuse(
        "Put a SwipeGroup or SwipeList around what has no parent, and show its widget in that place."
      )
    }
    self.init(box, style)
    if child.isA(gtk_scrolled_window_get_type()) { prepare(child) }
  }

  /// Returns the group of a row that has no group around it. All such rows in a scroller share one group; outside of a
  /// scroller, all such rows in a window or popover.
  static func shared(for row: SwipeRow) -> SwipeGroup {
    let native = row.widget.native
    let content = row.listItem.ancestry.prefix {
      $0 != native && !$0.isA(gtk_scrolled_window_get_type())
    }
    let widget = Array(content).last ?? row.listItem
    return Hosted.guest(of: widget, key: sharedKey) ?? SwipeGroup(widget, .standard, sharedKey)
  }

  private init(_ widget: Widget, _ style: PanStyle, _ key: String = SwipeGroup.key) {
    driver = PanDriver(of: widget, style: style)
    model = ModelWatch(driver: driver)
    focus = RowFocus(driver: driver, model: model)
    shifts = RowShifts(driver: driver, model: model)
    outcomes = Outcomes(driver: driver, model: model, focus: focus, shifts: shifts)
    scrollers = OuterScrollers(driver: driver)
    menu = RowMenu(driver: driver, focus: focus, outcomes: outcomes, scrollers: scrollers)
    opener = RowOpener(driver: driver, model: model)
    let pointer = PointerPan(driver: driver, scrollers: scrollers)
    let origin = ScrollOrigin(widget)
    touchpad = TouchpadPan(driver: driver, scrollers: scrollers, origin: origin)
    keyboard = Keyboard(
      driver: driver, model: model, focus: focus, opener: opener, menu: menu, outcomes: outcomes)
    outside = OutsideWatch(
      driver: driver, model: model, origin: origin, menu: menu, outcomes: outcomes, pointer: pointer
    )
    driver.onCommit = { [weak self] in self?.outcomes.perform($0, on: $1) }
    later.onFrame = { [weak self] time in
      guard let self else { return false }
      driver.drive(.frame, at: time)
      let goes = outcomes.step(at: time)
      let shifts = shifts.step(at: time)
      return driver.engine.isMoving || goes || shifts
    }
    model.onRemoval = { [weak self] in self?.focus.rowsRemoved() }
    model.onLeave = { [weak self] in self?.itemLeft($0) }
    Hosted.install(self, in: widget, key: key)
    Signal.connect(widget, "destroy") { [weak self] in self?.end() }
    // No frame follows to end the animations. A window that closes is hidden first, when the program's widgets still exist.
    Signal.connect(widget, "unmap") { [weak self] in
      self?.outcomes.closeFailure()
      self?.shifts.finish()
      self?.later.now { [weak self] in self?.outcomes.finishRemovals() }
    }
  }

  /// Ends the group when its widget is destroyed. Later calls do nothing.
  func end() {
    guard later.isAlive else { return }
    g_object_ref(widget)
    later.end()
    outcomes.end()
    for row in rows.all { row.group = nil }
    rows.removeAll()
    driver.engine = PanEngine(style: style)
    source = nil
    // A method of the group may be running: keeps the group alive until it has returned.
    whenIdle { withExtendedLifetime(self) {} }
    g_object_unref(widget)
  }

  private func prepare(_ scroller: Widget) {
    rows.innerScroller = scroller
    Signal.connect(scroller, "destroy") { [weak self] in
      guard let self, later.isAlive else { return }
      rows.innerScroller = nil
      outside.followScroller()
    }
    // With NEVER, GTK's own pan gesture takes touches up to 25 degrees from the horizontal for itself.
    var (horizontal, vertical) = (GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_get_policy(scroller.opaque, &horizontal, &vertical)
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_EXTERNAL, vertical)
    if horizontal == GTK_POLICY_NEVER {
      gtk_widget_set_layout_manager(widget, dnk_never_layout_new())
    }
    outside.followScroller()
  }

  /// Returns the nearest group that the program has created for a widget or around it, else the group that rows without such a group share
  /// there; nil if there is neither. Walks up the widget's ancestors.
  public static func around(_ widget: Widget?) -> SwipeGroup? {
    made(around: widget) ?? guest(of: widget, key: sharedKey)
  }

  /// Returns the nearest group that the program has created for a widget or around it.
  static func made(around widget: Widget?) -> SwipeGroup? { guest(of: widget, key: key) }

  private static func guest(of widget: Widget?, key: String) -> SwipeGroup? {
    widget?.ancestry.lazy.compactMap {
      Hosted.guest(of: $0, key: key, as: SwipeGroup.self)
    }.first
  }

  // MARK: Options, which act at once

  /// How the rows move. Setting another style closes all rows without an animation, cancels the current gesture and finishes removals.
  /// Setting the same style does nothing.
  public var style: PanStyle {
    get { driver.engine.style }
    set { setStyle(newValue) }
  }

  /// How the trays appear, and what moves with them. Setting another transition updates all rows; open rows stay open.
  public var transition: SwipeTransition {
    get { driver.transition }
    set {
      guard newValue != driver.transition else { return }
      driver.transition = newValue
      optionsChanged()
    }
  }

  /// The texts of the group's own buttons and announcements. Setting texts updates all rows; open rows stay open.
  public var texts: SwipeTexts {
    get { driver.texts }
    set {
      driver.texts = newValue
      optionsChanged()
    }
  }

  /// Whether the user can swipe rows. A program may set false while rows are being selected. This closes the open rows, and the group then
  /// ignores drags, keys, the context menu and the actions of screen readers. The program's own calls still work, except for opening a row.
  public var isEnabled: Bool {
    get { driver.isEnabled && later.isAlive }
    set {
      guard newValue != driver.isEnabled, later.isAlive else { return }
      driver.isEnabled = newValue
      if !newValue { interrupt("swiping is switched off") }
      for row in rows.all { row.voice.offersActions = newValue }
    }
  }

  private func setStyle(_ style: PanStyle) {
    guard later.isAlive else { return }
    // The last of several styles that are set meanwhile counts, also if it is the current one.
    guard !later.isShowing else { return later.at(.idle) { [weak self] in self?.setStyle(style) } }
    guard style != driver.engine.style else { return }
    interrupt("another style")
    outcomes.finishRemovals()
    guard later.isAlive else { return }
    driver.drive(.close(nil, animated: false))
    driver.engine = PanEngine(style: style)
    for handle in rows.records.keys { rows[record: handle].isDisplaced = false }
    optionsChanged()
  }

  /// Cancels the current gesture, and closes the menu and the open rows.
  private func interrupt(_ why: String) {
    driver.cancel(why)
    menu.close()
    driver.drive(.close(nil))
  }

  /// Updates every row at its current offset. The trays are updated when they are next measured.
  private func optionsChanged() {
    driver.optionChanges += 1
    for row in rows.all {
      guard let handle = row.handle else { continue }
      driver.place(row, of: handle)
      measureLater(handle)
    }
  }

  /// Measures a displaced row again after the next layout: the row's width or its trays may have changed since the row was opened.
  private func measureLater(_ handle: RowHandle) {
    guard rows[record: handle].isDisplaced else { return }
    later.at(.laidOut) { [weak self] in self?.driver.resized(handle) }
  }

  // MARK: Rows of a model

  /// Shows the items of a model in rows that the group creates.
  func show(_ source: RowSource, in container: any RowContainer) {
    self.source = source
    model.container = container
    model.handle = source.known
    container.show(self) { [weak self] in self?.model.follow() }
    model.follow()
    // A program may take the view away and keep the rest.
    Signal.connect(container.view, "destroy") { [weak self] in
      self?.model.container = nil
      self?.model.follow()
    }
  }

  /// A handle that no other row has.
  func newHandle() -> RowHandle {
    Self.lastHandle += 1
    return RowHandle(Self.lastHandle)
  }

  /// Whether a handle may still be asked for.
  func isInUse(_ handle: RowHandle) -> Bool {
    rows[handle] != nil || rows.remembers(handle) || opener.pending?.handle == handle
      || focus.item == handle
  }

  func update(_ handle: RowHandle) {
    guard later.isAlive, let row = rows[handle], let object = row.object else { return }
    guard asking > 0 else { return show(object, in: row, of: handle) }
    // Once, however often the program asks for it there.
    guard toUpdate.insert(handle).inserted else { return }
    later.at(.idle) { [weak self] in self?.toUpdate.remove(handle).map { self?.update($0) } }
  }

  func updateAll() {
    for row in rows.all { row.handle.map(update) }
  }

  /// Shows an item in its row, with the content that the program returns.
  private func show(_ object: UnsafeMutableRawPointer, in row: SwipeRow, of handle: RowHandle) {
    asking += 1
    let shown = source?.show(object, row.frontOwner)
    asking -= 1
    // The program's closure may have removed the row or the group.
    guard var content = shown, later.isAlive, rows[handle] === row else { return }
    if let section { content.heading = heading(of: object, in: row, section) }
    row.content = content
  }

  private func showState(of row: SwipeRow, _ handle: RowHandle) {
    if !row.content.isEnabled {
      driver.cancel("its row is disabled", on: handle)
      if driver.engine.side(of: handle) != nil { driver.drive(.close(handle)) }
    }
    driver.place(row, of: handle)
    driver.showExpanded(handle)
    menu.show(on: row, of: handle)
    outcomes.show(on: row, of: handle)
  }

  /// A closure that returns the title of the section that an object of the model is in; nil if the rows get no headings from the group.
  var section: (@MainActor (ModelObject) -> String)? {
    didSet {
      model.onChanges = nil
      if section != nil { model.onChanges = { [weak self] in self?.showHeadings() } }
      updateAll()
    }
  }

  /// Returns the heading of a row whose object is the first of a section; nil for other rows.
  private func heading(
    of object: UnsafeMutableRawPointer, in row: SwipeRow,
    _ section: @MainActor (ModelObject) -> String
  ) -> String? {
    let own = section(ModelObject(object))
    guard !own.isEmpty else { return nil }
    let before = row.place
    return before > 0 && model.withObject(at: before - 1) { section(ModelObject($0)) } == own
      ? nil : own
  }

  /// Updates the rows whose headings have changed.
  private func showHeadings() {
    guard let section else { return }
    for row in rows.all {
      guard let object = row.object, let handle = row.handle, model.holds(row),
        heading(of: object, in: row, section) != row.content.heading
      else { continue }
      update(handle)
    }
  }

  /// Changes the model, and animates the visible rows to their new places.
  func moveRows(_ change: () -> Void) {
    let focused = focus.focusedRow?.handle
    shifts.follow(change) { [weak self] in self?.showHeadings() }
    focused.map(focus.follow)
  }

  private func adopt(_ row: SwipeRow, as handle: RowHandle) {
    row.group = self
    if rows.put(row, handle) { row.back.hide() }
    row.voice.offersActions = driver.isEnabled
    if hasBeenSeen { row.voice.isReachable = true }
  }

  /// Ends everything that is in progress for an item that has left the model, and removes the item's stored state.
  func itemLeft(_ handle: RowHandle) {
    menu.close(of: handle)
    outcomes.itemLeft(handle)
    driver.drive(.remove(handle))
    rows.forget(handle)
  }

  // MARK: Rows that the program adds

  /// Adds a row that the program has put below the group's widget.
  func addRow(_ row: SwipeRow) {
    guard later.isAlive, row.group !== self || row.handle == nil else { return }
    let handle = newHandle()
    adopt(row, as: handle)
    showState(of: row, handle)
  }

  /// Updates a row after its content has changed.
  func contentChanged(_ row: SwipeRow) {
    guard later.isAlive, let handle = row.handle else { return }
    showState(of: row, handle)
    measureLater(handle)
  }

  /// Removes a row that was taken out of its window, once the main loop is idle: a container that sorts its rows puts the row back at once.
  func rowLeft(_ row: SwipeRow) {
    guard let handle = row.handle else { return }
    later.at(.idle) { [weak self, weak row] in
      guard let self else { return }
      if let row, row.group === self, row.isInWindow { return }
      if let row, row.group === self { removeRow(row) } else { itemLeft(handle) }
    }
  }

  /// Removes a row whose widget is destroyed. If a list has created the row, the item stays: another row may show the item.
  func rowGone(_ row: SwipeRow) {
    if row.object == nil { removeRow(row) } else { unbind(row) }
  }

  /// Removes a row that now belongs to another group or to none.
  func removeRow(_ row: SwipeRow) {
    guard let handle = row.handle else { return }
    // This comes before the handle is removed from the table, so that listeners of the events still find the row.
    if !row.isGone { driver.drive(.remove(handle)) }
    _ = rows.take(row)
    row.group = nil
    // What was decided may take the row out, of the container that GTK is just putting it into.
    later.at(.idle) { [weak self] in self?.itemLeft(handle) }
    row.reset()
    focus.rowsRemoved()
  }

  // MARK: Reports from rows

  /// Called when a row is laid out for the first time. Most rows that a list view creates are never laid out.
  func laidOutFirst(_ row: SwipeRow) {
    hasBeenSeen = true
    PointerPan.takeFocusOnRelease(row.listItem)
    row.handle.map(opener.laidOut)
  }

  // MARK: Calls

  /// Closes all open rows.
  public func close(animated: Bool = true) { driver.drive(.close(nil, animated: animated)) }

  /// The rows that are open or opening, in the order in which they were opened. Items that no row shows at the moment are left out.
  public var openRows: [SwipeRow] { driver.engine.openRows.compactMap { rows[$0] } }

  /// Whether a swipe on a widget is for a row of the group: the widget is part of the row and not of its heading.
  package func isOnRow(_ picked: Widget) -> Bool {
    rows.row(around: picked).map { !$0.isHeading(picked) } ?? false
  }

  /// A copy of the engine that moves the rows. It shows the offsets in px, the open sides, and the phase of the gesture with its reason.
  /// Changes to the copy do not move any row.
  public var engine: PanEngine { driver.engine }

  /// Sets the closure that is called with the row and the reason when an action has failed. The group then shows no failure at the row.
  /// With nil, failures are shown at the row again. If no row shows the item when the action fails, the group shows the failure itself.
  ///
  /// The group keeps one closure: another one replaces it.
  public func onFailure(_ body: (@MainActor (SwipeRow, String) -> Void)?) {
    outcomes.onFailure = nil
    guard let body else { return }
    outcomes.onFailure = { [weak self] row, why in
      self?.rows[row].map {
        body($0, why)
        return true
      } ?? false
    }
  }

  /// Adds a listener that is called with each event, in order, after the row shows the event. Events of items that no row shows are left
  /// out. The listener may call any method.
  @discardableResult
  public func onEvent(
    _ body: @escaping @MainActor (PanEvent, SwipeRow, PanSide) -> Void
  ) -> SwipeListener {
    listeners.add { [weak self] news in
      guard case .change(.event(let event, let handle, let side)) = news else { return }
      self?.rows[handle].map { body(event, $0, side) }
    }
  }

  /// Adds a listener that is called with each input just before the engine handles the input, and with the time in seconds on GLib's
  /// monotonic clock.
  ///
  /// A program can record gestures with such a listener, and `pan-trace` replays them. The listener should return quickly.
  @discardableResult
  public func onInput(_ body: @escaping @MainActor (PanInput, Double) -> Void) -> SwipeListener {
    listeners.add { if case .input(let input, let time) = $0 { body(input, time) } }
  }
}

extension SwipeGroup: GroupPart, RowSupply {
  var hasHeadings: Bool { section != nil }

  func makeRow() -> SwipeRow {
    SwipeRow(front: source?.front() ?? (gtk_box_new(GTK_ORIENTATION_VERTICAL, 0) as Widget))
  }

  func bind(_ row: SwipeRow, to object: UnsafeMutableRawPointer) {
    guard later.isAlive, let source else { return }
    let named = source.bound(object)
    row.isEmpty = named == nil
    row.rebound(to: named)
    guard let handle = named else { return }
    row.object = object
    let former = rows[handle]
    adopt(row, as: handle)
    show(object, in: row, of: handle)
    guard let former, former !== row else { return }
    // A view that moves an item to another row unbinds the former row later. Meanwhile the former row has no position of its own. If the
    // rows have different positions when the main loop is idle, two objects have the same ID.
    later.at(.idle) { [weak self, weak former, weak row] in
      guard let self, let former, let row,
        [former, row].allSatisfy({ $0.handle == handle && model.holds($0) }),
        former.place != row.place
      else { return }
      tellMisuse("Give each item an ID of its own.")
    }
  }

  func unbind(_ row: SwipeRow) {
    guard later.isAlive, let handle = rows.take(row) else { return }
    let place = row.place
    if driver.hand?.row == handle || driver.engine.trackedRow == handle {
      // A list that changes may bind the item again at once and at the same place. The gesture then goes on.
      rows[record: handle].isDisplaced = true
      later.at(.laidOut) { [weak self] in self?.driver.cancelIfOutOfSight(handle) }
    }
    if !row.isGone, let run = rows[record: handle].activity?.run {
      row.back.show(.none, of: run.action)
    }
    // GTK 4.8 unbinds and rebinds an item when the item is selected or deselected. A button with the focus in the tray must keep the focus.
    if row.keeps(handle) {
      later.at(.idle) { [weak row] in row?.rebound(to: nil) }
    } else {
      row.reset()
    }
    if rows[handle] == nil { model.wentOutOfSight(handle, from: place) }
  }
}
