import CGtk
import GtkBridge
import Panning

extension SwipeList {
  /// An action that takes its time.
  struct Waiting {
    let action: SwipeAction
    /// Whether its row shows it.
    var isShown = false
  }

  /// A row on its way out of the list.
  struct Departure {
    /// Takes its item out of the model.
    let finish: @MainActor () -> Void
    /// When its height began to go, on the frame clock; nil while its front still flies.
    var collapseBegan: Double?
    /// How much of its height has gone, 0 to 1.
    var collapse = 0.0
  }

  /// How long the height of a row takes to go, seconds.
  private static var collapseTime: Double { 0.2 }

  /// How long an action may take before its row shows that it waits, seconds.
  private static var patience: Double { 0.25 }

  /// How long a row shows that what took its time has been done, seconds.
  private static var confirmationTime: Double { 0.6 }

  /// Runs an action on an item as its button does, and has its row show what came of it; the action need not be in the row's trays.
  ///
  /// Does nothing if the action is not enabled, or the item still waits for another or is on its way out.
  public func perform(_ action: SwipeAction, on id: ID) {
    guard action.isEnabled, waiting[id] == nil, departures[id] == nil else { return }
    GestureLog.note("\(action.name) on row \(id)")
    var isRunning = true
    // Not the list: it may go away while the action waits.
    Task.immediate { [weak self] in
      let outcome = await action.perform()
      isRunning = false
      guard let self, !isGone else {
        if case .remove(let finish) = outcome { finish() }
        return
      }
      if waiting[id] == nil {
        finish(action, on: id, outcome)
      } else {
        answered(action, on: id, outcome)
      }
    }
    guard isRunning else { return }
    waiting[id] = Waiting(action: action)
    // What is done in a blink needs no sign.
    after(Self.patience) { [weak self] in
      guard let self, !isGone, waiting[id]?.action.name == action.name else { return }
      waiting[id]?.isShown = true
      showWaiting(id)
      widget.announce(texts.waiting(action.title))
      onWaiting?(id, true)
    }
  }

  /// Shows in an item's row what is being done to it, after it has been bound.
  func showWaiting(_ id: ID) {
    guard let row = rows[id] else { return }
    if let action = waiting[id]?.action, engine.isOut(id) { row.single(out: action.name) }
    let shown = waiting[id].flatMap { $0.isShown ? $0.action : nil }
    if let shown { row.show(.waiting, of: shown) }
    row.listItem?.setBusy(shown != nil)
    row.setCollapse(departures[id]?.collapse ?? 0)
  }

  private func answered(_ action: SwipeAction, on id: ID, _ outcome: SwipeOutcome) {
    var confirms = waiting[id]?.isShown == true
    if case .failure = outcome { confirms = false }
    guard confirms, widget.wantsAnimations, engine.offset(of: id) != 0, let row = rows[id] else {
      return stopWaiting(action, on: id, outcome)
    }
    row.show(.done, of: action)
    after(Self.confirmationTime) { [weak self] in
      if let self, !isGone {
        stopWaiting(action, on: id, outcome)
      } else if case .remove(let finish) = outcome {
        finish()
      }
    }
  }

  private func stopWaiting(_ action: SwipeAction, on id: ID, _ outcome: SwipeOutcome) {
    let wasShown = waiting.removeValue(forKey: id)?.isShown == true
    rows[id]?.show(.none, of: action)
    rows[id]?.listItem?.setBusy(false)
    if wasShown { onWaiting?(id, false) }
    finish(action, on: id, outcome)
  }

  private func finish(_ action: SwipeAction, on id: ID, _ outcome: SwipeOutcome) {
    switch outcome {
    case .restore: bringBack(id)
    case .keepOpen: if engine.isOut(id) { bringBack(id) }
    case .failure(let why):
      bringBack(id)
      failed(id, why)
    case .remove(let finish):
      let side: PanSide =
        rows[id]?.actions.leading.contains { $0.name == action.name } == true ? .leading : .trailing
      depart(id, action, from: side, finish)
    }
  }

  /// Closes a row, or brings it back from its fly-out.
  private func bringBack(_ id: ID) {
    rows[id]?.single(out: nil)
    if engine.isOut(id) {
      drive(.restore(id))
    } else if engine.style.closes.contains(.action) {
      drive(.close(id))
    }
  }

  private func failed(_ id: ID, _ why: String) {
    if let onFailure { return onFailure(id, why) }
    widget.announce(why)
    guard var place = rows[id]?.listItem?.bounds(in: widget) else { return }
    let popover: Widget = gtk_popover_new()
    let label: Widget = gtk_label_new(why)
    gtk_label_set_wrap(label.opaque, true.gboolean)
    gtk_label_set_max_width_chars(label.opaque, 40)
    gtk_popover_set_child(popover.cast(), label)
    gtk_popover_set_pointing_to(popover.cast(), &place)
    gtk_widget_set_parent(popover, widget)
    let owned = Ref.retaining(none: popover)
    Signal.connect(popover, "closed") { Self.takeAway(owned) }
    gtk_popover_popup(popover.cast())
  }

  // MARK: Departures

  private func depart(
    _ id: ID, _ action: SwipeAction, from side: PanSide, _ finish: @escaping @MainActor () -> Void
  ) {
    guard let row = rows[id], gtk_widget_get_mapped(row.widget) != 0 else {
      finish()
      return remove(id)
    }
    departures[id] = Departure(finish: finish)
    let geometry = row.geometry
    drive(.flyOut(id, geometry, from: side))
    row.single(out: action.name)
    stepDepartures(at: Self.now)
    tick()
  }

  /// Moves every departing row on.
  func stepDepartures(at time: Double) {
    for (id, departure) in departures {
      var departure = departure
      if departure.collapseBegan == nil, engine.isMoving(id) { continue }
      let began = departure.collapseBegan ?? time
      let share = min(1, (time - began) / Self.collapseTime)
      guard share < 1, widget.wantsAnimations, let row = rows[id] else {
        finishDeparture(of: id)
        continue
      }
      departure.collapseBegan = began
      departure.collapse = 1 - (1 - share) * (1 - share)
      departures[id] = departure
      row.setCollapse(departure.collapse)
    }
  }

  /// Takes the item out of the model at once, whatever is left of its row's motion.
  func finishDeparture(of id: ID) {
    guard let departure = departures.removeValue(forKey: id) else { return }
    departure.finish()
    guard rows[id] != nil else { return remove(id) }
    whenIdle { [weak self] in
      if let self, !isGone { comeBackIfThere(id) }
    }
  }

  /// A row whose item was to be taken out of the model, and is still in it, comes back.
  private func comeBackIfThere(_ id: ID) {
    guard rows[id] != nil, departures[id] == nil else { return }
    rows[id]?.setCollapse(0)
    bringBack(id)
  }
}
