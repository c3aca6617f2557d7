import CDunnockGtk
import CDunnockGtkShim
import GtkBridge
import Panning

/// Rows that share one engine, its devices and its one open row, wherever they are below one widget.
///
/// Put it around what holds the rows: a scroller, a list box, a whole page. Every ``SwipeRow`` in it that has no nearer group is its own.
/// Rows that no group is around share one with the other such rows in their scroller or, outside of one, in their window or popover.
/// A group inside a group is one by itself: its rows open beside those of the outer one, and a press on them is a press elsewhere for it.
///
/// The widget keeps the group alive. A group that outlives its widget does nothing more. Everything happens on the main thread.
public final class SwipeGroup {
  /// The group's widget, to show in place of what it is around; borrowed, its parent keeps it alive.
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

  /// What the program says of the items of a model; nil where rows are put in by hand.
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

  /// A group around a widget that has no parent yet; takes over its floating reference.
  ///
  /// The child is set to expand both ways, to fill the group's widget, which then takes what room there is: where a list box is to be as
  /// high as its rows, give the group's widget `GTK_ALIGN_START`.
  ///
  /// A `GtkScrolledWindow`'s horizontal policy becomes `GTK_POLICY_EXTERNAL`, because with others GTK takes touches that are a row's;
  /// where it was `GTK_POLICY_NEVER` the group stays as wide as what is in the scroller needs.
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

  /// The group of a row that no other group is around: one for all such rows in a scroller, or, outside of one, in a window or popover.
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
    // No frame would come. A window that closes hides first, while the program's widgets are all there still.
    Signal.connect(widget, "unmap") { [weak self] in
      self?.outcomes.closeFailure()
      self?.shifts.finish()
      self?.later.now { [weak self] in self?.outcomes.finishRemovals() }
    }
  }

  /// The widget is being freed: whatever is asked from now on comes too late.
  func end() {
    guard later.isAlive else { return }
    g_object_ref(widget)
    later.end()
    outcomes.end()
    for row in rows.all { row.group = nil }
    rows.removeAll()
    driver.engine = PanEngine(style: style)
    source = nil
    // Somebody may be in the midst of a call of it.
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

  /// The nearest group around a widget, or of it, and else the one of the rows there that have no group around them; nil where there is none.
  /// A walk up to the window.
  public static func around(_ widget: Widget?) -> SwipeGroup? {
    made(around: widget) ?? guest(of: widget, key: sharedKey)
  }

  /// The nearest group around a widget that the program has made.
  static func made(around widget: Widget?) -> SwipeGroup? { guest(of: widget, key: key) }

  private static func guest(of widget: Widget?, key: String) -> SwipeGroup? {
    widget?.ancestry.lazy.compactMap {
      Hosted.guest(of: $0, key: key, as: SwipeGroup.self)
    }.first
  }

  // MARK: Options, which act at once

  /// How the rows move. Another style closes every row at once, without a motion, and ends what was under way; the same again does nothing.
  public var style: PanStyle {
    get { driver.engine.style }
    set { setStyle(newValue) }
  }

  /// How the trays come into sight, and what moves with them. Another one shows every row anew where it stands.
  public var transition: SwipeTransition {
    get { driver.transition }
    set {
      guard newValue != driver.transition else { return }
      driver.transition = newValue
      optionsChanged()
    }
  }

  /// What the group itself says. Other texts show every row anew where it stands.
  public var texts: SwipeTexts {
    get { driver.texts }
    set {
      driver.texts = newValue
      optionsChanged()
    }
  }

  /// Whether a person may swipe. False closes what is open, and refuses drags, keys, menu and screen readers' actions, as while rows are
  /// being selected; what the program calls goes on to work, but for opening a row.
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
    guard style != driver.engine.style, later.isAlive else { return }
    guard !later.isShowing else { return later.at(.idle) { [weak self] in self?.setStyle(style) } }
    interrupt("another style")
    outcomes.finishRemovals()
    guard later.isAlive else { return }
    driver.drive(.close(nil, animated: false))
    driver.engine = PanEngine(style: style)
    for handle in rows.records.keys { rows[record: handle].isDisplaced = false }
    optionsChanged()
  }

  /// Ends the gestures and the menu under way, and closes what is open.
  private func interrupt(_ why: String) {
    driver.cancel(why)
    menu.close()
    driver.drive(.close(nil))
  }

  /// Shows every row anew where it stands; its trays follow when they are next measured.
  private func optionsChanged() {
    driver.optionChanges += 1
    for row in rows.all {
      guard let handle = row.handle else { continue }
      driver.place(row, of: handle)
      measureLater(handle)
    }
  }

  /// A row that is away from its place may have another width than the one that it was opened in, or will have once it is laid out.
  private func measureLater(_ handle: RowHandle) {
    guard rows[record: handle].isDisplaced else { return }
    later.at(.laidOut) { [weak self] in self?.driver.resized(handle) }
  }

  // MARK: Rows of a model

  /// Shows a model's items in rows of its own making.
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

  /// Shows an item in its row: what the program says of it, and what becomes of it here.
  private func show(_ object: UnsafeMutableRawPointer, in row: SwipeRow, of handle: RowHandle) {
    asking += 1
    let shown = source?.show(object, row.frontOwner)
    asking -= 1
    // The program's own code may do anything, even take the row away.
    guard var content = shown, later.isAlive, rows[handle] === row else { return }
    if let section { content.heading = heading(of: object, in: row, section) }
    row.content = content
  }

  private func showState(of row: SwipeRow, _ handle: RowHandle) {
    if !row.content.isEnabled, driver.engine.side(of: handle) != nil {
      driver.drive(.close(handle))
    }
    driver.place(row, of: handle)
    driver.showExpanded(handle)
    menu.show(on: row, of: handle)
    outcomes.show(on: row, of: handle)
  }

  /// Names the section that an object of the model is in, where the group says which rows have headings.
  var section: (@MainActor (ModelObject) -> String)? {
    didSet {
      model.onChanges = nil
      if section != nil { model.onChanges = { [weak self] in self?.showHeadings() } }
      updateAll()
    }
  }

  /// The heading of a row whose object begins a section.
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

  /// Shows those rows anew that begin a section by now, or begin one no more.
  private func showHeadings() {
    guard let section else { return }
    for row in rows.all {
      guard let object = row.object, let handle = row.handle, model.holds(row),
        heading(of: object, in: row, section) != row.content.heading
      else { continue }
      update(handle)
    }
  }

  /// Changes the model, and has the rows in sight move to their places bit by bit.
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

  /// An item left the model: its row, if open, is closed, and all that was remembered of it forgotten.
  func itemLeft(_ handle: RowHandle) {
    menu.close(of: handle)
    outcomes.itemLeft(handle)
    driver.drive(.remove(handle))
    rows.forget(handle)
  }

  // MARK: Rows put in by hand

  /// A row was put somewhere below the group.
  func addRow(_ row: SwipeRow) {
    guard later.isAlive, row.group !== self || row.handle == nil else { return }
    let handle = newHandle()
    adopt(row, as: handle)
    showState(of: row, handle)
  }

  /// The row's offers have changed.
  func contentChanged(_ row: SwipeRow) {
    guard later.isAlive, let handle = row.handle else { return }
    showState(of: row, handle)
    measureLater(handle)
  }

  /// The row was taken out of its window; a container that sorts puts it back at once.
  func rowLeft(_ row: SwipeRow) {
    guard let handle = row.handle else { return }
    later.at(.idle) { [weak self, weak row] in
      guard let self else { return }
      if let row, row.handle == handle, row.group === self, row.isInWindow { return }
      if let row, row.group === self { removeRow(row) } else { itemLeft(handle) }
    }
  }

  /// The row's widget is being freed; the item of one that a list has made may be shown by another.
  func rowGone(_ row: SwipeRow) {
    if row.object == nil { removeRow(row) } else { unbind(row) }
  }

  /// The row belongs to another group, or to none.
  func removeRow(_ row: SwipeRow) {
    guard let handle = row.handle else { return }
    // Told while the row is still known by it.
    if !row.isGone { driver.drive(.remove(handle)) }
    _ = rows.take(row)
    row.group = nil
    // What was decided may take the row out, of the container that GTK is just putting it into.
    later.at(.idle) { [weak self] in self?.itemLeft(handle) }
    row.reset()
    focus.rowsRemoved()
  }

  // MARK: What rows tell

  /// A row is in sight for the first time: most rows that a list view makes never are.
  func laidOutFirst(_ row: SwipeRow) {
    hasBeenSeen = true
    PointerPan.takeFocusOnRelease(row.listItem)
    row.handle.map(opener.laidOut)
  }

  // MARK: Calls

  /// Closes whatever is open.
  public func close(animated: Bool = true) { driver.drive(.close(nil, animated: animated)) }

  /// The rows that are open or opening, the last opened last, as far as they are in sight of their container.
  public var openRows: [SwipeRow] { driver.engine.openRows.compactMap { rows[$0] } }

  /// Whether a widget is part of a row of the group, and of no heading: a swipe there is the row's.
  package func isOnRow(_ picked: Widget) -> Bool {
    rows.row(around: picked).map { !$0.isHeading(picked) } ?? false
  }

  /// What moves the rows, to look at: a copy, with offsets in px, open sides, how far the gesture has got and why. To tell it anything
  /// changes no row.
  public var engine: PanEngine { driver.engine }

  /// Calls back when an action has failed, with the row and the reason, in place of showing it at the row; with nil, it is shown there again.
  /// The failure of an item that no row shows by then is shown by the group.
  ///
  /// The group keeps the closure, one at a time.
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

  /// Calls back with every event, in order, once it is shown, of rows in sight of their container. The listener may call anything.
  @discardableResult
  public func onEvent(
    _ body: @escaping @MainActor (PanEvent, SwipeRow, PanSide) -> Void
  ) -> SwipeListener {
    listeners.add { [weak self] news in
      guard case .change(.event(let event, let handle, let side)) = news else { return }
      self?.rows[handle].map { body(event, $0, side) }
    }
  }

  /// Calls back with everything the engine is told, just before it is, and the time in seconds on GLib's monotonic clock.
  ///
  /// With it a program can record gestures; `pan-trace` replays them. It should be quick.
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
    // A view that moves an item to another row has not yet taken it from the former, which then has no place of its own.
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
      // A list that changes may bind its item again at once, and in its place.
      rows[record: handle].isDisplaced = true
      later.at(.laidOut) { [weak self] in self?.driver.cancelIfOutOfSight(handle) }
    }
    if !row.isGone, let run = rows[record: handle].activity?.run {
      row.back.show(.none, of: run.action)
    }
    // GTK 4.8 takes an item from its row and gives it back wherever it is selected or no more: what has the focus in the tray keeps it.
    if row.keeps(handle) {
      later.at(.idle) { [weak row] in row?.rebound(to: nil) }
    } else {
      row.reset()
    }
    if rows[handle] == nil { model.wentOutOfSight(handle, from: place) }
  }
}
