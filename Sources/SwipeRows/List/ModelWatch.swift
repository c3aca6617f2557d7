import CGtk
import GtkBridge
import Panning

/// The list view's model: where items are in it, and which of those that matter have left it.
final class ModelWatch {
  private unowned let list: LiveList
  private var model: (object: Ref, connection: Signal.Connection)?
  /// Where items of no row were found last, to be looked for there first.
  private var places: [RowHandle: guint] = [:]
  private var isLookingForLeavers = false
  private var isLookingOutOfSight = false

  init(of list: LiveList) { self.list = list }

  isolated deinit { model?.connection.disconnect() }

  func follow() {
    guard let listView = list.listView else { return }
    Signal.connectPointer(listView, "notify::model") { [weak self] _ in
      self?.watch()
      self?.changed(removed: true)
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
      Signal.connectItemsChanged(object.raw) { [weak self] _, removed, _ in
        self?.changed(removed: removed > 0)
      }
    )
  }

  private func changed(removed: Bool) {
    guard list.isAlive else { return }
    list.scrollPace?.rowsChanged()
    guard removed else { return }
    list.focus.modelChanged()
    lookForLeavers()
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

  /// Whether an item is in the model; a walk over it if no row shows the item.
  func contains(_ id: RowHandle) -> Bool { list.rows[id] != nil || place(of: id) != nil }

  /// The place of an item, looked for first among the 1,000 around where it was last.
  func place(of id: RowHandle) -> guint? {
    let count = count
    func isThere(_ place: guint) -> Bool { self.id(at: place) == id }
    // GTK itself may not have heard yet of a change: the place that a row has is but a guess.
    let guess = list.rows[id]?.place ?? places[id] ?? 0
    let start = min(count, guess - min(guess, 500))
    let near = (start..<min(count, start + 1000)).first(where: isThere)
    let place = near ?? (0..<count).first(where: isThere)
    if list.matters(id) { places[id] = place }
    return place
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

  /// An item that matters, or not, is shown by no row any more: recycled far out of sight, or because it has left.
  func wentOutOfSight(_ id: RowHandle) {
    if list.matters(id) { lookOutOfSight() }
  }

  /// Looks, once the main loop is idle, which of the items that matter and are shown by no row have left the model.
  ///
  /// Free while nothing is open, pressed or being done. Else, once for any number of changes made in one go, a look around the place
  /// where each was last found, or a walk over the whole model if it is not there any more: some 100 ms for 100,000 items sorted and
  /// filtered by GTK's models.
  private func lookForLeavers() {
    guard !isLookingForLeavers, !list.itemsThatMatter.isEmpty else { return }
    isLookingForLeavers = true
    whenIdle { [weak self] in
      guard let self else { return }
      isLookingForLeavers = false
      guard list.isAlive else { return }
      for id in list.itemsThatMatter where !contains(id) {
        places[id] = nil
        list.itemLeft(id)
      }
      places = places.filter { self.list.matters($0.key) }
    }
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
