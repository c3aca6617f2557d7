import CGtk
import GtkBridge
import Panning

/// Makes the rows of a list view swipeable.
///
/// It goes around the list's scroller and owns what the rows share: one pan engine, the gesture that drives it, and the keys. Bind
/// every row as its list item is bound. `ID` names an item, not a place or a widget: an open row stays open as its item is sorted,
/// scrolled away or recycled.
///
/// Everything happens on the main thread. Binding is O(1); a drag costs one move of the engine and one redraw of the row a frame.
public final class SwipeList<ID: Hashable> {
  /// What to show instead of the scroller.
  ///
  /// Borrowed: its parent keeps it alive, and with it this object.
  public let widget: Widget

  /// Called with every offset and event of the engine, in order, once it is shown.
  ///
  /// It may call the list and change the model. Offsets come up to once an input event, so it should be quick.
  public var onChange: ((PanChange<ID>) -> Void)?

  /// Called with everything the engine is told, just before it is, and the time in seconds on GLib's monotonic clock.
  ///
  /// With it a program can record gestures; `pan-trace` replays them. It should be quick.
  public var onInput: ((PanInput<ID>, Double) -> Void)?

  /// Called when an action has failed, with the reason; nil: the reason is shown at the row.
  public var onFailure: ((ID, String) -> Void)?

  /// Called when an item's row begins to show that an action takes its time, with true, and when that has ended, with false.
  public var onWaiting: ((ID, Bool) -> Void)?

  /// How the trays of rows bound from now on come into sight.
  public var transition = SwipeTransition.reveal

  /// What the list itself says.
  public var texts = SwipeTexts()

  /// What moves the rows, to look at: offsets, open sides, how far the gesture has got and why.
  public private(set) var engine: PanEngine<ID>

  let scroller: Widget
  var rows: [ID: SwipeRow] = [:]
  var ids: [ObjectIdentifier: ID] = [:]
  var press: Press?
  var twoFingers: TwoFingers?
  /// Whether two fingers may have lifted where the list did not see it.
  var missesLift = false
  /// Scrollers' controllers that stand aside, with the phases they had.
  var silenced: [(Ref, GtkPropagationPhase)] = []
  /// Fingers that came down while another was followed.
  var otherFingers: Set<OpaquePointer> = []
  /// How many buttons of the mouse were pressed while a finger was followed.
  var otherButtons = 0
  var rootConnections: RootControllers?
  var menu: Menu?
  /// What is being done to items and takes its time.
  var waiting: [ID: Waiting] = [:]
  /// The rows on their way out.
  var departures: [ID: Departure] = [:]
  var triggers: [String: Ref] = [:]
  /// Items that are about to leave the model and still have a row.
  var leaving: Set<ID> = []
  var lastScroll = 0.0
  /// Whether the widget is being freed, though somebody still holds this object.
  var isGone = false
  var scrollPace: ScrollPace?
  var modelWatch: ModelWatch?
  var itemsOutOfSight: [ID: ItemOutOfSight] = [:]
  var isLookingForLeavers = false
  var isLookingOutOfSight = false

  private var changes: PanEngine<ID>.Changes = []
  private var spare: PanEngine<ID>.Changes = []
  /// Items whose rows are not simply closed and at rest.
  var displaced: Set<ID> = []
  /// Those whose list items say that they are open; not by events, for some styles report less than happens.
  private var expanded: Set<ID> = []
  private var isTicking = false

  /// Wraps `scroller`, a `GtkScrolledWindow` that holds a list view and has no parent; takes over its floating reference.
  public init(around scroller: Widget, style: PanStyle = .standard) {
    self.scroller = scroller
    engine = PanEngine(style: style)
    widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_widget_set_vexpand(scroller, true.gboolean)
    gtk_widget_set_hexpand(scroller, true.gboolean)
    gtk_box_append(widget.cast(), scroller)
    Hosted.install(self, in: widget, key: "dnk-swipe-list")
    Signal.connect(widget, "destroy") { [weak self] in self?.isGone = true }
    prepareScroller()
    listView.map(OldGtk.prepareFirstScroll)
    scrollPace = listView.flatMap(OldGtk.scrollPace)
    followPointer()
    followTouchpad()
    followKeys()
    followShortcuts()
    followMenuRequests()
    followWhatCloses()
    followModel()
  }

  /// How the rows move. Another style closes every row at once and ends what was under way.
  public var style: PanStyle {
    get { engine.style }
    set {
      guard newValue != engine.style else { return }
      cancelPress("another style")
      cancelTwoFingers("another style")
      for id in departures.keys.map({ $0 }) { finishDeparture(of: id) }
      close(animated: false)
      engine = PanEngine(style: newValue)
      displaced.removeAll()
      for (id, row) in rows {
        row.minimumFront = newValue.minimumFront
        show(0, in: row, of: id)
      }
    }
  }

  /// Shows an item in a row: call it whenever the list binds the row, and again when the item's label or actions changed.
  ///
  /// - Parameters:
  ///   - item: The model's object (a `GtkListItem`'s item). With it an open row closes by itself when the object leaves the list view's
  ///     model; without it, tell by `remove(_:)`. A later call for the same row and item may leave it out.
  ///   - label: What a screen reader says for the row.
  ///   - actions: What the row offers; an empty side cannot be opened.
  public func bind(
    _ row: SwipeRow, to id: ID, item: UnsafeMutableRawPointer? = nil, label: String,
    actions: SwipeActions
  ) {
    if item != nil || ids[ObjectIdentifier(row)] != id { row.item = item }
    itemsOutOfSight[id] = nil
    if let former = ids.updateValue(id, forKey: ObjectIdentifier(row)), former != id {
      row.hideTray()
      if rows[former] === row { rows[former] = nil }
    }
    rows[id] = row
    leaving.remove(id)
    row.perform = { [weak self] in self?.perform($0, on: id) }
    row.resized = { [weak self] in self?.resized(id) }
    row.showMore = { [weak self] in self?.openMenu(of: id, $0, at: $1) }
    row.minimumFront = engine.style.minimumFront
    row.transition = transition
    row.texts = texts
    row.setActions(actions)
    if let item = row.listItem {
      item.addClasses("swipe-item")
      item.setSpokenLabel(label)
      takeFocusOnRelease(item)
    }
    show(engine.offset(of: id), in: row, of: id)
    // The row's widget may have another width than the one that it was opened in, or will have once it is laid out.
    if displaced.contains(id) { afterLayout { $0.resized(id) } }
    showExpanded(id)
    showMenu(of: id, on: row)
    showWaiting(id)
  }

  /// Tells that a row shows nothing any more: call it when the list unbinds the row.
  public func unbind(_ row: SwipeRow) {
    guard let id = ids.removeValue(forKey: ObjectIdentifier(row)) else { return }
    if rows[id] === row { rows[id] = nil }
    if press?.id == id || engine.trackedRow == id {
      // A list that changes may bind its item again at once, and in its place.
      afterLayout { $0.cancelIfOutOfSight(id) }
    }
    leaving.remove(id)
    row.perform = nil
    row.showMore = nil
    row.single(out: nil)
    row.setCollapse(0)
    if let action = waiting[id]?.action { row.show(.none, of: action) }
    row.resized = nil
    row.setOffset(0, showing: nil)
    row.hideTray()
    row.showMenuIsOpen(false)
    wentOutOfSight(id, item: row.item)
    row.item = nil
  }

  /// Ends the gesture on an item whose row is no longer on the screen: GTK hides such a row, and may not tell how the touch ended.
  func cancelIfOutOfSight(_ id: ID) {
    guard !isOnScreen(id) else { return }
    if press?.id == id { cancelPress("its row went out of sight") }
    if engine.trackedRow == id { cancelTwoFingers("its row went out of sight") }
  }

  /// Opens the tray of one side of an item's row; does nothing if the item is in no row, or has no actions there.
  public func open(_ id: ID, side: PanSide, animated: Bool = true) {
    guard let row = rows[id], row.actions.canOpen(side) else { return }
    let geometry = row.geometry
    drive(.open(id, geometry, side, animated: animated))
  }

  /// Closes whatever is open.
  public func close(animated: Bool = true) {
    drive(.close(nil, animated: animated))
  }

  /// Tells that an item is about to leave the list's model: an open row is then closed and forgotten.
  ///
  /// Its focus is handed on. Without the call an open row closes by itself, if it was bound with its `item`.
  public func remove(_ id: ID) {
    if menu?.id == id { closeMenu() }
    if let row = rows[id] {
      leaving.insert(id)
      passFocus(from: row)
    }
    drive(.remove(id))
    forget(id)
    departures[id] = nil
  }

  /// The item whose row is open or opening; the last one opened if there are several.
  public var openItem: ID? { displaced.first { engine.side(of: $0) != nil } }

  /// Seconds on the clock that frames are timed by.
  static var now: Double { EventClock.now }

  /// Tells the engine something and shows what came of it; true if it was a release that is used up.
  @discardableResult
  func drive(_ input: PanInput<ID>, at time: Double = SwipeList.now) -> Bool {
    onInput?(input, time)
    switch input {
    // Often, and after another that began the gesture or the motion: the desktop need not be asked again.
    case .move, .frame: break
    case .scroll where displaced.isEmpty: break
    default: engine.animates = widget.wantsAnimations
    }
    let reason = engine.reason
    let isUsedUp = engine.take(input, at: time, into: &changes)
    if let new = engine.reason, new != reason { GestureLog.note("\(new)") }
    // Showing a change may drive the engine again, so the buffer being read is neither of the two in store.
    var batch = PanEngine<ID>.Changes()
    swap(&batch, &spare)
    swap(&batch, &changes)
    for change in batch { show(change) }
    batch.removeAll(keepingCapacity: true)
    swap(&batch, &spare)
    for id in displaced where expanded.contains(id) != (engine.side(of: id) != nil) {
      expanded.formSymmetricDifference([id])
      showExpanded(id)
    }
    for id in displaced
    where engine.offset(of: id) == 0 && engine.side(of: id) == nil && engine.trackedRow != id {
      rows[id]?.hideTray()
      forget(id)
    }
    if engine.isMoving { tick() }
    return isUsedUp
  }

  private func forget(_ id: ID) {
    displaced.remove(id)
    expanded.remove(id)
    itemsOutOfSight[id] = nil
  }

  private func show(_ change: PanChange<ID>) {
    switch change {
    case .offset(let id, let offset):
      displaced.insert(id)
      if let row = rows[id] { row.setOffset(offset, showing: engine.traySide(of: id)) }
    case .event(.willOpen, let id, _): displaced.insert(id)
    case .event(.armed, let id, let side):
      guard let action = rows[id]?.actions[side].first else { break }
      rows[id]?.single(out: action.name, isArmed: true)
      widget.announce(texts.armed(action.title))
    case .event(.disarmed, let id, _):
      rows[id]?.single(out: nil)
      widget.announce(texts.disarmed)
    case .event: break
    }
    if case .event(let event, let id, let side) = change {
      GestureLog.note("\(event) \(side) of row \(id)")
    }
    onChange?(change)
    if case .event(.committed, let id, let side) = change {
      if let action = rows[id]?.actions[side].first {
        perform(action, on: id)
      } else {
        drive(.restore(id))
      }
    }
  }

  private func show(_ offset: Double, in row: SwipeRow, of id: ID) {
    row.setOffset(offset, showing: engine.traySide(of: id))
    if offset == 0 { row.hideTray() } else { displaced.insert(id) }
  }

  private func showExpanded(_ id: ID) {
    guard let row = rows[id], let item = row.listItem else { return }
    let canOpen = row.actions.canOpen(.leading) || row.actions.canOpen(.trailing)
    item.setExpanded(canOpen ? engine.side(of: id) != nil : nil)
  }

  func tick() {
    guard !isTicking else { return }
    isTicking = true
    onEachFrame(of: widget) { [weak self] time in
      guard let self else { return false }
      drive(.frame, at: time)
      stepDepartures(at: time)
      isTicking = engine.isMoving || !departures.isEmpty
      return isTicking
    }
  }

  private func resized(_ id: ID) {
    guard let geometry = rows[id]?.geometry, geometry.width > 0 else { return }
    drive(.resize(id, geometry))
  }

  private func prepareScroller() {
    // With NEVER, GTK's own pan gesture takes touches up to 25 degrees from the horizontal for itself.
    var vertical = GTK_POLICY_AUTOMATIC
    gtk_scrolled_window_get_policy(scroller.opaque, nil, &vertical)
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_EXTERNAL, vertical)
  }
}
