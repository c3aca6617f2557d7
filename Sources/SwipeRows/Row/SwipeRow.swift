import CGtk
import CGtkShim
import GtkBridge
import Panning

/// One list row: a front that slides sideways over a tray of buttons.
///
/// Its widget keeps it alive. A row holds no state of a gesture: the list's one engine does.
final class SwipeRow {
  /// The row: a `GtkOverlay` of the tray and the front; borrowed, what shows it keeps it alive, and with it this object.
  let widget: Widget

  /// The content that slides; borrowed from `widget`.
  let front: Widget

  /// What the program made as the front.
  let frontOwner: any SwipeFront

  private static let key = "dnk-swipe-row"

  private let cell: ListFactory.Cell
  /// What places the front; the row's widget keeps it alive.
  private let slide: OpaquePointer
  private var heading: RowHeading?
  /// What slides behind a front that leaves room around itself, where the tray would show; the row's widget keeps it alive.
  private var ground: Widget?
  /// What an action that can be undone leaves in the front's place.
  private var undoLine: UndoLine?
  private var frontTakesFocus = true.gboolean
  private var tray: Widget?
  private var trays: [PanSide: SwipeTray] = [:]
  /// Where a tray is measured while the other one is in sight.
  private var probe: Widget?
  private var measures: [PanSide: PanTray] = [:]
  private var measuredAs = Extent()
  /// Views of the program's own that are still in sight, made for what the row was bound to before.
  private var outdatedViews: Set<PanSide> = []
  private var shownSide: PanSide?
  /// Whether the list item has the actions by name, as they look now.
  private var hasGroup = false
  private var isLaidOut = false
  /// Whether the list item is followed, for GTK tells screen readers anew what the model has selected.
  private var followsSelected = false
  private var minimumFront = 96.0
  private var transition = SwipeTransition.reveal
  private var texts = SwipeTexts()

  /// What the row says and offers at present.
  private(set) var content = SwipeContent(label: "")

  /// The model's object that the row shows; its list item holds it.
  var object: UnsafeMutableRawPointer?

  /// Called when an action is to run, however it was asked for.
  var perform: ((SwipeAction) -> Void)?

  /// Called when the button for what there is no room for was clicked, with the actions behind it.
  var showMore: (([SwipeAction], Widget) -> Void)?

  /// Called with the row's list item before the row comes into sight for the first time: most rows that a list view makes never do.
  var firstLaidOut: ((Widget) -> Void)?

  /// Called when the row's size or font changed while it was not closed.
  var resized: (() -> Void)?

  /// Whether anybody may ask for the row by now: it has been laid out, or came into a list that had been.
  var isReachable = false

  /// Whether screen readers and the program reach the actions by name.
  var offersActions = true {
    didSet { if offersActions != oldValue { offerActions() } }
  }

  /// Whether the front has left a place where no tray is.
  private var isBare = false {
    didSet { if isBare != oldValue { widget.setClass("bare", isBare) } }
  }

  /// What the trays are measured for: the row's size, and GTK's count of the changes of its font.
  private struct Extent: Equatable {
    var width: Int32 = 0
    var height: Int32 = 0
    var font: guint = 0
  }

  private var extent: Extent {
    Extent(
      width: gtk_widget_get_width(widget), height: gtk_widget_get_height(widget),
      font: pango_context_get_serial(gtk_widget_get_pango_context(widget)))
  }

  /// A row in a place of a list view, that shows `front`.
  init(front owner: any SwipeFront, in cell: ListFactory.Cell) {
    self.cell = cell
    frontOwner = owner
    front = owner.widget
    widget = gtk_overlay_new()
    slide = dnk_slide_layout_install(widget.opaque, front)
    widget.addClasses("swipe-row")
    front.addClasses("swipe-front")
    SwipeStyle.install(for: widget)
    Hosted.install(self, in: widget, key: Self.key)
    Signal.connect(UnsafeMutableRawPointer(slide), "laid-out") { [weak self] in self?.laidOut() }
  }

  /// The row is laid out for the first time, with another width than before, or while it is not closed.
  private func laidOut() {
    guard isLaidOut else {
      isLaidOut = true
      isReachable = true
      if let listItem { firstLaidOut?(listItem) }
      return offerActions()
    }
    guard dnk_slide_layout_get_offset(slide) != 0, extent != measuredAs else { return }
    // Moving the front in the midst of the layout that resized it would be lost.
    whenIdle { [weak self] in self?.resized?() }
  }

  /// The row whose widget this is, or which this holds with its heading.
  static func hosted(by widget: Widget) -> SwipeRow? {
    Hosted.guest(of: widget, key: key)
  }

  /// The row that a list item shows.
  static func shown(by item: Widget) -> SwipeRow? { item.firstChild.flatMap(hosted) }

  /// The list item that shows the row, once it is in a list.
  var listItem: Widget? { (heading?.box ?? widget).parent }

  /// Its place in the model.
  var place: guint { guint(truncatingIfNeeded: cell.position) }

  /// Whether a widget is the row's heading, which is not part of what slides.
  func isHeading(_ descendant: Widget) -> Bool { heading?.contains(descendant) == true }

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

  /// Takes the list's options.
  func take(minimumFront: Double, transition: SwipeTransition, texts: SwipeTexts) {
    if minimumFront != self.minimumFront { measuredAs = Extent() }
    if texts.more != self.texts.more {
      hideTray()
      trays.removeAll()
    }
    (self.minimumFront, self.transition, self.texts) = (minimumFront, transition, texts)
  }

  /// Forgets what the row showed, for another item to be shown.
  func reset() {
    perform = nil
    showMore = nil
    resized = nil
    object = nil
    setCollapse(0)
    setOffset(0, showing: nil)
    for tray in trays.values { tray.show(.all) }
    hideTray()
    showMenuIsOpen(false)
  }

  /// Measures the row for the engine; makes the trays, and measures them once for each size and font of the row.
  func measure() -> PanGeometry {
    let extent = extent
    if extent != measuredAs {
      measuredAs = extent
      measures = [:]
    }
    return PanGeometry(
      width: Double(extent.width), leading: panTray(.leading), trailing: panTray(.trailing),
      pixel: 1 / max(1, dnk_widget_get_scale(widget)))
  }

  /// Moves the front to an offset in px, positive towards the trailing edge, and shows the tray of a side; with nil, what it shows
  /// already.
  func setOffset(_ offset: Double, showing side: PanSide?) {
    if let side, content.canOpen(side), !showsUndo { show(side) }
    isBare = offset != 0 && offset * (shownSide?.sign ?? 0) <= 0
    dnk_slide_layout_set_offset(slide, offset)
    guard let tray, let shownSide else { return }
    let shownWidth = measures[shownSide]?.width ?? 0
    // Within the tray's width nothing in it changes its size; beyond, its buttons stretch to fill the gap.
    let distance = offset * shownSide.sign
    let hidden =
      transition == .drag ? min(shownWidth, max(0, shownWidth - distance)) : 0
    dnk_edge_bin_set_edge(
      tray.opaque, (shownSide == .trailing).gboolean, max(distance, shownWidth), hidden)
    if minimumFront < Self.handleFront {
      let stays = Double(gtk_widget_get_width(widget)) - distance
      front.setClass("swipe-handle", stays > 0 && stays < Self.handleFront)
    }
  }

  /// A front of which less than this stays, px, shows a handle to drag it back by.
  private static let handleFront = 60.0

  /// Lets one action's button fill the tray in sight, or with nil shows all buttons again.
  func single(out action: String?, isArmed: Bool = false) {
    guard let side = shownSide else { return }
    if let action { singleOut(action, of: side) } else { trays[side]?.show(.all) }
    tray?.setClass("armed", isArmed)
  }

  /// Lets one action's button fill a side's tray, in sight or not; of an action that has none there, none is shown.
  func singleOut(_ action: String, of side: PanSide) {
    guard content.canOpen(side) else { return }
    let place = content[side].firstIndex { $0.name == action }
    tray(for: side).show(place.map { .one($0) } ?? .none)
  }

  /// The icon of an action that has been done; GTK itself carries it, where themes differ.
  static let doneIcon = "object-select-symbolic"

  /// Shows in an action's button that it is being done, or that it has been.
  func show(_ sign: TrayButton.Sign, of action: SwipeAction) {
    for (side, tray) in trays {
      guard let index = content[side].firstIndex(where: { $0.name == action.name }) else {
        continue
      }
      tray.show(sign, in: index, icon: sign == .done ? Self.doneIcon : action.icon)
    }
    widget.setClass("waiting", sign == .waiting)
  }

  /// Makes the row less high than it is, by a share from 0 to 1.
  func setCollapse(_ share: Double) { dnk_slide_layout_set_collapse(slide, share) }

  /// Shows behind the front, in the tray's place, what was done, and a button that undoes it.
  func showUndo(_ text: String, press: @escaping @MainActor () -> Void) {
    let line = undoLine ?? UndoLine()
    if undoLine == nil {
      fillGround()
      undoLine = line
      gtk_widget_insert_before(line.widget, widget, ground ?? front)
    }
    if !line.isShown {
      hideTray()
      // What has left the row is no stop for the keyboard.
      frontTakesFocus = gtk_widget_get_can_focus(front)
      gtk_widget_set_can_focus(front, false.gboolean)
    }
    line.show(text, title: texts.undo, press: press)
    listItem?.setSpokenLabel(text)
  }

  /// Whether the row says what was done to it.
  var showsUndo: Bool { undoLine?.isShown == true }

  /// Whether somebody is about to undo it.
  var undoIsInUse: Bool { undoLine?.isInUse == true }

  private func hideUndo() {
    guard let undoLine, undoLine.isShown else { return }
    undoLine.hide()
    gtk_widget_set_can_focus(front, frontTakesFocus)
    sayLabel()
  }

  /// Gives the row the focus that a button behind the front has.
  func takeFocusBack() {
    if buttonsInReadingOrder.contains(where: { gtk_widget_is_focus($0) != 0 }) {
      listItem.map { _ = gtk_widget_grab_focus($0) }
    }
  }

  /// Hides what lies behind the front, from sight, focus and screen readers.
  func hideTray() {
    takeFocusBack()
    hideUndo()
    guard let tray, let shownSide else { return }
    single(out: nil)
    self.shownSide = nil
    gtk_widget_set_visible(tray, false.gboolean)
    dnk_edge_bin_set_child(tray.opaque, nil)
    if outdatedViews.remove(shownSide) != nil { trays[shownSide] = nil }
  }

  /// The buttons behind the front that are in sight, in the order in which they are read; none while it is closed.
  var buttonsInReadingOrder: [Widget] {
    if let undoLine, undoLine.isShown { return [undoLine.button] }
    return shownSide.flatMap { trays[$0] }?.buttonsInReadingOrder ?? []
  }

  /// Marks the row whose context menu is open.
  func showMenuIsOpen(_ isOpen: Bool) { listItem?.setClass("has-open-popup", isOpen) }

  /// Whether a widget lies in the row's tray.
  func isInTray(_ descendant: Widget) -> Bool {
    tray.map { descendant == $0 || gtk_widget_is_ancestor(descendant, $0) != 0 } ?? false
  }

  /// Shows what the row says and offers; its trays are made anew if they look different, or may, being views of the program's own.
  func setContent(_ new: SwipeContent) {
    for side in PanSide.allCases {
      if !new[side].looksLike(content[side]) || new.swipesLong(side) != content.swipesLong(side)
        || (new.views[side] == nil) != (content.views[side] == nil)
      {
        if shownSide == side { hideTray() }
        trays[side] = nil
        measures[side] = nil
      } else if new.views[side] != nil {
        if shownSide == side { outdatedViews.insert(side) } else { trays[side] = nil }
      }
    }
    if !new.offersTheSame(as: content) { hasGroup = false }
    content = new
    showHeading(new.heading)
    listItem?.addClasses("swipe-item")
    sayLabel()
    showSelected()
    offerActions()
  }

  private func sayLabel() {
    listItem?.setSpokenLabel(
      [content.heading, content.label].compactMap(\.self).joined(separator: ", "))
  }

  /// Shows whether the row counts as selected, where the program itself says so.
  private func showSelected() {
    guard let listItem, content.isSelected != nil || followsSelected else { return }
    listItem.setClass("is-selected", content.isSelected == true)
    listItem.setClass("is-unselected", content.isSelected == false)
    tellSelected()
    if followsSelected { return }
    followsSelected = true
    Signal.connectUInt(UnsafeMutableRawPointer(listItem), "state-flags-changed") {
      [weak self] before in
      guard let self, content.isSelected != nil, let now = self.listItem else { return }
      let changes = before ^ gtk_widget_get_state_flags(now).rawValue
      // GTK tells them after this.
      if changes & GTK_STATE_FLAG_SELECTED.rawValue != 0 {
        whenIdle { [weak self] in self?.tellSelected() }
      }
    }
  }

  private func tellSelected() {
    guard let listItem else { return }
    let flags = gtk_widget_get_state_flags(listItem).rawValue
    listItem.setSelected(content.isSelected ?? (flags & GTK_STATE_FLAG_SELECTED.rawValue != 0))
  }

  private func showHeading(_ text: String?) {
    if let heading { return heading.show(text) }
    guard let text else { return }
    let made = RowHeading()
    made.show(text)
    Hosted.install(self, in: made.box, key: Self.key)
    // The row must live on while it is in neither.
    g_object_ref(widget)
    cell.child = nil
    made.surround(widget)
    g_object_unref(widget)
    heading = made
    cell.child = made.box
  }

  /// Lets screen readers and the program reach the actions by name.
  ///
  /// A group costs more than all else that binding does, so one serves every item whose actions look the same, and what a list makes
  /// beyond its sight as it opens has none until it is seen.
  private func offerActions() {
    guard let listItem else { return }
    guard offersActions else {
      hasGroup = false
      gtk_widget_insert_action_group(listItem, "row", nil)
      return
    }
    guard isReachable, !hasGroup else { return }
    hasGroup = true
    let group = ActionGroup()
    for (place, (name, action)) in content.namedGroups.joined().enumerated() {
      group.add(name, isEnabled: action.isEnabled) { [weak self] in
        // Of the item that it shows by then, whose actions look the same.
        guard let self else { return }
        content.groups.joined().dropFirst(place).first.map { perform?($0) }
      }
    }
    group.insert(into: listItem, prefix: "row")
  }

  private func panTray(_ side: PanSide) -> PanTray {
    guard content.canOpen(side) else { return PanTray() }
    // What is in sight is not measured anew while its row has the same size and font: that would lay out the list.
    if let measured = measures[side] { return measured }
    let tray = tray(for: side)
    // A button's size depends on what it inherits, so it is measured where it will be shown, or in a place like that.
    let bin = shownSide == nil ? trayBin : probeBin
    if side != shownSide { dnk_edge_bin_set_child(bin.opaque, tray.box) }
    defer { if side != shownSide { dnk_edge_bin_set_child(bin.opaque, nil) } }
    let measured = tray.measure(
      room: max(0, Double(measuredAs.width) - minimumFront),
      rowHeight: Double(measuredAs.height), isLong: content.swipesLong(side))
    measures[side] = measured
    return measured
  }

  private func tray(for side: PanSide) -> SwipeTray {
    if let made = trays[side] { return made }
    let made = SwipeTray(
      content[side], view: content.views[side], side: side,
      growsOutermost: content.swipesLong(side), moreTitle: texts.more
    ) { [weak self] in self?.pressed($0, side) }
    trays[side] = made
    return made
  }

  private func pressed(_ press: SwipeTray.Press, _ side: PanSide) {
    switch press {
    case .action(let index) where content[side].indices.contains(index):
      perform?(content[side][index])
    case .more(let count):
      if let tray = trays[side] {
        showMore?(Array(content[side].dropFirst(count)), tray.moreButton)
      }
    default: break
    }
  }

  /// Puts one side's tray in sight, behind the front.
  func show(_ side: PanSide) {
    guard shownSide != side else { return }
    let bin = trayBin
    let tray = tray(for: side)
    fillGround()
    shownSide = side
    dnk_edge_bin_set_child(bin.opaque, tray.box)
    _ = measure()
    gtk_widget_set_visible(bin, true.gboolean)
  }

  /// Covers the room that a front leaves around itself, by margins or by its place in the row.
  private func fillGround() {
    guard ground == nil, let bounds = front.bounds(in: front),
      bounds.width < gtk_widget_get_width(widget) || bounds.height < gtk_widget_get_height(widget)
    else { return }
    let made: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    made.addClasses("swipe-ground")
    dnk_slide_layout_set_ground(slide, made)
    ground = made
  }

  private var trayBin: Widget {
    if let tray { return tray }
    let bin = Self.makeBin()
    gtk_overlay_set_child(widget.opaque, bin)
    tray = bin
    return bin
  }

  private var probeBin: Widget {
    if let probe { return probe }
    let bin = Self.makeBin()
    gtk_overlay_add_overlay(widget.opaque, bin)
    probe = bin
    return bin
  }

  private static func makeBin() -> Widget {
    let bin: Widget = dnk_edge_bin_new()
    bin.addClasses("swipe-tray")
    gtk_widget_set_visible(bin, false.gboolean)
    return bin
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Whether drags are this widget's own: a slider's, those of what the program says so of, and what GTK does by this device alone: to
  /// select text, where the keyboard is, and to scroll sideways.
  fileprivate func keepsDrags(of device: PanDevice) -> Bool {
    if isA(gtk_range_get_type()) || gtk_widget_has_css_class(self, "swipe-exempt") != 0 {
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
