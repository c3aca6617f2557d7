import CDunnockGtk
import CDunnockGtkShim
import GtkBridge
import Panning

/// One row: a front that slides sideways over a tray of actions on either side, in whatever container it is put.
///
/// Put ``widget`` where the row is to be: into a `GtkListBox`, which makes a list row around it, a box, or anything else. Its group is the
/// nearest ``SwipeGroup`` around it; without one it shares a group with all such rows in its scroller, or in its window or popover. A row
/// that is moved under another group is closed, and is that one's from then on. In a list that shows a model, ``SwipeList`` makes the rows.
///
/// Its widget keeps it alive; a row that outlives its widget does nothing more. A row holds no state of a gesture: the one engine of its
/// group does.
public final class SwipeRow {
  /// The row: a `GtkOverlay` of the tray and the front; borrowed, what shows it keeps it alive, and with it this object.
  public let widget: Widget

  /// The content that slides; borrowed from `widget`.
  let front: Widget

  /// What the program made as the front.
  let frontOwner: any SwipeFront

  /// What says it to screen readers.
  private(set) lazy var voice = RowVoice(of: self)

  /// The model's object that the row shows; its list item holds it.
  var object: UnsafeMutableRawPointer?

  /// What the engine of its group calls it; nil while it shows nothing, or is in no group.
  public internal(set) var handle: RowHandle?

  /// The group that the row is in; nil before it is put into a window.
  public internal(set) weak var group: SwipeGroup?

  /// What lies behind the front.
  private(set) lazy var back = RowBack(of: self)

  /// The `GtkListItem` of a view that recycles rows.
  private(set) var cell: OpaquePointer?
  /// What places the front; the row's widget keeps it alive.
  let slide: OpaquePointer
  private var heading: RowHeading?
  /// The item that it has lost and still looks as for.
  private var kept: RowHandle?
  /// The widget once it is in no container any more.
  private var held: Ref?
  private var isLaidOut = false
  /// The width of the row that its front was last told, px; 0 before the first layout.
  private var toldWidth: Int32 = 0
  /// Whether the widget has been freed, though somebody still holds this object.
  var isGone: Bool { held != nil }

  private static let key = "dnk-swipe-row"

  /// A row around a front, with what it says and offers.
  ///
  /// - Parameters:
  ///   - front: A widget, or an object that has one; the row takes over its floating reference.
  ///   - content: What the row says and offers; it can be changed at any time.
  public convenience init(_ front: some SwipeFront, content: SwipeContent) {
    self.init(front: front)
    widget.setRole(GTK_ACCESSIBLE_ROLE_GROUP)
    self.content = content
    Signal.connect(widget, "notify::root") { [weak self] in self?.rootChanged() }
  }

  /// A row for a list that shows one item after another in it.
  init(front owner: any SwipeFront) {
    frontOwner = owner
    var front = owner.widget
    if front.parent != nil {
      tellMisuse("The front of a row has a parent already: make a new widget for each row.")
      front = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    }
    self.front = front
    widget = gtk_overlay_new()
    slide = dnk_slide_layout_install(widget.opaque, front)
    widget.addClasses("swipe-row")
    front.addClasses("swipe-front")
    if front.isA(gtk_list_box_row_get_type()) {
      // Made for a list box, as AdwActionRow is: here the row around it takes the focus and is activated.
      gtk_widget_set_focusable(front, false.gboolean)
      gtk_list_box_row_set_activatable(front.cast(), false.gboolean)
      front.setRole(GTK_ACCESSIBLE_ROLE_GROUP)
    }
    SwipeStyle.install(for: widget)
    Hosted.install(self, in: widget, key: Self.key)
    Signal.connect(UnsafeMutableRawPointer(slide), "laid-out") { [weak self] in self?.laidOut() }
    Signal.connect(widget, "destroy") { [weak self] in
      guard let self else { return }
      // Whoever holds the row may still ask for its widget, which from now on the row keeps, and not the other way round.
      held = .retaining(none: widget)
      // What is still moved or done there would find its widgets freed.
      group?.rowGone(self)
      (group, cell, heading, object) = (nil, nil, nil, nil)
      g_object_set_data(widget.cast(), Self.key, nil)
    }
  }

  // MARK: What it says and offers

  /// What the row says and offers; the row keeps it, with the closures of its actions.
  ///
  /// It can be set at any time. A tray is made anew where its actions look different from those before, and an open row stays open unless
  /// its side has nothing more to reveal, or the row is enabled no more.
  public var content = SwipeContent(label: "") {
    didSet {
      guard !isGone else { return }
      back.contentChanged(from: oldValue)
      showHeading(content.heading)
      guard isPlaced else { return }
      listItem.addClasses("swipe-item")
      listItem.setClass("has-heading", shownHeading != nil)
      voice.contentChanged(from: oldValue)
      group?.contentChanged(self)
    }
  }

  // MARK: What a program may ask of it

  /// Opens the tray of a side; false if it cannot be: see ``SwipeList/open(_:_:animated:scrolling:)``.
  @discardableResult
  public func open(_ side: PanSide, animated: Bool = true) -> Bool {
    guard let group, let handle else { return false }
    return group.opener.open(handle, side, animated: animated)
  }

  /// Closes the row; does nothing where it is closed, or in no window.
  public func close(animated: Bool = true) {
    if let handle { group?.driver.drive(.close(handle, animated: animated)) }
  }

  /// Runs an action on the row as its button does, and shows what came of it; the action need not be in the row's trays.
  ///
  /// Does nothing if the action is not enabled, or the row is in no window, still waits for another or is on its way out.
  public func perform(_ action: SwipeAction) {
    if let handle { group?.outcomes.perform(action, on: handle) }
  }

  /// Brings the row back if it is on its way out; false if it is not.
  @discardableResult
  public func restore() -> Bool {
    guard let group, let handle else { return false }
    return group.outcomes.restore(handle)
  }

  /// The side that is open or opening; nil when closed or closing.
  public var openSide: PanSide? { handle.flatMap { group?.engine.side(of: $0) } }

  /// The displacement of the front, px, positive towards the trailing edge; 0 closed.
  public var offset: Double { handle.flatMap { group?.engine.offset(of: $0) } ?? 0 }

  // MARK: Its place

  /// The row whose widget this is, or which this holds with its heading.
  static func hosted(by widget: Widget) -> SwipeRow? {
    Hosted.guest(of: widget, key: key)
  }

  /// The row that a list item shows; nil for a box, whose first child may be a row that is its own list item.
  static func shown(by item: Widget) -> SwipeRow? {
    item.firstChild.flatMap(hosted).flatMap { $0.listItem == item ? $0 : nil }
  }

  /// Puts the row into a view that recycles it.
  ///
  /// - Parameter hasHeading: Whether it has room for one from the beginning: on GTK 4.8 a GtkInscription that gets another parent before its
  ///   first style does not take that on.
  func put(into cell: OpaquePointer, withHeading hasHeading: Bool) {
    self.cell = cell
    if hasHeading { makeHeading(in: cell) } else { gtk_list_item_set_child(cell, widget) }
  }

  /// The row that was put into a `GtkListItem`.
  static func held(by cell: OpaquePointer) -> SwipeRow? {
    gtk_list_item_get_child(cell).flatMap(hosted)
  }

  /// The list item that shows the row and takes the focus: what its container put around it, or, where that puts nothing, itself.
  var listItem: Widget {
    let outer = heading?.box ?? widget
    guard let parent = outer.parent, cell != nil || parent.isA(gtk_list_box_row_get_type()) else {
      return outer
    }
    return parent
  }

  /// Whether the row is in a container.
  var isPlaced: Bool { cell != nil || widget.parent != nil }

  /// Whether it is in a window.
  var isInWindow: Bool { !isGone && gtk_widget_get_root(widget) != nil }

  /// Its place among the rows of its container.
  var place: guint {
    if let cell { return gtk_list_item_get_position(cell) }
    let item = listItem
    if item.isA(gtk_list_box_row_get_type()) {
      return guint(truncatingIfNeeded: gtk_list_box_row_get_index(item.cast()))
    }
    let before = sequence(first: item, next: { gtk_widget_get_prev_sibling($0) }).dropFirst()
    return guint(Array(before).count)
  }

  /// Gives the row the focus.
  func takeFocus() { gtk_widget_grab_focus(listItem) }

  /// Selects the row alone, as a key does that comes to it.
  func select() {
    if cell != nil {
      listItem.selectAlone()
    } else if let box = listItem.parent, box.isA(gtk_list_box_get_type()) {
      gtk_list_box_select_row(box.opaque, listItem.cast())
    }
  }

  /// Looks as if nothing were pressed: a list box, and on GTK 4.18 every list, leaves its row pressed where it loses the gesture.
  func lookUnpressed() { gtk_widget_unset_state_flags(listItem, GTK_STATE_FLAG_ACTIVE) }

  private func rootChanged() {
    guard isInWindow else { return group?.rowLeft(self) ?? () }
    let next = SwipeGroup.made(around: listItem) ?? SwipeGroup.shared(for: self)
    if group !== next { group?.removeRow(self) }
    gtk_widget_set_focusable(widget, (listItem == widget).gboolean)
    listItem.addClasses("swipe-item")
    next.addRow(self)
    voice.contentChanged(from: nil)
  }

  // MARK: What its group does with it

  /// How much of the front always stays in the row, px.
  var minimumFront: Double { group?.driver.engine.style.minimumFront ?? PanStyle().minimumFront }

  /// The title of the button for what there is no room for in a tray.
  var moreTitle: String { (group?.texts ?? SwipeTexts()).more }

  /// Whether the row is empty, for an object that no row is to show.
  var isEmpty = false {
    didSet {
      guard isEmpty != oldValue else { return }
      gtk_widget_set_visible(widget, (!isEmpty).gboolean)
      if isEmpty { content = SwipeContent(label: "") }
    }
  }

  /// Whether the row goes on to look as for an item that was taken from it, for something in its tray has the focus and the item may come
  /// back at once; see ``rebound(to:)``.
  func keeps(_ handle: RowHandle) -> Bool {
    guard !isGone, back.hasFocus else { return false }
    kept = handle
    return true
  }

  /// The row shows this item from now on, or none: forgets what it has kept of another.
  func rebound(to handle: RowHandle?) {
    guard let kept else { return }
    self.kept = nil
    if kept != handle { reset() }
  }

  /// Forgets what the row showed, for another item to be shown.
  func reset() {
    object = nil
    guard !isGone else { return }
    showHeight(by: RowRecord())
    setOffset(0, showing: nil)
    back.showAllButtons()
    back.hide()
    showMenuIsOpen(false)
  }

  /// Runs an action that a person has chosen.
  func run(_ action: SwipeAction) {
    if let group, group.isEnabled, let handle { group.outcomes.perform(action, on: handle) }
  }

  /// The button of an action was clicked.
  func run(_ index: Int, of side: PanSide) {
    content[side].actions.dropFirst(index).first.map { run($0) }
  }

  /// The button for the actions after so many was clicked.
  func openMenu(of side: PanSide, after count: Int, at button: Widget) {
    guard let group, let handle else { return }
    group.menu.open(of: handle, Array(content[side].actions.dropFirst(count)), at: button)
  }

  /// The row is laid out for the first time, with another width than before, or while it is not closed.
  private func laidOut() {
    let isFirst = !isLaidOut
    if isFirst {
      isLaidOut = true
      voice.isReachable = true
      group?.laidOutFirst(self)
    }
    let isOutdated = !isFirst && dnk_slide_layout_get_offset(slide) != 0 && back.isOutdated
    let isToTell = gtk_widget_get_width(widget) != toldWidth && !(frontOwner is Widget)
    guard isOutdated || isToTell else { return }
    // Changing the front in the midst of the layout that resized it would be lost.
    group?.later.at(.idle) { [weak self] in
      guard let self, !isGone else { return }
      if isOutdated, let handle { group?.driver.resized(handle) }
      if gtk_widget_get_width(widget) != toldWidth { tellFront() }
    }
  }

  /// Tells the front where it is, once the row has a size.
  private func tellFront() {
    let width = gtk_widget_get_width(widget)
    guard width > 0 else { return }
    toldWidth = width
    let offset = dnk_slide_layout_get_offset(slide)
    frontOwner.moved(to: offset, leaving: max(0, Double(width) - abs(offset)))
  }

  /// Moves the front to an offset in px, positive towards the trailing edge, and shows the tray of a side; with nil, what it shows
  /// already.
  func setOffset(_ offset: Double, showing side: PanSide?) {
    if let side, content.canOpen(side) { back.show(side) }
    let distance = offset * (back.shownSide?.sign ?? 0)
    let transition = group?.transition ?? .reveal
    // The front has left a place where no tray is.
    widget.setClass("no-tray", offset != 0 && distance <= 0)
    widget.setClass("lifted", offset != 0 && transition.liftsFront)
    widget.setClass("to-trailing", offset > 0)
    dnk_slide_layout_set_narrows(slide, transition.narrowsFront.gboolean)
    dnk_slide_layout_set_offset(slide, offset)
    back.follow(distance, transition)
    tellFront()
    let width = Double(gtk_widget_get_width(widget))
    guard back.shownSide != nil, minimumFront < Self.handleFront else { return }
    let stays = width - distance
    front.setClass("swipe-handle", stays > 0 && stays < Self.handleFront)
  }

  /// A front of which less than this stays, px, shows a handle to drag it back by.
  private static let handleFront = 60.0

  /// Shows as much of the row and of its heading as there is now, and the room around them.
  func showHeight(by record: RowRecord) {
    let shift = record.shift?.now ?? RowShift()
    dnk_slide_layout_set_collapse(slide, record.missingHeight)
    heading?.setCollapse(shift.heading)
    let outer = heading?.box ?? widget
    let gap = shift.above + (heading == nil ? shift.between : 0)
    gtk_widget_set_margin_top(outer, Int32(gap.rounded(.up)))
    if heading != nil { gtk_widget_set_margin_top(widget, Int32(shift.between.rounded(.up))) }
    if isPlaced { listItem.setClass("is-shifted", record.shift != nil) }
  }

  /// How high the line above the row is, px; 0 where there is none.
  var headingHeight: Double { heading?.height ?? 0 }

  /// Marks the row whose context menu is open.
  func showMenuIsOpen(_ isOpen: Bool) {
    if isPlaced { listItem.setClass("has-open-popup", isOpen) }
  }

  /// The line above the row, if its container shows one.
  var shownHeading: String? { heading == nil ? nil : content.heading }

  private func showHeading(_ text: String?) {
    if let heading { return heading.show(text) }
    guard let text, let cell else { return }
    // The row must live on while it is in neither.
    g_object_ref(widget)
    gtk_list_item_set_child(cell, nil)
    gtk_widget_set_margin_top(widget, 0)
    makeHeading(in: cell).show(text)
    g_object_unref(widget)
  }

  @discardableResult
  private func makeHeading(in cell: OpaquePointer) -> RowHeading {
    let made = RowHeading()
    Hosted.install(self, in: made.box, key: Self.key)
    made.surround(widget)
    heading = made
    gtk_list_item_set_child(cell, made.box)
    return made
  }

  // MARK: What lies where

  /// Whether a widget is the row's heading, which is not part of what slides.
  func isHeading(_ descendant: Widget) -> Bool { heading?.label == descendant }

  /// Whether a widget is a control of the front, or in one.
  func isOnControl(_ descendant: Widget) -> Bool {
    descendant.ancestry.prefix { $0 != front && $0 != widget }.contains {
      gtk_widget_get_focusable($0) != 0 && gtk_widget_is_sensitive($0) != 0
    }
  }

  /// Whether a drag that begins on a widget of the row is that widget's own.
  func keepsDrags(of device: PanDevice, _ descendant: Widget) -> Bool {
    descendant.ancestry.prefix { $0 != widget }.contains { $0.keepsDrags(of: device) }
  }

  /// Expands or collapses what a `GtkTreeExpander` in the front stands before, and answers whether that could be done.
  ///
  /// - Parameter isTowardsTrailing: Expands; else collapses.
  func expands(_ isTowardsTrailing: Bool) -> Bool {
    guard let expander = front.firstInside(gtk_tree_expander_get_type()),
      let row = gtk_tree_expander_get_list_row(expander.opaque),
      isTrue(gtk_tree_list_row_is_expandable(row)),
      isTrue(gtk_tree_list_row_get_expanded(row)) != isTowardsTrailing
    else { return false }
    gtk_tree_list_row_set_expanded(row, isTowardsTrailing.gboolean)
    return true
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Whether drags are this widget's own: a slider's, a switch's, those of what the program says so of, and what GTK does by this device
  /// alone: to select text, where the keyboard is, and to scroll sideways.
  fileprivate func keepsDrags(of device: PanDevice) -> Bool {
    let own = [gtk_range_get_type(), gtk_switch_get_type()]
    if own.contains(where: isA) || gtk_widget_has_css_class(self, "swipe-exempt") != 0 {
      return true
    }
    switch device {
    case .mouse, .pen: return selectsText && focusInWindow == self
    case .touch, .touchpad: return scrollsSideways
    }
  }

  private var scrollsSideways: Bool {
    guard isA(gtk_scrolled_window_get_type()) else { return false }
    var policy = GTK_POLICY_AUTOMATIC
    gtk_scrolled_window_get_policy(opaque, &policy, nil)
    let place = gtk_scrolled_window_get_hadjustment(opaque)
    return policy != GTK_POLICY_NEVER
      && gtk_adjustment_get_upper(place) > gtk_adjustment_get_page_size(place)
  }
}
