import CAdwaita
import GtkBridge
import MailModel
import SwipeRows

/// The list of messages: its model, its selection and its rows.
final class MailList {
  /// What a person does in the list, and what its rows need.
  enum Event {
    /// Another message is selected, or none is.
    case selected(MailItem?)
    /// A row shows a message whose preview is not known.
    case missesPreview(RowID)
    /// A message was activated: Enter or a double click.
    case activated(MailItem)
    /// A row was clicked or tapped once.
    case clicked(MailItem)
    /// A drag moves nothing, for its row has no actions on that side; told once a drag.
    case refusedDrag
    /// Rows have moved under what lies over them.
    case scrolled
  }

  /// What to put into the window.
  var widget: Widget { arrivals.widget }

  /// What the list is ordered by, which the messages to show are already.
  private(set) var order = MessageOrder.arrival

  let listView: Widget

  /// The rows, made for the list's life: weakly, for they are kept by what this is kept by.
  private(set) lazy var swipes = SwipeList(
    around: scroller, of: MailItem.self, id: { $0.id }, front: { RowFront() },
    show: { [weak self] in self?.show($0, in: $1) ?? SwipeContent(label: "") })

  private let scroller: Widget = gtk_scrolled_window_new()
  private let store = ListStore<MailItem>()
  private let selection: Ref
  private var items: [MailItem] = []
  private var itemsByID: [RowID: MailItem] = [:]
  /// Rows on their way out, which are still there.
  private(set) var departing: Set<RowID> = []
  /// What was selected in place of the row that began to leave last.
  private var heir: (of: RowID, id: RowID)?
  private var isWatchingDrag = false
  private var isReplacing = false
  /// What was selected when the list came, while more of it is read and nobody has done anything.
  private var firstSelected: RowID?
  /// What was selected until it was moved on without the person's doing, and when, seconds; the last first.
  private var passings: [(from: MailItem, at: Double)] = []
  /// When the key or button went down that is being answered, seconds; nil while none is.
  private var pressedAt: Double?
  private let arrivals = ArrivalPill()
  private var isLooking = false
  /// Whether the widget is being freed, though somebody still holds this object.
  private var isGone = false

  private var tell: (Event) -> Void = { _ in }
  private var content: (Message) -> SwipeContent = { _ in SwipeContent(label: "") }
  private let clock: () -> Int
  /// The day that the dates on screen are short for.
  private var day: ShortDate.Day?

  /// - Parameter clock: Seconds since 1970, for the short dates.
  init(clock: @escaping () -> Int = { Int(g_get_real_time() / 1_000_000) }) {
    self.clock = clock
    let model = gtk_single_selection_new(store.consumed())
    selection = Ref.adopting(full: UnsafeMutableRawPointer(model.unsafelyUnwrapped))
    let view: Widget = gtk_list_view_new(OpaquePointer(selection.consumed()), nil)
    listView = view
    view.addClasses("swipe-list")
    view.setSpokenLabel(tr("Messages"))
    gtk_scrolled_window_set_child(scroller.opaque, view)
    gtk_widget_set_vexpand(scroller, 1)
    swipes.texts = .translated
    swipes.onInput { [weak self] input, _ in self?.watchDrag(input) }
    Signal.connectPointer(selection.raw, "notify::selected-item") { [weak self] _ in
      guard let self, !isReplacing else { return }
      tell(.selected(selected))
    }
    Signal.connectUInt(UnsafeMutableRawPointer(view), "activate") { [weak self] position in
      guard let self, let item = store[Int(position)] else { return }
      tell(.activated(item))
    }
    arrivals.surround(swipes.widget)
    arrivals.onPress { [weak self] in self?.showArrivals() }
    Signal.connect(UnsafeMutableRawPointer(view), "map") { [weak self] in self?.lookSoon() }
    Signal.connect(UnsafeMutableRawPointer(view), "destroy") { [weak self] in self?.isGone = true }
    if let scrolling = gtk_scrolled_window_get_vadjustment(scroller.opaque) {
      Signal.connect(UnsafeMutableRawPointer(scrolling), "value-changed") { [weak self] in
        self?.lookSoon()
      }
    }
    // The menu of a row is about what the person sees as current.
    let menuClick = view.addController(gtk_gesture_click_new())
    gtk_gesture_single_set_button(OpaquePointer(menuClick), guint(GDK_BUTTON_SECONDARY))
    Signal.connectClick(menuClick, "pressed") { [weak self] _ in
      var (x, y) = (0.0, 0.0)
      gtk_gesture_get_point(OpaquePointer(menuClick), nil, &x, &y)
      gtk_widget_pick(view, x, y, GTK_PICK_DEFAULT).map { self?.select(rowAround: $0) }
    }
    refreshDates()
  }

  /// Has what a person does in the list told.
  func onEvent(_ tell: @escaping (Event) -> Void) { self.tell = tell }

  /// Has the rows say and offer this.
  func offer(_ content: @escaping (Message) -> SwipeContent) {
    self.content = content
    swipes.updateAll()
  }

  /// What a row says and offers.
  func content(of message: Message) -> SwipeContent { content(message) }

  /// Has the list be in another order.
  func order(by order: MessageOrder) {
    guard order != self.order else { return }
    self.order = order
    replace(with: messages.sortedNewestFirst(by: order))
    swipes.updateAll()
  }

  /// Seconds since 1970, for the short dates.
  var now: Int { clock() }

  /// The number of rows.
  var count: Int { items.count }

  /// The messages that are not on their way out, first to last.
  var messages: [Message] { items.filter { !departing.contains($0.id) }.map(\.message) }

  /// The first message that is not on its way out.
  var first: Message? { items.first { !departing.contains($0.id) }?.message }

  /// The number of unread messages that are not on their way out.
  var unreadCount: Int {
    items.lazy.filter { $0.message.isUnread && !self.departing.contains($0.id) }.count
  }

  /// What is selected.
  var selected: MailItem? {
    let position = gtk_single_selection_get_selected(selection.opaque)
    return position == GTK_INVALID_LIST_POSITION ? nil : store[Int(position)]
  }

  /// What commands are about: what was selected when the key or button went down that is being answered.
  var target: MailItem? {
    guard let pressedAt else { return selected }
    return passings.first { $0.at > pressedAt }?.from ?? selected
  }

  /// What commands are about is sent away by one: the next is about what was selected in its place, whenever its key went down.
  func passTarget() {
    if let target { passings.removeAll { $0.from === target } }
  }

  /// What an identity stands for, if it is listed.
  subscript(id: RowID) -> MailItem? { itemsByID[id] }

  /// A key or a button went down: what is selected now is what it is about, and stays selected whatever else is listed.
  ///
  /// - Parameter time: When, in seconds on GLib's monotonic clock.
  func pressed(at time: Double) {
    pressedAt = time
    firstSelected = nil
  }

  /// What went down has been answered.
  func released() { pressedAt = nil }

  /// Makes the list show these messages, changing only what differs: selection, scroll position, an open tray, and rows on their way out
  /// stay. A message that was on its way out and is among these comes back.
  ///
  /// - Parameter isWhole: Whether these are all; while they are not and nobody has done anything, the first is the one that is selected.
  /// - Returns: Whether the list begins with them, so that the person is to be led to the first.
  func show(_ found: [Message], isWhole: Bool) -> Bool {
    let begins = items.isEmpty || firstSelected != nil && selected?.id == firstSelected
    var come: [RowID] = []
    movingOn { come = replace(with: found) }
    let first = begins ? items.first { !departing.contains($0.id) }?.id : nil
    firstSelected = isWhole ? nil : first
    if !begins { noteArrivals(come) }
    return first != nil
  }

  /// Selects the first that is not on its way out.
  func selectFirst(takingFocus: Bool) {
    guard let first = items.first(where: { !departing.contains($0.id) }) else { return }
    movingOn { if takingFocus { focus(first.id) } else { select(first.id) } }
  }

  /// Remembers what was selected, if this moves the selection on without the person's doing.
  private func movingOn(_ body: () -> Void) {
    let before = selected
    body()
    guard let before, selected !== before else { return }
    passings = passings.suffix(Self.mostPassings) + [(before, EventClock.now)]
  }

  /// More than can happen while a key waits to be answered.
  private static let mostPassings = 16

  /// - Returns: What was not listed before.
  @discardableResult
  private func replace(with found: [Message]) -> [RowID] {
    var messages = found
    if !departing.isEmpty {
      comeBack(departing.intersection(found.map { RowID($0.id) }))
      messages += items.filter { departing.contains($0.id) }.map(\.message)
      messages = messages.sortedNewestFirst(by: order)
    }
    // A look finds nothing new as a rule, or a row or two. What begins and ends the list as before stays; only the rest is compared by
    // identity, which takes its time in a long list.
    let shorter = min(items.count, messages.count)
    let start = (0..<shorter).prefix { items[$0].id.message == messages[$0].id }.count
    let end = (1..<shorter - start + 1).prefix {
      items[items.count - $0].id.message == messages[messages.count - $0].id
    }.count
    for (item, message) in zip(items, messages[..<start]) { update(item, message) }
    for (item, message) in zip(items.suffix(end), messages.suffix(end)) { update(item, message) }
    let old = start..<items.count - end
    let new = messages[start..<messages.count - end]
    if old.isEmpty, new.isEmpty { return [] }
    for message in new { update(message) }
    let ids = new.map { RowID($0.id) }
    let changes = ListChange.runs(from: items[old].map(\.id), to: ids)
    let next = new.map { itemsByID[RowID($0.id)] ?? MailItem($0) }
    let come = ids.filter { itemsByID[$0] == nil }
    let gone = Set(items[old].map(\.id)).subtracting(ids)
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
    return come
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
    if selected !== before { tell(.selected(selected)) }
  }

  /// Shows nothing, rows on their way out included.
  func clear() {
    departing.removeAll()
    arrivals.clear()
    passings = []
    firstSelected = nil
    replace(with: [])
  }

  /// Begins the way of a message out of the list: the next row gets selection and focus, whatever the row itself still does.
  func depart(_ id: RowID) {
    departing.insert(id)
    let wasSelected = selected?.id == id
    passSelection(from: departing)
    if wasSelected, let selected { heir = (id, selected.id) }
  }

  /// Takes a message on its way out off the list, if it has not come back meanwhile.
  func finishDeparture(of id: RowID) {
    guard departing.contains(id) else { return }
    put([], inPlaceOf: id)
  }

  /// Lets a message on its way out stay, and be selected again if it is to be and nobody has gone on meanwhile.
  func stay(_ id: RowID, selected isSelected: Bool) {
    departing.remove(id)
    guard isSelected, let heir, heir.of == id, selected?.id == heir.id else { return }
    if hasFocus { focus(id) } else { select(id) }
  }

  /// Shows a message in the place of one on its way out, which it is, under a new identity as a rule, and then in a row of its own.
  func bringBack(_ id: RowID, as message: Message) {
    let now = RowID(message.id)
    guard departing.contains(id) else { return }
    if now == id {
      comeBack([id])
      update(message)
    } else if itemsByID[now] == nil {
      put([MailItem(message)], inPlaceOf: id)
    }
  }

  /// Lets messages on their way out stay, in their rows.
  private func comeBack(_ ids: Set<RowID>) {
    departing.subtract(ids)
    for id in ids { swipes.restore(id) }
  }

  private func put(_ new: [MailItem], inPlaceOf id: RowID) {
    guard let position = items.firstIndex(where: { $0.id == id }) else { return }
    willRemove([id])
    items.replaceSubrange(position...position, with: new)
    itemsByID[id] = nil
    for item in new { itemsByID[item.id] = item }
    store.replace(position..<position + 1, with: new)
  }

  /// Shows the new state of a message that is in the list.
  func update(_ message: Message) {
    if let item = itemsByID[RowID(message.id)] { update(item, message) }
  }

  private func update(_ item: MailItem, _ message: Message) {
    guard item.message != message else { return }
    item.show(message)
    swipes.update(item.id)
  }

  /// Selects a message and gives its row the focus, scrolling it into view.
  func focus(_ id: RowID) {
    guard let position = items.firstIndex(where: { $0.id == id }) else { return }
    gtk_single_selection_set_selected(selection.opaque, guint(position))
    scroll(to: position)
    if let cell = swipes.widget(of: id)?.parent { gtk_widget_grab_focus(cell) }
    // A row that has just come has no height yet, and the list view leaves it below the lower edge. It is looked at when it is laid out:
    // GTK 4.8 loses its place where it is scrolled twice before that.
    var frames = 0
    onEachFrame(of: widget) { [weak self] _ in
      frames += 1
      if frames % 3 == 0 { whenIdle { self?.bringIntoSight(id) } }
      return frames < 9
    }
  }

  /// Scrolls to the selected row if it lies out of sight.
  private func bringIntoSight(_ id: RowID) {
    guard !isGone, selected?.id == id, gtk_widget_get_mapped(listView) != 0,
      swipes.widget(of: id) != nil, !isInSight(id)
    else { return }
    items.firstIndex { $0.id == id }.map(scroll)
  }

  private func scroll(to position: Int) {
    gtk_widget_activate_action_variant(
      listView, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
  }

  /// Selects a message and leaves the focus where it is.
  func select(_ id: RowID) {
    guard let position = items.firstIndex(where: { $0.id == id }) else { return }
    gtk_single_selection_set_selected(selection.opaque, guint(position))
  }

  /// Where a key leads from the selected row.
  enum Step { case next, previous, first, last }

  /// Goes to another row, as the keys of the list view do, but to none on its way out, if the list has the focus.
  func go(_ step: Step) {
    guard hasFocus, let selected, let here = items.firstIndex(where: { $0 === selected })
    else { return }
    let stays = { (item: MailItem) in !self.departing.contains(item.id) }
    let target =
      switch step {
      case .next: items[(here + 1)...].first(where: stays)
      case .previous: items[..<here].last(where: stays)
      case .first: items.first(where: stays)
      case .last: items.last(where: stays)
      }
    if let target { focus(target.id) }
  }

  /// Gives the selected row the focus.
  func focusSelected() {
    if let selected { focus(selected.id) }
  }

  /// Selects the row that has got the focus, by whatever way: keys act on the focused row, and what is selected is what the person sees as
  /// current.
  func selectFocused() {
    listView.focusInWindow.map(select(rowAround:))
  }

  /// Selects the item of the row that a widget is, or is in.
  private func select(rowAround widget: Widget) {
    guard let cell = widget.ancestry.first(where: { $0.parent == listView }) else { return }
    let replacingTheSelection = [g_variant_new_boolean(0), g_variant_new_boolean(0)]
    gtk_widget_activate_action_variant(
      cell, "listitem.select", g_variant_new_tuple(replacingTheSelection, 2))
  }

  /// Opens the tray of the selected row.
  func revealSelected() {
    if let selected { swipes.open(selected.id, .trailing) }
  }

  /// Opens the menu of the selected row.
  func openMenuOfSelected() {
    if let selected { swipes.openMenu(of: selected.id) }
  }

  /// Before messages go: passes the selection on.
  private func willRemove(_ removed: Set<RowID>) {
    departing.subtract(removed)
    // First, for the focus of a row that is gone passes to whatever is in its place, and the selection would follow it there.
    passSelection(from: removed.union(departing))
  }

  /// Selects the next message that stays in place of one that goes, and moves the focus there if it is in the list.
  private func passSelection(from going: Set<RowID>) {
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

  /// Whether a row itself has the focus, and no control in it.
  var hasFocusOnRow: Bool { listView.focusInWindow?.parent == listView }

  /// Goes to the next unread message below the selected one, else to the first, and leaves the focus where it is unless it is in the list.
  ///
  /// - Returns: False when there is none.
  func goToNextUnread() -> Bool {
    let here = items.firstIndex { $0 === selected } ?? 0
    let next = (items[here...].dropFirst() + items[..<here]).first {
      $0.message.isUnread && !departing.contains($0.id)
    }
    guard let next else { return false }
    if hasFocus {
      focus(next.id)
    } else {
      select(next.id)
      bringIntoSight(next.id)
    }
    return true
  }

  /// Looks what became of a motion once the rows have been told; after a refusal no other follows.
  private func watchDrag(_ input: PanInput<RowID>) {
    guard case .move = input, !isWatchingDrag else { return }
    isWatchingDrag = true
    whenIdle { [weak self] in
      guard let self else { return }
      isWatchingDrag = false
      if case .noActions = swipes.engine.reason { tell(.refusedDrag) }
    }
  }

  /// Brings the rows up to date when another day has begun, by midnight or by another clock or time
  /// zone.
  func refreshDates() {
    let today = ShortDate.Day(at: now)
    if today == day { return }
    day = today
    swipes.updateAll()
  }

  // MARK: Rows

  /// Shows a message in a row.
  private func show(_ item: MailItem, in front: RowFront) -> SwipeContent {
    front.show(item.message, by: order, now: now)
    front.onClick { [weak self] in self?.tell(.clicked(item)) }
    if !item.message.hasPreview { tell(.missesPreview(item.id)) }
    return content(item.message)
  }

  // MARK: Arrivals

  /// Remembers what has come, until it has been in sight.
  private func noteArrivals(_ ids: some Sequence<RowID>) {
    arrivals.add(ids)
    lookSoon()
  }

  /// Looks when the rows are laid out, with the next frame: before that they tell where they were, or nothing.
  private func lookSoon() {
    guard !isLooking else { return }
    isLooking = true
    onEachFrame(of: widget) { [weak self] _ in
      whenIdle { [weak self] in
        guard let self, !isGone else { return }
        isLooking = false
        lookForArrivals()
        tell(.scrolled)
      }
      return false
    }
  }

  /// Forgets the arrivals that are in sight, below it, or gone.
  private func lookForArrivals() {
    guard !arrivals.isEmpty else { return }
    // Where a message lies over the list, that tells when it is to be seen again.
    guard let first = items.firstIndex(where: { isInSight($0.id) }) else { return }
    arrivals.keep(Set(items[..<first].map(\.id)))
  }

  /// Whether more than half of a message's row is to be seen.
  private func isInSight(_ id: RowID) -> Bool {
    // A row that is kept ready has a place, but none that counts.
    guard let row = swipes.widget(of: id), gtk_widget_get_mapped(row) != 0,
      let bounds = row.bounds(in: swipes.widget)
    else { return false }
    let middle = bounds.y + bounds.height / 2
    return middle >= 0 && middle < gtk_widget_get_height(swipes.widget)
  }

  private func showArrivals() {
    if let first = items.first(where: { arrivals.contains($0.id) }) { focus(first.id) }
  }
}
