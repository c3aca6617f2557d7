import CDunnockGtk
import CDunnockGtkShim
import GtkBridge
import Panning

/// What lies behind the front of a row: its trays, made when they are first needed, one of them in sight at a time, or a line that says what
/// was done.
final class RowBack {
  private unowned let row: SwipeRow
  /// What holds the tray in sight.
  private lazy var bin = makeBin(gtk_overlay_set_child)
  /// Where a tray is measured while the other one is in sight.
  private lazy var probe = makeBin(gtk_overlay_add_overlay)
  private var trays: [PanSide: SwipeTray] = [:]
  private var measures: [PanSide: PanTray] = [:]
  private var measuredFor = Circumstances()
  /// Views of the program's own that are still in sight, made for what the row was bound to before.
  private var outdatedViews: Set<PanSide> = []
  private(set) var shownSide: PanSide? {
    didSet { row.listItem.setClass("is-swiped", shownSide != nil) }
  }
  /// What slides behind a front that leaves room around itself, where the tray would show; the row's widget keeps it alive.
  private var ground: Widget?
  /// What an action that can be undone leaves in the front's place.
  private var undo: UndoLine?

  /// What the trays are measured for: the row's size, GTK's count of the changes of its font, and the group's of its options.
  private struct Circumstances: Equatable {
    var width: Int32 = 0
    var height: Int32 = 0
    var font: guint = 0
    var options = 0
  }

  init(of row: SwipeRow) { self.row = row }

  private var content: SwipeContent { row.content }

  private var circumstances: Circumstances {
    Circumstances(
      width: gtk_widget_get_width(row.widget), height: gtk_widget_get_height(row.widget),
      font: pango_context_get_serial(gtk_widget_get_pango_context(row.widget)),
      options: row.group?.driver.optionChanges ?? 0)
  }

  /// Whether the row has another size or font than the trays were measured for.
  var isOutdated: Bool { circumstances != measuredFor }

  private var shown: SwipeTray? { shownSide.flatMap { trays[$0] } }

  /// The row offers something else; trays are made anew if they look different, or may, being views of the program's own.
  func contentChanged(from old: SwipeContent) {
    for side in PanSide.allCases {
      if !content[side].looksLike(old[side]) || content.isEnabled != old.isEnabled {
        if shownSide == side { hideTray() }
        trays[side] = nil
        measures[side] = nil
      } else if content[side].view != nil {
        if shownSide == side { outdatedViews.insert(side) } else { trays[side] = nil }
      }
    }
  }

  // MARK: Trays

  /// Puts one side's tray in sight.
  func show(_ side: PanSide) {
    guard shownSide != side, !showsUndo else { return }
    giveBackFocus()
    fillGround()
    let tray = tray(for: side)
    // GTK does not hand the direction of a widget on to what it holds.
    let direction = gtk_widget_get_direction(row.widget)
    if gtk_widget_get_direction(tray.box) != direction {
      gtk_widget_set_direction(tray.box, direction)
    }
    shownSide = side
    gtk_overlay_set_child(bin.opaque, tray.box)
    _ = measure()
    gtk_widget_set_visible(bin, true.gboolean)
  }

  /// Hides what is in sight, from focus and screen readers as well.
  func hide() {
    hideUndo()
    hideTray()
  }

  private func hideTray() {
    guard let shownSide else { return }
    giveBackFocus()
    shown?.show(.all)
    bin.setClass("armed", false)
    self.shownSide = nil
    gtk_widget_set_visible(bin, false.gboolean)
    gtk_overlay_set_child(bin.opaque, nil)
    if outdatedViews.remove(shownSide) != nil { trays[shownSide] = nil }
  }

  /// Has the tray in sight follow the front, which is `distance` px from its place towards it.
  func follow(_ distance: Double, _ transition: SwipeTransition) {
    guard let shownSide, let shown else { return }
    let width = measures[shownSide]?.width ?? 0
    // Within the tray's width nothing in it changes its size; beyond, its buttons stretch to fill the gap.
    let hidden = transition.tray == .drag ? min(width, max(0, width - distance)) : 0
    dnk_slide_layout_set_tray(
      row.slide, bin, (shownSide == .trailing).gboolean, max(distance, width), hidden)
    let progress = width > 0 ? max(0, distance / width) : 0
    // It is seen under the round corners of a lifted front.
    let corner = transition.liftsFront ? 12.0 : 0
    let room = transition.tray == .drag ? .infinity : distance + corner
    shown.follow(progress, fades: transition.fadesIcons, within: room)
  }

  /// Lets one action's button fill a side's tray, in sight or not, or with nil the one in sight; of an action that has none there, none is
  /// shown.
  func showOnly(_ action: String, of side: PanSide? = nil) {
    guard let side = side ?? shownSide, content.canOpen(side) else { return }
    let place = content[side].actions.firstIndex { $0.name == action }
    tray(for: side).show(place.map { .one($0) } ?? .none)
  }

  /// Shows all buttons of the trays again.
  func showAllButtons() {
    for tray in trays.values { tray.show(.all) }
    showArmed(nil, springs: false)
  }

  /// Shows that the first action would run now, or with nil that it would no longer.
  func showArmed(_ action: SwipeAction?, springs: Bool) {
    guard shownSide != nil else { return }
    if let action { showOnly(action.name) } else { shown?.show(.all) }
    bin.setClass("armed", action != nil)
    bin.setClass("springy", action != nil && springs)
  }

  /// Shows in an action's button that it is being done, or that it has been.
  func show(_ sign: TrayButton.Sign, of action: SwipeAction) {
    for (side, tray) in trays {
      let index = content[side].actions.firstIndex { $0.name == action.name }
      let icon = sign == .done ? Self.doneIcon : action.icon
      index.map { tray.show(sign, in: $0, icon: icon) }
    }
    row.widget.setClass("waiting", sign == .waiting)
  }

  /// The icon of an action that has been done; GTK itself carries it, where themes differ.
  static let doneIcon = "object-select-symbolic"

  /// The buttons in sight, in the order in which they are read; none while the row is closed.
  var buttonsInReadingOrder: [Widget] {
    if let undo, undo.isShown { return [undo.button] }
    return shown?.box.focusStops ?? []
  }

  /// Whether a widget lies in the tray in sight.
  func contains(_ descendant: Widget) -> Bool {
    shownSide != nil && descendant.ancestry.contains(bin)
  }

  /// Gives the row the focus that a button has.
  func giveBackFocus() {
    if hasFocus { row.takeFocus() }
  }

  /// Whether a button has the focus of the window.
  var hasFocus: Bool { buttonsInReadingOrder.contains { gtk_widget_is_focus($0) != 0 } }

  // MARK: Sizes

  /// Measures the row for the engine; makes the trays, and measures them once for each size and font of the row.
  func measure() -> PanGeometry {
    let now = circumstances
    if now != measuredFor {
      if now.options != measuredFor.options { trays = trays.filter { $0.key == shownSide } }
      measuredFor = now
      measures = [:]
    }
    var (leading, trailing) = (measured(.leading), measured(.trailing))
    if let handle = row.handle, row.group?.rows.isBusy(handle) == true {
      // A full swipe would run nothing.
      leading.runsNothing()
      trailing.runsNothing()
    }
    return PanGeometry(
      width: Double(now.width), leading: leading, trailing: trailing,
      pixel: 1 / max(1, dnk_widget_get_scale(row.widget)))
  }

  private func measured(_ side: PanSide) -> PanTray {
    guard content.canOpen(side) else { return PanTray() }
    // What is in sight is not measured anew while its row has the same size and font: that would lay out the list.
    if let measured = measures[side] { return measured }
    let tray = tray(for: side)
    // A button's size depends on what it inherits, so it is measured where it will be shown, or in a place like that.
    let place = shownSide == nil ? bin : probe
    if side != shownSide { gtk_overlay_set_child(place.opaque, tray.box) }
    defer { if side != shownSide { gtk_overlay_set_child(place.opaque, nil) } }
    var measured = tray.measure(
      room: max(0, Double(measuredFor.width) - row.minimumFront),
      rowHeight: Double(measuredFor.height))
    measured.fullSwipe = content[side].swipesFully
    measured.actsOnRelease = content[side].runsOnRelease
    measures[side] = measured
    return measured
  }

  private func tray(for side: PanSide) -> SwipeTray {
    if let made = trays[side] { return made }
    let made = SwipeTray(of: row, on: side)
    trays[side] = made
    return made
  }

  private func makeBin(_ put: (OpaquePointer?, Widget?) -> Void) -> Widget {
    let bin: Widget = gtk_overlay_new()
    bin.addClasses("swipe-tray")
    gtk_widget_set_visible(bin, false.gboolean)
    put(row.widget.opaque, bin)
    return bin
  }

  /// Covers the room that a front leaves around itself, by margins or by its place in the row.
  private func fillGround() {
    guard ground == nil, let bounds = row.front.bounds(in: row.front),
      bounds.width < gtk_widget_get_width(row.widget)
        || bounds.height < gtk_widget_get_height(row.widget)
    else { return }
    let made: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    made.addClasses("swipe-ground")
    dnk_slide_layout_set_ground(row.slide, made)
    ground = made
  }

  // MARK: Undo in the row's place

  /// Shows in the tray's place what was done, and a button that undoes it.
  func showUndo(_ text: String, title: String, press: @escaping @MainActor () -> Void) {
    if undo == nil {
      fillGround()
      let line = UndoLine(of: row)
      gtk_widget_insert_before(line.widget, row.widget, ground ?? row.front)
      undo = line
    }
    if !showsUndo { hide() }
    undo?.show(text, title: title, press: press)
    row.voice.say(instead: text)
  }

  /// Whether it says what was done.
  var showsUndo: Bool { undo?.isShown == true }

  /// Whether somebody is about to undo it.
  var undoIsInUse: Bool { undo?.isInUse == true }

  /// Whether a widget is the button that undoes what was done, or is inside it.
  func isUndoButton(_ descendant: Widget) -> Bool {
    showsUndo && descendant.ancestry.contains { $0 == undo?.button }
  }

  private func hideUndo() {
    guard let undo, undo.isShown else { return }
    giveBackFocus()
    undo.hide()
    row.voice.say(instead: nil)
  }
}

extension PanTray {
  /// Has no swipe on the tray run its first action.
  fileprivate mutating func runsNothing() { (fullSwipe, actsOnRelease) = (false, false) }
}
