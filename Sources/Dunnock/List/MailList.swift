import CDunnockAdwaita
import GtkBridge
import MailModel
import MailText
import SwipeRows
import Texts
import Triage

/// The list of messages: its model, its selection and its rows.
final class MailList {
  /// What a person does in the list, and what its rows need.
  enum Event {
    /// Another message is selected, or none is.
    case selected(MailItem?)
    /// A row shows a message whose preview is not known.
    case missesPreview(RowID)
    /// A row shows a conversation of which more is to be said than its messages here do.
    case missesSummary(RowID)
    /// A row shows a message that was found for words which its row does not show.
    case missesExcerpt(RowID)
    /// Whom its message went to, which its row is to say, is not known yet.
    case missesRecipients(RowID)
    /// A message was activated: Enter or a double click.
    case activated(MailItem)
    /// A row was clicked or tapped once, and not to be selected.
    case clicked(MailItem)
    /// Other messages are selected for a command to several, or these are other than they were.
    case picked
    /// A drag moves nothing, for its row has no actions on that side; told once a drag.
    case refusedDrag
    /// Rows have moved under what lies over them.
    case scrolled
    /// The list was pulled down by finger or touchpad though it was at its beginning.
    case pulled
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
  /// What the items are made from.
  private var rows = ConversationRows()
  /// Whether messages that belong together share a row.
  private var isGathering = true
  private var itemsByID: [RowID: MailItem] = [:]
  /// Rows on their way out, which are still there.
  private(set) var departing: Set<RowID> = []
  /// Counts what the person has gone to; nil while something is selected that they have not.
  private(set) var choice: Int?
  private var choices = 0
  /// Whether something is being selected that the person does not go to.
  private var isPassing = false
  /// What was selected in place of the row that began to leave last.
  private var heir: (of: RowID, id: RowID)?
  /// What is to be selected once the list begins with other messages, instead of the first.
  private var wanted: MessageID?
  /// What is selected beside the row that is current.
  private(set) var picks = Picks()
  /// The messages of that, until they are other than they were.
  private var pickedNow: MessageGroup?
  /// Whether a message of these has other flags than was told.
  private var picksAreStale = false
  /// What was current when the button went down.
  private var currentAtPress: RowID?
  /// Messages that are not new when they come: they come back.
  private var returning: Set<MessageID> = []
  private var isWatchingDrag = false
  private var isReplacing = false
  /// What was last told to be selected.
  private var told: MailItem?
  /// What was selected when the list came, while more of it is read and nobody has done anything.
  private var firstSelected: RowID?
  /// What was selected until it was moved on without the person's doing, and when, seconds; the last first.
  private var passings: [(from: MailItem, at: Double)] = []
  /// When the key or button went down that is being answered, seconds; nil while none is.
  private var pressedAt: Double?
  private let arrivals = ArrivalPill()
  private var pulls: PullWatch?
  /// What is looked for.
  private var query: SearchQuery?
  private var folderName: ((FolderID) -> String?)?
  private var accountColour: (FolderID) -> AccountColour? = { _ in nil }
  private var isLooking = false
  /// Whether the widget is being freed, though somebody still holds this object.
  private var isGone = false

  private var tell: (Event) -> Void = { _ in }
  private var content: (MailItem) -> SwipeContent = { _ in SwipeContent(label: "") }
  private var isOwn: (String) -> Bool = { _ in false }
  private var saysRecipients: (FolderID) -> Bool = { _ in false }
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
    swipes.group.onInput { [weak self] input, _ in self?.watchDrag(input) }
    Signal.connect(selection.raw, "notify::selected-item") { [weak self] in
      if let self, !isReplacing { tellSelection(choosing: isPassing ? nil : choices + 1) }
    }
    Signal.connect(UnsafeMutableRawPointer(view), "activate") { [weak self] (position: UInt32) in
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
    pulls = PullWatch(scroller) { [weak self] in self?.tell(.pulled) }
    // The menu of a row is about what the person sees as current.
    let menuClick = view.addController(gtk_gesture_click_new())
    gtk_gesture_single_set_button(OpaquePointer(menuClick), guint(GDK_BUTTON_SECONDARY))
    Signal.connect(menuClick, "pressed") { [weak self] in
      var (x, y) = (0.0, 0.0)
      gtk_gesture_get_point(OpaquePointer(menuClick), nil, &x, &y)
      gtk_widget_pick(view, x, y, GTK_PICK_DEFAULT).map { self?.select(rowAround: $0) }
    }
    refreshDates()
  }

  /// Has what a person does in the list told.
  func onEvent(_ tell: @escaping (Event) -> Void) { self.tell = tell }

  /// Has the rows say and offer this.
  func offer(_ content: @escaping (MailItem) -> SwipeContent) {
    self.content = content
    swipes.updateAll()
  }

  /// What a row says and offers.
  func content(of item: MailItem) -> SwipeContent { content(item) }

  /// Has the rows say of these addresses that they are the person's own.
  func recognise(_ isOwn: @escaping (_ address: String) -> Bool) { self.isOwn = isOwn }

  /// Who wrote the messages of a row.
  func names(of item: MailItem) -> RowNames {
    item.names(isOwn: isOwn, saysRecipients: saysRecipients(item.message.id.folder))
  }

  /// Has the rows of messages in some folders say whom they went to.
  func sayRecipients(in isSo: @escaping (FolderID) -> Bool) { saysRecipients = isSo }

  /// Has the rows show which account their messages belong to, where the list gathers several folders.
  func colour(by colour: @escaping (FolderID) -> AccountColour?) { accountColour = colour }

  /// What the folder of a row is called, where its account shows too.
  func accountName(of item: MailItem) -> String? {
    let folder = item.message.id.folder
    return accountColour(folder) == nil ? nil : folderName?(folder)
  }

  /// Shows in a row whom its message went to.
  func show(_ addressing: Addressing, of message: MessageID, in id: RowID) {
    guard let item = itemsByID[id] else { return }
    item.show(addressing, of: message)
    swipes.update(id)
  }

  /// Has the words marked that are looked for, from now on, nil: none; and the folders of the messages said, nil: not.
  func mark(_ query: SearchQuery?, naming folderName: ((FolderID) -> String?)?) {
    guard query != self.query || (folderName == nil) != (self.folderName == nil) else { return }
    self.query = query
    self.folderName = folderName
    for item in items { item.show(excerpt: nil) }
    swipes.updateAll()
  }

  /// Shows in the row of a message the words that it was found for.
  func show(_ excerpt: String, of id: RowID) {
    guard let item = itemsByID[id] else { return }
    item.show(excerpt: excerpt)
    swipes.update(id)
  }

  /// Shows in a row what is said of the whole conversation; nil: it is to be asked for again, should the row come into sight.
  func show(_ summary: ConversationSummary?, of id: RowID) {
    guard isGathering, let item = itemsByID[id] else { return }
    guard let summary else { return item.misses(summary: true) }
    guard summary != item.summary else { return }
    item.show(summary)
    swipes.update(id)
  }

  /// Has what the rows in sight say of whole conversations be asked for again: it may have become another.
  func forgetSummaries() {
    for item in items where item.message.conversation != nil {
      item.misses(summary: true)
      if isGathering, swipes.widget(of: item.id) != nil { tellMissed(item) }
    }
  }

  /// Has the list be in another order.
  func order(by order: MessageOrder) {
    guard order != self.order else { return }
    self.order = order
    replace(with: messages.sortedNewestFirst(by: order))
    swipes.updateAll()
  }

  /// Has messages that belong together share a row, or each have its own.
  func gather(_ isGathering: Bool) {
    guard isGathering != self.isGathering else { return }
    self.isGathering = isGathering
    replace(with: messages.sortedNewestFirst(by: order))
    // A row of one message says nothing of others.
    for item in items where item.summary != nil {
      item.show(nil)
      item.misses(summary: true)
    }
    swipes.updateAll()
  }

  /// Seconds since 1970, for the short dates.
  var now: Int { clock() }

  /// The number of rows.
  var count: Int { items.count }

  /// The messages that are not on their way out, row by row.
  var messages: [Message] { messages { !departing.contains($0.id) } }

  private func messages(where isSo: (MailItem) -> Bool) -> [Message] {
    var messages: [Message] = []
    for item in items where isSo(item) {
      messages.append(item.message)
      messages += item.conversation.older
    }
    return messages
  }

  /// The first row that is not on its way out.
  var first: MailItem? { items.first { !departing.contains($0.id) } }

  /// The number of unread messages that are not on their way out.
  var unreadCount: Int {
    items.reduce(0) { count, item in
      departing.contains(item.id)
        ? count
        : count + (item.message.isUnread ? 1 : 0) + item.conversation.older.count(where: \.isUnread)
    }
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

  /// The row of a message, if it is listed: looked for where it is as a rule, and then in all.
  func row(of id: MessageID) -> MailItem? {
    if let selected, selected.conversation.contains(id) { return selected }
    return items.first { $0.conversation.contains(id) }
  }

  /// The rows that have some of these messages.
  func rows(of messages: some Sequence<Message>) -> Set<RowID> {
    let ids = Set(messages.lazy.map(\.id))
    return Set(
      items.lazy.filter { $0.conversation.messages.contains { ids.contains($0.id) } }
        .map(\.id))
  }

  /// Those of these rows that have none but these messages.
  func rows(_ rows: Set<RowID>, within messages: some Collection<MessageID>) -> Set<RowID> {
    let messages = Set(messages)
    return rows.filter { id in
      guard let row = itemsByID[id]?.conversation else { return false }
      return messages.contains(row.newest.id) && row.older.allSatisfy { messages.contains($0.id) }
    }
  }

  /// A key or a button went down: what is selected now is what it is about, and stays selected whatever else is listed.
  ///
  /// - Parameter time: When, in seconds on GLib's monotonic clock.
  func pressed(at time: Double) {
    pressedAt = time
    firstSelected = nil
    currentAtPress = selected?.id
  }

  /// The person has moved the list: what comes is not gone to any more.
  func leaveFirst() { firstSelected = nil }

  /// What went down has been answered.
  func released() { pressedAt = nil }

  /// Makes the list show these messages, changing only what differs: selection, scroll position, an open tray, and rows on their way out
  /// stay. A message that was on its way out and is among these comes back.
  ///
  /// - Parameter isWhole: Whether these are all; while they are not and nobody has done anything, the first is the one that is selected.
  /// - Parameter isNew: Whether they are of something else than those before.
  /// - Returns: Whether the list begins with them, so that the person is to be led to the first.
  func show(_ found: [Message], isWhole: Bool, isNew: Bool = false) -> Bool {
    let begins =
      isNew || items.isEmpty || firstSelected != nil && selected?.id == firstSelected
    if isNew {
      comeBack(departing)
      arrivals.clear()
      passings = []
      unpick()
    }
    var come: [RowID] = []
    movingOn { come = replace(with: found, lookingForArrivals: !begins) }
    if picksAreStale { tellPicked() }
    let first = begins ? items.first { !departing.contains($0.id) }?.id : nil
    firstSelected = isWhole ? nil : first
    noteArrivals(come)
    returning = []
    return first != nil
  }

  /// Has the list begin with the row of this message selected when it shows other messages, if it is among them.
  func comeBack(to id: MessageID?) { wanted = id }

  /// Selects the first that is not on its way out, or what the list is to come back to.
  func selectFirst(takingFocus: Bool) {
    let back = wanted.flatMap { row(of: $0) }
    if back != nil || firstSelected == nil { wanted = nil }
    guard let first = back ?? items.first(where: { !departing.contains($0.id) }) else { return }
    firstSelected = firstSelected.map { _ in first.id }
    movingOn {
      if takingFocus { focus(first.id, asChoice: false) } else { select(first.id, asChoice: false) }
    }
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

  /// - Returns: The rows that have come, and those that new messages have come to the head of.
  @discardableResult
  private func replace(with found: [Message], lookingForArrivals: Bool = false) -> [RowID] {
    var messages = found
    if !departing.isEmpty {
      let leaving = Set(self.messages { departing.contains($0.id) }.lazy.map(\.id))
      let back = Set(found.lazy.map(\.id).filter(leaving.contains))
      if !back.isEmpty {
        comeBack(
          departing.filter {
            itemsByID[$0]?.conversation.messages.contains { back.contains($0.id) } == true
          })
      }
      messages += self.messages { departing.contains($0.id) }
      messages = messages.sortedNewestFirst(by: order)
    }
    let changes = rows.show(messages, isGathered: isGathering, apart: departing)
    var heirs: [RowID: RowID] = [:]
    for gone in changes.gone { heirs[gone.id] = gone.into }
    // What was listed before in rows that have other messages now, and so is not new wherever it is.
    var known = returning
    for id in heirs.keys {
      if let item = itemsByID[id] { known.formUnion(item.conversation.messages.lazy.map(\.id)) }
    }
    var grown: [RowID] = []
    // What is selected, if the message that it showed has gone from it.
    var lost: MailItem?
    let next = bringUpToDate { item, row in
      known.formUnion(item.conversation.messages.lazy.map(\.id))
      if item.message.id != row.newest.id { grown.append(row.id) }
      if item === told, !row.contains(item.message.id) { lost = item }
    }
    list(next, passing: heirs)
    if let lost, lost === told { tell(.selected(lost)) }
    guard lookingForArrivals else { return [] }
    return (grown + changes.come).filter { id in
      itemsByID[id].map { !known.contains($0.message.id) } ?? false
    }
  }

  /// The items of the rows, each as its row is now.
  ///
  /// A look finds nothing new as a rule, or a row or two: what begins and ends the list as before is found by its place, for to look for
  /// all takes its time in a long list.
  ///
  /// - Parameter change: Called before an item shows other messages than it did.
  private func bringUpToDate(_ change: (MailItem, Conversation) -> Void) -> [MailItem] {
    let shift = items.count - rows.rows.count
    return rows.rows.indices.map { place in
      let row = rows.rows[place]
      let item: MailItem
      if place < items.count, items[place].id == row.id {
        item = items[place]
      } else if place + shift >= 0, items[place + shift].id == row.id {
        item = items[place + shift]
      } else if let other = itemsByID[row.id] {
        item = other
      } else {
        return MailItem(row)
      }
      let now = item.conversation
      // What it belongs to is not to be seen of a message, but what its row says of that is.
      guard now != row || now.newest.conversation != row.newest.conversation else { return item }
      let isOther = !now.messages.elementsEqual(row.messages) { $0.id == $1.id }
      if isOther { change(item, row) }
      if picks.contains(item.id) {
        pickedNow = nil
        picksAreStale =
          picksAreStale || isOther
          || !now.messages.elementsEqual(row.messages) { $0.flags == $1.flags }
      }
      item.show(row)
      swipes.update(item.id)
      return item
    }
  }

  /// Lists these in place of those that are listed.
  ///
  /// - Parameter heirs: The rows whose messages are now another's, and that: selection, focus, tray and what is selected beside pass to it.
  private func list(_ next: [MailItem], passing heirs: [RowID: RowID] = [:]) {
    let shorter = min(items.count, next.count)
    let start = (0..<shorter).prefix { items[$0] === next[$0] }.count
    let end = (1..<shorter - start + 1).prefix {
      items[items.count - $0] === next[next.count - $0]
    }.count
    let old = start..<items.count - end
    let new = next[start..<next.count - end]
    if old.isEmpty, new.isEmpty { return }
    let ids = new.map(\.id)
    let changes = ListChange.runs(from: items[old].map(\.id), to: ids)
    let gone = Set(items[old].map(\.id)).subtracting(ids)
    let trays = swipes.openItems.compactMap { id in
      heirs[id].flatMap { heir in
        swipes.openSide(of: id).map { (row: heir, side: $0) }
      }
    }
    let moved = Set(
      changes.flatMap {
        items[old][(old.lowerBound + $0.range.lowerBound)..<(old.lowerBound + $0.range.upperBound)]
          .map(\.id)
      })
    willRemove(gone.filter { heirs[$0] == nil })
    items.replaceSubrange(old, with: new)
    for id in gone { itemsByID[id] = nil }
    for item in new { itemsByID[item.id] = item }
    firstSelected = firstSelected.map { heirs[$0] ?? $0 }
    keepSelection(passing: heirs, whileMoving: moved) {
      // A long list in another order: so many runs would take GTK many times as long as all at once.
      if changes.count > Self.mostRuns { return store.replace(old, with: new) }
      for change in changes {
        let replacement =
          (change.replacement.lowerBound + start)..<(change.replacement.upperBound + start)
        store.replace(
          start + change.range.lowerBound..<start + change.range.upperBound,
          with: next[replacement])
      }
    }
    for (row, side) in trays { swipes.open(row, side, animated: false, scrolling: true) }
    if !picks.rows.isDisjoint(with: gone) {
      changePicks {
        $0.pass(heirs)
        $0.remove(gone)
      }
    }
  }

  private static let mostRuns = 100

  /// A row that changes its place is taken out and put in again, and would leave selection and focus to another.
  private func keepSelection(
    passing heirs: [RowID: RowID], whileMoving moved: Set<RowID>, _ replace: () -> Void
  ) {
    let before = selected.map { heirs[$0.id] ?? $0.id }
    let hadFocus = hasFocus
    isReplacing = true
    // Focus that leaves the list closes a tray: one that stays has it meanwhile.
    if hadFocus, let selected, moved.contains(selected.id),
      let stay = items.first(where: { !moved.contains($0.id) && isInSight($0.id) })
    {
      swipes.focus(stay.id)
    }
    replace()
    if let before, selected?.id != before, itemsByID[before] != nil {
      if hadFocus { focus(before) } else { select(before) }
    }
    isReplacing = false
    tellSelection(choosing: selected?.id == before ? choice : nil)
  }

  /// Tells what is selected, if that is another than was told last: GTK says so too when a row goes beside it.
  private func tellSelection(choosing choice: Int?) {
    guard selected !== told else { return }
    told = selected
    self.choice = choice
    choices = max(choices, choice ?? 0)
    tell(.selected(selected))
  }

  /// The person has turned to what is selected, by whatever way it came to be.
  func choose() {
    guard choice == nil, selected != nil else { return }
    choices += 1
    choice = choices
  }

  /// Shows nothing, rows on their way out included.
  func clear() {
    departing.removeAll()
    arrivals.clear()
    passings = []
    firstSelected = nil
    wanted = nil
    returning = []
    replace(with: [])
  }

  /// Begins the way of rows out of the list: the next gets selection and focus, whatever the rows themselves still do.
  ///
  /// - Parameter step: Where the person has asked to go from there; nil: to the one below, as a rule.
  func depart(_ ids: Set<RowID>, goingOn step: Step? = nil) {
    let before = selected?.id
    departing.formUnion(ids.filter { itemsByID[$0] != nil })
    passSelection(from: departing, to: step)
    changePicks { $0.remove(ids) }
    if let before, ids == [before], let selected { heir = (before, selected.id) }
  }

  /// Takes rows on their way out off the list, those that have not come back meanwhile.
  ///
  /// - Returns: False when there are none: they have come back, or the list shows something else by now.
  func finishDepartures(of ids: Set<RowID>) -> Bool {
    let going = departing.intersection(ids)
    guard !going.isEmpty else { return false }
    departing.subtract(going)
    rows.remove(going)
    list(items.filter { !going.contains($0.id) })
    return true
  }

  /// When these messages come they are not new: they come back.
  func expect(_ ids: some Sequence<MessageID>) { returning.formUnion(ids) }

  /// Lets a row on its way out stay, and be selected again if it is to be and nobody has gone on meanwhile.
  func stay(_ id: RowID, selected isSelected: Bool) {
    departing.remove(id)
    guard isSelected, let heir, heir.of == id, selected?.id == heir.id else { return }
    if hasFocus { focus(id, asChoice: false) } else { select(id, asChoice: false) }
  }

  /// Shows messages in the place of a row on its way out, which they are, under new identities as a rule, and then in a row of their own:
  /// the old one may still wait for what became of it.
  func bringBack(_ id: RowID, as messages: [Message]) {
    guard departing.contains(id), let item = itemsByID[id] else { return }
    if messages.allSatisfy({ item.conversation.contains($0.id) }) {
      comeBack([id])
      for message in messages { update(message, in: id) }
      return
    }
    let now = Set(messages.lazy.map(\.id))
    let others = self.messages.filter { !now.contains($0.id) }
    departing.remove(id)
    rows.remove([id])
    replace(with: (others + messages).sortedNewestFirst(by: order))
  }

  /// Lets rows on their way out stay.
  private func comeBack(_ ids: Set<RowID>) {
    departing.subtract(ids)
    for id in ids { swipes.restore(id) }
  }

  /// Shows the new state of a message that is in the list.
  func update(_ message: Message) {
    if let item = row(of: message.id) { update(message, in: item.id) }
  }

  /// Shows the new state of a message of a row.
  func update(_ message: Message, in id: RowID) {
    guard let item = itemsByID[id],
      let before = item.conversation.messages.first(where: { $0.id == message.id }),
      before != message
    else { return }
    item.show(message)
    swipes.update(id)
    guard picks.contains(id) else { return }
    pickedNow = nil
    if before.flags != message.flags { tellPicked() }
  }

  /// Selects a message and gives its row the focus, scrolling it into view.
  ///
  /// - Parameter isChoice: Whether the person goes there.
  func focus(_ id: RowID, asChoice isChoice: Bool = true) {
    guard let position = items.firstIndex(where: { $0.id == id }) else { return }
    select(at: position, asChoice: isChoice)
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

  /// Keeps the rows where they are while a change leaves the list less high: GTK would move them under the hand. The current row is
  /// brought into sight if it would lie below.
  func keepPlace(_ change: () -> Void) {
    change()
    guard let scrolling = gtk_scrolled_window_get_vadjustment(scroller.opaque) else { return }
    let place = gtk_adjustment_get_value(scrolling)
    var frames = 0
    onEachFrame(of: widget) { [weak self] _ in
      frames += 1
      let step = frames
      // The first lays it out. Each in a frame of its own, for GTK 4.8 loses its place where it is scrolled twice in one.
      whenIdle {
        guard let self, !self.isGone else { return }
        if step == 2 { gtk_adjustment_set_value(scrolling, place) }
        if step == 4, let selected = self.selected { self.bringIntoSight(selected.id) }
      }
      return frames < 4
    }
  }

  private func scroll(to position: Int) {
    gtk_widget_activate_action_variant(
      listView, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
  }

  /// Selects a message and leaves the focus where it is.
  func select(_ id: RowID, asChoice isChoice: Bool = true) {
    guard let position = items.firstIndex(where: { $0.id == id }) else { return }
    select(at: position, asChoice: isChoice)
  }

  private func select(at position: Int, asChoice isChoice: Bool) {
    isPassing = !isChoice
    gtk_single_selection_set_selected(selection.opaque, guint(position))
    isPassing = false
  }

  /// Where a key leads from the selected row.
  enum Step { case next, previous, first, last }

  /// Goes to another row, as the keys of the list view do, but to none on its way out, if the list has the focus.
  func go(_ step: Step) {
    if let target = target(of: step) { focus(target.id) }
  }

  private func target(of step: Step) -> MailItem? {
    guard hasFocus, let selected, let here = items.firstIndex(where: { $0 === selected })
    else { return nil }
    let stays = { (item: MailItem) in !self.departing.contains(item.id) }
    return switch step {
    case .next: items[(here + 1)...].first(where: stays)
    case .previous: items[..<here].last(where: stays)
    case .first: items.first(where: stays)
    case .last: items.last(where: stays)
    }
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
  private func passSelection(from going: Set<RowID>, to step: Step? = nil) {
    guard let selected, going.contains(selected.id),
      let position = items.firstIndex(where: { $0.id == selected.id })
    else { return }
    let below = items[position...].first { !going.contains($0.id) }
    let above = items[..<position].last { !going.contains($0.id) }
    guard let heir = step == .previous ? above ?? below : below ?? above else { return }
    if hasFocus { focus(heir.id, asChoice: false) } else { select(heir.id, asChoice: false) }
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
      $0.conversation.isUnread && !departing.contains($0.id)
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
  private func watchDrag(_ input: PanInput) {
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
    front.show(
      item, names: names(of: item), by: order, now: now, found: query,
      folder: folderName?(item.message.id.folder),
      colour: folderName == nil ? nil : accountColour(item.message.id.folder))
    front.showMark(isPicking ? picks.contains(item.id) : nil)
    front.onClick { [weak self] in self?.clicked(item, $0) }
    if !item.message.hasPreview { tell(.missesPreview(item.id)) }
    if isGathering, item.missesSummary, item.message.conversation != nil { tellMissed(item) }
    if let query, query.looksAtWords, item.excerpt == nil, !query.isMarked(in: item.message) {
      tell(.missesExcerpt(item.id))
    }
    if item.addressing == nil, saysRecipients(item.message.id.folder) {
      tell(.missesRecipients(item.id))
    }
    var content = content(item)
    if isPicking { content.isSelected = picks.contains(item.id) }
    return content
  }

  private func tellMissed(_ item: MailItem) {
    item.misses(summary: false)
    tell(.missesSummary(item.id))
  }

  // MARK: Selecting several

  /// Whether messages are selected for a command to several.
  var isPicking: Bool { !picks.isEmpty }

  /// The messages that are selected, first to last.
  var picked: MessageGroup {
    if let pickedNow { return pickedNow }
    let group = MessageGroup(
      rows: picks.isEmpty ? [] : items.filter { picks.contains($0.id) }.map(\.conversation))
    pickedNow = group
    return group
  }

  /// Selects a message beside those that are selected, or selects it no more.
  func pick(_ id: RowID) {
    if canPick(id) { changePicks { $0.toggle(id) } }
  }

  /// Does so to the message that is current.
  func pickTarget() { if let target { pick(target.id) } }

  /// Selects the rows that are so, and no other.
  ///
  /// - Returns: Whether there are any; else nothing is done.
  func pick(where isSo: (Conversation) -> Bool) -> Bool {
    let rows = items.filter { canPick($0.id) && isSo($0.conversation) }.map(\.id)
    guard !rows.isEmpty else { return false }
    changePicks { $0.replace(with: rows) }
    return true
  }

  /// Goes to another row as `go` does, and selects all from where it was begun to there.
  func pick(to step: Step) {
    guard let selected, let target = target(of: step) else { return }
    pick(to: target.id, from: selected.id)
    focus(target.id)
  }

  /// Selects nothing more.
  func unpick() { changePicks { $0.replace(with: []) } }

  private func pick(to id: RowID, from current: RowID) {
    let anchor = picks.anchor ?? current
    guard let start = items.firstIndex(where: { $0.id == anchor }),
      let end = items.firstIndex(where: { $0.id == id })
    else { return }
    let range = items[min(start, end)...max(start, end)].lazy.map(\.id).filter(canPick)
    changePicks { $0.cover(range, from: anchor) }
  }

  /// What cannot be changed is not selected, for no command would be about it.
  private func canPick(_ id: RowID) -> Bool {
    itemsByID[id]?.canChange == true && !departing.contains(id)
  }

  /// With Ctrl a click selects one more, which the row that was current is too; with Shift a range. While rows are selected every click
  /// and tap does.
  private func clicked(_ item: MailItem, _ modifiers: guint) {
    let current = currentAtPress ?? item.id
    if modifiers & GDK_SHIFT_MASK.rawValue != 0 {
      pick(to: item.id, from: current)
    } else if modifiers & GDK_CONTROL_MASK.rawValue != 0, !isPicking, current != item.id {
      changePicks { picks in for id in [current, item.id] where canPick(id) { picks.toggle(id) } }
    } else if modifiers & GDK_CONTROL_MASK.rawValue != 0 || isPicking {
      pick(item.id)
    } else {
      tell(.clicked(item))
    }
  }

  private func changePicks(_ change: (inout Picks) -> Void) {
    var new = picks
    change(&new)
    guard new != picks else { return }
    let isOther = new.rows != picks.rows
    picks = new
    if isOther { tellPicked() }
  }

  private func tellPicked() {
    pickedNow = nil
    picksAreStale = false
    swipes.updateAll()
    tell(.picked)
  }

  // MARK: Arrivals

  /// Whether nothing has come above what is in sight.
  var hasNoArrivals: Bool { arrivals.isEmpty }

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
