import CDunnockAdwaita
import GtkBridge
import MailModel
import MailText
import SwipeRows
import Texts
import Triage

/// The list of messages: has its parts, which own what they are about, go together.
///
/// It has more than 300 lines, for a change of the model, of what is current, of what is selected beside and of the focus is one: whatever
/// comes between two of them is seen.
final class MailList {
  /// What a person does in the list, and what its rows need.
  enum Event {
    /// Another message is selected, or none is.
    case selected(MailItem?)
    /// A row in sight is to show what is still to be read for it.
    case misses(RowFact, RowID)
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
  var widget: Widget { view.widget }

  var listView: Widget { view.list }

  /// What the list is ordered by, which the messages to show are already.
  var order: MessageOrder { rows.order }

  /// Rows on their way out, which are still there.
  var removing: Set<RowID> { rows.removing }

  /// The GtkListView and how far it is scrolled.
  let view: ListScroller
  /// Which row is current.
  let selection: ListSelection
  /// What the rows say beside their messages.
  let texts: RowTexts

  /// The rows, made for the list's life: weakly, for they are kept by what this is kept by.
  private(set) lazy var swipes = SwipeList(
    around: view.scroller, of: MailItem.self, id: { $0.id }, front: { RowFront() },
    show: { [weak self] in self?.show($0, in: $1) ?? SwipeContent(label: "") })

  private let rows = ListRows()
  /// What is selected beside the row that is current.
  private(set) var picks = Picks()
  /// The messages of that; nil where they may be other than they were.
  private var pickedMessages: MessageGroup?
  /// Whether a message of these has other flags than was told.
  private var picksAreStale = false
  /// Messages that are not new when they come: they come back.
  private var returning: Set<MessageRef> = []
  /// How much is being taken back of which it is not known yet what it brings.
  private var restorings = 0
  private var tell: (Event) -> Void = { _ in }
  private var content: (MailItem) -> SwipeContent = { _ in SwipeContent(label: "") }

  /// - Parameter clock: Seconds since 1970, for the short dates.
  init(clock: @escaping () -> Int = { Int(g_get_real_time() / 1_000_000) }) {
    texts = RowTexts(clock: clock)
    selection = ListSelection(of: rows.store)
    view = ListScroller(selection.model)
    swipes.texts = .translated
    swipes.transition = .lively
    swipes.transition.narrowsFront = true
    selection.onChange { [weak self] in self?.tell(.selected($0)) }
    Signal.connect(UnsafeMutableRawPointer(view.list), "activate") {
      [weak self] (position: UInt32) in
      guard let self, let item = rows.store[Int(position)] else { return }
      tell(.activated(item))
    }
    view.surround(swipes.widget)
    view.onEvent { [weak self] event in
      guard let self else { return }
      switch event {
      case .laidOut:
        lookForArrivals()
        tell(.scrolled)
      case .pulled: tell(.pulled)
      case .arrivalsPressed:
        if let first = rows.items.first(where: { view.arrivals.contains($0.id) }) {
          focus(first.id)
        }
      case .menuClicked(let widget): select(rowAround: widget)
      }
    }
    followDrags()
    showDays()
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

  /// Who wrote the messages of a row.
  func names(of item: MailItem) -> RowNames { texts.names(of: item) }

  /// Has the rows look so.
  func show(_ look: RowLook) {
    guard texts.use(look) else { return }
    swipes.updateAll()
  }

  /// Has the words marked that are looked for, from now on, nil: none; and the folders of the messages said, nil: not.
  func mark(_ query: SearchQuery?, naming folderName: ((FolderID) -> String?)?) {
    guard texts.mark(query, naming: folderName) else { return }
    for item in rows.items { item.forgetExcerpt() }
    swipes.updateAll()
  }

  /// Shows in a row what was read for it.
  func show(_ found: RowFact.Found, of message: MessageRef, in id: RowID) {
    guard let item = rows[id] else { return }
    if case .preview(let message) = found { return update(message, in: id) }
    if item.show(found, of: message, isGathering: rows.isGathering) { swipes.update(id) }
  }

  /// Has what the rows in sight say of whole conversations be asked for again: it may have become another.
  func forgetSummaries() {
    for item in rows.items where item.message.conversation != nil {
      item.misses(summary: true)
      if rows.isGathering, swipes.widget(of: item.id) != nil { tellMissed(.summary, in: item) }
    }
  }

  /// Has the list be in another order.
  func order(by order: MessageOrder) {
    guard rows.order(by: order) else { return }
    showDays()
    replace(with: messages.sortedNewestFirst(by: order))
    swipes.updateAll()
  }

  /// Has messages that belong together share a row, or each have its own.
  func gather(_ isGathering: Bool) {
    guard rows.gather(isGathering) else { return }
    replace(with: messages.sortedNewestFirst(by: order))
    // A row of one message says nothing of others.
    for item in rows.items where item.summary != nil {
      item.forgetSummary()
    }
    swipes.updateAll()
  }

  /// Seconds since 1970, for the short dates.
  var now: Int { texts.now }

  /// The number of rows.
  var count: Int { rows.items.count }

  /// The messages that are not on their way out, row by row.
  var messages: [Message] { rows.messages }

  /// The first row that is not on its way out.
  var first: MailItem? { rows.first }

  /// The number of unread messages that are not on their way out.
  var unreadCount: Int { rows.unreadCount }

  /// What is selected.
  var selected: MailItem? { selection.item }

  /// What commands are about: what was selected when the key or button went down that is being answered.
  var target: MailItem? { selection.target }

  /// What an identity stands for, if it is listed.
  subscript(id: RowID) -> MailItem? { rows[id] }

  /// The row of a message, if it is listed: looked for where it is as a rule, and then in all.
  func row(of id: MessageRef) -> MailItem? {
    if let selected, selected.conversation.contains(id) { return selected }
    return rows.row(of: id)
  }

  /// The rows that have some of these messages.
  func rows(of messages: some Sequence<Message>) -> Set<RowID> { rows.rows(of: messages) }

  /// Those of these rows that have none but these messages.
  func rows(_ ids: Set<RowID>, within messages: some Collection<MessageRef>) -> Set<RowID> {
    rows.rows(ids, within: messages)
  }

  /// Makes the list show these messages, changing only what differs: selection, scroll position, an open tray, and rows on their way out
  /// stay. A message that was on its way out and is among these comes back.
  ///
  /// - Parameter isWhole: Whether these are all; while they are not and nobody has done anything, the first is the one that is selected.
  /// - Parameter isNew: Whether they are of something else than those before.
  /// - Returns: Whether the list begins with them, so that the person is to be led to the first.
  func show(_ found: [Message], isWhole: Bool, isNew: Bool = false) -> Bool {
    let begins =
      isNew || rows.items.isEmpty || selection.isAtFirst
    if isNew {
      comeBack(removing)
      view.arrivals.clear()
      selection.forgetPrevious()
      unpick()
    }
    var come: [RowID] = []
    selection.remembering {
      come = replace(with: found, lookingForArrivals: !begins, moving: isWhole && !isNew)
    }
    if picksAreStale { tellPicked() }
    let first = begins ? rows.first?.id : nil
    selection.begin(at: isWhole ? nil : first)
    if restorings == 0 { noteArrivals(come) }
    returning = []
    return first != nil
  }

  /// Selects the first that is not on its way out, or what the list is to come back to.
  func selectFirst(takingFocus: Bool) {
    let wanted = selection.wanted
    let back = wanted.flatMap { wanted in
      row(of: wanted.message) ?? wanted.mail.flatMap { rows.row(ofSameMailAs: $0) }
    }
    guard let first = back ?? rows.first else { return }
    selection.arrive(at: first.id, isWanted: back != nil)
    selection.remembering {
      if takingFocus { focus(first.id, asChoice: false) } else { select(first.id, asChoice: false) }
    }
    guard back != nil, let top = wanted?.top else { return }
    // Whoever has gone on by then is not fetched back.
    view.put(
      { [weak self] in self?.selected?.id == first.id ? self?.cell(of: first.id) : nil }, at: top)
  }

  /// How far below the upper edge the row is that is selected, px; nil where none is in sight.
  var topOfSelected: Double? { selected.flatMap { cell(of: $0.id) }.flatMap(view.top) }

  /// - Parameter moves: Whether rows in sight move to their places bit by bit.
  /// - Returns: The rows that have come, and those that new messages have come to the head of.
  @discardableResult
  private func replace(
    with found: [Message], lookingForArrivals: Bool = false, moving moves: Bool = false
  ) -> [RowID] {
    var messages = found
    if !removing.isEmpty {
      let leaving = Set(rows.messages { removing.contains($0.id) }.lazy.map(\.id))
      let back = Set(found.lazy.map(\.id).filter(leaving.contains))
      if !back.isEmpty {
        comeBack(
          removing.filter {
            rows[$0]?.conversation.messages.contains { back.contains($0.id) } == true
          })
      }
      messages += rows.messages { removing.contains($0.id) }
      messages = messages.sortedNewestFirst(by: order)
    }
    let changes = rows.show(messages)
    var replacements: [RowID: RowID] = [:]
    for gone in changes.gone { replacements[gone.id] = gone.into }
    // What was listed before in rows that have other messages now, and so is not new wherever it is.
    var known = returning
    for id in replacements.keys {
      if let item = rows[id] { known.formUnion(item.conversation.messages.lazy.map(\.id)) }
    }
    var grown: [RowID] = []
    // What is selected, if the message that it showed has gone from it.
    var lost: MailItem?
    let next = rows.broughtUpToDate { item, row, hasOthers in
      if picks.contains(item.id) {
        pickedMessages = nil
        picksAreStale =
          picksAreStale || hasOthers
          || !item.conversation.messages.elementsEqual(row.messages) { $0.flags == $1.flags }
      }
      guard hasOthers else { return }
      known.formUnion(item.conversation.messages.lazy.map(\.id))
      if item.message.id != row.newest.id { grown.append(row.id) }
      if item === selection.told, !row.contains(item.message.id) { lost = item }
    } _: {
      swipes.update($0.id)
    }
    list(next, replacing: replacements, moving: moves)
    if let lost, lost === selection.told { tell(.selected(lost)) }
    guard lookingForArrivals else { return [] }
    return (grown + changes.come).filter { id in
      rows[id].map { !known.contains($0.message.id) } ?? false
    }
  }

  /// Lists these in place of those that are listed.
  ///
  /// - Parameters:
  ///   - replacements: The rows whose messages are now another's, and that: selection, focus, tray and what is selected beside pass to it.
  ///   - moves: Whether rows in sight move to their places bit by bit: not where it is another list.
  private func list(
    _ next: [MailItem], replacing replacements: [RowID: RowID] = [:], moving moves: Bool
  ) {
    guard let change = rows.change(to: next) else { return }
    let trays = swipes.openItems.compactMap { id in
      replacements[id].flatMap { row in
        swipes.openSide(of: id).map { (row: row, side: $0) }
      }
    }
    willRemove(change.gone.filter { replacements[$0] == nil })
    rows.adopt(change)
    selection.pass(replacements)
    keepSelection(replacing: replacements, whileMoving: change.moved) {
      if moves { swipes.moveRows { rows.list(change) } } else { rows.list(change) }
    }
    for (row, side) in trays { swipes.open(row, side, animated: false, scrolling: true) }
    if !picks.rows.isDisjoint(with: change.gone) {
      changePicks {
        $0.pass(replacements)
        $0.remove(change.gone)
      }
    }
  }

  /// A row that changes its place is taken out and put in again, and would leave selection and focus to another.
  private func keepSelection(
    replacing replacements: [RowID: RowID], whileMoving moved: Set<RowID>, _ replace: () -> Void
  ) {
    let before = selected.map { replacements[$0.id] ?? $0.id }
    let hadFocus = hasFocus
    selection.replacing {
      // Focus that leaves the list closes a tray: one that stays has it meanwhile.
      if hadFocus, let selected, moved.contains(selected.id),
        let stay = rows.items.first(where: { !moved.contains($0.id) && isInSight($0.id) })
      {
        swipes.focus(stay.id)
      }
      replace()
      if let before, selected?.id != before, rows[before] != nil {
        if hadFocus { focus(before) } else { select(before) }
      }
      return before
    }
  }

  /// Shows nothing, rows on their way out included.
  func clear() {
    rows.cancelRemoval(of: removing)
    view.arrivals.clear()
    selection.clear()
    returning = []
    replace(with: [])
  }

  /// Begins the way of rows out of the list: the next gets selection and focus, whatever the rows themselves still do.
  ///
  /// - Parameter step: Where the person has asked to go from there; nil: to the one below, as a rule.
  func beginRemoval(of ids: Set<RowID>, selecting step: Step? = nil) {
    let before = selected?.id
    rows.beginRemoval(of: ids)
    selectNext(insteadOf: removing, to: step)
    changePicks { $0.remove(ids) }
    if let before, ids == [before], let selected {
      selection.note(selected.id, selectedInPlaceOf: before)
    }
  }

  /// Takes rows on their way out off the list, those that have not come back meanwhile.
  ///
  /// - Returns: False when there are none: they have come back, or the list shows something else by now.
  func finishRemoval(of ids: Set<RowID>) -> Bool {
    guard let left = rows.finishRemoval(of: ids) else { return false }
    list(left, moving: true)
    return true
  }

  /// When these messages come they are not new: they come back.
  func willRestore(_ ids: some Sequence<MessageRef>) { returning.formUnion(ids) }

  /// Has nothing that comes count as new, for it may be what is being taken back; until as many ends of that.
  func beginRestoring() { restorings += 1 }
  func endRestoring() { restorings -= 1 }

  /// Lets a row on its way out stay, and be selected again if it is to be and nobody has gone on meanwhile.
  func cancelRemoval(of id: RowID, selecting isSelected: Bool) {
    rows.cancelRemoval(of: [id])
    guard isSelected, selection.isInPlace(of: id) else { return }
    if hasFocus { focus(id, asChoice: false) } else { select(id, asChoice: false) }
  }

  /// Shows messages in the place of a row on its way out, which they are, under new identities as a rule, and then in a row of their own:
  /// the old one may still wait for what became of it.
  func restore(_ id: RowID, as messages: [Message]) {
    guard removing.contains(id), let item = rows[id] else { return }
    if messages.allSatisfy({ item.conversation.contains($0.id) }) {
      comeBack([id])
      for message in messages { update(message, in: id) }
      return
    }
    let now = Set(messages.lazy.map(\.id))
    let others = self.messages.filter { !now.contains($0.id) }
    rows.forget(id)
    replace(with: (others + messages).sortedNewestFirst(by: order), moving: true)
  }

  /// Lets rows on their way out stay.
  private func comeBack(_ ids: Set<RowID>) {
    rows.cancelRemoval(of: ids)
    for id in ids { swipes.restore(id) }
  }

  /// Shows the new state of a message that is in the list.
  func update(_ message: Message) {
    if let item = row(of: message.id) { update(message, in: item.id) }
  }

  /// Shows the new state of a message of a row.
  func update(_ message: Message, in id: RowID) {
    guard let item = rows[id],
      let before = item.conversation.messages.first(where: { $0.id == message.id }),
      before != message
    else { return }
    item.show(message)
    swipes.update(id)
    guard picks.contains(id) else { return }
    pickedMessages = nil
    if before.flags != message.flags { tellPicked() }
  }

  /// Selects a message and gives its row the focus, scrolling it into view.
  ///
  /// - Parameter isChoice: Whether the person goes there.
  func focus(_ id: RowID, asChoice isChoice: Bool = true) {
    guard let position = rows.position(of: id) else { return }
    select(at: position, asChoice: isChoice)
    view.scroll(to: position)
    if let cell = cell(of: id) { gtk_widget_grab_focus(cell) }
    // A row that has just come grows from no height. The list view leaves it below the lower edge, and that of GTK 4.18 keeps the upper
    // edge of the row in its place while the row grows. The row is looked at until it has its height, once after each layout: GTK 4.8 loses
    // its place where it is scrolled twice before that.
    var (frames, height, end) = (0, Int32(0), 9)
    onEachFrame(of: widget) { [weak self] _ in
      guard let self else { return false }
      let now = cell(of: id).map(gtk_widget_get_height) ?? 0
      frames += 1
      if now != height { end = frames + 9 }
      height = now
      if frames > 2 { bringIntoSight(id) }
      return frames < end
    }
  }

  /// The list item of a row, which takes the focus; nil where no row shows it.
  func cell(of id: RowID) -> Widget? {
    swipes.widget(of: id)?.ancestry.first { $0.parent == listView }
  }

  /// Scrolls to the selected row if half of it lies out of sight, or any of it below the lower edge.
  private func bringIntoSight(_ id: RowID) {
    guard !view.isGone, selected?.id == id, gtk_widget_get_mapped(listView) != 0,
      let row = swipes.widget(of: id), !view.isInSight(row) || view.hiddenBelow(row) > 0
    else { return }
    rows.position(of: id).map(view.scroll)
  }

  /// Keeps the rows where they are while a change gives the list another height: GTK would move them under the hand. The current row is
  /// brought into sight if it would lie below.
  func keepPlace(_ change: () -> Void) {
    view.keepPlace(change) { [weak self] in
      self?.selected.flatMap { self?.swipes.widget(of: $0.id) }
    }
  }

  /// Selects a message and leaves the focus where it is.
  func select(_ id: RowID, asChoice isChoice: Bool = true) {
    guard let position = rows.position(of: id) else { return }
    select(at: position, asChoice: isChoice)
  }

  private func select(at position: Int, asChoice isChoice: Bool) {
    selection.select(position, asChoice: isChoice)
  }

  /// Where a key leads from the selected row.
  enum Step { case next, previous, first, last }

  /// Goes to another row, as the keys of the list view do, but to none on its way out, if the list has the focus.
  func go(_ step: Step) {
    if let target = target(of: step) { focus(target.id) }
  }

  private func target(of step: Step) -> MailItem? {
    guard hasFocus, let selected else { return nil }
    return rows.row(step, from: selected)
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
    widget.ancestry.first { $0.parent == listView }?.selectAlone()
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
    rows.cancelRemoval(of: removed)
    // First, for the focus of a row that is gone passes to whatever is in its place, and the selection would follow it there.
    selectNext(insteadOf: removed.union(removing))
  }

  /// Selects the next message that stays in place of one that goes, and moves the focus there if it is in the list.
  private func selectNext(insteadOf going: Set<RowID>, to step: Step? = nil) {
    guard let selected, going.contains(selected.id),
      let next = rows.next(to: selected.id, apart: going, upwards: step == .previous)
    else { return }
    if hasFocus { focus(next.id, asChoice: false) } else { select(next.id, asChoice: false) }
  }

  /// Whether the list or something in it has the focus.
  var hasFocus: Bool { listView.holdsFocus }

  /// Whether a row itself has the focus, and no control in it.
  var hasFocusOnRow: Bool { listView.focusInWindow?.parent == listView }

  /// Goes to the next unread message below the selected one, else to the first, and leaves the focus where it is unless it is in the list.
  ///
  /// - Returns: False when there is none.
  func goToNextUnread() -> Bool {
    let here = rows.items.firstIndex { $0 === selected } ?? 0
    let next = (rows.items[here...].dropFirst() + rows.items[..<here]).first {
      $0.conversation.isUnread && !removing.contains($0.id)
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
  private func followDrags() {
    var isWatching = false
    swipes.group.onInput { [weak self] input, _ in
      guard case .move = input, !isWatching else { return }
      isWatching = true
      whenIdle {
        isWatching = false
        guard let self else { return }
        if case .noActions = self.swipes.engine.reason { self.tell(.refusedDrag) }
      }
    }
  }

  /// Has rows stand under the names of their days, where they are in the order of these.
  private func showDays() {
    guard order != .waking else {
      swipes.section = nil
      return
    }
    swipes.section = { [weak self] (object: ModelObject) -> String in
      guard let self, let item = object.element(of: MailItem.self) else { return "" }
      return texts.day(of: item, by: order)
    }
  }

  /// Brings the rows up to date when another day has begun, by midnight or by another clock or time
  /// zone.
  func refreshDates() {
    if texts.noteDay() { swipes.updateAll() }
  }

  // MARK: Rows

  /// Shows a message in a row.
  private func show(_ item: MailItem, in front: RowFront) -> SwipeContent {
    texts.show(item, in: front, by: order)
    front.showMark(isPicking ? picks.contains(item.id) : nil)
    front.onClick { [weak self] in self?.clicked(item, $0) }
    for fact in texts.missing(in: item, isGathering: rows.isGathering) {
      tellMissed(fact, in: item)
    }
    var content = content(item)
    if isPicking { content.isSelected = picks.contains(item.id) }
    return content
  }

  private func tellMissed(_ fact: RowFact, in item: MailItem) {
    if fact == .summary { item.misses(summary: false) }
    tell(.misses(fact, item.id))
  }

  // MARK: Selecting several

  /// Whether messages are selected for a command to several.
  var isPicking: Bool { !picks.isEmpty }

  /// The messages that are selected, first to last.
  var picked: MessageGroup {
    if let pickedMessages { return pickedMessages }
    let group = MessageGroup(
      rows: picks.isEmpty ? [] : rows.items.filter { picks.contains($0.id) }.map(\.conversation))
    pickedMessages = group
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
    let rows = rows.items.filter { canPick($0.id) && isSo($0.conversation) }.map(\.id)
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
    guard let start = rows.items.firstIndex(where: { $0.id == anchor }),
      let end = rows.position(of: id)
    else { return }
    let range = rows.items[min(start, end)...max(start, end)].lazy.map(\.id).filter(canPick)
    changePicks { $0.cover(range, from: anchor) }
  }

  /// What cannot be changed is not selected, for no command would be about it.
  private func canPick(_ id: RowID) -> Bool {
    rows[id]?.canChange == true && !removing.contains(id)
  }

  /// With Ctrl a click selects one more, which the row that was current is too; with Shift a range. While rows are selected every click
  /// and tap does.
  private func clicked(_ item: MailItem, _ modifiers: guint) {
    let current = selection.currentAtPress ?? item.id
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
    pickedMessages = nil
    picksAreStale = false
    swipes.updateAll()
    tell(.picked)
  }

  // MARK: Arrivals

  /// Remembers what has come, until it has been in sight.
  private func noteArrivals(_ ids: some Sequence<RowID>) {
    view.arrivals.add(ids)
    view.lookSoon()
  }

  /// Forgets the arrivals that are in sight, below it, or gone.
  private func lookForArrivals() {
    guard !view.arrivals.isEmpty else { return }
    // Where a message lies over the list, that tells when it is to be seen again.
    guard let first = rows.items.firstIndex(where: { isInSight($0.id) }) else { return }
    view.arrivals.keep(Set(rows.items[..<first].map(\.id)))
  }

  /// Whether more than half of a message's row is to be seen.
  private func isInSight(_ id: RowID) -> Bool {
    swipes.widget(of: id).map(view.isInSight) ?? false
  }
}
