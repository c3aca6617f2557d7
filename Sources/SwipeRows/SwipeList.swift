import CGtk
import GtkBridge
import Panning

/// Makes the rows of a list view swipeable.
///
/// It goes around the list's scroller, makes the rows, and shows the model's items in them. It owns what the rows share: one pan engine,
/// the gesture that drives it, and the keys. `ID` names an item, not a place, an object or a widget: an open row stays open as its item is
/// sorted, scrolled away, recycled or replaced by a newer state of itself. The model and its selection stay the program's.
///
/// The widget keeps the list alive; a list that outlives its widget does nothing more. Everything happens on the main thread. Showing an
/// item is O(1) beside what the program's own closures do; a drag costs one move of the engine and one redraw of the row a frame.
public final class SwipeList<ID: Hashable> {
  /// What to show instead of the scroller; borrowed, its parent keeps it alive.
  public let widget: Widget

  /// The list while its widget lives.
  private(set) var live: LiveList?

  private let names: RowNames<ID>

  /// Wraps `scroller`, a `GtkScrolledWindow` that holds a `GtkListView`, also within a clamp or an overlay, and has no parent; takes over
  /// its floating reference.
  ///
  /// The scroller's horizontal policy becomes `GTK_POLICY_EXTERNAL`, because with others GTK takes touches that are a row's; where it was
  /// `GTK_POLICY_NEVER` the list stays as wide as its rows need. The list view's factory becomes the library's. The closures live as long as the widget, so they must not hold a widget above it, or
  /// what such a one hosts, strongly.
  ///
  /// - Parameters:
  ///   - style: How the rows move.
  ///   - id: Names the item that an object of the model stands for. It must be quick: where an item is looked for in the model, every
  ///     object is asked.
  ///   - front: Makes the front of a row that can show any item: a widget, or an object that has one.
  ///   - show: Shows an item in a front, and says what its row offers. It is called for each row that comes into sight and by
  ///     ``update(_:)``.
  public convenience init<Front: SwipeFront>(
    around scroller: Widget, style: PanStyle = .standard,
    id: @escaping @MainActor (UnsafeMutableRawPointer) -> ID,
    front: @escaping @MainActor () -> Front,
    show: @escaping @MainActor (UnsafeMutableRawPointer, Front) -> SwipeContent
  ) {
    self.init(
      scroller, style, id: id, front: front,
      show: { object, front in (front as? Front).map { show(object, $0) } })
  }

  /// Wraps a scroller whose list view shows a `ListStore` of values.
  ///
  /// As ``init(around:style:id:front:show:)``, but for the store's elements in place of the model's objects.
  public convenience init<Item, Front: SwipeFront>(
    around scroller: Widget, of type: Item.Type, style: PanStyle = .standard,
    id: @escaping @MainActor (Item) -> ID,
    front: @escaping @MainActor () -> Front,
    show: @escaping @MainActor (Item, Front) -> SwipeContent
  ) {
    self.init(
      scroller, style, id: { ListStore<Item>.element(of: $0).map(id) }, front: front,
      show: {
        guard let item = ListStore<Item>.element(of: $0), let front = $1 as? Front else {
          return nil
        }
        return show(item, front)
      })
  }

  private init(
    _ scroller: Widget, _ style: PanStyle,
    id: @escaping @MainActor (UnsafeMutableRawPointer) -> ID?,
    front: @escaping @MainActor () -> any SwipeFront,
    show: @escaping @MainActor (UnsafeMutableRawPointer, any SwipeFront) -> SwipeContent?
  ) {
    let names = RowNames(id)
    let live = LiveList(
      around: scroller, style: style,
      items: RowSource(
        bound: { names.handle(ofObject: $0) }, known: { names.knownHandle(ofObject: $0) },
        named: { ($0.base as? ID).map(names.handle) }, front: front, show: show))
    names.isInUse = { [weak live] in live?.remembers($0) ?? false }
    (self.live, self.names, widget) = (live, names, live.widget)
    tie()
  }

  private var failureListener: ((ID, String) -> Void)?

  private func tie() {
    Hosted.install(self, in: widget, key: "dnk-swipe-list")
    Signal.connect(widget, "destroy") { [weak self] in
      guard let live = self?.live else { return }
      live.end()
      self?.live = nil
      // Somebody may be in the midst of a call of it.
      whenIdle { withExtendedLifetime(live) {} }
    }
  }

  // MARK: Options, which act at once

  /// How the rows move. Another style closes every row at once and ends what was under way.
  public var style: PanStyle {
    get { live?.engine.style ?? .standard }
    set { live?.setStyle(newValue) }
  }

  /// How the trays come into sight.
  public var transition: SwipeTransition {
    get { live?.transition ?? .reveal }
    set { live?.transition = newValue }
  }

  /// What the list itself says.
  public var texts: SwipeTexts {
    get { live?.texts ?? SwipeTexts() }
    set { live?.texts = newValue }
  }

  /// Whether a person may swipe. False closes what is open, and refuses drags, keys, menu and screen readers' actions, as while rows are
  /// being selected; ``perform(_:on:)`` goes on to work.
  public var isEnabled: Bool {
    get { live?.isEnabled ?? false }
    set { live?.isEnabled = newValue }
  }

  /// Called when an action has failed, with the reason; nil: the reason is shown at the row.
  public var onFailure: ((ID, String) -> Void)? {
    get { failureListener }
    set {
      failureListener = newValue
      live?.outcomes.onFailure = newValue.map { [names] body in
        { row, why in names[row].map { body($0, why) } }
      }
    }
  }

  // MARK: Rows

  /// Shows an item anew, if a row shows it: call it when the item changed but its object in the model did not.
  public func update(_ id: ID) { handle(of: id).map { live?.update($0) } }

  /// Shows every item anew that a row shows.
  public func updateAll() { live?.updateAll() }

  /// The row that shows an item, nil if none does.
  ///
  /// Borrowed, and the item's for as long as nothing is scrolled or changed. While `show` runs for an item it is the row being filled, to
  /// give it a style class, say.
  public func widget(of id: ID) -> Widget? { row(of: id)?.widget }

  func row(of id: ID) -> SwipeRow? { handle(of: id).flatMap { live?.rows[$0] } }

  /// Opens the tray of one side of an item's row.
  ///
  /// - Parameter scrolling: Whether an item that is out of sight is scrolled to first, and then opened.
  /// - Returns: False if it cannot be: the item is in no row, or not in the model; it has no actions there; it is on its way out; the row is too narrow for a
  ///   tray beside `PanStyle.minimumFront`; the list is not enabled. A row that has not been laid out yet, as on a page of a stack that
  ///   does not show, opens once it is. Of that, and of an item that must be scrolled to far away, it cannot be told yet what there is
  ///   room for, and true says that it is there.
  @discardableResult
  public func open(
    _ id: ID, _ side: PanSide, animated: Bool = true, scrolling: Bool = false
  ) -> Bool {
    live?.open(names.handle(id), side, animated: animated, scrolling: scrolling) ?? false
  }

  /// Closes whatever is open.
  public func close(animated: Bool = true) { live?.drive(.close(nil, animated: animated)) }

  /// Closes an item's row.
  public func close(_ id: ID, animated: Bool = true) {
    handle(of: id).map { _ = live?.drive(.close($0, animated: animated)) }
  }

  /// Gives an item's row the focus and scrolls it into sight, whether or not a row shows it yet; false if it is not in the model.
  ///
  /// The selection stays as it is. Finding an item that no row shows walks the model.
  @discardableResult
  public func focus(_ id: ID) -> Bool { live?.focus.give(to: names.handle(id)) ?? false }

  /// Opens the context menu of an item's row, as the Menu key does; false if the item is in no row in sight, or has no actions.
  @discardableResult
  public func openMenu(of id: ID) -> Bool {
    handle(of: id).flatMap { live?.menu.open(of: $0) } ?? false
  }

  /// Runs an action on an item as its button does, and has its row show what came of it; the action need not be in the row's trays.
  ///
  /// Does nothing if the action is not enabled, or the item still waits for another or is on its way out.
  public func perform(_ action: SwipeAction, on id: ID) {
    live?.outcomes.perform(action, on: names.handle(id))
  }

  /// Brings back an item that is on its way out, as for an undo that comes before the end of the motion.
  ///
  /// What its action answered then takes out the items that were to go with it, if there are any; without, it does nothing more.
  public func restore(_ id: ID) { handle(of: id).map { live?.outcomes.restore($0) } }

  /// The items whose rows are open or opening, the last opened last.
  public var openItems: [ID] { (live?.engine.openRows ?? []).compactMap { names[$0] } }

  /// The displacement of an item's front, px, positive towards the trailing edge; 0 closed.
  public func offset(of id: ID) -> Double {
    handle(of: id).map { live?.engine.offset(of: $0) ?? 0 } ?? 0
  }

  /// The side of an item's row that is open or opening; nil when closed or closing.
  public func openSide(of id: ID) -> PanSide? {
    handle(of: id).flatMap { live?.engine.side(of: $0) }
  }

  /// What moves the rows, to look at: a copy, with offsets, open sides, how far the gesture has got and why.
  public var engine: PanEngine { live?.engine ?? PanEngine() }

  /// What the engine calls an item; nil for one of which nothing is known here, which is closed and at rest.
  public func handle(of id: ID) -> RowHandle? { names[id] }

  /// The item that the engine calls so; nil for a handle of another list, or one that is forgotten.
  public func item(of row: RowHandle) -> ID? { names[row] }

  // MARK: Listening, by closures that must not hold the list or what is above it strongly

  /// Calls back with every event, in order, once it is shown. The listener may call the list and change the model.
  @discardableResult
  public func onEvent(
    _ body: @escaping @MainActor (PanEvent, ID, PanSide) -> Void
  ) -> SwipeListener {
    live?.events.add { [names] event, row, side in
      names[row].map { body(event, $0, side) }
    } ?? SwipeListener()
  }

  /// Calls back with every new offset of a front, px, once it is shown: up to once an input event, so it should be quick.
  @discardableResult
  public func onOffset(_ body: @escaping @MainActor (ID, Double) -> Void) -> SwipeListener {
    live?.offsets.add { [names] row, offset in
      names[row].map { body($0, offset) }
    } ?? SwipeListener()
  }

  /// Calls back with everything the engine is told, just before it is, and the time in seconds on GLib's monotonic clock.
  ///
  /// Rows are named as the engine does; ``item(of:)`` says which they are. With it a program can record gestures; `pan-trace` replays them. It should be quick.
  @discardableResult
  public func onInput(_ body: @escaping @MainActor (PanInput, Double) -> Void) -> SwipeListener {
    live?.inputs.add { body($0.0, $0.1) } ?? SwipeListener()
  }

  /// Calls back when an item's row begins to show that an action takes its time, with true, and when that has ended, with false.
  @discardableResult
  public func onWaiting(_ body: @escaping @MainActor (ID, Bool) -> Void) -> SwipeListener {
    live?.waits.add { [names] row, isWaiting in
      names[row].map { body($0, isWaiting) }
    } ?? SwipeListener()
  }
}
