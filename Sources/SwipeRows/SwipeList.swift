import CDunnockGtk
import GtkBridge
import Panning

/// Makes the rows of a model swipeable: in a `GtkListView`, a `GtkGridView` of one column or a `GtkListBox`.
///
/// It is a ``SwipeGroup`` around the list that makes a ``SwipeRow`` for each item. `ID` names an item, not a place, an object or a widget:
/// an open row stays open as its item is sorted, scrolled away, recycled or replaced by a newer state of itself. The model and its selection
/// stay the program's. Behind the view may be a `GtkTreeListModel`: then the items are those of its rows, and Shift+Left and Shift+Right
/// collapse and expand what a `GtkTreeExpander` in the front stands before, where there is something to.
///
/// The widget keeps the list alive; a list that outlives its widget does nothing more. Everything happens on the main thread. Showing an
/// item is O(1) beside what the program's own closures do; a drag costs one move of the engine and one redraw of the row a frame.
@dynamicMemberLookup
public final class SwipeList<ID: Hashable> {
  /// What the rows share: the style, the devices and the one open row.
  public let group: SwipeGroup

  private let id: @MainActor (UnsafeMutableRawPointer) -> ID?
  /// The items and the handles that stand for them in the group: the one place that knows both.
  private var handles: [ID: RowHandle] = [:]
  private var ids: [RowHandle: ID] = [:]
  /// With so many, those that are not in use are let go: some few hundred rows at most are.
  private var limit = 1024

  /// What to show instead of what it is around; borrowed, its parent keeps it alive.
  public var widget: Widget { group.widget }

  /// What the group has, such as its ``SwipeGroup/style``, ``SwipeGroup/transition`` and ``SwipeGroup/isEnabled``.
  public subscript<Value>(dynamicMember path: ReferenceWritableKeyPath<SwipeGroup, Value>) -> Value
  {
    get { group[keyPath: path] }
    set { group[keyPath: path] = newValue }
  }

  /// What the group has, to look at.
  public subscript<Value>(dynamicMember path: KeyPath<SwipeGroup, Value>) -> Value {
    group[keyPath: path]
  }

  /// Wraps what holds a `GtkListView`, a `GtkGridView` or a `GtkListBox`: a scroller as a rule, also with a clamp or an overlay between,
  /// or the list box itself. It has no parent, and its floating reference is taken over.
  ///
  /// See ``SwipeGroup/init(around:style:)`` for what becomes of a scroller. The list view's factory becomes the library's: set none after that. The closures
  /// live as long as the widget, so they must not hold a widget above it, or what such a one hosts, strongly.
  ///
  /// A grid view's rows are never lower than 1/30 of the view, so they do not collapse below that. A list box makes a row for every item,
  /// and where it scrolls to the row that takes the focus an open row closes, as by any scrolling.
  ///
  /// - Parameters:
  ///   - child: What holds the view or the list box.
  ///   - model: What a `GtkListBox` is to show, a `GListModel`; the views have one of their own.
  ///   - style: How the rows move.
  ///   - id: Names the item that an object of the model stands for; nil for an object that no row is to show. It must be quick: where an
  ///     item is looked for in the model, every object is asked.
  ///   - front: Makes the front of a row that can show any item: a widget, or an object that has one.
  ///   - show: Shows an item in a front, and says what its row offers. It is called for each row that comes into sight and by
  ///     ``update(_:)``.
  public init<Front: SwipeFront>(
    around child: Widget, model: Ref? = nil, style: PanStyle = .standard,
    id: @escaping @MainActor (ModelObject) -> ID?,
    front: @escaping @MainActor () -> Front,
    show: @escaping @MainActor (ModelObject, Front) -> SwipeContent
  ) {
    self.id = { id(ModelObject($0)) }
    group = SwipeGroup(around: child, style: style)
    Hosted.install(self, in: group.widget, key: "dnk-swipe-list")
    guard let container = child.rowContainer(showing: model),
      SwipeGroup.around(container.view).map({ $0 === group }) != false
    else {
      tellMisuse(
        "Put a GtkListView, a GtkGridView, or a GtkListBox with a model, that no other has, in what a SwipeList is put around."
      )
      return
    }
    let source = RowSource(
      bound: { [weak self] in self?.id($0).flatMap { self?.newHandle(of: $0) } },
      known: { [weak self] in self?.id($0).flatMap { self?.handle(of: $0) } }, front: front,
      show: { object, front in (front as? Front).map { show(ModelObject(object), $0) } })
    group.show(source, in: container)
  }

  /// Wraps what shows a `ListStore` of values.
  ///
  /// As ``init(around:model:style:id:front:show:)``, but for the store's elements in place of the model's objects.
  public convenience init<Item, Front: SwipeFront>(
    around child: Widget, of type: Item.Type, model: Ref? = nil, style: PanStyle = .standard,
    id: @escaping @MainActor (Item) -> ID,
    front: @escaping @MainActor () -> Front,
    show: @escaping @MainActor (Item, Front) -> SwipeContent
  ) {
    self.init(
      around: child, model: model, style: style,
      id: { object in
        let item = object.element(of: type)
        if item == nil { tellMisuse("Give a SwipeList of \(type) a ListStore<\(type)> to show.") }
        return item.map(id)
      }, front: front,
      show: { object, front in
        object.element(of: type).map { show($0, front) } ?? SwipeContent(label: "")
      })
  }

  /// Names the section that an object of the model is in; where one begins its row has the name for its heading, whatever comes, goes or
  /// is sorted; an empty name is no heading. Nil: rows have the headings that their contents say. It should be quick: it is asked of every row that is shown, and of the
  /// object before it, whenever the model changes.
  public var section: (@MainActor (ModelObject) -> String)? {
    get { group.section }
    set { group.section = newValue }
  }

  /// Calls back when an action has failed, with the reason, in place of showing it at the row; with nil, it is shown there again.
  ///
  /// The list keeps the closure, one at a time.
  public func onFailure(_ body: (@MainActor (ID, String) -> Void)?) {
    group.outcomes.onFailure = nil
    guard let body else { return }
    group.outcomes.onFailure = { [weak self] row, why in
      self?.item(of: row).map {
        body($0, why)
        return true
      } ?? false
    }
  }

  // MARK: Rows

  /// Shows an item anew, if a row shows it: call it when the item changed but its object in the model did not.
  public func update(_ id: ID) { handle(of: id).map(group.update) }

  /// Shows every item anew that a row shows: of a list box each, of the views those in and about the part in sight.
  public func updateAll() { group.updateAll() }

  /// The row that shows an item, nil if none does.
  ///
  /// It is the item's for as long as nothing is scrolled or changed. While `show` runs for an item it is the row being filled, to give it a
  /// style class, say.
  public func row(of id: ID) -> SwipeRow? { handle(of: id).flatMap { group.rows[$0] } }

  /// The widget of the row that shows an item, nil if none does.
  public func widget(of id: ID) -> Widget? { row(of: id)?.widget }

  /// The place of an item in the model, nil if no row shows it.
  public func position(of id: ID) -> Int? { row(of: id).map { Int($0.place) } }

  /// Changes the model so that nothing in sight jumps: rows that come grow to their height, a gap closes where rows have gone, and so does
  /// that of a row whose place is another; an action's own row collapses by itself.
  ///
  /// A list that is scrolled to its beginning stays there, so that what comes there is to be seen, unless a row is being dragged; elsewhere
  /// what is in sight stays. What the model becomes, it is at once: only the rows take their time, can be used meanwhile, and go on from
  /// where they are when more comes. At once too where the desktop wants no motion, where nothing that was in sight stays, and for a list
  /// that is not shown. A look at each row that there is, however many items the model has.
  public func moveRows(_ change: () -> Void) { group.moveRows(change) }

  /// Opens the tray of one side of an item's row.
  ///
  /// An item that is out of sight is scrolled to first where `scrolling` says so. To find one that no row shows is a walk over the model.
  ///
  /// - Returns: False if it cannot be: the item is in no row, as none is before the list is in a window, or not in the model; it has no
  ///   actions there, as in its own first `show`; it is on its way out; the row is too narrow for a tray beside `PanStyle.minimumFront`;
  ///   the list is not enabled. A row that has not been laid out yet, as on a page of a stack that does not show, opens once it is. Of
  ///   that, and of an item that must be scrolled to far away, it cannot be told yet what there is room for, and true says that it is
  ///   there.
  @discardableResult
  public func open(
    _ id: ID, _ side: PanSide, animated: Bool = true, scrolling: Bool = false
  ) -> Bool {
    group.opener.open(newHandle(of: id), side, animated: animated, scrolling: scrolling)
  }

  /// Closes whatever is open.
  public func close(animated: Bool = true) { group.close(animated: animated) }

  /// Closes an item's row; does nothing where it is closed.
  public func close(_ id: ID, animated: Bool = true) {
    handle(of: id).map { _ = group.driver.drive(.close($0, animated: animated)) }
  }

  /// Gives an item's row the focus and scrolls it into sight, whether or not a row shows it yet; false if it is not in the model.
  ///
  /// The selection stays as it is. Finding an item that no row shows walks the model.
  @discardableResult
  public func focus(_ id: ID) -> Bool { group.focus.give(to: newHandle(of: id)) }

  /// Opens the context menu of an item's row, as the Menu key does; false if the item is in no row in sight, or has no actions.
  @discardableResult
  public func openMenu(of id: ID) -> Bool { handle(of: id).map(group.menu.open) ?? false }

  /// Runs an action on an item as its button does, and has its row show what came of it; the action need not be in the row's trays.
  ///
  /// Does nothing if the action is not enabled, or the item still waits for another or is on its way out.
  public func perform(_ action: SwipeAction, on id: ID) {
    group.outcomes.perform(action, on: newHandle(of: id))
  }

  /// Brings back an item that is on its way out, as for an undo that comes before the end of the motion; false if it is not.
  ///
  /// What its action answered then takes out the items that were to go with it, if there are any; without, it does nothing more.
  @discardableResult
  public func restore(_ id: ID) -> Bool { handle(of: id).map(group.outcomes.restore) ?? false }

  /// The items whose rows are open or opening, the last opened last.
  public var openItems: [ID] { group.engine.openRows.compactMap(item) }

  /// The displacement of an item's front, px, positive towards the trailing edge; 0 closed.
  public func offset(of id: ID) -> Double {
    handle(of: id).map { group.engine.offset(of: $0) } ?? 0
  }

  /// The side of an item's row that is open or opening; nil when closed or closing.
  public func openSide(of id: ID) -> PanSide? {
    handle(of: id).flatMap { group.engine.side(of: $0) }
  }

  /// What the engine calls an item; nil for one of which nothing is known here, which is closed and at rest.
  public func handle(of id: ID) -> RowHandle? { handles[id] }

  /// What the engine calls some items, in their order, for ``SwipeOutcome/remove(with:undo:_:)``; of an item that has no handle yet a new one.
  public func handles(of ids: some Sequence<ID>) -> [RowHandle] {
    let ids = Array(ids)
    makeRoom(for: ids.count)
    return ids.map(newHandle)
  }

  /// The item that the engine calls so; nil for a handle of another list, or one that is forgotten.
  public func item(of row: RowHandle) -> ID? { ids[row] }

  /// The handle of an item, a new one if it has none.
  private func newHandle(of id: ID) -> RowHandle {
    if let handle = handles[id] { return handle }
    makeRoom(for: 1)
    let handle = group.newHandle()
    handles[id] = handle
    ids[handle] = id
    return handle
  }

  /// Lets go the handles that are not in use, where so many more would be too many, and none of those that are made next.
  private func makeRoom(for count: Int) {
    guard handles.count + count > limit else { return }
    for (handle, id) in ids where !group.isInUse(handle) {
      ids[handle] = nil
      handles[id] = nil
    }
    limit = max(1024, 2 * (handles.count + count))
  }

  // MARK: Listening, by closures that must not hold the list or what is above it strongly

  /// Calls back with every event, its item and the side, in order, once it is shown: `list.onEvent { event, id, side in … }`. The listener
  /// may call the list and change the model.
  @discardableResult
  public func onEvent(
    _ body: @escaping @MainActor (PanEvent, ID, PanSide) -> Void
  ) -> SwipeListener {
    group.listeners.add { [weak self] news in
      guard case .change(.event(let event, let row, let side)) = news else { return }
      self?.item(of: row).map { body(event, $0, side) }
    }
  }

  /// Calls back with an item and every new offset of its front, px, once it is shown: up to once an input event, so it should be quick.
  @discardableResult
  public func onOffset(_ body: @escaping @MainActor (ID, Double) -> Void) -> SwipeListener {
    group.listeners.add { [weak self] in
      if case .change(.offset(let row, let px)) = $0, let id = self?.item(of: row) { body(id, px) }
    }
  }

  /// Calls back when an item's row begins to show that an action takes its time, with true, and when that has ended, with false.
  @discardableResult
  public func onWaiting(_ body: @escaping @MainActor (ID, Bool) -> Void) -> SwipeListener {
    group.listeners.add { [weak self] in
      if case .waiting(let row, let waits) = $0, let id = self?.item(of: row) { body(id, waits) }
    }
  }
}
