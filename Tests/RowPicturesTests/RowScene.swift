import CDunnockGtk
import GtkBridge
import GtkTestSupport

@testable import RowGallery
@testable import SwipeRows

/// A list of one row, to be brought into a state.
@MainActor
final class RowScene {
  let list: SwipeList<Int>
  private let id: Int
  private let view: Widget
  /// Those who wait for an action that is never done.
  private var held: [CheckedContinuation<SwipeOutcome, Never>] = []
  private var isArmed = false
  private var isWaiting = false

  /// The height of the row, px.
  static let height: Int32 = 60

  init(_ item: Item, content: SwipeContent, style: PanStyle, transition: SwipeTransition) {
    id = item.id
    let store = ListStore<Item>()
    store.replace(0..<0, with: [item])
    let selection = gtk_single_selection_new(store.consumed())
    gtk_single_selection_set_autoselect(selection, false.gboolean)
    gtk_single_selection_set_can_unselect(selection, true.gboolean)
    gtk_single_selection_set_selected(selection, GTK_INVALID_LIST_POSITION)
    view = gtk_list_view_new(selection, nil)
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_NEVER)
    gtk_scrolled_window_set_child(scroller.opaque, view)
    list = SwipeList(
      around: scroller, of: Item.self, style: style, id: { $0.id },
      front: { ItemFront(height: Self.height) },
      show: { item, front in
        front.show(item)
        return content
      })
    list.transition = transition
    list.texts.more = Words.now.more
    list.onEvent { [weak self] event, _, _ in
      if event == .armed || event == .disarmed { self?.isArmed = event == .armed }
    }
    list.onWaiting { [weak self] _, isWaiting in self?.isWaiting = isWaiting }
    gtk_widget_set_vexpand(list.widget, false.gboolean)
    gtk_widget_set_size_request(list.widget, -1, Self.height)
  }

  /// The row, once it has been laid out.
  var row: SwipeRow? {
    list.row(of: id).flatMap { gtk_widget_get_width($0.widget) > 0 ? $0 : nil }
  }

  // MARK: What a state does

  /// Drags the row, by the mouse held down, until its front stands `distance` px from its place, positive towards the trailing edge.
  func drag(to distance: Double) {
    guard let row, let handle = list.handle(of: id) else { return }
    // Beyond the slop, which is not part of the motion.
    let travel = distance + (distance < 0 ? -8 : 8)
    list.group.driver.drive(.begin(handle, row.back.measure(), .mouse, x: 0, y: 0))
    for step in 1...20 { list.group.driver.drive(.move(x: travel * Double(step) / 20, y: 0)) }
  }

  /// Drags on until the full swipe is armed, and a little further; then, if it is to be disarmed, back until it is.
  func armFullSwipe(towards sign: Double, thenDisarm: Bool = false) {
    guard let row, let handle = list.handle(of: id) else { return }
    list.group.driver.drive(.begin(handle, row.back.measure(), .mouse, x: 0, y: 0))
    var x = 0.0
    while !isArmed, x < row.back.measure().width {
      x += 4
      list.group.driver.drive(.move(x: x * sign, y: 0))
    }
    list.group.driver.drive(.move(x: (x + 24) * sign, y: 0))
    while thenDisarm, isArmed {
      x -= 4
      list.group.driver.drive(.move(x: x * sign, y: 0))
    }
  }

  func open(_ side: PanSide) { list.open(id, side, animated: false) }

  /// Runs an action that takes its time until the scene ends, and waits until the row shows so.
  func wait(for action: SwipeAction) {
    let slow = SwipeAction(action.name, title: action.title, icon: action.icon, role: action.role) {
      [weak self] in
      await withCheckedContinuation { self?.held.append($0) }
    }
    list.perform(slow, on: id)
    pump("the row to wait") { isWaiting }
  }

  /// Runs an action that fails.
  func fail(_ why: String) {
    list.perform(SwipeAction("fail", title: "", icon: "") { .failure(why) }, on: id)
  }

  func select() {
    gtk_selection_model_select_item(gtk_list_view_get_model(view.opaque), 0, true.gboolean)
  }

  /// The popover that tells why an action failed.
  var popover: Widget? { list.widget.children.first { $0.isA(gtk_popover_get_type()) } }

  /// Lets go of whatever waits.
  func end() {
    list.group.driver.drive(.cancel)
    for one in held { one.resume(returning: .restore) }
    held.removeAll()
    pump("nothing to wait any more") { !isWaiting }
    if let popover { gtk_popover_popdown(popover.cast()) }
    pump("the popover to go") { popover == nil }
  }
}
