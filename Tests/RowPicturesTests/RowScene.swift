import CGtk
import GtkBridge
import GtkTestSupport
import Panning

@testable import RowGallery
@testable import SwipeRows

/// A list of one row, to be brought into a state.
@MainActor
final class RowScene {
  let list: SwipeList<Int>
  let actions: SwipeActions
  private let store = ListStore<Item>()
  private let view: Widget
  /// Those who wait for an action that is never done.
  private var held: [CheckedContinuation<SwipeOutcome, Never>] = []
  private var isArmed = false

  /// The height of the row, px.
  static let height: Int32 = 60

  init(_ item: Item, actions: SwipeActions, style: PanStyle, transition: SwipeTransition) {
    self.actions = actions
    store.replace(0..<0, with: [item])
    let selection = gtk_single_selection_new(store.consumed())
    gtk_single_selection_set_autoselect(selection, false.gboolean)
    gtk_single_selection_set_can_unselect(selection, true.gboolean)
    gtk_single_selection_set_selected(selection, GTK_INVALID_LIST_POSITION)
    view = gtk_list_view_new(selection, nil)
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_NEVER)
    gtk_scrolled_window_set_child(scroller.opaque, view)
    list = SwipeList(around: scroller, style: style)
    list.transition = transition
    list.texts.more = Words.now.more
    list.onChange = { [weak self] in
      if case .event(.armed, _, _) = $0 { self?.isArmed = true }
      if case .event(.disarmed, _, _) = $0 { self?.isArmed = false }
    }
    gtk_widget_set_vexpand(list.widget, false.gboolean)
    gtk_widget_set_size_request(list.widget, -1, Self.height)
    let factory = ListFactory(
      setup: { $0.child = SwipeRow(front: ItemFront.make(height: Self.height)).widget },
      bind: { [weak self] cell in
        guard let self, let row = cell.child.flatMap(SwipeRow.hosted) else { return }
        ItemFront.show(item, in: row.front)
        list.bind(row, to: item.id, item: cell.item, label: item.title, actions: actions)
      })
    gtk_list_view_set_factory(view.opaque, factory.opaque)
  }

  /// The row, once it has been laid out.
  var row: SwipeRow? {
    view.firstChild?.firstChild.flatMap(SwipeRow.hosted).flatMap {
      gtk_widget_get_width($0.widget) > 0 ? $0 : nil
    }
  }

  var listItem: Widget? { view.firstChild }

  private var id: Int { store[0]?.id ?? 0 }

  // MARK: What a state does

  /// Drags the row, by the mouse held down, until its front stands `distance` px from its place, positive towards the trailing edge.
  func drag(to distance: Double) {
    guard let row else { return }
    // Beyond the slop, which is not part of the motion.
    let travel = distance + (distance < 0 ? -8 : 8)
    list.drive(.begin(id, row.geometry, .mouse, x: 0, y: 0))
    for step in 1...20 { list.drive(.move(x: travel * Double(step) / 20, y: 0)) }
  }

  /// Drags on until the long swipe is armed, and a little further; then, if it is to be disarmed, back until it is.
  func armLongSwipe(towards sign: Double, thenDisarm: Bool = false) {
    guard let row else { return }
    list.drive(.begin(id, row.geometry, .mouse, x: 0, y: 0))
    var x = 0.0
    while !isArmed, x < row.geometry.width {
      x += 4
      list.drive(.move(x: x * sign, y: 0))
    }
    list.drive(.move(x: (x + 24) * sign, y: 0))
    while thenDisarm, isArmed {
      x -= 4
      list.drive(.move(x: x * sign, y: 0))
    }
  }

  func open(_ side: PanSide) { list.open(id, side: side, animated: false) }

  /// Runs an action that takes its time until the scene ends, and waits until the row shows so.
  func wait(for action: SwipeAction) {
    let slow = SwipeAction(action.name, title: action.title, icon: action.icon, role: action.role) {
      [weak self] in
      await withCheckedContinuation { self?.held.append($0) }
    }
    list.perform(slow, on: id)
    pump("the row to wait") { list.waiting[id]?.isShown == true }
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
    list.drive(.cancel)
    for one in held { one.resume(returning: .restore) }
    held.removeAll()
    pump("nothing to wait any more") { list.waiting.isEmpty }
    if let popover { gtk_popover_popdown(popover.cast()) }
    pump("the popover to go") { popover == nil }
  }
}
