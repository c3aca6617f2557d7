import CDunnockGtk
import GtkBridge
import Panning

/// Runs actions on items, and has their rows show what comes of it.
final class Outcomes: GroupPart {
  /// Told of each action that failed, and answers whether the program has been told; nil: the reason is shown at the row.
  var onFailure: (@MainActor (RowHandle, String) -> Bool)?

  let driver: PanDriver
  private let model: ModelWatch
  private let focus: RowFocus
  private let shifts: RowShifts
  /// The open popover that tells of a failure, and of which item.
  private var failure: (popover: Widget, handle: RowHandle)?

  /// How long the height of a row takes to go, seconds, when it is the only one.
  private static var collapseTime: Double { 0.2 }

  /// How long an action may take before its row shows that it waits, seconds.
  private static var busyDelay: Double { 0.25 }

  /// How long a row shows that what took its time has been done, seconds.
  private static var confirmationTime: Double { 0.6 }

  init(driver: PanDriver, model: ModelWatch, focus: RowFocus, shifts: RowShifts) {
    self.driver = driver
    self.model = model
    self.focus = focus
    self.shifts = shifts
  }

  /// The group's widget is being freed: what is decided is done at once.
  func end() {
    for handle in rows.remembered { itemLeft(handle) }
  }

  // MARK: Running

  /// Runs an action on an item, and has its row show what came of it.
  func perform(_ action: SwipeAction, on handle: RowHandle) {
    guard later.isAlive, action.isEnabled, !rows.isBusy(handle) else { return }
    GestureLog.note("\(action.name) on row \(handle)")
    // A swipe that goes on would run another action.
    driver.cancel("an action runs on its row", on: handle)
    let run = ActionRun(action, label: rows[handle]?.content.label ?? "")
    rows[record: handle].activity =
      action.confirm == nil ? .running(run, isShown: false) : .asking(run)
    // Not the group: it may go away while the action waits.
    run.task = Task.immediate { [weak self] in
      if let confirm = action.confirm {
        guard await confirm() else { return self?.refused(run, on: handle) ?? () }
        if self?.isUnderWay(run, on: handle) == true {
          self?.rows[record: handle].activity = .running(run, isShown: false)
        }
      }
      self?.showLater(run, on: handle)
      let outcome = await action.perform()
      guard let self, later.isAlive else { return outcome.carryOut() }
      answered(run, on: handle, outcome)
    }
    if !MainLoop.isMainActorServed, isUnderWay(run, on: handle) {
      tellMisuse(
        "Call MainLoop.adoptMainActor() before the main loop runs: \(action.name) would wait for ever."
      )
    }
  }

  /// Whether a run is what is being done to an item; no longer once the item has left, though it may be back by then.
  private func isUnderWay(_ run: ActionRun, on handle: RowHandle) -> Bool {
    rows[record: handle].activity?.run === run
  }

  /// The person does not want the action to be done.
  private func refused(_ run: ActionRun, on handle: RowHandle) {
    guard isUnderWay(run, on: handle) else { return }
    rows[record: handle].activity = nil
    finish(run, on: handle, .restore)
  }

  /// Has the row show that an action takes its time: what is done in a blink needs no sign.
  private func showLater(_ run: ActionRun, on handle: RowHandle) {
    later.at(.seconds(Self.busyDelay)) { [weak self] in
      guard let self, case .running(let current, _) = rows[record: handle].activity,
        current === run
      else { return }
      rows[record: handle].activity = .running(run, isShown: true)
      if let row = rows[handle] { show(on: row, of: handle) }
      widget.announce(driver.texts.waiting(run.action.title))
      listeners.tell(.waiting(handle, true))
    }
  }

  /// Shows in an item's row what is being done to it, after it has been bound.
  func show(on row: SwipeRow, of handle: RowHandle) {
    let activity = rows[record: handle].activity
    if let run = activity?.run, driver.engine.isOut(handle) {
      row.back.showOnly(run.action.name)
    }
    var waiting: SwipeAction?
    if case .running(let run, true) = activity { waiting = run.action }
    if let waiting { row.back.show(.waiting, of: waiting) }
    row.voice.setBusy(waiting != nil)
    if case .removing(let removal) = activity { showUndo(of: removal.batch, on: row) }
    row.showHeight(by: rows[record: handle])
  }

  private func answered(_ run: ActionRun, on handle: RowHandle, _ outcome: SwipeOutcome) {
    guard case .running(let current, let isShown) = rows[record: handle].activity, current === run
    else { return answeredTooLate(run, on: handle, outcome) }
    let action = run.action
    var confirms = isShown && widget.wantsAnimations && driver.engine.offset(of: handle) != 0
    if case .failure = outcome { confirms = false }
    guard confirms, let row = rows[handle] else {
      return stopWaiting(run, on: handle, outcome, wasShown: isShown)
    }
    row.back.show(.done, of: action)
    rows[record: handle].activity = .done(run, outcome)
    later.at(.seconds(Self.confirmationTime)) { [weak self] in
      guard let self, case .done(let current, let outcome) = rows[record: handle].activity,
        current === run
      else { return }
      stopWaiting(run, on: handle, outcome, wasShown: true)
    }
  }

  private func stopWaiting(
    _ run: ActionRun, on handle: RowHandle, _ outcome: SwipeOutcome, wasShown: Bool
  ) {
    rows[record: handle].activity = nil
    if wasShown {
      rows[handle]?.back.show(.none, of: run.action)
      rows[handle]?.voice.setBusy(false)
      listeners.tell(.waiting(handle, false))
    }
    finish(run, on: handle, outcome)
  }

  /// The item left the model meanwhile, or a filter hides it: there is nothing to show of it, but what was decided is done, and what went
  /// wrong is told.
  private func answeredTooLate(
    _ run: ActionRun, on handle: RowHandle, _ outcome: SwipeOutcome
  ) {
    if case .failure(let why) = outcome { failed(run, on: handle, why) }
    outcome.carryOut()
  }

  private func finish(_ run: ActionRun, on handle: RowHandle, _ outcome: SwipeOutcome) {
    guard later.isAlive else { return outcome.carryOut() }
    switch outcome {
    case .restore: bringBack(handle)
    case .keepOpen: if driver.engine.isOut(handle) { bringBack(handle) }
    case .failure(let why):
      bringBack(handle)
      failed(run, on: handle, why)
    case .remove(let others, let undo, let finish):
      remove([handle] + others, run.action, undo, finish)
    }
  }

  /// Closes a row, or brings it back from its fly-out.
  private func bringBack(_ handle: RowHandle) {
    rows[handle]?.back.showAllButtons()
    if driver.engine.isOut(handle) {
      driver.drive(.restore(handle))
    } else if driver.engine.style.closes.contains(.action) {
      driver.drive(.close(handle))
    }
  }

  private func failed(_ run: ActionRun, on handle: RowHandle, _ why: String) {
    guard later.isAlive else { return }
    if onFailure?(handle, why) == true { return }
    guard later.isAlive else { return }
    // A row that is not on the screen cannot be pointed at.
    let isNamed = !run.label.isEmpty && !rows.isOnScreen(handle)
    let why = isNamed ? "\(run.label)\n\(why)" : why
    widget.announce(why)
    guard let place = rows.sight(of: handle) else { return }
    closeFailure()
    let popover: Widget = gtk_popover_new()
    // The keys go on to the rows.
    gtk_popover_set_autohide(popover.cast(), false.gboolean)
    let label: Widget = gtk_label_new(why)
    gtk_label_set_wrap(label.opaque, true.gboolean)
    gtk_label_set_max_width_chars(label.opaque, 40)
    gtk_popover_set_child(popover.cast(), label)
    failure = (popover, handle)
    rows[record: handle].hasPopover = rows[handle] != nil
    widget.popUp(popover, at: place) { [weak self] in
      self?.failure = nil
      self?.rows[record: handle].hasPopover = false
    }
  }

  /// Closes what tells of a failure, and answers whether anything did: GTK never frees a popover that leaves its window open.
  @discardableResult
  func closeFailure() -> Bool { failure.map { gtk_popover_popdown($0.popover.cast()) } != nil }

  // MARK: Removals

  private func remove(
    _ handles: [RowHandle], _ action: SwipeAction, _ undo: SwipeUndo?,
    _ finish: @escaping @MainActor () -> Void
  ) {
    let batch = RowBatch(handles.filter { !rows.isBusy($0) }, undo, finish)
    guard !batch.leaving.isEmpty else { return finish() }
    // A key may come before the row that has the focus has been scrolled to.
    batch.isOffered =
      undo != nil && isTrue(gtk_widget_get_mapped(widget))
      && batch.leaving.contains { rows.isOnScreen($0) || focus.item == $0 }
    for handle in handles where batch.leaving.contains(handle) {
      rows[record: handle].activity = .removing(RowRemoval(batch: batch))
    }
    focus.passOn()
    offer(batch)
    // One by one, each would look at all that are on their way.
    driver.driveTogether {
      for handle in handles where batch.leaving.contains(handle) && later.isAlive {
        flyOut(handle, action)
      }
    }
    startRemoving()
  }

  private func startRemoving() {
    later.animate()
    // What cannot be seen to go, goes at once; no frame may ever come.
    later.now { [weak self] in _ = self?.step(at: EventClock.now) }
  }

  private func flyOut(_ handle: RowHandle, _ action: SwipeAction) {
    let isOffered = rows.batch(of: handle)?.isOffered == true
    guard let row = rows[handle], gtk_widget_get_mapped(row.widget) != 0 else {
      // What comes into sight later is out already.
      guard isOffered, let width = model.container.map({ Double(gtk_widget_get_width($0.view)) })
      else { return }
      let geometry = PanGeometry(width: width, leading: PanTray(), trailing: PanTray())
      driver.drive(.flyOut(handle, geometry, from: .trailing))
      return
    }
    // Of an action on both sides it is the one that is open.
    let sides = [driver.engine.traySide(of: handle), .leading, .trailing].compactMap(\.self)
    let side =
      sides.first { row.content[$0].actions.contains { $0.name == action.name } } ?? .trailing
    // The tray comes into sight with the first frame: only this action's button then, or, of an action in no tray, none.
    if !isOffered { row.back.showOnly(action.name, of: side) }
    driver.drive(.flyOut(handle, row.back.measure(), from: side))
  }

  /// Has the rows of what can be undone say so, for as long as it can.
  private func offer(_ batch: RowBatch) {
    guard let undo = batch.undo, batch.isOffered else { return }
    for handle in batch.leaving {
      if let row = rows[handle] { showUndo(of: batch, on: row) }
    }
    widget.announce(driver.texts.undoable(undo.text))
    endOffer(of: batch, after: undo.seconds)
  }

  private func showUndo(of batch: RowBatch, on row: SwipeRow) {
    guard let undo = batch.undo else { return }
    row.back.showUndo(undo.text, title: driver.texts.undo) { [weak self] in self?.undo(batch) }
  }

  private func endOffer(of batch: RowBatch, after seconds: Double) {
    later.at(.seconds(seconds)) { [weak self] in
      guard let self, batch.isOffered else { return }
      if batch.leaving.contains(where: { self.rows[$0]?.back.undoIsInUse == true }) {
        return endOffer(of: batch, after: 1)
      }
      batch.isOffered = false
      focus.passOn()
      startRemoving()
    }
  }

  /// The person has undone what was done: all rows that were to go come back.
  private func undo(_ batch: RowBatch) {
    guard later.isAlive, batch.isOffered else { return }
    batch.isOffered = false
    driver.driveTogether {
      for handle in batch.leaving {
        rows[handle]?.back.giveBackFocus()
        _ = restore(handle)
      }
    }
    batch.undo?.undo()
  }

  /// Moves every row that goes now on, and answers whether any does; the more there are the faster each goes.
  func step(at time: Double) -> Bool {
    let going = rows.remembered.filter { rows.isGoing($0) }
    guard !going.isEmpty else { return false }
    model.keepPlaces(above: going) { move(going, at: time) }
    return later.isAlive && rows.records.keys.contains { rows.isGoing($0) }
  }

  private func move(_ going: [RowHandle], at time: Double) {
    for handle in going {
      guard later.isAlive, case .removing(var removal) = rows[record: handle].activity else {
        continue
      }
      if removal.collapse == nil, driver.engine.isMoving(handle) { continue }
      let before = removal.collapse ?? (0, time)
      let pace = Double(going.count) / Self.collapseTime
      let way = before.way + RowShifts.step(from: before.at, to: time) * pace
      guard way < 1, widget.wantsAnimations, let row = rows[handle],
        gtk_widget_get_mapped(row.widget) != 0
      else {
        collapsed(handle, removal.batch)
        continue
      }
      removal.collapse = (way, time)
      rows[record: handle].activity = .removing(removal)
      row.showHeight(by: rows[record: handle])
    }
  }

  /// A row has gone out of sight: once all have that go with it, their items leave the model.
  private func collapsed(_ handle: RowHandle, _ batch: RowBatch) {
    batch.leaving.remove(handle)
    batch.gone.insert(handle)
    if batch.leaving.isEmpty { carryOut(batch) }
  }

  private func carryOut(_ batch: RowBatch) {
    batch.isOffered = false
    for handle in batch.gone { rows[record: handle].activity = nil }
    batch.finish()
    // Whoever was to go and is still there comes back.
    let handles = batch.gone
    later.at(.idle) { [weak self] in
      guard let self else { return }
      for handle in handles
      where !rows.isBusy(handle) && (rows[handle] != nil || driver.engine.isOut(handle)) {
        shifts.comeBack(handle, missing: 1)
        bringBack(handle)
      }
    }
  }

  /// Takes what is on its way out of the model at once, whatever is left of its motion.
  func finishRemovals() {
    for handle in rows.remembered where later.isAlive {
      if let batch = rows.batch(of: handle) { collapsed(handle, batch) }
    }
  }

  /// An item left the model, whatever was being done to it.
  func itemLeft(_ handle: RowHandle) {
    if failure?.handle == handle { closeFailure() }
    guard let activity = rows[record: handle].activity else { return }
    rows[record: handle].activity = nil
    activity.run?.cancel()
    let stopsWaiting = { [self] in if later.isAlive { listeners.tell(.waiting(handle, false)) } }
    switch activity {
    case .asking, .running(_, false): break
    case .running(_, true): stopsWaiting()
    case .done(let run, let outcome):
      stopsWaiting()
      // A filter may hide what is decided: it is carried out all the same.
      answeredTooLate(run, on: handle, outcome)
    case .removing(let removal): collapsed(handle, removal.batch)
    }
  }

  /// Ends an item's way out, and answers whether it was on one; its row comes back.
  func restore(_ handle: RowHandle) -> Bool {
    guard later.isAlive, let batch = rows.batch(of: handle) else { return false }
    let missing = rows[record: handle].missingHeight
    rows[record: handle].activity = nil
    // Those that one answer takes out with it go without it.
    batch.leaving.remove(handle)
    batch.gone.remove(handle)
    shifts.comeBack(handle, missing: missing)
    bringBack(handle)
    // Who is told of that may end the group, which carries out what is left.
    guard later.isAlive, batch.leaving.isEmpty else { return true }
    if model.containsAny(of: batch.gone) {
      carryOut(batch)
    } else {
      for handle in batch.gone { rows[record: handle].activity = nil }
    }
    return true
  }
}

extension SwipeOutcome {
  /// Takes the items out of the model, if that is what becomes of them, with nothing to be seen of it.
  fileprivate func carryOut() {
    if case .remove(_, _, let finish) = self { finish() }
  }
}
