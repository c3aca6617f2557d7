import CGtk
import CGtkShim
import GtkBridge
import Panning

/// A list while its widget lives: the engine, what is shown of it, and the parts that share it.
final class LiveList {
  let widget: Widget
  let scroller: Widget
  let rows: RowTable
  let events = Listeners<(PanEvent, RowHandle, PanSide)>()
  let offsets = Listeners<(RowHandle, Double)>()
  let inputs = Listeners<(PanInput, Double)>()
  let waits = Listeners<(RowHandle, Bool)>()

  private(set) var engine: PanEngine
  /// False once the widget is being freed, though somebody may still be in the midst of a call.
  private(set) var isAlive = true

  private(set) lazy var outcomes = Outcomes(of: self)
  private(set) lazy var menu = RowMenu(of: self)
  private(set) lazy var focus = RowFocus(of: self)
  private(set) lazy var model = ModelWatch(of: self)
  private lazy var pointer = PointerPan(of: self)
  private lazy var touchpad = TouchpadPan(of: self)
  private lazy var keyboard = Keyboard(of: self)
  private lazy var outside = OutsideWatch(of: self)
  private(set) lazy var scrollers = OuterScrollers(around: widget, scroller: scroller)
  private(set) lazy var scrollPace = listView.flatMap { OldGtk.scrollPace(of: $0) }

  private let items: RowSource
  private var changes: PanEngine.Changes = []
  /// What the engine is to be told once what it said last is shown.
  private var inbox: [(input: PanInput, time: Double)] = []
  private var isShowing = false
  /// The item whose row is scrolled to or has not been laid out, to be opened then, unless something else happens first.
  private var awaited: (id: RowHandle, side: PanSide, animated: Bool)?
  private var isTicking = false
  /// Whether any of its rows has been laid out.
  private var hasBeenSeen = false
  /// Items whose rows are not simply closed and at rest.
  private(set) var displaced: Set<RowHandle> = []
  /// Those whose list items say that they are open; not by events, for some styles report less than happens.
  private var expanded: Set<RowHandle> = []

  init(around scroller: Widget, style: PanStyle, items: RowSource) {
    self.scroller = scroller
    self.items = items
    engine = PanEngine(style: style)
    widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    rows = RowTable(in: widget, scroller: scroller)
    gtk_widget_set_vexpand(scroller, true.gboolean)
    gtk_widget_set_hexpand(scroller, true.gboolean)
    if scroller.parent == nil {
      gtk_box_append(widget.cast(), scroller)
    } else {
      tellMisuse(
        "The scroller of a SwipeList has a parent already: make the list first, and show the list's "
          + "widget where the scroller was.")
    }
    prepareScroller()
    listView.map(OldGtk.prepareFirstScroll)
    // From GTK 4.12 on Tab would come back to the first row, and Shift+Tab to the last.
    listView.map(dnk_list_view_tab_by_item)
    _ = scrollPace
    pointer.follow()
    touchpad.follow()
    keyboard.follow()
    focus.follow()
    menu.follow()
    outside.follow()
    model.follow()
    // No frame would come. A window that closes hides first, while the program's widgets are all there still.
    Signal.connect(widget, "unmap") { [weak self] in
      self?.outcomes.closeFailures()
      self?.whenShown { [weak self] in self?.outcomes.finishDepartures() }
    }
    if let listView {
      makeRows(of: listView)
    } else {
      tellMisuse(
        "There is no GtkListView in the scroller of a SwipeList: put one in before the list is made."
      )
    }
  }

  /// The widget is being freed: whatever is asked from now on comes too late.
  func end() {
    isAlive = false
    outcomes.end()
    rows.removeAll()
    inbox.removeAll()
    displaced.removeAll()
  }

  /// The list view in the scroller, whatever is around it there: a viewport, an overlay, a clamp.
  var listView: Widget? {
    gtk_scrolled_window_get_child(scroller.opaque)?.firstInside(gtk_list_view_get_type())
  }

  private func prepareScroller() {
    // With NEVER, GTK's own pan gesture takes touches up to 25 degrees from the horizontal for itself.
    var (horizontal, vertical) = (GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_get_policy(scroller.opaque, &horizontal, &vertical)
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_EXTERNAL, vertical)
    if horizontal == GTK_POLICY_NEVER {
      gtk_widget_set_layout_manager(widget, dnk_never_layout_new())
    }
  }

  // MARK: Options

  var transition = SwipeTransition.reveal {
    didSet {
      guard transition != oldValue else { return }
      for (id, row) in rows.all { dress(row, of: id) }
    }
  }

  var texts = SwipeTexts() {
    didSet { for (id, row) in rows.all { dress(row, of: id) } }
  }

  var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      if !isEnabled { interrupt("swiping is switched off") }
      for (_, row) in rows.all { row.offersActions = isEnabled }
    }
  }

  func setStyle(_ style: PanStyle) {
    guard style != engine.style else { return }
    guard !isShowing else { return whenIdle { [weak self] in self?.setStyle(style) } }
    interrupt("another style")
    outcomes.finishDepartures()
    guard isAlive else { return }
    drive(.close(nil, animated: false))
    engine = PanEngine(style: style)
    displaced.removeAll()
    for (id, row) in rows.all { dress(row, of: id) }
  }

  /// Ends the gestures and the menu under way, and closes what is open.
  private func interrupt(_ why: String) {
    pointer.cancel(why)
    touchpad.cancel(why)
    menu.close()
    drive(.close(nil))
  }

  /// Gives a row the list's options as they are now, and shows it where it stands.
  private func dress(_ row: SwipeRow, of id: RowHandle) {
    row.take(
      minimumFront: engine.style.minimumFront, transition: transition, texts: texts)
    place(row, of: id)
    if displaced.contains(id) { afterLayout { $0.resized(id) } }
  }

  // MARK: Driving

  /// Tells the engine something and shows what came of it; true if it was a release that is used up.
  ///
  /// What is told while that is shown, by a listener or an action, waits its turn, and the call that shows does all of it.
  @discardableResult
  func drive(_ input: PanInput, at time: Double = EventClock.now) -> Bool {
    guard isAlive else { return false }
    guard !isShowing else {
      inbox.append((input, time))
      return false
    }
    // Whoever is told of a change may do away with the list.
    g_object_ref(widget)
    isShowing = true
    let isUsedUp = take(input, at: time)
    while isAlive, !inbox.isEmpty {
      let next = inbox.removeFirst()
      _ = take(next.input, at: next.time)
    }
    isShowing = false
    if isAlive { settle() }
    g_object_unref(widget)
    return isUsedUp
  }

  /// Does something once what is being shown is shown, now as a rule.
  func whenShown(_ body: @escaping @MainActor () -> Void) {
    guard isShowing else { return body() }
    whenIdle { [weak self] in if self?.isAlive == true { body() } }
  }

  private func take(_ input: PanInput, at time: Double) -> Bool {
    inputs.tell((input, time))
    guard isAlive else { return false }
    switch input {
    // Often, and after another that began the gesture or the motion: the desktop need not be asked again.
    case .move, .frame: break
    case .scroll where displaced.isEmpty: break
    default: engine.animates = widget.wantsAnimations
    }
    switch input {
    case .close, .begin, .open: awaited = nil
    default: break
    }
    let reason = engine.reason
    let isUsedUp = engine.take(input, at: time, into: &changes)
    if let new = engine.reason, new != reason { GestureLog.note("\(new)") }
    for place in changes.indices {
      guard isAlive else { break }
      show(changes[place])
    }
    changes.removeAll(keepingCapacity: true)
    return isUsedUp
  }

  private func show(_ change: PanChange) {
    switch change {
    case .offset(let id, let offset):
      displaced.insert(id)
      rows[id]?.setOffset(offset, showing: engine.traySide(of: id))
      offsets.tell((id, offset))
    case .event(let event, let id, let side):
      GestureLog.note("\(event) \(side) of row \(id)")
      let outermost = rows[id]?.content[side].first
      switch event {
      case .willOpen: displaced.insert(id)
      case .armed:
        if let outermost {
          rows[id]?.single(out: outermost.name, isArmed: true)
          widget.announce(texts.armed(outermost.title))
        }
      case .disarmed:
        rows[id]?.single(out: nil)
        widget.announce(texts.disarmed)
      default: break
      }
      events.tell((event, id, side))
      guard event == .committed, isAlive else { return }
      if let outermost, isEnabled {
        outcomes.perform(outermost, on: id)
      } else {
        drive(.restore(id))
      }
    }
  }

  /// Once all changes are shown: says which rows are open, and forgets those that are closed and at rest.
  private func settle() {
    for id in displaced where expanded.contains(id) != (engine.side(of: id) != nil) {
      expanded.formSymmetricDifference([id])
      showExpanded(id)
    }
    for id in displaced
    where engine.offset(of: id) == 0 && engine.side(of: id) == nil && !engine.isOut(id)
      && engine.trackedRow != id
    {
      rows[id]?.hideTray()
      displaced.remove(id)
      expanded.remove(id)
    }
    if engine.isMoving { tick() }
  }

  /// Moves what moves, frame by frame, until nothing does.
  func tick() {
    guard isAlive, !isTicking else { return }
    isTicking = true
    onEachFrame(of: widget) { [weak self] time in
      guard let self, isAlive else { return false }
      drive(.frame, at: time)
      guard isAlive else { return false }
      outcomes.step(at: time)
      isTicking = isAlive && (engine.isMoving || outcomes.hasDepartures)
      return isTicking
    }
  }

  /// Does something once what has changed by now has been laid out.
  func afterLayout(_ body: @escaping @MainActor (LiveList) -> Void) {
    guard isAlive else { return }
    var isLaidOut = false
    onEachFrame(of: widget) { [weak self] _ in
      // The first frame lays out what changed before it.
      guard let self, isAlive else { return false }
      guard isLaidOut else {
        isLaidOut = true
        return true
      }
      body(self)
      return false
    }
  }

  // MARK: Gestures

  /// Ends the gesture on an item whose row is no longer on the screen: GTK hides such a row, and may not tell how the touch ended.
  func cancelIfOutOfSight(_ id: RowHandle) {
    guard !rows.isOnScreen(id) else { return }
    pointer.cancel("its row went out of sight", on: id)
    if engine.trackedRow == id { touchpad.cancel("its row went out of sight") }
  }

  /// The items of which more is remembered than that they are closed and at rest.
  var itemsThatMatter: Set<RowHandle> {
    displaced.union(outcomes.busyItems).union(menu.item.map { [$0] } ?? [])
  }

  func matters(_ id: RowHandle) -> Bool {
    displaced.contains(id) || outcomes.isBusy(id) || menu.item == id
  }

  /// Whether a hand is on an item's row.
  func isHeld(_ id: RowHandle) -> Bool { pointer.row == id || engine.trackedRow == id }

  /// Whether a mouse, a finger or a pen is on a row.
  var hasPointer: Bool { pointer.row != nil }

  /// Whether two fingers on a touchpad are followed.
  var hasTwoFingers: Bool { touchpad.isFollowing }

  func cancelPress(_ why: String) { pointer.cancel(why) }

  /// Whether a drag of the pointer has become a row's.
  var pointerIsPanning: Bool { pointer.isClaimed }

  // MARK: Rows

  private func makeRows(of listView: Widget) {
    let factory = ListFactory(
      setup: { [weak self] cell in
        guard let self else { return }
        let row = SwipeRow(front: items.front(), in: cell)
        row.firstLaidOut = { [weak self, unowned row] in
          guard let self else { return }
          hasBeenSeen = true
          pointer.takeFocusOnRelease($0)
          // In the midst of the layout the front would not move.
          if let id = awaited?.id, rows[id] === row {
            whenIdle { [weak self] in self?.openAwaited(id) }
          }
        }
        cell.child = row.widget
      },
      bind: { [weak self] cell in
        guard let self, let row = cell.child.flatMap(SwipeRow.hosted), let object = cell.item
        else { return }
        bind(row, to: object)
      },
      unbind: { [weak self] cell in
        guard let self, let row = cell.child.flatMap(SwipeRow.hosted) else { return }
        unbind(row)
      })
    gtk_list_view_set_factory(listView.opaque, factory.opaque)
  }

  private func bind(_ row: SwipeRow, to object: UnsafeMutableRawPointer) {
    guard isAlive, let id = items.bound(object) else { return }
    row.object = object
    if rows.put(row, id) != nil { row.hideTray() }
    row.perform = { [weak self] in self?.ran($0, on: id) }
    row.resized = { [weak self] in self?.resized(id) }
    row.showMore = { [weak self] in self?.menu.open(of: id, $0, at: $1) }
    row.offersActions = isEnabled
    if hasBeenSeen { row.isReachable = true }
    row.take(minimumFront: engine.style.minimumFront, transition: transition, texts: texts)
    show(object, in: row, of: id)
    // The row's widget may have another width than the one that it was opened in, or will have once it is laid out.
    if displaced.contains(id) { afterLayout { $0.resized(id) } }
  }

  private func unbind(_ row: SwipeRow) {
    guard isAlive, let id = rows.take(row) else { return }
    let place = row.place
    if isHeld(id) {
      // A list that changes may bind its item again at once, and in its place.
      displaced.insert(id)
      afterLayout { $0.cancelIfOutOfSight(id) }
    }
    outcomes.hide(on: row, of: id)
    row.reset()
    if rows[id] == nil { model.wentOutOfSight(id, from: place) }
  }

  func update(_ id: RowHandle) {
    guard isAlive, let row = rows[id], let object = row.object else { return }
    show(object, in: row, of: id)
  }

  func updateAll() {
    for (id, _) in rows.all { update(id) }
  }

  /// Shows an item in its row: what the program says of it, and what becomes of it here.
  private func show(_ object: UnsafeMutableRawPointer, in row: SwipeRow, of id: RowHandle) {
    // The program's own code may do anything, even take the row away.
    guard let content = items.show(object, row.frontOwner), isAlive, rows[id] === row else {
      return
    }
    row.setContent(content)
    place(row, of: id)
    showExpanded(id)
    menu.show(on: row, of: id)
    outcomes.show(on: row, of: id)
  }

  private func ran(_ action: SwipeAction, on id: RowHandle) {
    if isEnabled { outcomes.perform(action, on: id) }
  }

  /// The item that an object of the model stands for, if it has a handle.
  func id(of object: UnsafeMutableRawPointer) -> RowHandle? { items.known(object) }

  /// The handle of an item of the program's.
  func row(named item: AnyHashable) -> RowHandle? { items.named(item) }

  /// Whether a handle may still be asked for.
  func remembers(_ id: RowHandle) -> Bool {
    rows[id] != nil || matters(id) || awaited?.id == id || focus.item == id
  }

  /// Shows a row where the engine has it.
  private func place(_ row: SwipeRow, of id: RowHandle) {
    let offset = engine.offset(of: id)
    row.setOffset(offset, showing: engine.traySide(of: id))
    if offset == 0 { row.hideTray() } else { displaced.insert(id) }
  }

  private func showExpanded(_ id: RowHandle) {
    guard let row = rows[id], let item = row.listItem else { return }
    let canOpen = PanSide.allCases.contains { row.content.canOpen($0) }
    item.setExpanded(canOpen ? engine.side(of: id) != nil : nil)
  }

  private func resized(_ id: RowHandle) {
    guard isAlive, let row = rows[id] else { return }
    let geometry = row.measure()
    if geometry.width > 0 { drive(.resize(id, geometry)) }
  }

  /// An item left the model: its row, if open, is closed, and all that was remembered of it forgotten.
  func itemLeft(_ id: RowHandle) {
    menu.itemLeft(id)
    outcomes.itemLeft(id)
    drive(.remove(id))
    displaced.remove(id)
    expanded.remove(id)
  }

  // MARK: Opening

  func open(_ id: RowHandle, _ side: PanSide, animated: Bool, scrolling: Bool) -> Bool {
    guard isAlive, isEnabled, !outcomes.isGoing(id) else { return false }
    if let row = rows[id] {
      guard row.content.canOpen(side) else { return false }
      let isThere = !scrolling || rows.isOnScreen(id, wholly: true)
      if isThere, gtk_widget_get_width(row.widget) > 0 {
        let geometry = row.measure()
        let tray = side == .leading ? geometry.leading : geometry.trailing
        guard tray.width > 0 else { return false }
        drive(.open(id, geometry, side, animated: animated))
        return true
      }
    }
    guard scrolling ? model.scroll(to: id) : rows[id] != nil else { return false }
    awaited = (id, side, animated)
    if scrolling { afterLayout { $0.openAwaited(id) } }
    return true
  }

  private func openAwaited(_ id: RowHandle) {
    guard isAlive, let awaited, awaited.id == id else { return }
    self.awaited = nil
    _ = open(id, awaited.side, animated: awaited.animated, scrolling: false)
  }
}
