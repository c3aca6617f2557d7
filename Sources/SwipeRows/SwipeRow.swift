import CGtk
import CGtkShim
import GtkBridge
import Panning

/// One list row: a front that slides sideways over a tray of buttons.
///
/// Make it in a list factory's setup, show its `widget` as the list item's child, and let a `SwipeList` bind it to the item. The
/// widget keeps the row alive. A row holds no state of a gesture: the list's one engine does.
public final class SwipeRow {
  /// The row: a `GtkOverlay` of the tray and the front.
  ///
  /// Borrowed: the list item that shows it keeps it alive, and with it this object.
  public let widget: Widget

  /// The content that slides; borrowed from `widget`.
  public let front: Widget

  private static let key = "dnk-swipe-row"

  private let slide: Widget
  private var tray: Widget?
  private var trays: [PanSide: SwipeTray] = [:]
  /// Views of the program's own that are still in sight, made for what the row was bound to before.
  private var outdatedViews: Set<PanSide> = []
  private var shownSide: PanSide?
  private var shownMeasures = PanTray()
  private var measuredSize: (width: Int32, height: Int32) = (0, 0)
  /// Whether the list item has the actions by name, as they look now.
  private var offersActions = false

  /// The row's actions at present.
  private(set) var actions = SwipeActions()

  /// The model's object that the row shows, if it was told; the list item holds it.
  var item: UnsafeMutableRawPointer?

  /// Called when an action is to run, however it was asked for.
  var perform: ((SwipeAction) -> Void)?

  /// Called when the button for what there is no room for was clicked, with the actions behind it.
  var showMore: (([SwipeAction], Widget) -> Void)?

  /// What must stay of the front, px, and how the trays come into sight.
  var minimumFront = 96.0
  var transition = SwipeTransition.reveal
  var texts = SwipeTexts()

  /// Called when the row's width changed while it was not closed.
  var resized: (() -> Void)?

  /// Whether the front has left a place where no tray is.
  private var isBare = false {
    didSet { if isBare != oldValue { widget.setClass("bare", isBare) } }
  }

  /// A row that shows `front`; takes over the front's floating reference.
  public init(front: Widget) {
    self.front = front
    widget = gtk_overlay_new()
    slide = dnk_slide_bin_new(front)
    widget.addClasses("swipe-row")
    front.addClasses("swipe-front")
    gtk_overlay_add_overlay(widget.opaque, slide)
    gtk_overlay_set_measure_overlay(widget.opaque, slide, true.gboolean)
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    SwipeStyle.install(for: widget)
    Hosted.install(self, in: widget, key: Self.key)
    // Moving the front in the midst of the layout that resized it would be lost.
    Signal.connect(slide, "resized") { [weak self] in whenIdle { self?.resized?() } }
  }

  /// The row whose `widget` this is, if it is one.
  public static func hosted(by widget: Widget) -> SwipeRow? {
    Hosted.guest(of: widget, key: key)
  }

  /// The list item that shows the row, once it is in a list.
  var listItem: Widget? { widget.parent }

  /// The row's measures for the engine; makes the trays.
  var geometry: PanGeometry {
    let width = Double(gtk_widget_get_width(widget))
    return PanGeometry(
      width: width, leading: panTray(.leading), trailing: panTray(.trailing),
      pixel: 1 / Double(max(1, gtk_widget_get_scale_factor(widget))))
  }

  /// Moves the front to an offset in px, positive towards the trailing edge, and shows the tray of a side; with nil, what it shows
  /// already.
  func setOffset(_ offset: Double, showing side: PanSide?) {
    if let side, actions.canOpen(side) { show(side) }
    isBare = offset != 0 && offset * (shownSide?.sign ?? 0) <= 0
    let toTheRight = widget.isRightToLeft ? -offset : offset
    dnk_slide_bin_set_offset(slide.opaque, toTheRight)
    guard let tray, let shownSide else { return }
    // Within the tray's width nothing in it changes its size; beyond, its buttons stretch to fill the gap.
    let distance = offset * shownSide.sign
    let hidden =
      transition == .drag ? min(shownMeasures.width, max(0, shownMeasures.width - distance)) : 0
    dnk_edge_bin_set_edge(
      tray.opaque, ((shownSide == .trailing) != widget.isRightToLeft).gboolean,
      max(distance, shownMeasures.width), hidden)
    if minimumFront < Self.handleFront {
      let stays = Double(gtk_widget_get_width(widget)) - distance
      front.setClass("swipe-handle", stays > 0 && stays < Self.handleFront)
    }
  }

  /// A front of which less than this stays, px, shows a handle to drag it back by.
  private static let handleFront = 60.0

  /// Lets one action's button fill the tray in sight, or with nil shows all buttons again.
  func single(out action: String?, isArmed: Bool = false) {
    guard let side = shownSide, let buttons = trays[side] else { return }
    buttons.single(out: action.flatMap { name in actions[side].firstIndex { $0.name == name } })
    tray?.setClass("armed", isArmed)
  }

  /// The icon of an action that has been done; GTK itself carries it, where themes differ.
  static let doneIcon = "object-select-symbolic"

  /// Shows in an action's button that it is being done, or that it has been.
  func show(_ sign: TrayButton.Sign, of action: SwipeAction) {
    for (side, tray) in trays {
      guard let index = actions[side].firstIndex(where: { $0.name == action.name }) else {
        continue
      }
      tray.show(sign, in: index, icon: sign == .done ? Self.doneIcon : action.icon)
    }
    widget.setClass("waiting", sign == .waiting)
  }

  /// Makes the row less high than it is, by a share from 0 to 1.
  func setCollapse(_ share: Double) { dnk_slide_bin_set_collapse(slide.opaque, share) }

  /// Hides the tray, from sight, focus and screen readers.
  func hideTray() {
    guard let tray, let shownSide else { return }
    if buttonsInReadingOrder.contains(where: { gtk_widget_has_focus($0) != 0 }) {
      listItem.map { _ = gtk_widget_grab_focus($0) }
    }
    single(out: nil)
    self.shownSide = nil
    gtk_widget_set_visible(tray, false.gboolean)
    dnk_edge_bin_set_child(tray.opaque, nil)
    if outdatedViews.remove(shownSide) != nil { trays[shownSide] = nil }
  }

  /// The buttons of the tray in sight, in the order in which they are read; none while it is closed.
  var buttonsInReadingOrder: [Widget] {
    shownSide.flatMap { trays[$0] }?.buttonsInReadingOrder ?? []
  }

  /// Marks the row whose context menu is open.
  func showMenuIsOpen(_ isOpen: Bool) { listItem?.setClass("has-open-popup", isOpen) }

  /// Whether a widget lies in the row's tray.
  func isInTray(_ descendant: Widget) -> Bool {
    tray.map { descendant == $0 || gtk_widget_is_ancestor(descendant, $0) != 0 } ?? false
  }

  /// Gives the row its actions; its trays are made anew if they look different, or may, being views of the program's own.
  func setActions(_ new: SwipeActions) {
    for side in PanSide.allCases {
      if !new[side].looksLike(actions[side]) || new.swipesLong(side) != actions.swipesLong(side)
        || (new.views[side] == nil) != (actions.views[side] == nil)
      {
        if shownSide == side { hideTray() }
        trays[side] = nil
      } else if new.views[side] != nil {
        if shownSide == side { outdatedViews.insert(side) } else { trays[side] = nil }
      }
    }
    if !new.looksLike(actions) { offersActions = false }
    actions = new
    offerActions()
  }

  /// Lets screen readers and the program reach the actions by name.
  ///
  /// A group costs more than all else that binding does, so one serves every item whose actions look the same.
  private func offerActions() {
    guard !offersActions, let listItem else { return }
    offersActions = true
    let group = ActionGroup()
    for action in actions.groups.joined() {
      let name = action.name
      group.add(name, isEnabled: action.isEnabled) { [weak self] in
        guard let self, let action = actions.groups.joined().first(where: { $0.name == name })
        else {
          return
        }
        perform?(action)
      }
    }
    group.insert(into: listItem, prefix: "row")
  }

  private func panTray(_ side: PanSide) -> PanTray {
    guard actions.canOpen(side) else { return PanTray() }
    let size = (width: gtk_widget_get_width(widget), height: gtk_widget_get_height(widget))
    // What is in sight is not measured anew while its row has the same size: that would lay out the list.
    if side == shownSide, size == measuredSize { return shownMeasures }
    let tray = tray(for: side)
    // A button's size depends on what it inherits, so it is measured where it will be shown.
    let bin = trayBin
    if shownSide == nil { dnk_edge_bin_set_child(bin.opaque, tray.box) }
    defer { if shownSide == nil { dnk_edge_bin_set_child(bin.opaque, nil) } }
    let measures = tray.panTray(
      room: max(0, Double(size.width) - minimumFront), rowHeight: Double(size.height),
      isLong: actions.swipesLong(side))
    if side == shownSide { (shownMeasures, measuredSize) = (measures, size) }
    return measures
  }

  private func tray(for side: PanSide) -> SwipeTray {
    if let made = trays[side] { return made }
    let made = SwipeTray(
      actions[side], view: actions.views[side], side: side,
      growsOutermost: actions.swipesLong(side), moreTitle: texts.more
    ) { [weak self] in self?.pressed($0, side) }
    trays[side] = made
    return made
  }

  private func pressed(_ press: SwipeTray.Press, _ side: PanSide) {
    switch press {
    case .action(let index) where actions[side].indices.contains(index):
      perform?(actions[side][index])
    case .more(let count):
      if let tray = trays[side] {
        showMore?(Array(actions[side].dropFirst(count)), tray.moreButton)
      }
    default: break
    }
  }

  /// Puts one side's tray in sight, behind the front.
  func show(_ side: PanSide) {
    guard shownSide != side else { return }
    let bin = trayBin
    shownSide = side
    measuredSize = (0, 0)
    dnk_edge_bin_set_child(bin.opaque, tray(for: side).box)
    _ = panTray(side)
    gtk_widget_set_visible(bin, true.gboolean)
  }

  private var trayBin: Widget {
    if let tray { return tray }
    let bin: Widget = dnk_edge_bin_new()
    bin.addClasses("swipe-tray")
    gtk_widget_set_visible(bin, false.gboolean)
    gtk_overlay_set_child(widget.opaque, bin)
    tray = bin
    return bin
  }
}
