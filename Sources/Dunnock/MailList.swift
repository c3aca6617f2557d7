import CAdwaita
import GtkBridge
import MailModel
import SwipeRow

/// The list of messages: its model, its selection and its rows.
final class MailList {
  /// What to put into the window.
  var widget: Widget { swipes.widget }

  /// Called when another message is selected, and with nil when none is.
  var onSelection: (MailItem?) -> Void = { _ in }

  /// Called when a row shows a message whose preview is not known.
  var onMissingPreview: (MessageID) -> Void = { _ in }

  /// Called when a message is activated: Enter or a double click.
  var onActivation: (MailItem) -> Void = { _ in }

  /// Called when a row is clicked or tapped once.
  var onClick: (MailItem) -> Void = { _ in }

  /// Called once for a drag that moves nothing, for its row has no actions on that side.
  var onRefusedDrag: () -> Void = {}

  /// What can be done to a message by dragging its row.
  var actions: (Message) -> SwipeActions = { _ in SwipeActions() } {
    didSet { refreshRows() }
  }

  /// What the list is ordered by, which the messages to show are already.
  var order = MessageOrder.arrival {
    didSet {
      guard order != oldValue else { return }
      show(messages.sortedNewestFirst(by: order))
      refreshRows()
    }
  }

  let listView: Widget
  let swipes: SwipeList<MessageID>

  static let frontKey = "dunnock-row-front"

  private let store = ListStore<MailItem>()
  private let selection: Ref
  private var items: [MailItem] = []
  private var itemsByID: [MessageID: MailItem] = [:]
  /// Messages on their way out, whose rows are still there.
  private(set) var departing: Set<MessageID> = []
  var boundRows: [MessageID: Widget] = [:]
  private var isWatchingDrag = false
  private var isReplacing = false

  /// Seconds since 1970, for the short dates.
  var now: Int { clock() }
  var clock: () -> Int = { Int(g_get_real_time() / 1_000_000) }
  /// The day that the dates on screen are short for.
  private var day: ShortDate.Day?

  init() {
    let model = gtk_single_selection_new(store.consumed())
    selection = Ref.adopting(full: UnsafeMutableRawPointer(model.unsafelyUnwrapped))
    let view: Widget = gtk_list_view_new(OpaquePointer(selection.consumed()), nil)
    listView = view
    view.addClasses("swipe-list")
    view.setSpokenLabel(tr("Messages"))
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(scroller.opaque, view)
    gtk_widget_set_vexpand(scroller, 1)
    swipes = SwipeList(around: scroller)
    swipes.texts = .translated

    swipes.onInput = { [weak self] input, _ in self?.watchDrag(input) }
    Signal.connectPointer(selection.raw, "notify::selected-item") { [weak self] _ in
      guard let self, !isReplacing else { return }
      onSelection(selected)
    }
    Signal.connectUInt(UnsafeMutableRawPointer(view), "activate") { [weak self] position in
      guard let self, let item = store[Int(position)] else { return }
      onActivation(item)
    }
    let factory = ListFactory(
      setup: { [weak self] cell in self?.setUp(cell) },
      bind: { [weak self] cell in self?.bind(cell) },
      unbind: { [weak self] cell in self?.unbind(cell) })
    gtk_list_view_set_factory(view.opaque, factory.opaque)
    refreshDates()
  }

  /// The number of rows.
  var count: Int { items.count }

  /// The messages that are not on their way out, first to last.
  var messages: [Message] { items.map(\.message).filter { !departing.contains($0.id) } }

  /// The first message that is not on its way out.
  var first: Message? { items.first { !departing.contains($0.id) }?.message }

  /// The number of unread messages that are not on their way out.
  var unreadCount: Int {
    items.lazy.filter { $0.message.isUnread && !self.departing.contains($0.id) }.count
  }

  /// The selected message.
  var selected: MailItem? {
    let position = gtk_single_selection_get_selected(selection.opaque)
    return position == GTK_INVALID_LIST_POSITION ? nil : store[Int(position)]
  }

  /// The message of an identity, if it is listed.
  subscript(id: MessageID) -> MailItem? { itemsByID[id] }

  /// Makes the list show these messages, changing only what differs: selection, scroll position, an open tray, and rows on their way out
  /// stay. A message that was on its way out and is among these comes back.
  func show(_ found: [Message]) {
    var messages = found
    if !departing.isEmpty {
      departing.subtract(found.map(\.id))
      messages += items.map(\.message).filter { departing.contains($0.id) }
      messages = messages.sortedNewestFirst(by: order)
    }
    // A look finds nothing new as a rule, or a row or two. What begins and ends the list as before stays; only the rest is compared by
    // identity, which takes its time in a long list.
    let shorter = min(items.count, messages.count)
    let start = (0..<shorter).prefix { items[$0].id == messages[$0].id }.count
    let end = (1..<shorter - start + 1).prefix {
      items[items.count - $0].id == messages[messages.count - $0].id
    }.count
    for (item, message) in zip(items, messages[..<start]) { update(item, message) }
    for (item, message) in zip(items.suffix(end), messages.suffix(end)) { update(item, message) }
    let old = start..<items.count - end
    let new = messages[start..<messages.count - end]
    if old.isEmpty, new.isEmpty { return }
    for message in new { update(message) }
    let changes = ListChange.runs(from: items[old].map(\.id), to: new.map(\.id))
    let next = new.map { itemsByID[$0.id] ?? MailItem($0) }
    let gone = Set(items[old].map(\.id)).subtracting(new.map(\.id))
    willRemove(gone)
    items.replaceSubrange(old, with: next)
    for id in gone { itemsByID[id] = nil }
    for item in next { itemsByID[item.id] = item }
    keepSelection {
      // A long list in another order: so many runs would take GTK many times as long as all at once.
      if changes.count > Self.mostRuns { return store.replace(old, with: next) }
      for change in changes {
        store.replace(
          start + change.range.lowerBound..<start + change.range.upperBound,
          with: next[change.replacement])
      }
    }
  }

  private static let mostRuns = 100

  /// A row that changes its place is taken out and put in again, and would leave selection and focus to another.
  private func keepSelection(_ replace: () -> Void) {
    let before = selected
    let hadFocus = hasFocus
    isReplacing = true
    replace()
    if let before, selected !== before, itemsByID[before.id] === before {
      if hadFocus { focus(before.id) } else { select(before.id) }
    }
    isReplacing = false
    if selected !== before { onSelection(selected) }
  }

  /// Shows nothing, rows on their way out included.
  func clear() {
    departing.removeAll()
    show([])
  }

  /// Begins the way of a message out of the list: the next row gets selection and focus, whatever the row itself still does.
  func depart(_ id: MessageID) {
    departing.insert(id)
    passSelection(from: departing)
  }

  /// Takes a message on its way out off the list, if it has not come back meanwhile.
  func finishDeparture(of id: MessageID) {
    guard departing.contains(id) else { return }
    put([], inPlaceOf: id)
  }

  /// Lets a message on its way out stay.
  func stay(_ id: MessageID) { departing.remove(id) }

  /// Shows a message in the place of one on its way out, which it is, under a new identity as a rule: in a row of its own, for the one that
  /// is leaving answers nothing any more.
  func bringBack(_ id: MessageID, as message: Message) {
    guard departing.contains(id), message.id == id || itemsByID[message.id] == nil else { return }
    put([MailItem(message)], inPlaceOf: id)
  }

  private func put(_ new: [MailItem], inPlaceOf id: MessageID) {
    guard let position = items.firstIndex(where: { $0.id == id }) else { return }
    willRemove([id])
    items.replaceSubrange(position...position, with: new)
    itemsByID[id] = nil
    for item in new { itemsByID[item.id] = item }
    store.replace(position..<position + 1, with: new)
  }

  /// Shows the new state of a message that is in the list.
  func update(_ message: Message) {
    if let item = itemsByID[message.id] { update(item, message) }
  }

  private func update(_ item: MailItem, _ message: Message) {
    guard item.message != message else { return }
    item.message = message
    if let row = boundRows[message.id] { fill(row, with: item) }
  }

  /// Brings every row on screen up to date: dates, and what can be done to it.
  func refreshRows() {
    for (id, row) in boundRows {
      if let item = itemsByID[id] { fill(row, with: item) }
    }
  }

  /// Selects a message and gives its row the focus, scrolling it into view.
  func focus(_ id: MessageID) {
    guard let position = items.firstIndex(where: { $0.id == id }) else { return }
    gtk_single_selection_set_selected(selection.opaque, guint(position))
    gtk_widget_activate_action_variant(
      listView, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
    if let cell = boundRows[id]?.parent { gtk_widget_grab_focus(cell) }
  }

  /// Selects a message and leaves the focus where it is.
  func select(_ id: MessageID) {
    guard let position = items.firstIndex(where: { $0.id == id }) else { return }
    gtk_single_selection_set_selected(selection.opaque, guint(position))
  }

  /// Goes from the selected row to the next or the one before, as the arrow keys do, if the list has the focus.
  func step(forward: Bool) {
    guard hasFocus, let selected, let here = items.firstIndex(where: { $0 === selected })
    else { return }
    let stays = { (item: MailItem) in !self.departing.contains(item.id) }
    let target =
      forward ? items[(here + 1)...].first(where: stays) : items[..<here].last(where: stays)
    if let target { focus(target.id) }
  }

  /// Gives the selected row the focus.
  func focusSelected() {
    if let selected { focus(selected.id) }
  }

  /// Selects the row that has got the focus, by whatever way: keys act on the focused row, and what is selected is what the person sees as
  /// current.
  func selectFocused() {
    guard let focus = listView.focusInWindow,
      let row = boundRows.values.first(where: { $0.parent == focus || focus.ancestry.contains($0) })
    else { return }
    select(row)
  }

  /// Selects the item of a row.
  func select(_ row: Widget) {
    guard let cell = row.parent else { return }
    let replacingTheSelection = [g_variant_new_boolean(0), g_variant_new_boolean(0)]
    gtk_widget_activate_action_variant(
      cell, "listitem.select", g_variant_new_tuple(replacingTheSelection, 2))
  }

  /// Opens the tray of the selected row.
  func revealSelected() {
    if let selected { swipes.open(selected.id, side: .trailing) }
  }

  /// Opens the menu of the selected row.
  func openMenuOfSelected() {
    if let selected { swipes.openMenu(of: selected.id) }
  }

  /// Before messages go: closes their rows, and passes the selection on.
  private func willRemove(_ removed: Set<MessageID>) {
    for id in removed { swipes.remove(id) }
    departing.subtract(removed)
    passSelection(from: removed.union(departing))
  }

  /// Selects the next message that stays in place of one that goes, and moves the focus there if it is in the list.
  private func passSelection(from going: Set<MessageID>) {
    guard let selected, going.contains(selected.id),
      let position = items.firstIndex(where: { $0.id == selected.id })
    else { return }
    let heir =
      items[position...].first { !going.contains($0.id) }
      ?? items[..<position].last { !going.contains($0.id) }
    guard let heir else { return }
    if hasFocus { focus(heir.id) } else { select(heir.id) }
  }

  /// Whether the list or something in it has the focus.
  var hasFocus: Bool { listView.holdsFocus }

  /// Looks what became of a motion once the rows have been told; after a refusal no other follows.
  private func watchDrag(_ input: SwipeInput<MessageID>) {
    guard case .move = input, !isWatchingDrag else { return }
    isWatchingDrag = true
    whenIdle { [weak self] in
      guard let self else { return }
      isWatchingDrag = false
      if case .noActions = swipes.engine.reason { onRefusedDrag() }
    }
  }

  /// Brings the rows up to date when another day has begun, by midnight or by another clock or time
  /// zone.
  func refreshDates() {
    let today = ShortDate.Day(at: now)
    if today == day { return }
    day = today
    refreshRows()
  }
}
