import CGtk
import GtkBridge
import Panning

/// What is being done to the items, and what their rows show of it.
final class Outcomes {
  /// What an item's row is busy with.
  private enum State {
    /// The person is asked whether the action is to be done.
    case asking(SwipeAction)
    /// The action takes its time; its row shows that once it takes long.
    case running(SwipeAction, isShown: Bool)
    /// The row is on its way out.
    case departing(Departure)

    var action: SwipeAction? {
      switch self {
      case .asking(let action), .running(let action, _): action
      case .departing: nil
      }
    }
  }

  /// A row on its way out of the list.
  private struct Departure {
    let party: Party
    /// How much of the way of its height is behind it, 0 to 1, and when that was; nil while its front still flies.
    var collapse: (way: Double, at: Double)?

    /// How much of its height has gone, 0 to 1.
    var share: Double {
      let rest = 1 - (collapse?.way ?? 0)
      return 1 - rest * rest
    }
  }

  /// The items that one answer takes out of the model.
  private final class Party {
    var leaving: Set<RowHandle>
    var gone: Set<RowHandle> = []
    /// What their rows say before they go,
    let undo: SwipeUndo?
    /// and whether it can still be taken back.
    var isOffered = false
    let finish: @MainActor () -> Void

    init(_ ids: [RowHandle], _ undo: SwipeUndo?, _ finish: @escaping @MainActor () -> Void) {
      leaving = Set(ids)
      self.undo = undo
      self.finish = finish
    }
  }

  private unowned let list: LiveList
  private var states: [RowHandle: State] = [:]

  var onFailure: ((RowHandle, String) -> Void)?

  /// The open popovers that tell of failures.
  private var failures: Set<Widget> = []

  /// How long the height of a row takes to go, seconds, when it is the only one.
  private static var collapseTime: Double { 0.2 }

  /// How long an action may take before its row shows that it waits, seconds.
  private static var patience: Double { 0.25 }

  /// How long a row shows that what took its time has been done, seconds.
  private static var confirmationTime: Double { 0.6 }

  init(of list: LiveList) { self.list = list }

  /// Whether the person is being asked something by a row's action.
  var isAsking: Bool {
    states.values.contains { if case .asking = $0 { true } else { false } }
  }

  /// The items that something is being done to.
  var busyItems: some Sequence<RowHandle> { states.keys }

  func isBusy(_ id: RowHandle) -> Bool { states[id] != nil }

  var hasDepartures: Bool { states.keys.contains { isDeparting($0) } }

  /// Whether an item's row goes now.
  func isDeparting(_ id: RowHandle) -> Bool { party(of: id)?.isOffered == false }

  /// Whether it goes, now or when it cannot be taken back any more.
  func isGoing(_ id: RowHandle) -> Bool { party(of: id) != nil }

  private func party(of id: RowHandle) -> Party? {
    if case .departing(let departure) = states[id] { departure.party } else { nil }
  }

  /// The list's widget is being freed: what is on its way out goes at once.
  func end() {
    let parties = parties
    states.removeAll()
    for party in parties where !party.leaving.isEmpty {
      party.leaving = []
      party.finish()
    }
  }

  // MARK: Running

  /// Runs an action on an item, and has its row show what came of it.
  func perform(_ action: SwipeAction, on id: RowHandle) {
    guard list.isAlive, action.isEnabled, states[id] == nil else { return }
    GestureLog.note("\(action.name) on row \(id)")
    // Not the list: it may go away while the action waits.
    Task.immediate { [weak self] in
      if let confirm = action.confirm {
        self?.states[id] = .asking(action)
        let isWanted = await confirm()
        self?.asked(id)
        guard isWanted else {
          self?.finish(action, on: id, .restore)
          return
        }
      }
      let run = self?.began(action, on: id)
      let outcome = await action.perform()
      guard let self, list.isAlive else { return outcome.carryOut() }
      run?.isOver = true
      answered(action, on: id, outcome)
    }
    if !MainLoop.isMainActorServed, states[id]?.action != nil {
      tellMisuse(
        "The action \(action.name) waits, and will for ever: call MainLoop.adoptMainActor() before the "
          + "main loop runs.")
    }
  }

  private func asked(_ id: RowHandle) {
    if case .asking = states[id] { states[id] = nil }
  }

  /// One run of an action; another of the same name may follow it on the same item.
  private final class Run {
    var isOver = false
  }

  private func began(_ action: SwipeAction, on id: RowHandle) -> Run? {
    guard list.isAlive else { return nil }
    let run = Run()
    states[id] = .running(action, isShown: false)
    // What is done in a blink needs no sign.
    after(Self.patience) { [weak self] in self?.showWaiting(run, action, id) }
    return run
  }

  private func showWaiting(_ run: Run, _ action: SwipeAction, _ id: RowHandle) {
    guard list.isAlive, !run.isOver, case .running = states[id] else { return }
    states[id] = .running(action, isShown: true)
    if let row = list.rows[id] { show(on: row, of: id) }
    list.widget.announce(list.texts.waiting(action.title))
    list.waits.tell((id, true))
  }

  /// Shows in an item's row what is being done to it, after it has been bound.
  func show(on row: SwipeRow, of id: RowHandle) {
    let state = states[id]
    if let action = state?.action, list.engine.isOut(id) { row.single(out: action.name) }
    var waiting: SwipeAction?
    if case .running(let action, true) = state { waiting = action }
    if let waiting { row.show(.waiting, of: waiting) }
    row.listItem?.setBusy(waiting != nil)
    if case .departing(let departure) = state {
      showUndo(of: departure.party, on: row)
      row.setCollapse(departure.share)
    } else {
      row.setCollapse(0)
    }
  }

  /// A row shows an item no more.
  func hide(on row: SwipeRow, of id: RowHandle) {
    if let action = states[id]?.action { row.show(.none, of: action) }
  }

  private func answered(_ action: SwipeAction, on id: RowHandle, _ outcome: SwipeOutcome) {
    guard case .running(_, let isShown) = states[id] else {
      return answeredTooLate(on: id, outcome)
    }
    var confirms = isShown && list.widget.wantsAnimations && list.engine.offset(of: id) != 0
    if case .failure = outcome { confirms = false }
    guard confirms, let row = list.rows[id] else {
      return stopWaiting(action, on: id, outcome)
    }
    row.show(.done, of: action)
    after(Self.confirmationTime) { [weak self] in
      guard let self, list.isAlive else { return outcome.carryOut() }
      stopWaiting(action, on: id, outcome)
    }
  }

  private func stopWaiting(_ action: SwipeAction, on id: RowHandle, _ outcome: SwipeOutcome) {
    guard case .running(_, let wasShown) = states[id] else {
      return answeredTooLate(on: id, outcome)
    }
    states[id] = nil
    if wasShown {
      list.rows[id]?.show(.none, of: action)
      list.rows[id]?.listItem?.setBusy(false)
      list.waits.tell((id, false))
    }
    finish(action, on: id, outcome)
  }

  /// The item left the model meanwhile, or a filter hides it: there is nothing to show of it, but what was decided is done, and what went
  /// wrong is told.
  private func answeredTooLate(on id: RowHandle, _ outcome: SwipeOutcome) {
    if case .failure(let why) = outcome { failed(id, why) }
    outcome.carryOut()
  }

  private func finish(_ action: SwipeAction, on id: RowHandle, _ outcome: SwipeOutcome) {
    guard list.isAlive else { return }
    switch outcome {
    case .restore: bringBack(id)
    case .keepOpen: if list.engine.isOut(id) { bringBack(id) }
    case .failure(let why):
      bringBack(id)
      failed(id, why)
    case .remove(let others, let undo, let finish):
      depart([id] + others.compactMap(list.row), action, undo, finish)
    }
  }

  /// Closes a row, or brings it back from its fly-out.
  private func bringBack(_ id: RowHandle) {
    list.rows[id]?.single(out: nil)
    if list.engine.isOut(id) {
      list.drive(.restore(id))
    } else if list.engine.style.closes.contains(.action) {
      list.drive(.close(id))
    }
  }

  private func failed(_ id: RowHandle, _ why: String) {
    guard list.isAlive else { return }
    if let onFailure { return onFailure(id, why) }
    list.widget.announce(why)
    guard var place = list.rows[id]?.listItem?.bounds(in: list.widget) else { return }
    let popover: Widget = gtk_popover_new()
    let label: Widget = gtk_label_new(why)
    gtk_label_set_wrap(label.opaque, true.gboolean)
    gtk_label_set_max_width_chars(label.opaque, 40)
    gtk_popover_set_child(popover.cast(), label)
    gtk_popover_set_pointing_to(popover.cast(), &place)
    gtk_widget_set_parent(popover, list.widget)
    Signal.connect(popover, "closed") { [weak self] in
      self?.failures.remove(popover)
      RowMenu.takeAway(popover)
    }
    failures.insert(popover)
    gtk_popover_popup(popover.cast())
  }

  /// Closes what tells of failures: GTK never frees a popover that leaves its window open.
  func closeFailures() {
    guard !failures.isEmpty else { return }
    gtk_widget_get_root(list.widget).map { gtk_root_set_focus($0, nil) }
    for popover in failures { gtk_popover_popdown(popover.cast()) }
  }

  // MARK: Departures

  private func depart(
    _ ids: [RowHandle], _ action: SwipeAction, _ undo: SwipeUndo?,
    _ finish: @escaping @MainActor () -> Void
  ) {
    let party = Party(ids.filter { states[$0] == nil }, undo, finish)
    guard !party.leaving.isEmpty else { return finish() }
    party.isOffered = undo != nil && party.leaving.contains { list.rows.isOnScreen($0) }
    for id in party.leaving { states[id] = .departing(Departure(party: party)) }
    list.focus.passOn()
    offer(party)
    for id in ids where party.leaving.contains(id) && list.isAlive { flyOut(id, action) }
    list.tick()
    // What cannot be seen to go, goes at once; no frame may ever come.
    list.whenShown { [weak self] in self?.step(at: EventClock.now) }
  }

  private func flyOut(_ id: RowHandle, _ action: SwipeAction) {
    let isOffered = party(of: id)?.isOffered == true
    guard let row = list.rows[id], gtk_widget_get_mapped(row.widget) != 0 else {
      // What comes into sight later is out already.
      guard isOffered, let width = list.listView.map({ Double(gtk_widget_get_width($0)) }) else {
        return
      }
      let geometry = PanGeometry(width: width, leading: PanTray(), trailing: PanTray())
      list.drive(.flyOut(id, geometry, from: .trailing))
      return
    }
    let isLeading = row.content.leading.contains { $0.name == action.name }
    let side: PanSide = isLeading ? .leading : .trailing
    // The tray comes into sight with the first frame: only this action's button then, or, of an action in no tray, none.
    if !isOffered { row.singleOut(action.name, of: side) }
    list.drive(.flyOut(id, row.measure(), from: side))
  }

  /// Has the rows of what can be taken back say so, for as long as it can.
  private func offer(_ party: Party) {
    guard let undo = party.undo, party.isOffered else { return }
    for id in party.leaving {
      if let row = list.rows[id] { showUndo(of: party, on: row) }
    }
    list.widget.announce(list.texts.undoable(undo.text))
    endOffer(of: party, after: undo.seconds)
  }

  private func showUndo(of party: Party, on row: SwipeRow) {
    guard let undo = party.undo else { return }
    row.showUndo(undo.text) { [weak self] in self?.takeBack(party) }
  }

  private func endOffer(of party: Party, after seconds: Double) {
    after(seconds) { [weak self] in
      guard let self, list.isAlive, party.isOffered else { return }
      if party.leaving.contains(where: { self.list.rows[$0]?.undoIsInUse == true }) {
        return endOffer(of: party, after: 1)
      }
      party.isOffered = false
      list.focus.passOn()
      list.tick()
      list.whenShown { [weak self] in self?.step(at: EventClock.now) }
    }
  }

  /// The person has undone what was done: all rows that were to go come back.
  private func takeBack(_ party: Party) {
    guard list.isAlive, party.isOffered else { return }
    party.isOffered = false
    let ids = party.leaving
    party.leaving = []
    for id in ids {
      states[id] = nil
      list.rows[id]?.takeFocusBack()
      bringBack(id)
    }
    party.undo?.undo()
  }

  /// Moves every departing row on; the more there are the faster each goes.
  func step(at time: Double) {
    let departing = states.keys.filter { isDeparting($0) }
    for id in departing {
      guard list.isAlive, case .departing(var departure) = states[id] else { continue }
      if departure.collapse == nil, list.engine.isMoving(id) { continue }
      let before = departure.collapse ?? (0, time)
      let pace = Double(departing.count) / Self.collapseTime
      let way = before.way + max(0, time - before.at) * pace
      guard way < 1, list.widget.wantsAnimations, let row = list.rows[id],
        gtk_widget_get_mapped(row.widget) != 0
      else {
        arrived(id, departure)
        continue
      }
      departure.collapse = (way, time)
      states[id] = .departing(departure)
      row.setCollapse(departure.share)
    }
  }

  /// A row has gone out of sight: once all have that go with it, their items leave the model.
  private func arrived(_ id: RowHandle, _ departure: Departure) {
    let party = departure.party
    party.leaving.remove(id)
    party.gone.insert(id)
    if party.leaving.isEmpty { leave(party) }
  }

  private func leave(_ party: Party) {
    party.isOffered = false
    for id in party.gone { states[id] = nil }
    party.finish()
    guard list.isAlive else { return }
    // Whoever was to go and is still there comes back.
    let ids = party.gone
    whenIdle { [weak self] in
      guard let self, list.isAlive else { return }
      for id in ids where states[id] == nil && (list.rows[id] != nil || list.engine.isOut(id)) {
        list.rows[id]?.setCollapse(0)
        bringBack(id)
      }
    }
  }

  /// Those who are on their way out; one that several rows belong to is there several times.
  private var parties: [Party] {
    states.values.compactMap {
      if case .departing(let departure) = $0 { departure.party } else { nil }
    }
  }

  /// Takes what is on its way out of the model at once, whatever is left of its motion.
  func finishDepartures() {
    for party in parties where list.isAlive && !party.leaving.isEmpty {
      party.gone.formUnion(party.leaving)
      party.leaving = []
      leave(party)
    }
  }

  /// An item left the model, whatever was being done to it.
  func itemLeft(_ id: RowHandle) {
    guard let state = states.removeValue(forKey: id) else { return }
    switch state {
    case .running(_, true): list.waits.tell((id, false))
    // A filter may hide what is decided: it is carried out all the same.
    case .departing(let departure): arrived(id, departure)
    default: break
    }
  }

  /// Ends an item's way out; its row comes back.
  func restore(_ id: RowHandle) {
    guard list.isAlive, case .departing(let departure) = states[id] else { return }
    states[id] = nil
    list.rows[id]?.setCollapse(0)
    bringBack(id)
    // Those that one answer takes out with it go without it.
    let party = departure.party
    party.leaving.remove(id)
    party.gone.remove(id)
    guard party.leaving.isEmpty else { return }
    if list.model.containsAny(of: party.gone) { return leave(party) }
    for id in party.gone { states[id] = nil }
  }
}

extension SwipeOutcome {
  /// Takes the items out of the model, if that is what becomes of them, with nothing to be seen of it.
  fileprivate func carryOut() {
    if case .remove(_, _, let finish) = self { finish() }
  }
}
