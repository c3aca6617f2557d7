import CGtk
import GtkBridge
import Panning

/// The list view's model: where items are in it, and which of those that matter have left it.
final class ModelWatch {
  private unowned let list: LiveList
  private var model: (object: Ref, connection: Signal.Connection)?
  /// The places of items that matter, as the model tells of its changes; GTK_INVALID_LIST_POSITION of what it told had gone.
  ///
  /// Noted when an item's row goes: until then GTK follows its place.
  private var places: [RowHandle: guint] = [:]
  /// What changed in this turn of the main loop: the part of the model that holds all that came, and whether anything went.
  private var changes: (added: Range<guint>, haveRemoved: Bool)?
  private var isLookingOutOfSight = false

  init(of list: LiveList) { self.list = list }

  isolated deinit { model?.connection.disconnect() }

  func follow() {
    guard let listView = list.listView else { return }
    Signal.connectPointer(listView, "notify::model") { [weak self] _ in
      guard let self else { return }
      watch()
      changed(at: 0, removed: .max, added: count)
    }
    watch()
  }

  private func watch() {
    model?.connection.disconnect()
    model = nil
    guard list.isAlive, let listView = list.listView,
      let raw = gtk_list_view_get_model(listView.opaque)
    else { return }
    let object = Ref.retaining(none: UnsafeMutableRawPointer(raw))
    model = (
      object,
      Signal.connectItemsChanged(object.raw) { [weak self] in
        self?.changed(at: $0, removed: $1, added: $2)
      }
    )
  }

  private func changed(at position: guint, removed: guint, added: guint) {
    guard list.isAlive else { return }
    list.scrollPace?.rowsChanged()
    if removed > 0 { list.focus.modelChanged() }
    follow(position, removed, added)
  }

  // MARK: Places

  /// How many items there are.
  var count: guint { model.map { g_list_model_get_n_items($0.object.opaque) } ?? 0 }

  /// The item at a place, nil beyond the last.
  func id(at place: guint) -> RowHandle? {
    guard let model = model?.object.opaque, let object = g_list_model_get_item(model, place)
    else { return nil }
    defer { g_object_unref(object) }
    return list.id(of: UnsafeMutableRawPointer(object))
  }

  /// Whether the item that a row shows is in the model; GTK follows the row's place, and newer GTK keeps the row of one that has left
  /// for a while, if it has the focus.
  func holds(_ row: SwipeRow, _ id: RowHandle) -> Bool {
    guard let model = model?.object.opaque, let object = g_list_model_get_item(model, row.place)
    else { return false }
    defer { g_object_unref(object) }
    let raw = UnsafeMutableRawPointer(object)
    // A model may make its objects when it is asked for them.
    return raw == row.object || list.id(of: raw) == id
  }

  /// The place of an item as it is known without looking for it; nil where that is not known, or it has left.
  private func knownPlace(of id: RowHandle) -> guint? {
    if let row = list.rows[id], holds(row, id) { return row.place }
    return places[id].flatMap { self.id(at: $0) == id ? $0 : nil }
  }

  /// The place of an item, looked for first among the 1,000 around where it was last.
  private func place(of id: RowHandle) -> guint? {
    if let known = knownPlace(of: id) { return known }
    func isThere(_ place: guint) -> Bool { self.id(at: place) == id }
    let count = count
    // GTK itself may not have heard yet of a change: the place that a row has is but a guess.
    let guess = list.rows[id]?.place ?? places[id] ?? 0
    let start = min(count, guess - min(guess, 500))
    let near = (start..<min(count, start + 1000)).first(where: isThere)
    return near ?? (0..<count).first(where: isThere)
  }

  /// Whether one of some items is in the model; a walk over it unless a row shows one.
  func containsAny(of items: Set<RowHandle>) -> Bool {
    guard !items.isEmpty else { return false }
    return items.contains { knownPlace(of: $0) != nil }
      || (0..<count).contains { id(at: $0).map(items.contains) == true }
  }

  /// Scrolls an item into sight; false if it is not in the model.
  func scroll(to id: RowHandle) -> Bool {
    guard let listView = list.listView, let place = place(of: id) else { return false }
    list.scrollPace?.layOutIfStale()
    gtk_widget_activate_action_variant(
      listView, "list.scroll-to-item", g_variant_new_uint32(place))
    return true
  }

  // MARK: Leavers

  /// An item that matters, or not, is shown by no row any more: recycled far out of sight, or because it has left. It had this place.
  func wentOutOfSight(_ id: RowHandle, from place: guint) {
    guard list.matters(id) else { return }
    places[id] = place
    lookOutOfSight()
  }

  /// Follows the places of the items that matter through a change, and looks, once the main loop is idle, which of them have left.
  ///
  /// Free while nothing is open, pressed or being done. Else, for each item that matters, a look at its place, and once for any number of
  /// changes made in one go a walk over what they have put in, if an item is not at its place any more: all of the model only where
  /// all of it was replaced, or where something is done to an item that no row has shown meanwhile, once.
  private func follow(_ position: guint, _ removed: guint, _ added: guint) {
    for (id, place) in places {
      guard list.matters(id) else {
        places[id] = nil
        continue
      }
      // GTK hears first of a change, and a row that goes by it may tell of the new place or of the old one.
      if self.id(at: place) != id {
        places[id] = Self.shift(place, position, removed, added) ?? GTK_INVALID_LIST_POSITION
      }
    }
    guard !list.itemsThatMatter.isEmpty else { return }
    if changes == nil { whenIdle { [weak self] in self?.lookForLeavers() } }
    var (part, haveRemoved) = changes ?? (0..<0, false)
    if !part.isEmpty {
      let first = Self.shift(part.lowerBound, position, removed, added) ?? position
      let end = Self.shift(part.upperBound - 1, position, removed, added).map { $0 + 1 }
      part = first..<max(first, end ?? position + added)
    }
    if added > 0 {
      let new = position..<position + added
      part =
        part.isEmpty
        ? new
        : min(part.lowerBound, new.lowerBound)..<max(part.upperBound, new.upperBound)
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

  private func lookForLeavers() {
    guard let changes else { return }
    self.changes = nil
    guard list.isAlive, changes.haveRemoved else { return }
    let missing = list.itemsThatMatter.filter { knownPlace(of: $0) == nil }
    // What a row shows still, or showed when it last went, was there before the changes.
    let unknown = missing.filter { list.rows[$0] == nil && places[$0] == nil }
    let part = unknown.isEmpty ? changes.added : 0..<count
    for id in missing.subtracting(look(for: missing, in: part)) {
      places[id] = nil
      list.itemLeft(id)
    }
  }

  /// Those of some items that are in a part of the model, of which the places are then known.
  private func look(for items: Set<RowHandle>, in part: Range<guint>) -> Set<RowHandle> {
    var found: Set<RowHandle> = []
    for place in part where found.count < items.count {
      guard let id = id(at: place), items.contains(id) else { continue }
      places[id] = place
      found.insert(id)
    }
    return found
  }

  /// Where a style closes rows off the screen, does so when what scrolled them away has been laid out.
  func lookOutOfSight() {
    guard list.engine.style.offscreen == .close, !list.displaced.isEmpty, !isLookingOutOfSight
    else { return }
    isLookingOutOfSight = true
    list.afterLayout { [weak self] list in
      self?.isLookingOutOfSight = false
      for id in list.displaced where !list.rows.isOnScreen(id) {
        list.drive(.leaveScreen(id))
      }
    }
  }
}
