import CGtk
import CGtkShim
import GtkBridge
import Panning

/// The trays of a row, made when they are first needed; one at a time is in sight.
final class RowTrays {
  private unowned let row: SwipeRow
  /// What holds the tray in sight, behind the front.
  private var bin: Widget?
  /// Where a tray is measured while the other one is in sight.
  private var probe: Widget?
  private var trays: [PanSide: SwipeTray] = [:]
  private var measures: [PanSide: PanTray] = [:]
  private var measuredAs = Extent()
  /// Views of the program's own that are still in sight, made for what the row was bound to before.
  private var outdatedViews: Set<PanSide> = []
  private(set) var shownSide: PanSide?

  /// What the trays are measured for: the row's size, and GTK's count of the changes of its font.
  private struct Extent: Equatable {
    var width: Int32 = 0
    var height: Int32 = 0
    var font: guint = 0
  }

  init(of row: SwipeRow) { self.row = row }

  private var overlay: Widget { row.widget }
  private var content: SwipeContent { row.content }

  private var extent: Extent {
    Extent(
      width: gtk_widget_get_width(overlay), height: gtk_widget_get_height(overlay),
      font: pango_context_get_serial(gtk_widget_get_pango_context(overlay)))
  }

  /// Whether the row has another size or font than the trays were measured for.
  var isOutdated: Bool { extent != measuredAs }

  /// The tray in sight.
  var shown: SwipeTray? { shownSide.flatMap { trays[$0] } }

  /// The tray of a side, if it has been made.
  subscript(side: PanSide) -> SwipeTray? { trays[side] }

  /// The group's options are others: trays are measured anew, or, where they would look different, made anew.
  func optionsChanged(looks: Bool) {
    measuredAs = Extent()
    guard looks else { return }
    hide()
    trays.removeAll()
  }

  /// The row offers something else; trays are made anew if they look different, or may, being views of the program's own.
  func contentChanged(from old: SwipeContent) {
    for side in PanSide.allCases {
      if !content[side].looksLike(old[side]) || content.isEnabled != old.isEnabled {
        if shownSide == side { hide() }
        trays[side] = nil
        measures[side] = nil
      } else if content[side].view != nil {
        if shownSide == side { outdatedViews.insert(side) } else { trays[side] = nil }
      }
    }
  }

  // MARK: In sight

  /// Puts one side's tray in sight, behind the front.
  func show(_ side: PanSide) {
    guard shownSide != side else { return }
    let bin = shownBin
    let tray = tray(for: side)
    shownSide = side
    dnk_edge_bin_set_child(bin.opaque, tray.box)
    _ = measure()
    gtk_widget_set_visible(bin, true.gboolean)
  }

  /// Hides the tray in sight.
  func hide() {
    guard let bin, let shownSide else { return }
    row.takeFocusBack()
    shown?.show(.all)
    bin.setClass("armed", false)
    self.shownSide = nil
    gtk_widget_set_visible(bin, false.gboolean)
    dnk_edge_bin_set_child(bin.opaque, nil)
    if outdatedViews.remove(shownSide) != nil { trays[shownSide] = nil }
  }

  /// Has the tray in sight follow the front, which is `distance` px from its place towards it.
  func follow(_ distance: Double, _ transition: SwipeTransition) {
    guard let bin, let shownSide, let shown else { return }
    let width = measures[shownSide]?.width ?? 0
    // Within the tray's width nothing in it changes its size; beyond, its buttons stretch to fill the gap.
    let hidden = transition.tray == .drag ? min(width, max(0, width - distance)) : 0
    // Its colour goes on under the round corners of a lifted front.
    let corner = transition.liftsFront ? 12.0 : 0
    dnk_edge_bin_set_edge(
      bin.opaque, (shownSide == .trailing).gboolean, max(distance, width) + corner, hidden)
    let progress = width > 0 ? max(0, distance / width) : 0
    if transition.fadesIcons { shown.fade(to: min(1, progress)) }
    shown.tellProgress(progress)
  }

  /// Lets one action's button fill the tray in sight, or with nil shows all buttons again.
  func showOnly(_ action: String?) {
    guard let shownSide else { return }
    if let action { showOnly(action, of: shownSide) } else { shown?.show(.all) }
  }

  /// Lets one action's button fill a side's tray, in sight or not; of an action that has none there, none is shown.
  func showOnly(_ action: String, of side: PanSide) {
    guard content.canOpen(side) else { return }
    let place = content[side].actions.firstIndex { $0.name == action }
    tray(for: side).show(place.map { .one($0) } ?? .none)
  }

  /// Shows that the first action would run now, or with nil that it would no longer.
  func showArmed(_ action: SwipeAction?, springs: Bool) {
    guard let bin, shownSide != nil else { return }
    showOnly(action?.name)
    bin.setClass("armed", action != nil)
    bin.setClass("springy", action != nil && springs)
  }

  /// Ends the fading of what buttons show.
  func showWhole() {
    for tray in trays.values { tray.fade(to: 1) }
  }

  func showAllButtons() {
    for tray in trays.values { tray.show(.all) }
  }

  /// Shows in an action's button that it is being done, or that it has been.
  func show(_ sign: TrayButton.Sign, of action: SwipeAction) {
    for (side, tray) in trays {
      guard let index = content[side].actions.firstIndex(where: { $0.name == action.name }) else {
        continue
      }
      tray.show(sign, in: index, icon: sign == .done ? Self.doneIcon : action.icon)
    }
  }

  /// The icon of an action that has been done; GTK itself carries it, where themes differ.
  static let doneIcon = "object-select-symbolic"

  /// Whether a widget lies in the tray in sight.
  func contains(_ descendant: Widget) -> Bool {
    bin.map { descendant == $0 || gtk_widget_is_ancestor(descendant, $0) != 0 } ?? false
  }

  // MARK: Sizes

  /// Measures the row for the engine; makes the trays, and measures them once for each size and font of the row.
  func measure() -> PanGeometry {
    let extent = extent
    if extent != measuredAs {
      measuredAs = extent
      measures = [:]
    }
    return PanGeometry(
      width: Double(extent.width), leading: measure(.leading), trailing: measure(.trailing),
      pixel: 1 / max(1, dnk_widget_get_scale(overlay)))
  }

  private func measure(_ side: PanSide) -> PanTray {
    guard content.canOpen(side) else { return PanTray() }
    // What is in sight is not measured anew while its row has the same size and font: that would lay out the list.
    if let measured = measures[side] { return measured }
    let tray = tray(for: side)
    // A button's size depends on what it inherits, so it is measured where it will be shown, or in a place like that.
    let bin = shownSide == nil ? shownBin : probeBin
    if side != shownSide { dnk_edge_bin_set_child(bin.opaque, tray.box) }
    defer { if side != shownSide { dnk_edge_bin_set_child(bin.opaque, nil) } }
    var measured = tray.measure(
      room: max(0, Double(measuredAs.width) - row.minimumFront),
      rowHeight: Double(measuredAs.height))
    measured.fullSwipe = content[side].swipesFully
    measured.actsOnRelease = content[side].runsOnRelease
    measures[side] = measured
    return measured
  }

  private func tray(for side: PanSide) -> SwipeTray {
    if let made = trays[side] { return made }
    let made = SwipeTray(content[side], on: side, moreTitle: row.moreTitle) { [weak row] in
      row?.pressed($0, side)
    }
    trays[side] = made
    return made
  }

  private var shownBin: Widget {
    if let bin { return bin }
    let made = Self.makeBin()
    gtk_overlay_set_child(overlay.opaque, made)
    bin = made
    return made
  }

  private var probeBin: Widget {
    if let probe { return probe }
    let made = Self.makeBin()
    gtk_overlay_add_overlay(overlay.opaque, made)
    probe = made
    return made
  }

  private static func makeBin() -> Widget {
    let bin: Widget = dnk_edge_bin_new()
    bin.addClasses("swipe-tray")
    gtk_widget_set_visible(bin, false.gboolean)
    return bin
  }
}
