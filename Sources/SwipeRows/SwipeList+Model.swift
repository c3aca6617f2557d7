import CGtk
import GtkBridge
import Panning

extension SwipeList {
  /// The model's object of a followed item that no row shows, and where it was last found.
  struct ItemOutOfSight {
    let item: Ref
    var place: guint = 0
  }

  /// The list view in the scroller, which may have put a viewport around it.
  var listView: Widget? {
    var child = gtk_scrolled_window_get_child(scroller.opaque)
    if let viewport = child, viewport.isA(gtk_viewport_get_type()) {
      child = gtk_viewport_get_child(viewport.opaque)
    }
    return child.flatMap { $0.isA(gtk_list_view_get_type()) ? $0 : nil }
  }

  /// Closes an open row when its item leaves the list view's model.
  func followModel() {
    guard let listView else { return }
    Signal.connectPointer(listView, "notify::model") { [weak self] _ in
      self?.watchModel()
      self?.itemsChanged(removed: true)
    }
    watchModel()
  }

  private func watchModel() {
    modelWatch = listView.flatMap { gtk_list_view_get_model($0.opaque) }.map {
      ModelWatch($0) { [weak self] in self?.itemsChanged(removed: $0) }
    }
  }

  private func itemsChanged(removed: Bool) {
    scrollPace?.rowsChanged()
    if removed { lookForLeavers() }
  }

  /// Looks, once the main loop is idle, which of the followed items that no row shows have left the model.
  ///
  /// Free while nothing is open and while every open row is still shown: the list view itself lets go of rows whose items went. Else,
  /// once for any number of changes made in one go, a look around the place where the item was last found, or a walk over the whole
  /// model if it is not there any more: some 100 ms for 100,000 items sorted and filtered by GTK's models.
  private func lookForLeavers() {
    guard !isLookingForLeavers, press != nil || !displaced.isEmpty else { return }
    isLookingForLeavers = true
    whenIdle { [weak self] in
      guard let self else { return }
      isLookingForLeavers = false
      for (id, lost) in itemsOutOfSight {
        if let place = modelWatch?.place(of: lost.item, near: lost.place) {
          itemsOutOfSight[id]?.place = place
        } else {
          remove(id)
        }
      }
    }
  }

  /// Remembers what a row showed that is now gone: recycled with its item far out of sight, or because the item has left.
  func wentOutOfSight(_ id: ID, item: UnsafeMutableRawPointer?) {
    if press?.id == id { displaced.insert(id) }
    guard rows[id] == nil, displaced.contains(id) else { return }
    itemsOutOfSight[id] = item.map { ItemOutOfSight(item: .retaining(none: $0)) }
    lookOutOfSight()
  }

  /// Where a style closes rows off the screen, does so when what scrolled them away has been laid out.
  func lookOutOfSight() {
    guard engine.style.offscreen == .close, !displaced.isEmpty, !isLookingOutOfSight else { return }
    isLookingOutOfSight = true
    afterLayout { list in
      list.isLookingOutOfSight = false
      for id in list.displaced where !list.isOnScreen(id) {
        list.drive(.leaveScreen(id))
      }
    }
  }

  /// Does something once what has changed by now has been laid out.
  func afterLayout(_ body: @escaping @MainActor (SwipeList) -> Void) {
    var isLaidOut = false
    onEachFrame(of: widget) { [weak self] _ in
      // The first frame lays out what changed before it.
      guard let self else { return false }
      guard isLaidOut else {
        isLaidOut = true
        return true
      }
      body(self)
      return false
    }
  }

  /// Whether some of an item's row can be seen in the scroller, or the whole of it; the list view keeps many rows that cannot.
  func isOnScreen(_ id: ID, wholly: Bool = false) -> Bool {
    // Of rows far out of sight the list view keeps the places that they had, unmapped.
    guard let row = rows[id], isTrue(gtk_widget_get_mapped(row.widget)),
      let bounds = row.widget.bounds(in: scroller)
    else { return false }
    let (bottom, height) = (bounds.y + bounds.height, gtk_widget_get_height(scroller))
    return wholly ? bounds.y >= 0 && bottom <= height : bottom > 0 && bounds.y < height
  }

  /// The place in the model of an item that a row shows; a walk over the model.
  func place(of id: ID) -> guint? {
    rows[id]?.item.flatMap { modelWatch?.place(of: .retaining(none: $0), near: 0) }
  }
}

/// Tells when a list model changes, and whether items may have left it, for as long as it is kept.
// Spelled out, because an optimised build of another module does not see the module's default isolation here and refuses the deinit.
@MainActor final class ModelWatch {
  private let model: Ref
  private let connection: Signal.Connection

  init(_ model: OpaquePointer, onChange: @escaping @MainActor (Bool) -> Void) {
    self.model = .retaining(none: UnsafeMutableRawPointer(model))
    connection = Signal.connectItemsChanged(self.model.raw) { _, removed, _ in
      onChange(removed > 0)
    }
  }

  isolated deinit { connection.disconnect() }

  /// The place of an object in the model, looked for first among the 1,000 around `guess`.
  func place(of item: Ref, near guess: guint) -> guint? {
    let count = g_list_model_get_n_items(model.opaque)
    func isThere(_ position: guint) -> Bool {
      let found = g_list_model_get_item(model.opaque, position)
      g_object_unref(found)
      return found == item.raw
    }
    let start = min(count, guess - min(guess, 500))
    return (start..<min(count, start + 1000)).first(where: isThere)
      ?? (0..<count).first(where: isThere)
  }
}
