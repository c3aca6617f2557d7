import CDunnockGtk
import GtkBridge
import Panning

/// The model behind the rows: where items are in it, and which of those that are remembered have left it.
final class ModelWatch: GroupPart {
  /// What holds the rows; nil where they are put in by hand, and there is no model.
  var container: (any RowContainer)?
  /// Names the item of an object of the model, nil for one that has no handle.
  var handle: @MainActor (UnsafeMutableRawPointer) -> RowHandle? = { _ in nil }
  /// Called as soon as items have gone or the model is another.
  var onRemoval: @MainActor () -> Void = {}
  /// Called once the changes of a turn of the main loop are known, and before a frame shows them.
  var onChanges: (@MainActor () -> Void)?
  /// Called with each item that is remembered and has left.
  var onLeave: @MainActor (RowHandle) -> Void = { _ in }

  let driver: PanDriver
  private var model: (object: Ref, connection: Signal.Connection)?
  /// What changed in this turn of the main loop: the part of the model that holds all that came, and whether anything went.
  private var changes: (added: Range<guint>, haveRemoved: Bool)?
  private var isLookingOutOfSight = false
  private var isWaitingForFrame = false

  init(driver: PanDriver) { self.driver = driver }

  isolated deinit { model?.connection.disconnect() }

  /// Follows the model of the container from now on, whichever it is.
  func follow() {
    model?.connection.disconnect()
    model = nil
    guard later.isAlive else { return }
    if let raw = container?.model.map({ UnsafeMutableRawPointer($0) }) {
      let changes = Signal.connect(raw, "items-changed") {
        [weak self] (position: guint, removed: guint, added: guint) in
        self?.changed(at: position, removed: removed, added: added)
      }
      model = (.retaining(none: raw), changes)
    }
    changed(at: 0, removed: .max, added: count)
  }

  private func changed(at position: guint, removed: guint, added: guint) {
    guard later.isAlive else { return }
    container?.rowsChanged()
    if removed > 0 { onRemoval() }
    follow(position, removed, added)
  }

  // MARK: Places

  /// How many items there are.
  var count: guint {
    model.map { g_list_model_get_n_items($0.object.opaque) } ?? guint(rows.all.count)
  }

  /// Calls with the object at a place; nil beyond the last.
  func withObject<Result>(
    at place: guint, _ body: (UnsafeMutableRawPointer) -> Result?
  ) -> Result? {
    guard let model = model?.object.opaque, let object = g_list_model_get_item(model, place)
    else { return nil }
    defer { g_object_unref(object) }
    return body(UnsafeMutableRawPointer(object))
  }

  /// The item at a place, nil beyond the last.
  private func handle(at place: guint) -> RowHandle? { withObject(at: place, handle) }

  /// Whether the item that a row shows is in the model; GTK follows the row's place, and newer GTK keeps the row of one that has left
  /// for a while, if it has the focus.
  func holds(_ row: SwipeRow) -> Bool {
    guard let container else { return row.handle.flatMap { rows[$0] } === row }
    // A model may make its objects when it is asked for them.
    return container.model != nil
      && withObject(at: row.place) { $0 == row.object || handle($0) == row.handle } == true
  }

  /// The place of an item as it is known without looking for it; nil where that is not known, or it has left.
  private func knownPlace(of handle: RowHandle) -> guint? {
    if let row = rows[handle], holds(row) { return row.place }
    return rows[record: handle].place.flatMap { self.handle(at: $0) == handle ? $0 : nil }
  }

  /// The place of an item, looked for first among the 1,000 around where it was last.
  private func place(of handle: RowHandle) -> guint? {
    if let known = knownPlace(of: handle) { return known }
    func isThere(_ place: guint) -> Bool { self.handle(at: place) == handle }
    let count = count
    // GTK itself may not have heard yet of a change: the place that a row has is but a guess.
    let guess = rows[handle]?.place ?? rows[record: handle].place ?? 0
    let start = min(count, guess - min(guess, 500))
    let near = (start..<min(count, start + 1000)).first(where: isThere)
    return near ?? (0..<count).first(where: isThere)
  }

  /// Whether one of some items is in the model; a walk over it unless a row shows one.
  func containsAny(of items: Set<RowHandle>) -> Bool {
    guard !items.isEmpty else { return false }
    return items.contains { knownPlace(of: $0) != nil }
      || (0..<count).contains { handle(at: $0).map(items.contains) == true }
  }

  /// Scrolls an item into sight; false if it is not in the model.
  func scroll(to handle: RowHandle) -> Bool {
    guard let container else {
      rows[handle]?.widget.scrollIntoSight()
      return rows[handle] != nil
    }
    guard let place = place(of: handle) else { return false }
    container.scroll(to: place)
    return true
  }

  /// Changes the heights of some items' rows, or takes the items out of the model, with the rows above the first of them staying in their
  /// places. Only where the end of the list is in sight, rows come down from above.
  func keepPlaces(above handles: some Sequence<RowHandle>, _ change: () -> Void) {
    guard let container else { return change() }
    container.keepPlaces(above: handles.compactMap { rows[$0] }, change)
  }

  // MARK: Removals

  /// An item, remembered or not, is shown by no row any more: recycled far out of sight, or because it has left. It had this place.
  func wentOutOfSight(_ handle: RowHandle, from place: guint) {
    guard rows.remembers(handle) else { return }
    rows[record: handle].place = place
    lookOutOfSight()
  }

  /// Follows the places of the items that are remembered through a change, and looks, once the main loop is idle, which of them have left.
  ///
  /// Free while nothing is open, pressed or being done. Else, for each item that is remembered, a look at its place, and once for any
  /// number of changes made in one go a walk over what they have put in, if an item is not at its place any more: all of the model only
  /// where all of it was replaced, or where something is done to an item that no row has shown meanwhile, once.
  private func follow(_ position: guint, _ removed: guint, _ added: guint) {
    for (handle, record) in rows.records {
      // GTK hears first of a change, and a row that goes by it may tell of the new place or of the old one.
      if let place = record.place, self.handle(at: place) != handle {
        rows[record: handle].place =
          Self.shift(place, position, removed, added) ?? GTK_INVALID_LIST_POSITION
      }
    }
    guard !rows.records.isEmpty || onChanges != nil else { return }
    if changes == nil { later.at(.idle) { [weak self] in self?.lookForRemovals() } }
    if onChanges != nil, !isWaitingForFrame {
      isWaitingForFrame = true
      // GTK 4.18 draws a frame before the main loop is idle.
      later.at(.frame) { [weak self] in
        self?.isWaitingForFrame = false
        self?.onChanges?()
      }
    }
    var (part, haveRemoved) = changes ?? (0..<0, false)
    if !part.isEmpty {
      let first = Self.shift(part.lowerBound, position, removed, added) ?? position
      let end = Self.shift(part.upperBound - 1, position, removed, added).map { $0 + 1 }
      part = first..<max(first, end ?? position + added)
    }
    if added > 0 {
      let (low, high) = part.isEmpty ? (position, position) : (part.lowerBound, part.upperBound)
      part = min(low, position)..<max(high, position + added)
    }
    changes = (part, haveRemoved || removed > 0)
  }

  /// Where what was at a place is after a change; nil if it went by it.
  private static func shift(
    _ place: guint, _ position: guint, _ removed: guint, _ added: guint
  ) -> guint? {
    if place < position || place == GTK_INVALID_LIST_POSITION { return place }
    return place - position < removed ? nil : place - removed + added
  }

  private func lookForRemovals() {
    guard let changes else { return }
    self.changes = nil
    onChanges?()
    guard later.isAlive, changes.haveRemoved else { return }
    let missing = Set(rows.records.keys.filter { knownPlace(of: $0) == nil })
    guard !missing.isEmpty else { return }
    // What a row shows still, or showed when it last went, was there before the changes.
    let isUnknown = missing.contains { rows[$0] == nil && rows[record: $0].place == nil }
    let part = isUnknown ? 0..<count : changes.added
    let gone = missing.subtracting(look(for: missing, in: part))
    for handle in rows.remembered where gone.contains(handle) { onLeave(handle) }
  }

  /// Those of some items that are in a part of the model, of which the places are then known.
  private func look(for items: Set<RowHandle>, in part: Range<guint>) -> Set<RowHandle> {
    var found: Set<RowHandle> = []
    for place in part where found.count < items.count {
      guard let handle = handle(at: place), items.contains(handle) else { continue }
      rows[record: handle].place = place
      found.insert(handle)
    }
    return found
  }

  /// Where a style closes rows off the screen, does so when what scrolled them away has been laid out.
  func lookOutOfSight() {
    guard driver.engine.style.closes.contains(.offscreen), !rows.records.isEmpty,
      !isLookingOutOfSight
    else { return }
    isLookingOutOfSight = true
    later.at(.laidOut) { [weak self] in
      guard let self else { return }
      isLookingOutOfSight = false
      for handle in rows.remembered
      where rows[record: handle].isDisplaced && !rows.isOnScreen(handle) {
        driver.drive(.leaveScreen(handle))
      }
    }
  }
}
