import CDunnockGtk
import CDunnockGtkShim
import GtkBridge
import GtkTestSupport
import XCTest

@testable import SwipeRows

/// A list of numbered rows with two actions on the leading side and two on the trailing one.
@MainActor
final class SampleList {
  let store = ListStore<Int>()
  let list: SwipeList<Int>
  let group: SwipeGroup
  let view: Widget

  /// The actions that ran, as `name item`.
  private(set) var ran: [String] = []

  /// The sides that rows are given actions on.
  var offersLeading = true

  /// The items whose rows are not simply closed and at rest.
  var displaced: Set<RowHandle> {
    Set(group.rows.records.filter { $0.value.isDisplaced }.keys)
  }

  /// The row that a press at a point is for.
  func rowToPan(at point: Point) -> RowTable.Hit? {
    group.rows.pickForPan(point, group.engine)
  }

  /// The names of the actions on the trailing side, the one at the edge first.
  var trailing = ["trash", "star"]

  /// The sides on which a full swipe runs the outermost action.
  var fullSwipes: Set<PanSide> = []

  /// What an item's trailing tray shows in place of buttons.
  var trayView: ((Int) -> SwipeTrayView)?

  /// What an action answers.
  var outcome: @MainActor () async -> SwipeOutcome = { .restore }

  /// What an action asks first.
  var confirm: (@MainActor () async -> Bool)?

  /// What items show in place of what the rest of this says.
  var contents: [Int: SwipeContent] = [:]

  /// Called with each item that is shown.
  var onShow: (Int) -> Void = { _ in }

  /// How often the list has asked which item an object of the model stands for.
  private(set) var idRequests = 0

  /// Closes the window, for tests of what then happens.
  var closeWindow: () -> Void = {}

  /// The actions that are switched off.
  var disabled: Set<String> = []

  /// What the rows are in.
  enum Container: CaseIterable { case listView, gridView, listBox }

  /// - Parameters:
  ///   - policy: The scroller's horizontal policy.
  ///   - model: Makes a model over the store, and takes over the store's reference.
  ///   - adapt: Called with each front.
  ///   - place: Puts the list view into what the scroller is to hold.
  init(
    count: Int, rowHeight: Int32 = 44, style: PanStyle = .standard,
    policy: GtkPolicyType = GTK_POLICY_AUTOMATIC, in container: Container = .listView,
    model: (OpaquePointer) -> OpaquePointer = { $0 },
    adapt: @escaping @MainActor (Widget) -> Void = { _ in },
    inside place: (Widget) -> Widget = { $0 }
  ) {
    store.replace(0..<0, with: Array(0..<count))
    var boxModel: Ref?
    switch container {
    case .listView:
      view = gtk_list_view_new(gtk_single_selection_new(model(store.consumed())), nil)
    case .gridView:
      view = gtk_grid_view_new(gtk_single_selection_new(model(store.consumed())), nil)
      gtk_grid_view_set_max_columns(view.opaque, 1)
    case .listBox:
      view = gtk_list_box_new()
      boxModel = .adopting(full: UnsafeMutableRawPointer(model(store.consumed())))
    }
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(scroller.opaque, place(view))
    gtk_scrolled_window_set_policy(scroller.opaque, policy, GTK_POLICY_AUTOMATIC)
    weak var sample: SampleList?
    list = SwipeList(
      around: scroller, of: Int.self, model: boxModel, style: style,
      id: {
        sample?.idRequests += 1
        return $0
      },
      front: {
        let label: Widget = gtk_label_new("")
        gtk_widget_set_size_request(label, -1, rowHeight)
        adapt(label)
        return label
      },
      show: { item, label in
        gtk_label_set_text(label.opaque, String(item))
        sample?.onShow(item)
        return sample?.content(of: item) ?? SwipeContent(label: "")
      })
    group = list.group
    sample = self
  }

  static let shortcuts = ["archive": "e", "trash": "<Shift>Delete"]

  func content(of item: Int) -> SwipeContent {
    if let content = contents[item] { return content }
    func action(_ name: String) -> SwipeAction {
      SwipeAction(
        name, title: name.capitalized, icon: "edit-delete-symbolic", shortcut: Self.shortcuts[name],
        isEnabled: !disabled.contains(name), confirm: confirm
      ) { [weak self] in
        self?.ran.append("\(name) \(item)")
        return await self?.outcome() ?? .restore
      }
    }
    var content = SwipeContent(
      label: "Row \(item)", leading: offersLeading ? [action("archive"), action("read")] : [],
      trailing: SwipeSide(trailing.map(action), view: trayView?(item)))
    for side in PanSide.allCases { content[side].allowsFullSwipe = fullSwipes.contains(side) }
    return content
  }

  /// The list item that shows an item, found by its row's front.
  func listItem(of item: Int) -> Widget? {
    view.children.first { front(of: $0).map { text(of: $0) } == String(item) }
  }

  /// The front of the row in a list item.
  func front(of listItem: Widget) -> Widget? {
    listItem.firstChild?.children.first { gtk_widget_has_css_class($0, "swipe-front") != 0 }
  }

  /// What slides the front of the row in a list item.
  func slide(of listItem: Widget) -> OpaquePointer? {
    listItem.firstChild.flatMap { gtk_widget_get_layout_manager($0) }.map { OpaquePointer($0) }
  }

  /// The tray of the row in a list item, if it has been made.
  func tray(of listItem: Widget) -> Widget? {
    listItem.firstChild?.children.first { gtk_widget_has_css_class($0, "swipe-tray") != 0 }
  }

  /// The buttons of an item's tray, in reading order; none while it is closed.
  func buttons(of item: Int) -> [Widget] {
    guard let tray = listItem(of: item).flatMap({ tray(of: $0) }), gtk_widget_get_mapped(tray) != 0,
      let box = tray.firstChild
    else { return [] }
    return box.children.filter { gtk_widget_get_visible($0) != 0 }
  }

  /// How far the front of an item's row is from its place, px, positive rightwards.
  func offset(of item: Int) -> Double {
    guard let listItem = listItem(of: item), let slide = slide(of: listItem) else { return 0 }
    return dnk_slide_layout_get_offset(slide) * (listItem.isRightToLeft ? -1 : 1)
  }

  /// Takes items out of the model.
  func drop(_ items: Set<Int>) {
    for place in (0..<store.count).reversed() where store[place].map(items.contains) == true {
      store.replace(place..<place + 1, with: [])
    }
  }

  /// The timers that were started since `stopTime` was called, in order.
  private var timers: [(seconds: Double, body: @MainActor () -> Void)] = []

  /// From now on what waits for a time waits for `endTimers`.
  func stopTime() {
    group.later.timer = { [weak self] in self?.timers.append(($0, $1)) }
  }

  /// Ends the time of all that waits for one, and answers whether anything did.
  @discardableResult
  func endTimers() -> Bool {
    let due = timers
    timers = []
    for timer in due { timer.body() }
    return !due.isEmpty
  }

  /// Ends every motion, without waiting for it.
  func letTimePass() {
    for second in 1...3 {
      let time = EventClock.now + Double(second)
      group.driver.drive(.frame, at: time)
      _ = group.outcomes.step(at: time)
    }
  }

  /// Whether any row goes now.
  var hasRemovals: Bool { group.rows.records.keys.contains { group.rows.isGoing($0) } }

  /// What the list calls an item; nobody's handle if it knows none.
  func row(_ item: Int) -> RowHandle { list.handle(of: item) ?? RowHandle(-1) }

  /// Turns the order of the items round.
  func reverse() {
    store.replace(0..<store.count, with: (0..<store.count).compactMap { store[$0] }.reversed())
  }

  /// Drags an item's row so far to the leading edge that it is armed, and lets it go there, or back where it is no longer.
  func swipeFar(_ item: Int, andBack: Bool = false) {
    guard let row = group.rows[row(item)] else { return }
    let time = EventClock.now
    group.driver.drive(.begin(self.row(item), row.back.measure(), .touch, x: 0, y: 0), at: time)
    for x in andBack ? [-10.0, -380, -40] : [-10, -380] {
      group.driver.drive(.move(x: x, y: 0), at: time)
    }
    group.driver.drive(.end(), at: time)
  }

  /// Puts a finger on an item's row and moves it to each of some distances from there, px. The finger stays down.
  func drag(_ item: Int, to distances: Double...) {
    guard let row = group.rows[row(item)] else { return }
    let time = EventClock.now
    let hit = RowTable.Hit(row: row, handle: self.row(item), picked: row.front)
    _ = group.driver.begin(.pointer, on: hit, by: .touch, at: middle(of: item), time: time)
    for x in distances { group.driver.move(by: Point(x: x, y: 0), at: time) }
  }

  /// The middle of an item's row on its surface.
  func middle(of item: Int) -> Point {
    guard let row = group.rows[row(item)]?.widget, let native = row.native,
      let bounds = row.bounds(in: native)
    else { return Point() }
    var shadow = Point()
    gtk_native_get_surface_transform(native.opaque, &shadow.x, &shadow.y)
    return Point(
      x: shadow.x + Double(bounds.x) + Double(bounds.width) / 2,
      y: shadow.y + Double(bounds.y) + Double(bounds.height) / 2)
  }

  /// The height of an item's row, px.
  func height(of item: Int) -> Int32 { listItem(of: item).map { gtk_widget_get_height($0) } ?? 0 }

  /// The text of a tray's button.
  func title(of button: Widget) -> String {
    let label = button.firstChild?.children.first { $0.isA(gtk_label_get_type()) }
    return label.map { text(of: $0) } ?? ""
  }

  /// Waits until what is at hand has been done and drawn.
  func drawFrames() {
    var frames = 0
    onEachFrame(of: list.widget) { _ in
      frames += 1
      return frames < 3
    }
    var isIdle = false
    pump("the frames") { frames == 3 }
    whenIdle { isIdle = true }
    pump("the main loop to be idle") { isIdle }
  }

  private func text(of label: Widget) -> String {
    String(cString: gtk_label_get_text(label.opaque))
  }
}
