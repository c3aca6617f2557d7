import CDunnockGtk
import GtkBridge
import Panning

/// A part of a group: what every part needs it has by the driver, and what else it needs it is given.
protocol GroupPart {
  var driver: PanDriver { get }
}

extension GroupPart {
  var widget: Widget { driver.widget }
  var rows: RowTable { driver.rows }
  var later: Later { driver.later }
  var listeners: Listeners { driver.listeners }
}

/// Tells the engine what happens, and shows in the rows what comes of it.
final class PanDriver {
  /// Whose hand is on a row; one at a time.
  enum Hand { case pointer, touchpad }

  let widget: Widget
  let rows: RowTable
  let later: Later
  var transition = SwipeTransition.reveal
  var texts = SwipeTexts()
  /// How often the style, the transition or the texts have become others.
  var optionChanges = 0
  /// Whether a person may swipe.
  var isEnabled = true
  let listeners = Listeners()

  var engine: PanEngine
  /// The hand whose gesture is followed, and the item that it is on.
  var hand: (kind: Hand, row: RowHandle)? { held.map { ($0.kind, $0.handle) } }
  private var held: HeldRow?
  /// The signal that tells of layouts while a hand is down.
  private var layouts: (clock: Ref, connection: Signal.Connection)?
  /// Called when a full swipe has been let go: the outermost action is to run.
  var onCommit: @MainActor (SwipeAction, RowHandle) -> Void = { _, _ in }
  /// Called before the engine is told what changes which row is open.
  var onChoice: @MainActor (PanInput) -> Void = { _ in }

  private var changes: PanEngine.Changes = []

  init(of widget: Widget, style: PanStyle) {
    self.widget = widget
    rows = RowTable(in: widget)
    later = Later(of: widget)
    engine = PanEngine(style: style)
  }

  /// Tells the engine something and shows what came of it; true if a press or release was used up.
  ///
  /// What is told while that is shown, by a listener or an action, waits its turn, and the call that shows does all of it.
  @discardableResult
  func drive(_ input: PanInput, at time: Double = EventClock.now) -> Bool {
    guard later.isAlive else { return false }
    guard !later.isShowing else {
      later.at(.shown) { [weak self] in _ = self?.take(input, at: time) }
      return false
    }
    var isUsedUp = false
    later.show({ isUsedUp = take(input, at: time) }, then: settle)
    return isUsedUp
  }

  /// Shows at once what comes of all that the engine is told meanwhile.
  func driveTogether(_ body: () -> Void) {
    if later.isAlive, !later.isShowing { later.show(body, then: settle) } else { body() }
  }

  private func take(_ input: PanInput, at time: Double) -> Bool {
    listeners.tell(.input(input, time))
    guard later.isAlive else { return false }
    switch input {
    // Often, and after another that began the gesture or the motion: the desktop need not be asked again.
    case .move, .frame: break
    case .scroll where rows.records.isEmpty: break
    case .close, .begin, .open:
      onChoice(input)
      fallthrough
    default: engine.animates = widget.wantsAnimations
    }
    let reason = engine.reason
    let isUsedUp = engine.take(input, at: time, into: &changes)
    if let new = engine.reason, new != reason { GestureLog.note("\(new)") }
    for place in changes.indices {
      guard later.isAlive else { break }
      show(changes[place])
    }
    changes.removeAll(keepingCapacity: true)
    return isUsedUp
  }

  private func show(_ change: PanChange) {
    switch change {
    case .offset(let handle, let offset):
      rows[record: handle].isDisplaced = true
      rows[handle]?.setOffset(offset, showing: engine.traySide(of: handle))
      listeners.tell(.change(change))
    case .event(let event, let handle, let side):
      GestureLog.note("\(event) \(side) of row \(handle)")
      let outermost = rows[handle]?.content[side].actions.first
      switch event {
      case .willOpen: rows[record: handle].isDisplaced = true
      case .armed:
        if let outermost {
          rows[handle]?.back.showArmed(outermost, springs: transition.springsWhenArmed)
          widget.announce(texts.armed(outermost.title))
        }
      case .disarmed:
        rows[handle]?.back.showArmed(nil, springs: false)
        widget.announce(texts.disarmed)
      default: break
      }
      listeners.tell(.change(change))
      guard event == .committed, later.isAlive else { return }
      if let outermost, isEnabled {
        onCommit(outermost, handle)
      } else {
        drive(.restore(handle))
      }
    }
  }

  /// Once all changes are shown: says which rows are open, and forgets those that are closed and at rest.
  private func settle() {
    for (handle, record) in rows.records where record.isDisplaced {
      let isOpen = engine.side(of: handle) != nil
      if record.isExpanded != isOpen {
        rows[record: handle].isExpanded = isOpen
        showExpanded(handle)
      }
      if engine.isForgettable(handle) {
        rows[handle]?.back.hide()
        rows[record: handle].isDisplaced = false
      }
    }
    if engine.isMoving { later.animate() }
  }

  /// Says to screen readers whether a row is open, if it can be.
  func showExpanded(_ handle: RowHandle) {
    guard let row = rows[handle] else { return }
    let canOpen = PanSide.allCases.contains { row.content.canOpen($0) }
    row.voice.setExpanded(canOpen ? engine.side(of: handle) != nil : nil)
  }

  /// Shows a row where the engine has its item.
  func place(_ row: SwipeRow, of handle: RowHandle) {
    let offset = engine.offset(of: handle)
    row.setOffset(offset, showing: engine.traySide(of: handle))
    if offset == 0 { row.back.hide() } else { rows[record: handle].isDisplaced = true }
  }

  /// A row has another size.
  func resized(_ handle: RowHandle) {
    guard later.isAlive, let row = rows[handle] else { return }
    let geometry = row.back.measure()
    if geometry.width > 0 { drive(.resize(handle, geometry)) }
  }

  // MARK: Gestures

  /// Begins a gesture of a hand.
  ///
  /// - Parameter pointer: Where the pointer is on the surface of the row.
  func begin(
    _ kind: Hand, on hit: RowTable.Hit, by device: PanDevice, at pointer: Point, time: Double
  ) -> Bool {
    let held = HeldRow(kind, hit.handle, hit.row.widget, at: pointer)
    self.held = held
    followLayouts()
    return drive(
      .begin(hit.handle, hit.row.back.measure(), device, x: held.place.x, y: held.place.y),
      at: time)
  }

  /// Moves the hand.
  ///
  /// - Parameter travel: How far the hand has gone on the surface since it came down, px.
  func move(by travel: Point, at time: Double) {
    guard later.isAlive, var held else { return }
    held.move(by: travel, rows[held.handle]?.widget ?? widget)
    self.held = held
    drive(.move(x: held.place.x, y: held.place.y), at: time)
  }

  /// The hand lets go; true if that is used up, so that no click may follow.
  func release(at time: Double) -> Bool {
    let closesAgain = hand.map { rows.isBusy($0.row) && engine.side(of: $0.row) == nil } ?? false
    letGo()
    guard closesAgain, engine.phase == .tracking else { return drive(.end(), at: time) }
    // A row whose action is still running takes no swipe that opens it.
    drive(.cancel, at: time)
    return true
  }

  /// The hand is nobody's any more; what it did stays.
  func letGo() {
    held = nil
    layouts?.connection.disconnect()
    layouts = nil
  }

  /// Looks after each layout, while a hand is down, whether its row is still under the pointer.
  private func followLayouts() {
    guard layouts == nil, let clock = gtk_widget_get_frame_clock(widget) else { return }
    let raw = UnsafeMutableRawPointer(clock)
    let connection = Signal.connect(raw, "after-paint") { [weak self] in self?.laidOut() }
    layouts = (.retaining(none: raw), connection)
  }

  private func laidOut() {
    guard later.isAlive, let handle = held?.handle else { return }
    let row = rows[handle]?.widget
    // Two fingers that scroll as well move the row, and not the pointer.
    let scrolls = hand?.kind == .touchpad && engine.sharesScrolling
    if held?.hasMovedAway(row, amongCollapsing: rows.areCollapsing || scrolls) == true {
      cancel("its row moved away from the pointer")
    }
  }

  /// Ends a gesture without a result: its row returns to where it was.
  ///
  /// - Parameters:
  ///   - kind: Of which hand alone; nil: of any.
  ///   - handle: On which item alone; nil: on any.
  func cancel(
    _ why: String, _ kind: Hand? = nil, on handle: RowHandle? = nil,
    at time: Double = EventClock.now
  ) {
    guard let hand, kind == nil || kind == hand.kind, handle == nil || handle == hand.row else {
      return
    }
    letGo()
    GestureLog.note("cancelled: \(why)")
    drive(.cancel, at: time)
  }

  /// Ends the gesture on an item whose row is no longer on the screen: GTK hides such a row, and may not tell how the touch ended.
  func cancelIfOutOfSight(_ handle: RowHandle) {
    if !rows.isOnScreen(handle) { cancel("its row went out of sight", on: handle) }
  }

  /// Something other than a row was pressed, or has got the focus; true if the press is used up.
  @discardableResult
  func pressedElsewhere() -> Bool { rows.isAsking ? false : drive(.pressElsewhere) }

  /// How far a press must have travelled before the engine is told of it, px: as far as the desktop has it for drags, by all but fingers.
  func dragThreshold(of device: PanDevice) -> Double {
    let isUsed = engine.style.decision.usesDragThreshold && [.mouse, .pen].contains(device)
    return isUsed ? widget.dragThreshold : 0
  }
}

extension PanEngine {
  /// Whether a row is closed and at rest, with no hand on it.
  fileprivate func isForgettable(_ handle: RowHandle) -> Bool {
    offset(of: handle) == 0 && side(of: handle) == nil && !isOut(handle) && trackedRow != handle
  }
}
